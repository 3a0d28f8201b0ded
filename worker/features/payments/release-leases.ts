import type { Context } from "../../context.ts";
import { limitFor } from "../limits/index.ts";
import type { Intent } from "./payment-state.ts";

/** A purchase without a device holds its phone only. */
export const deviceSubject = (mac: string) => `open ${mac}`;
export const phoneSubject = "open";

const recentMs = 600_000;

type Holder = Pick<Intent, "id" | "mac" | "phone" | "routerId">;

/** The first definite result frees device and phone for the next purchase. */
export async function releaseLeases(ctx: Context, { id, mac, phone, routerId }: Holder): Promise<void> {
  if (mac) await limitFor(ctx, { routerId }).release(deviceSubject(mac), id);
  await limitFor(ctx, { phone }).release(phoneSubject, id);
}

/** The payment that a device had open last, within the last ten minutes: what a reloaded page goes on with. */
export async function latestPaymentOf(ctx: Context, routerId: string, mac: string) {
  return limitFor(ctx, { routerId }).latest(deviceSubject(mac), ctx.now() - recentMs);
}
