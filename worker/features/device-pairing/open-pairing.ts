import type { Context } from "../../context.ts";
import type { WaitingDevice } from "../../contract/bridge-requests.ts";
import { deviceSubject, type Subject } from "../../contract/values/subject.ts";
import type { RouterFound } from "../../db/lookup.ts";
import { refuse } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { log } from "../../log.ts";
import {
  boughtNow,
  buyerOf,
  type DeviceNow,
  deviceName,
  deviceNow,
  type EntitlementRecord,
  heldNow,
  paidAmong,
} from "../entitlements/index.ts";
import { type Act, admitOrRefuse, freshListMs } from "../rate-limits/index.ts";
import { readOwnDevices, routerOf, visitorIsListed } from "../routers/index.ts";
import { type Maker, makerOf } from "./maker.ts";

type PairingAsk = {
  url: URL;
  tenant: Tenant;
  input: { macAddress?: string | undefined; routerId?: string | undefined };
  /** Of the cookie; null for one that was handed out just now. */
  buyerHash: string | null;
  network: string;
};

/** A device that is there and has nothing. @property device names it to the buyer, who is told no addresses */
type Waiting = Omit<WaitingDevice, "mac"> & { subject: Subject };
export type Nearby = Waiting & { device: string; maker: Maker | null };

/** @property nearby screens and consoles first, then the liveliest; null: the router could not be asked */
export type Pairing = {
  buyerHash: string;
  held: EntitlementRecord;
  queue: DeviceNow["queue"];
  nearby: Nearby[] | null;
};

/**
 * What a buyer may let in beside or instead of the own device: a list of neighbours, so it is for the cookie that bought, from a
 * device that the purchase's own router sees now. @throws AppError not_found; refused; too_many
 */
export async function openPairing(ctx: Context, ask: PairingAsk, act: Act): Promise<Pairing> {
  const { buyerHash, network } = ask;
  const { providerId, router, subject } = await routerOf(ctx, ask.url, ask.tenant, ask.input);
  const own = buyerHash === null ? null : await purchaseOf(ctx, providerId, subject, buyerHash);
  const held = own && (await heldNow(ctx.tenant(providerId), own.entitlementId));
  if (buyerHash === null || !own || !held) throw refuse("not_found", "purchase_unknown");
  if (held.routerId !== router.id || held.state === "moved") throw refuse("refused", "plan_runs_elsewhere");
  const here = { providerId, router, subject: subject ?? held.subjects[0] ?? null };
  const listed = await visitorIsListed(ctx, here, network, freshListMs);
  if (listed === false) throw refuse("refused", "claim_wifi_first");
  const who = { providerId, network, browser: buyerHash, routerId: router.id, subject: here.subject, listed };
  await admitOrRefuse(ctx, act, who);
  const waiting = listed === null ? null : await waitingAt(ctx, router);
  return { buyerHash, held, queue: own.queue, nearby: waiting && (await withoutOthers(ctx, held, waiting)) };
}

/** The purchase of the device that the page names, or where that has none of this cookie's, what it bought last. */
async function purchaseOf(
  ctx: Context,
  providerId: string,
  subject: Subject | null,
  buyerHash: string,
): Promise<DeviceNow | null> {
  const ofDevice = subject === null ? null : await deviceNow(ctx, providerId, subject);
  if (ofDevice && (await buyerOf(ctx, providerId, ofDevice.entitlementId)) === buyerHash) return ofDevice;
  return boughtNow(ctx, providerId, buyerHash);
}

async function waitingAt(ctx: Context, { id, bridgeId }: RouterFound): Promise<Waiting[] | null> {
  if (bridgeId === null) return null;
  try {
    const waiting = await ctx.env.BRIDGE.getByName(bridgeId).waitingAt(id);
    return waiting?.map(({ mac, ...one }) => ({ ...one, subject: deviceSubject(mac) })) ?? null;
  } catch (cause) {
    log("error", "list of waiting devices", cause, { bridge: bridgeId, router: id });
    return null;
  }
}

/** Devices with a purchase, and the provider's own, are not for others to see. */
async function withoutOthers(
  ctx: Context,
  { id, providerId, routerId, subjects }: EntitlementRecord,
  waiting: readonly Waiting[],
): Promise<Nearby[]> {
  const [paid, passing] = await Promise.all([
    paidAmong(
      ctx,
      providerId,
      waiting.map(({ subject }) => subject),
    ),
    readOwnDevices(ctx, { id: routerId, providerId }),
  ]);
  const others = new Set([...paid, ...passing.map(({ mac }) => deviceSubject(mac)), ...subjects]);
  const makesScreens = ({ maker }: Nearby) => Number(maker?.makesScreens ?? false);
  const nearby = await Promise.all(
    waiting
      .filter(({ subject }) => !others.has(subject))
      .map(async (one) => ({
        ...one,
        device: deviceName(ctx, id, one.subject),
        maker: await makerOf(one.subject),
      })),
  );
  return nearby.sort((one, other) => makesScreens(other) - makesScreens(one) || one.idleMs - other.idleMs);
}
