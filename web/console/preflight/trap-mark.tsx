import { StatusMark } from "../kit.tsx";
import { t } from "../language.ts";

/** In lists: only what blocks selling, or waits to be mended; nothing where all is well. */
export function TrapMark({ traps }: { traps: { blocks: number; mend: number } | null }) {
  if (!traps || traps.blocks + traps.mend === 0) return null;
  const { blocks, mend } = traps;
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
