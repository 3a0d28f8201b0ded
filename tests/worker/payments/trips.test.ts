import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ProviderDatabase } from "#worker/db/provider-database";
import type { Query } from "#worker/db/sql";
import { BridgeObject } from "#worker/features/bridges/bridge-object";
import { GatewayObject } from "#worker/features/payments/gateways/gateway-object";
import { savannaApp } from "../../seed/two-providers.ts";
import { collectBy } from "./collect-by.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";

// What one sale costs on its way, in numbers and not in time: one trip or call more shows here.

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

type Methods = Record<string, (...given: unknown[]) => unknown>;

/** Texts of the statements that go to D1 and to a provider's object, one entry a round trip: what goes alone, and each batch as one. */
function databaseTrips(): string[] {
  const trips: string[] = [];
  const texts = new WeakMap<object, string>();
  const database = Object.getPrototypeOf(env.DB) as Methods;
  const statement = Object.getPrototypeOf(env.DB.prepare("SELECT 1")) as Methods;
  const watch = (
    methods: Methods,
    name: string,
    look: (self: object, given: unknown[], made: unknown) => void,
  ) => {
    const real = methods[name];
    vi.spyOn(methods, name).mockImplementation(function (this: object, ...given) {
      const made = real?.apply(this, given);
      look(this, given, made);
      return made;
    });
  };
  watch(database, "prepare", (_self, [sql], made) => texts.set(made as object, String(sql)));
  watch(statement, "bind", (self, _given, made) => texts.set(made as object, texts.get(self) ?? ""));
  watch(database, "batch", (_self, [batch]) =>
    trips.push((batch as object[]).map((one) => texts.get(one)).join("; ")),
  );
  for (const name of ["all", "run", "first", "raw"])
    watch(statement, name, (self) => trips.push(texts.get(self) ?? ""));
  watch(ProviderDatabase.prototype as unknown as Methods, "run", (_self, [queries]) =>
    trips.push((queries as Query[]).map(({ sql }) => sql).join("; ")),
  );
  return trips;
}

test("a sale by a provider's own credentials asks D1 for none of them, and nothing is read back after the grant", async () => {
  const { shortCode, ...own } = savannaApp;
  await collectBy(world.seeded.savanna.id, { type: "mpesa", accountNumber: shortCode }, own);
  const buyer = world.buyer("savanna");
  const bridgeId = crypto.randomUUID();
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO bridges (id, name, public_key, enrolled_at) VALUES (?1, 'box', 'key', 1)",
    ).bind(bridgeId),
    env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id = ?2").bind(
      bridgeId,
      buyer.provider.routers[0]?.id ?? "",
    ),
  ]);
  // The app's token, and what is kept briefly, are there from now on.
  await world.buyer("savanna").start();
  const token = vi.spyOn(GatewayObject.prototype, "token");
  const sendDesired = vi.spyOn(BridgeObject.prototype, "sendDesired");
  const trips = databaseTrips();

  await buyer.start();
  // Kept since the sale before.
  expect(token).not.toHaveBeenCalled();
  expect(trips.filter((text) => text.includes("secrets"))).toEqual([]);
  expect(trips).toHaveLength(3);

  trips.length = 0;
  let atDelivery: string[] | undefined;
  sendDesired.mockImplementation(async () => {
    atDelivery ??= [...trips];
    return false;
  });
  await buyer.answer("paid");
  const granted = atDelivery?.findIndex((text) => text.includes("INTO entitlements")) ?? -1;
  expect(atDelivery?.slice(granted + 1)).toEqual([]);
  expect(granted).toBeGreaterThanOrEqual(0);
});
