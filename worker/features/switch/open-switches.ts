import type { Context } from "../../context.ts";
import { type DayWindow, openingAt } from "../../contract/values/day-window.ts";
import { isCollectable } from "./list-switches.ts";
import { staleId } from "./operate-switch.ts";
import { activeSwitches, type SwitchRow, switchById } from "./store.ts";
import { railOf, settingsOf } from "./switch-settings.ts";
import type { Rail } from "./switch-state.ts";

/** An active switch, for whoever asks why a payment was not diverted. */
export type OpenSwitch = {
  id: string;
  /** UTC ms. */
  activatedAt: number;
  /** It diverts inside these hours only; null = always. */
  window: DayWindow | null;
  /** What pays its account; null = nothing that we know. */
  rail: Rail | null;
  /** The platform has credentials that pay it. */
  collectable: boolean;
};

export async function openSwitches(ctx: Context): Promise<OpenSwitch[]> {
  return (await activeSwitches(ctx.platform)).flatMap((row) => openSwitch(ctx, row) ?? []);
}

/** Null while it is not active. @throws AppError not_found */
export async function openSwitchById(ctx: Context, id: string): Promise<OpenSwitch | null> {
  const row = await switchById(ctx, id);
  if (!row) throw staleId();
  return openSwitch(ctx, row);
}

/** A payment that began at this moment met it. @param at UTC ms */
export function wasOpen({ activatedAt, window }: OpenSwitch, at: number): boolean {
  if (at < activatedAt) return false;
  const opening = window && openingAt(window, at);
  return window === null || (opening !== null && opening.start <= at);
}

function openSwitch(ctx: Context, row: SwitchRow): OpenSwitch | null {
  const { id, isActive, activatedAt } = row;
  if (!isActive || activatedAt === null) return null;
  return {
    id,
    activatedAt,
    window: settingsOf(row).window,
    rail: railOf(row),
    collectable: isCollectable(ctx, row),
  };
}
