import { ToBridge, Want } from "#contract/bridge";

/** `ignored` counts what this version does not know; it is never an error: the worker may be newer. */
export type Received = { message: ToBridge | undefined; ignored: number };

/** Reads one text of the line. One want that cannot be read does not take the others with it. */
export function readMessage(text: string): Received {
  const value = parseJson(text);
  const known = ToBridge.safeParse(value);
  if (known.success) return { message: known.data, ignored: 0 };
  const wants = wantsOf(value);
  if (!wants) return { message: undefined, ignored: 1 };
  const read = wants.map((want) => Want.safeParse(want));
  const good = read.flatMap((want) => (want.success ? [want.data] : []));
  return { message: { type: "want", wants: good }, ignored: wants.length - good.length };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function wantsOf(value: unknown): unknown[] | undefined {
  if (typeof value !== "object" || value === null || !("type" in value) || !("wants" in value))
    return undefined;
  return value.type === "want" && Array.isArray(value.wants) ? value.wants : undefined;
}
