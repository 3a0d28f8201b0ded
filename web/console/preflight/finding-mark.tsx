import { hindranceOf } from "#contract/values/router-state";
import { StatusMark, type Tone } from "../kit.tsx";
import { t } from "../language.ts";

type Checked = Parameters<typeof hindranceOf>[0] & { findings: { blocks: number; mend: number } | null };

/**
 * What the checklist found that is worth a mark: of a router that is switched off or away its last look says nothing of today.
 */
export function findingsOf(router: Checked): { blocks: number } | { mend: number } | null {
  const { blocks, mend } = router.findings ?? { blocks: 0, mend: 0 };
  const why = hindranceOf(router);
  if (why === "blocked") return { blocks };
  return why === null && router.isActive && mend > 0 ? { mend } : null;
}

/** Red is what somebody must look after: a router that was switched off is not. */
export function onlineMark(router: { isOnline: boolean; isActive: boolean }): { tone: Tone; word: string } {
  if (router.isOnline) return { tone: "good", word: t("Online") };
  return { tone: router.isActive ? "bad" : "off", word: t("Offline") };
}

export const blocksSelling = (blocks: number): string =>
  t("{blocks, plural, one {# thing blocks selling} other {# things block selling}}", { blocks });

/** In lists: only what blocks selling, or waits to be mended; nothing where all is well. */
export function FindingMark(props: {
  router: Checked;
  /** Within a line of other words. */
  isPlain?: boolean;
}) {
  const { router, isPlain = false } = props;
  const found = findingsOf(router);
  if (found === null) return null;
  return "blocks" in found ? (
    <StatusMark isPlain={isPlain} tone="bad" word={blocksSelling(found.blocks)} />
  ) : (
    <StatusMark
      isPlain={isPlain}
      tone="wait"
      word={t("{mend, plural, one {# thing to mend} other {# things to mend}}", found)}
    />
  );
}
