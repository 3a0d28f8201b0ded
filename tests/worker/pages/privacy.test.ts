import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import { endpoints } from "#contract/index";
import { formatVoucherCode } from "#contract/values/voucher-code";
import { recoveryCodeOf } from "#worker/features/entitlements/recovery-code";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { bodySchema, exampleOf } from "../../support/example.ts";
import { visit } from "../../support/portal-page.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { hostOf, send } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// `?mac=` is public: everybody on the WiFi can see it. What it alone gives, by any call or page, holds nothing by which
// a purchase could be taken or a person be found.

let world: PaymentWorld;
let gate: string;
let place: { mac: string; routerId: string };
let cookie: string;
/** What only the buyer may see, each with what it is. */
const secrets = new Map<string, string>();

const idIn = (location: string | null) => /^\/pay\/([0-9a-f]+)/.exec(location ?? "")?.[1] ?? "";

beforeAll(async () => {
  world = await openWorld();
  const { demo } = world.seeded;
  gate = demo.routers[0]?.id ?? "";
  const { mac, phone } = world.buyer();
  place = { mac, routerId: gate };
  const phoneNumber = `0${phone.slice(3)}`;
  const plan = (index: number) => demo.plans[index]?.id ?? "";

  const paid = await visit("/buy", { form: { planId: plan(1), phoneNumber, ...place } });
  cookie = paid.cookie ?? "";
  const [prompt] = await world.daraja.prompts();
  await world.daraja.answer(prompt?.id ?? "", "paid");
  await world.advance(1_000);
  const [voucher] = await generateVouchers(testContext(), demo.id, { planId: plan(2), quantity: 1 }, null);
  const code = voucher?.code ?? "";
  const redeemed = await visit("/redeem", { form: { voucherCode: code, ...place }, cookie });
  const pending = await visit("/buy", { form: { planId: plan(0), phoneNumber, ...place }, cookie });

  const held = await rowsOfAllTenants<{ id: string; hash: string | null; buyer: string }>(
    "SELECT id, recovery_hash AS hash, buyer_hash AS buyer FROM entitlements",
  );
  expect(held).toHaveLength(2);
  const note = (what: string, ...texts: (string | null | undefined)[]) => {
    for (const text of texts) {
      if (!text || text.length < 8) throw new Error(`no ${what} was made`);
      secrets.set(text, what);
    }
  };
  note("transaction id", idIn(paid.location), idIn(redeemed.location), idIn(pending.location));
  const paidPrompt = (await world.daraja.prompts()).find(({ id }) => id === prompt?.id);
  note("receipt", String(paidPrompt?.receipt ?? ""));
  note("phone", phone.slice(3), `${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`);
  note("voucher", code, formatVoucherCode(code));
  note("cookie", cookie.split("=")[1]);
  for (const { id, hash, buyer } of held) {
    const recovery = recoveryCodeOf(testContext(), id);
    note("recovery code", recovery, recovery.match(/.{4}/g)?.join("-"));
    note("entitlement", id, hash, buyer);
  }
});
afterAll(() => world.close());

function expectNothingSecret(text: string, about: string): void {
  const found = [...secrets].filter(([secret]) => text.includes(secret)).map(([, what]) => what);
  expect(found, `${about}: ${text.slice(0, 500)}`).toEqual([]);
}

const forVisitors = endpoints.filter(
  ({ audience, kind }) => audience.includes("visitor") && kind !== "socket" && kind !== "callback",
);

/** Everything that a stranger who knows the device's address, the router and the plans could send. */
function inputs(endpoint: Endpoint): { query: Record<string, string>; body: unknown }[] {
  const query = { ...place, macAddress: place.mac, lang: "sw", seen: "x", ad: "1" };
  if (endpoint.method === "GET")
    return [
      { query: place, body: undefined },
      { query, body: undefined },
    ];
  // A wrong voucher code is answered slowly on purpose.
  const plans = endpoint.name.toLowerCase().includes("redeem") ? 1 : 3;
  return world.seeded.demo.plans.slice(0, plans).map(({ id: planId }, index) => {
    const named = {
      planId,
      routerId: gate,
      macAddress: place.mac,
      mac: place.mac,
      service: "mpesa",
      phoneNumber: `07990000${10 + index}`,
      voucherCode: "ABCDE-12345",
    };
    const body = endpoint.kind === "form" ? named : exampleOf(bodySchema(endpoint), named);
    return { query: {}, body };
  });
}

describe("by the address of a device with purchases, from another browser", () => {
  test("there is something to be seen", async () => {
    const own = await visit(`/connected?${new URLSearchParams(place)}`, { cookie });
    const found = new Set(
      [...secrets].filter(([secret]) => own.html.includes(secret)).map(([, what]) => what),
    );
    expect([...found].sort()).toEqual(["phone", "receipt", "recovery code", "transaction id"]);
    const stranger = await visit(`/connected?${new URLSearchParams(place)}`);
    expect(stranger.data).toMatchObject({ device: null, access: expect.any(String) });
  });

  test.each(forVisitors.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "%s tells nothing secret",
    async (_name, endpoint) => {
      const params = Object.fromEntries(
        [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, place.mac]),
      );
      for (const host of [hostOf("demo"), hostOf()])
        for (const browser of ["", `__Host-p=${"0".repeat(32)}`])
          for (const input of inputs(endpoint)) {
            const options = { host, ...(browser ? { cookie: browser } : {}) };
            const response = await send(endpoint, { params, ...input }, options);
            const headers = JSON.stringify([...response.headers]);
            expectNothingSecret(`${headers} ${await response.text()}`, `${endpoint.name} at ${host}`);
          }
    },
  );

  test("no page tells anything secret, in any language", async () => {
    const query = new URLSearchParams(place).toString();
    for (const path of ["/", "/buy", "/connected", "/claim", "/pay/none", "/nowhere"])
      for (const more of ["", "&lang=sw", `&planId=${world.seeded.demo.plans[0]?.id}`, "&tab=voucher"])
        for (const host of [hostOf("demo"), hostOf(), hostOf("savanna")]) {
          const seen = await visit(`${path}?${query}${more}`, { host });
          expectNothingSecret(
            `${JSON.stringify([...seen.headers])} ${seen.html}`,
            `${path}${more} at ${host}`,
          );
        }
  });
});
