import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { registerPaybillAddresses } from "#contract/paybill";
import { minuteMs } from "#contract/values/time";
import { admitStrangersPhone } from "#worker/features/rate-limits/index";
import { formFields, visit } from "../../support/portal-page.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows, salesOf } from "../payments/money-rows.ts";
import { stateOf } from "../payments/payment-world.ts";
import {
  buys,
  cookieOf,
  elsewhere,
  inventedMac,
  inventedPhone,
  openSite,
  redeems,
  type Site,
  site,
  type Visitor,
} from "./site-world.ts";

// Savanna's pay bill reports what is typed there.

vi.setConfig({ testTimeout: 90_000 });

let here: Site;
let turns = 0;

beforeAll(async () => {
  here = await openSite("savanna");
});
beforeEach(async () => {
  await here.world.renew();
  vi.setSystemTime(Date.now() + 2 * 86_400_000);
  here.link.hosts = () => [...here.listed];
  await register();
});
afterAll(() => here.close());

async function register() {
  const { seeded } = here.world;
  const gateway = await env.DB.prepare("SELECT id FROM gateways WHERE account_number = '600200'").first<{
    id: string;
  }>();
  const params = { id: seeded.savanna.id, configId: gateway?.id ?? "" };
  const cookie = await signInOperator(seeded.operator);
  await call(registerPaybillAddresses, { params }, { host: hostOf(), cookie });
}

/** A device that the router does not list, a browser, a phone and a network, all new. */
function stranger(over: Record<string, unknown> = {}, network?: string) {
  turns += 1;
  const someone: Visitor = { buyer: here.world.buyer("savanna"), cookie: cookieOf(`e${turns}`) };
  const from = network ?? `41.90.${turns >> 8}.${turns & 255}`;
  const body = { macAddress: inventedMac(turns), phoneNumber: inventedPhone(turns), ...over };
  return buys(someone, body, { network: from });
}

const atRouter = (listed: boolean | null, routerId = here.routerId) => ({
  providerId: here.world.seeded.savanna.id,
  routerId,
  listed,
});

/** So many phones are counted here as if strangers had asked for them; `asked` shows that asking counts. */
async function rang(times: number, listed: false | null = false): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    const counted = { phone: inventedPhone(30_000 + turn), by: `payment ${turn}` };
    expect(await admitStrangersPhone(testContext(), atRouter(listed), counted)).toMatchObject({
      allowed: true,
    });
  }
}

/** Prompts that went out, of so many askers from as many networks. */
async function asked(times: number, one: () => Promise<{ status: number }> = stranger): Promise<number> {
  let prompts = 0;
  for (let turn = 0; turn < times; turn += 1) if ((await one()).status === 200) prompts += 1;
  return prompts;
}

const typedWords =
  /^The hotspot does not see this device right now, and too many prompts were asked for in this way\. Pay KES (\d+) to pay bill 600200, account (\d{4} \d{4}), and you are connected as soon as it arrives\. Or join the WiFi with it and try again at once, use a voucher, or try again in \d+ minutes\.$/;

async function refusedToBeTyped() {
  const refused = await stranger();
  const message = refused.ok ? "" : (refused.refusal?.message ?? "");
  expect([refused.status, message]).toEqual([429, expect.stringMatching(typedWords)]);
  const [, amount = "", account = ""] = typedWords.exec(message) ?? [];
  const bound = await env.DB.prepare(
    "SELECT payment_id AS id FROM account_codes WHERE short_code = '600200' AND code = ?1",
  )
    .bind(account.replace(" ", ""))
    .first<{ id: string }>();
  return { amount: Number(amount), account, id: bound?.id ?? "", refused };
}

describe("devices that the router does not list", () => {
  test("ring thirty different phones an hour, from however many networks; who is listed is served all the while", async () => {
    expect(await asked(33)).toBe(30);
    expect(await here.world.daraja.prompts()).toHaveLength(30);
    const visitors = [here.visitor(), here.visitor(), here.visitor()];
    vi.setSystemTime(Date.now() + 3_000);
    for (const visitor of visitors) expect((await buys(visitor)).status).toBe(200);
    expect((await redeems(here, here.visitor())).status).toBe(200);
    await here.world.advance(61 * minuteMs);
    expect(await asked(2)).toBe(2);
  });

  test("get no thirty-first phone by asking twice at the same moment", async () => {
    await rang(30);
    const both = await Promise.all(
      [cookieOf("pair"), cookieOf("pair")].map((cookie) =>
        buys(
          { buyer: here.world.buyer("savanna"), cookie },
          { macAddress: inventedMac(9_000), phoneNumber: inventedPhone(9_000) },
          { network: elsewhere },
        ),
      ),
    );
    expect(both.map(({ status }) => status)).toEqual([429, 429]);
  });

  test("nor by a listed device's name, once its own browsers are used up", async () => {
    const visitor = here.visitor();
    const asks = () => {
      turns += 1;
      return buys(
        visitor,
        { phoneNumber: inventedPhone(turns) },
        { network: `41.91.${turns >> 8}.${turns & 255}`, cookie: cookieOf(`9${turns}`) },
      );
    };
    await rang(28);
    // Four browsers of its own, then strangers.
    expect(await asked(8, asks)).toBe(4 + 2);
    expect((await buys(here.visitor())).status).toBe(200);
  });

  test("a visitor without a device is one of them", async () => {
    await rang(28);
    expect(await asked(4, () => stranger({ macAddress: undefined }))).toBe(2);
  });

  test("one that has paid with this phone before is not", async () => {
    const owner = here.visitor();
    expect((await buys(owner)).status).toBe(200);
    await owner.buyer.answer("paid");
    await here.world.advance(10 * minuteMs);
    await rang(30);
    expect((await stranger()).status).toBe(429);
    here.listed.delete(owner.buyer.mac);
    expect((await buys(owner, {}, { network: elsewhere })).status).toBe(200);
  });

  test("many routers are no way round: sixty phones an hour at all of a provider's", async () => {
    let admitted = 0;
    for (let turn = 0; turn < 90; turn += 1) {
      const place = atRouter(false, `router ${turn % 3}`);
      const counted = { phone: inventedPhone(20_000 + turn), by: `payment ${turn}` };
      if ((await admitStrangersPhone(testContext(), place, counted)).allowed) admitted += 1;
    }
    expect(admitted).toBe(60);
  });

  test("while the router can't be asked a large site goes on, and strangers ring no more phones than it needs", async () => {
    here.link.hosts = null;
    vi.setSystemTime(Date.now() + minuteMs);
    const visitors = Array.from({ length: 24 }, () => here.visitor());
    for (const visitor of visitors) expect((await buys(visitor, {}, { network: site })).status).toBe(200);
    await rang(200 - 24 - 2, null);
    expect(await asked(4)).toBe(2);
    expect((await stranger()).ok).toBe(false);
  });
});

