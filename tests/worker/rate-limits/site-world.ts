import { env } from "cloudflare:workers";
import { initiatePayment } from "#contract/payments";
import { claimPurchase } from "#contract/purchase-recovery";
import { redeemVoucher } from "#contract/vouchers";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { recoveryCodeOf } from "#worker/features/entitlements/recovery-code";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { newMac, sell } from "../../support/sell.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { type Buyer, openWorld, type PaymentWorld } from "../payments/payment-world.ts";

/** The one address behind which a whole site stands, and two elsewhere. */
export const site = "197.248.10.77";
export const elsewhere = "41.90.64.5";
export const third = "41.90.64.6";

export type Site = {
  world: PaymentWorld;
  link: FakeLink;
  /** What the router lists. */
  listed: Set<string>;
  routerId: string;
  /** Somebody on the WiFi of this site, with a browser of its own. */
  visitor(): Visitor;
  close(): Promise<void>;
};

export type Visitor = { buyer: Buyer; cookie: string };

export const cookieOf = (name: string | number) => `__Host-p=${String(name).padStart(32, "0")}`;

/** A provider's first router, with a bridge that says what it lists. Savanna's own pay bill may report what is typed there. */
export async function openSite(of: "demo" | "savanna" = "demo"): Promise<Site> {
  const world = await openWorld();
  const provider = world.seeded[of];
  const owner = { providerId: provider.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  const link = await bridge.connect();
  const listed = new Set<string>();
  link.hosts = () => [...listed];
  let people = 0;
  return {
    world,
    link,
    listed,
    routerId: provider.routers[0]?.id ?? "",
    visitor() {
      const buyer = world.buyer(of);
      listed.add(buyer.mac);
      people += 1;
      return { buyer, cookie: cookieOf(`a${people}`) };
    },
    async close() {
      await closeAllLinks();
      await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
      await world.close();
    },
  };
}

type From = { network?: string; cookie?: string | null; key?: string };
const optionsOf = (host: string, { network = site, cookie, key }: From) => ({
  host,
  ...(cookie ? { cookie } : {}),
  headers: {
    "cf-connecting-ip": network,
    ...(key === undefined ? {} : { "idempotency-key": key }),
  },
});

/** Buying, as this visitor unless told otherwise. */
export function buys({ buyer, cookie }: Visitor, over: Record<string, unknown> = {}, from: From = {}) {
  return call(initiatePayment, { body: buyer.body(over) }, optionsOf(buyer.host, { cookie, ...from }));
}

export async function redeems(_site: Site, { buyer, cookie }: Visitor, from: From & { code?: string } = {}) {
  const { provider } = buyer;
  const planId = provider.plans[0]?.id ?? "";
  const made =
    from.code ?? (await generateVouchers(testContext(), provider.id, { planId, quantity: 1 }, null))[0]?.code;
  const body = { voucherCode: made, macAddress: buyer.mac, routerId: provider.routers[0]?.id };
  return call(redeemVoucher, { body }, optionsOf(buyer.host, { cookie, ...from }));
}

/** "Move to this phone", of something that was bought. */
export async function claims(
  { world }: Site,
  { buyer, cookie }: Visitor,
  from: From & { code?: string } = {},
) {
  const { demo } = world.seeded;
  const code = from.code ?? recoveryCodeOf(testContext(), (await sell(demo, { mac: newMac() })).id);
  const body = { code, macAddress: buyer.mac, routerId: demo.routers[0]?.id };
  return call(claimPurchase, { body }, optionsOf(buyer.host, { cookie, ...from }));
}

/** Many at once, but no more than a line carries. */
export async function flood(count: number, one: (turn: number) => Promise<{ status: number }>) {
  const atOnce = 100;
  const statuses = new Map<number, number>();
  for (let turn = 0; turn < count; turn += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - turn) }, (_, index) => one(turn + index));
    for (const { status } of await Promise.all(batch)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

export const inventedMac = (turn: number) =>
  `06:00:00:00:${(turn >> 8).toString(16).padStart(2, "0")}:${(turn & 255).toString(16).padStart(2, "0")}`.toUpperCase();
export const inventedPhone = (turn: number) => `07${String(90_000_000 + turn)}`;
