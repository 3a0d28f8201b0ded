// Sentences with something put in, and some that travel in English, as one text for everybody: what shows those knows them by a list.

/** A sentence with its parameters put in: `{name}`, or `{name:one|other}`, which is `one` where that parameter is 1. */
export function filledTemplate<Value>(
  template: string,
  values: Readonly<Record<string, Value>>,
  shown: (value: Value | "") => string,
): string {
  return template.replace(
    /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g,
    (_, name: string, one?: string, other?: string) => {
      const value = values[name] ?? "";
      if (one !== undefined && other !== undefined) return value === 1 ? one : other;
      return shown(value);
    },
  );
}

type Template = { pattern: RegExp; words: string };

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A list's words for an English sentence: `{}` in the English differs from case to case, `{1}`, `{2}` put that back. */
export function sentenceTemplates(
  words: Readonly<Record<string, string>>,
): (english: string, inner: (part: string) => string) => string | undefined {
  /** The longest first: a sentence that names more is meant before one that leaves more open. */
  const templates: Template[] = Object.entries(words)
    .filter(([english]) => english.includes("{}"))
    .sort(([a], [b]) => b.length - a.length)
    .map(([english, said]) => ({
      pattern: new RegExp(`^${english.split("{}").map(literal).join("(.+)")}$`, "s"),
      words: said,
    }));
  return (english, inner) => {
    if (words[english] !== undefined) return words[english];
    for (const template of templates) {
      const parts = template.pattern.exec(english);
      if (parts) return template.words.replace(/\{(\d)\}/g, (_, place) => inner(parts[Number(place)] ?? ""));
    }
    return undefined;
  };
}
