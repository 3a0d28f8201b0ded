import type { GatewayPrompt, GatewayState } from "./state.ts";

type Opened = Pick<
  GatewayPrompt,
  "id" | "createdAt" | "expiresAt" | "autoPayAt" | "closedAt" | "deliveries"
> & { readonly state: "open"; readonly result: null };

/** What every prompt begins with. */
export function opened({ nextId, settings }: GatewayState, now: number): Opened {
  return {
    id: String(nextId),
    state: "open",
    createdAt: now,
    expiresAt: now + settings.expireAfterMs,
    autoPayAt: settings.auto === "paid" ? now + settings.autoAfterMs : null,
    closedAt: null,
    result: null,
    deliveries: [],
  };
}

/** When an open prompt closes by itself, and how: paid by the automatic person, or expired. */
export function nextEnd(prompt: GatewayPrompt): { at: number; outcome: "paid" | "expired" } | undefined {
  if (prompt.state !== "open") return undefined;
  return prompt.autoPayAt !== null && prompt.autoPayAt <= prompt.expiresAt
    ? { at: prompt.autoPayAt, outcome: "paid" }
    : { at: prompt.expiresAt, outcome: "expired" };
}
