/** A command sentence taken apart, and reply sentences put together. */

export interface Command {
  /** "/ip/hotspot/user/print" */
  readonly path: string;
  readonly tag: string | null;
  /** Attributes in the order sent; a repeated one keeps its last value. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Query words without their question mark. */
  readonly queries: readonly string[];
  /** A word that is neither attribute, query nor tag. */
  readonly stray: string | null;
}

/** The value starts at the second "=", so it may itself contain "=" and line ends. */
function attribute(word: string): [string, string] {
  const second = word.indexOf("=", 1);
  return second < 0 ? [word.slice(1), ""] : [word.slice(1, second), word.slice(second + 1)];
}

export function parseCommand(words: readonly string[]): Command {
  const attributes = new Map<string, string>();
  const queries: string[] = [];
  let tag: string | null = null;
  let stray: string | null = null;
  for (const word of words.slice(1)) {
    if (word.startsWith("=")) attributes.set(...attribute(word));
    else if (word.startsWith("?")) queries.push(word.slice(1));
    else if (word.startsWith(".tag=")) tag = word.slice(".tag=".length);
    else stray ??= word;
  }
  return { path: words[0] ?? "", tag, attributes, queries, stray };
}

export type ReplyKind = "!re" | "!done" | "!trap" | "!fatal" | "!empty";
export type TagPosition = "last" | "second";

/** `tag` is echoed only if the command carried one. Its place is not fixed: captures show both. */
export function replyWords(
  kind: ReplyKind,
  attributes: Readonly<Record<string, string>>,
  tag: string | null,
  position: TagPosition,
): string[] {
  const pairs = Object.entries(attributes).map(([name, value]) => `=${name}=${value}`);
  if (tag === null) return [kind, ...pairs];
  return position === "second" ? [kind, `.tag=${tag}`, ...pairs] : [kind, ...pairs, `.tag=${tag}`];
}
