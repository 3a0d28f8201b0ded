import { StatusMark, type Tone } from "../kit.tsx";
import { t } from "../language.ts";

type Findings = { blocks: number; mend: number } | null;

export const hasFindings = (findings: Findings): findings is NonNullable<Findings> =>
  findings !== null && findings.blocks + findings.mend > 0;

/** Red is what somebody must look after: a router that was switched off is not. */
export function onlineMark(router: { isOnline: boolean; isActive: boolean }): { tone: Tone; word: string } {
  if (router.isOnline) return { tone: "good", word: t("Online") };
  return { tone: router.isActive ? "bad" : "off", word: t("Offline") };
}

/** In lists: only what blocks selling, or waits to be mended; nothing where all is well. */
export function FindingMark(props: {
  findings: Findings;
  /** Within a line of other words. */
  isPlain?: boolean;
}) {
  const { findings, isPlain = false } = props;
  if (!hasFindings(findings)) return null;
  const { blocks, mend } = findings;
  return blocks > 0 ? (
    <StatusMark
      isPlain={isPlain}
      tone="bad"
      word={t("{blocks, plural, one {# thing blocks selling} other {# things block selling}}", { blocks })}
    />
  ) : (
    <StatusMark
      isPlain={isPlain}
      tone="wait"
      word={t("{mend, plural, one {# thing to mend} other {# things to mend}}", { mend })}
    />
  );
}
