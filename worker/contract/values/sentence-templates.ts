// Sentences travel in English, as one text for everybody; what shows them recognises them by a list.

type Template = { pattern: RegExp; words: string };

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * What a list says for an English sentence; undefined where it has nothing. `{}` in its English stands for what differs
 * from case to case; `{1}`, `{2}` in its words put that back.
 * @returns `inner` gives the words of what was put in, which may be a sentence or a phrase of the list itself
 */
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
