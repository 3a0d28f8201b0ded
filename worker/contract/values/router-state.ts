// How a router stands, for programs: what can be done about it hangs on these words, never on the sentence beside them.

/** `taken_over`: another bridge runs it; `refused`: it does not let its bridge in; `unreached`: its bridge has not tried yet. */
export const routerStates = [
  "connected",
  "unreachable",
  "refused",
  "taken_over",
  "unreached",
  "unasked",
  "bridge_offline",
  "no_bridge",
  "no_log_in",
  "no_tunnel",
  "not_assigned",
] as const;
type RouterState = (typeof routerStates)[number];

type Standing = {
  isActive: boolean;
  isOnline: boolean;
  bridgeId: string | null;
  state: RouterState;
  findings: { blocks: number } | null;
};

/**
 * What keeps visitors from buying at a router that is meant to sell; null where nothing does, or it is switched off. The one answer of
 * all pages: what is red somewhere is red everywhere.
 */
export function hindranceOf(router: Standing): "no_bridge" | "taken_over" | "offline" | "blocked" | null {
  const { isActive, isOnline, bridgeId, state, findings } = router;
  if (!isActive) return null;
  if (bridgeId === null) return "no_bridge";
  if (state === "taken_over") return "taken_over";
  if (!isOnline) return "offline";
  return (findings?.blocks ?? 0) > 0 ? "blocked" : null;
}
