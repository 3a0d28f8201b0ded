import type { AuditLine } from "#contract/audit";

/** What the address says; keys are those of the call. */
export const noFilter = { q: "", actor: "", providerId: "", action: "", from: "", to: "", page: "1" };
export type AuditFilter = typeof noFilter;

const actors: readonly string[] = ["provider", "platform", "bridge", "system"] satisfies AuditLine["actor"][];
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** For the call; what an address made up is left out. */
export function queryOf(filter: AuditFilter) {
  const { q, actor, providerId, action, from, to } = filter;
  return {
    ...(q ? { q } : {}),
    ...(actors.includes(actor) ? { actor: actor as AuditLine["actor"] } : {}),
    ...(providerId && providerId.length <= 64 ? { providerId } : {}),
    ...(action && action.length <= 60 ? { action } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}

/** How many are set beside the search. */
export function filtersSet({ actor, providerId, action, from, to }: AuditFilter): number {
  return [actor, providerId, action, from || to].filter((value) => value !== "").length;
}