describe("a purchase without a prompt", () => {
  test("is told with pay bill and account, and what is typed is served and booked like any other", async () => {
    const { savanna } = here.world.seeded;
    await rang(30);
    const { amount, account, id } = await refusedToBeTyped();
    expect(await here.world.daraja.prompts()).toEqual([]);
    // Nothing is shown of it until it is paid.
    expect((await moneyRows(id)).payment).toBeUndefined();
    const before = await salesOf(savanna.id);
    const paid = await here.world.daraja.typed({
      shortCode: "600200",
      account,
      amount,
      phone: "254711000111",
    });
    expect(paid.status).toBe(200);
    await here.world.advance(0);
    const { payment, entitlements, ledger, reviews } = await moneyRows(id);
    expect(payment).toMatchObject({ status: "completed", late: 0, amount_cents: amount * 100 });
    expect([entitlements.length, ledger.length, reviews]).toEqual([1, 2, []]);
    expect(await salesOf(savanna.id)).toEqual({
      count: before.count + 1,
      cents: before.cents + amount * 100,
    });
    const again = await here.world.daraja.typed({
      shortCode: "600200",
      account,
      amount,
      phone: "254711000111",
    });
    expect(await again.text()).toContain("C2B00012");
  });

  test("is over after a day, and leaves nothing to look at", async () => {
    await rang(30);
    const { amount, account, id } = await refusedToBeTyped();
    await here.world.advance(25 * 60 * minuteMs);
    const late = await here.world.daraja.typed({
      shortCode: "600200",
      account,
      amount,
      phone: "254711000111",
    });
    expect(await late.text()).toContain("C2B00012");
    expect(await stateOf(id)).toMatchObject({ status: "failed", pushedAt: null, reviews: [] });
    expect(await moneyRows(id)).toMatchObject({ ledger: [], entitlements: [], reviews: [] });
    expect((await moneyRows(id)).payment).toBeUndefined();
  });

  test("is no proof that its phone is the visitor's", async () => {
    await rang(30);
    const { amount, account, id } = await refusedToBeTyped();
    await here.world.daraja.typed({ shortCode: "600200", account, amount, phone: "254711000111" });
    await here.world.advance(10 * minuteMs);
    const { intent } = await stateOf(id);
    const victim = { buyer: here.world.buyer("savanna"), cookie: cookieOf(`e${turns}`) };
    const again = await buys(
      victim,
      { macAddress: inventedMac(8_000), phoneNumber: `0${intent.phone.slice(3)}` },
      { network: elsewhere },
    );
    expect(again.status).toBe(429);
  });

  test("comes as a form, too, with the number in it", async () => {
    await rang(30);
    const { savanna } = here.world.seeded;
    const form = {
      planId: savanna.plans[0]?.id ?? "",
      phoneNumber: inventedPhone(7_000),
      mac: inventedMac(7_000),
      routerId: here.routerId,
    };
    const headers = { "cf-connecting-ip": elsewhere };
    const seen = await visit("/buy", { form, host: hostOf("savanna"), headers });
    expect([seen.status, formFields(seen, "/buy")?.phoneNumber]).toEqual([429, form.phoneNumber]);
    expect(seen.text).toMatch(/Pay KES \d+ to pay bill 600200, account \d{4} \d{4}/);
    const swahili = { ...headers, "accept-language": "sw" };
    const other = { ...form, mac: inventedMac(7_001) };
    const inSwahili = await visit("/buy", { form: other, host: hostOf("savanna"), headers: swahili });
    expect(inSwahili.text).toMatch(/Lipa KES \d+ kwa pay bill 600200, akaunti \d{4} \d{4}/);
  });

  test("where nothing typed is reported the voucher is what stays open", async () => {
    await env.DB.prepare("UPDATE gateways SET paybill_since = NULL WHERE account_number = '600200'").run();
    await rang(30);
    const refused = await stranger();
    expect(!refused.ok && refused.refusal?.message).toMatch(
      /^The hotspot does not see this device right now, .*Join the WiFi with it and try again at once, use a voucher, or try again in \d+ minutes\.$/,
    );
  });
});
