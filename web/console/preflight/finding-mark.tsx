import { StatusMark } from "../kit.tsx";
import { t } from "../language.ts";

/** In lists: only what blocks selling, or waits to be mended; nothing where all is well. */
export function FindingMark({ findings }: { findings: { blocks: number; mend: number } | null }) {
  if (!findings || findings.blocks + findings.mend === 0) return null;
  const { blocks, mend } = findings;
  return blocks > 0 ? (
    <StatusMark
      tone="bad"
      word={t("{blocks, plural, one {# thing blocks selling} other {# things block selling}}", { blocks })}
    />
  ) : (
    <StatusMark
      tone="wait"
      word={t("{mend, plural, one {# thing to mend} other {# things to mend}}", { mend })}
    />
  );
}
