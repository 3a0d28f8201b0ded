// Sentences travel in English, as one text for everybody; what shows them recognises them by a list.

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
