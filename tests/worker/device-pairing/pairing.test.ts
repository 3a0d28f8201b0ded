import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bridgeRequests, type WaitingDevice } from "#contract/bridge-requests";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { sha256 } from "#worker/keys";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { formFields, type Seen, visit } from "../../support/portal-page.ts";
import { entitlementRow, newMac, type SellOptions, type Sold, sell, subjectsOf } from "../../support/sell.ts";
import { hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { attachedTo } from "../entitlements/move-world.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// A television has no page: the phone that bought lets it in, from what the router sees.

let world: PaymentWorld;
let bridge: FakeBridge;
let link: FakeLink;
let waiting: WaitingDevice[] = [];
const phones = new Set<string>();

beforeAll(async () => {
  world = await openWorld();
  const owner = { providerId: world.seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
});
beforeEach(async () => {
  await world.renew();
  await closeAllLinks();
  link = await bridge.connect();
  link.hosts = () => [...phones, ...waiting.map(({ mac }) => mac)];
  link.waiting = () => waiting;
  waiting = [];
});
afterAll(async () => {
  await closeAllLinks();
  await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
  await world.close();
});

const forTwo = 3;
const gate = () => world.seeded.demo.routers[0]?.id ?? "";
const samsung = "00:F4:6F";
let made = 0;
/** A television of a maker, at the hotspot and let out by nothing. */
function television(change: Partial<WaitingDevice> & { block?: string } = {}): WaitingDevice {
  made += 1;
  const { block = samsung, ...rest } = change;
  const mac = `${block}:00:${(made >> 8).toString(16).padStart(2, "0")}:${(made & 255).toString(16).padStart(2, "0")}`;
  return { mac: mac.toUpperCase(), name: null, idleMs: 4_000, ...rest };
}

type Owner = { sold: Sold; cookie: string; place: { mac: string; routerId: string } };

async function owner(options: SellOptions = { plan: forTwo }): Promise<Owner> {
  made += 1;
  const token = made.toString(16).padStart(32, "7");
  const sold = await sell(world.seeded.demo, { ...options, buyerHash: sha256(token) });
  if (sold.mac) phones.add(sold.mac);
  await world.advance(2_100);
  return { sold, cookie: `__Host-p=${token}`, place: { mac: sold.mac ?? "", routerId: gate() } };
}

/** A router is asked every two seconds at most. */
async function look(own: Owner, change: Record<string, string> = {}, cookie: string | null = own.cookie) {
  await aMoment();
  return visit(`/add-device?${new URLSearchParams({ ...own.place, ...change })}`, { cookie });
}
const aMoment = () => world.advance(2_100);

const screenOf = ({ data }: Seen) => {
  if (data.screen?.kind !== "pairing") throw new Error(`no such page: ${JSON.stringify(data.screen)}`);
  return data.screen;
};
const refusalOf = (seen: Seen) => [
  seen.status,
  seen.data.screen.kind === "refused" ? seen.data.screen.text : screenOf(seen).problem,
];

async function send(own: Owner, fields: Record<string, string>, cookie: string | null = own.cookie) {
  await aMoment();
  return visit("/add-device", { form: { ...own.place, ...fields }, cookie });
}
const letIn = (own: Owner, fields: Record<string, string>) => send(own, { sure: "yes", ...fields });

describe("the list of what may be let in", () => {
  test("names screens first, then the liveliest, by maker, by the name they gave themselves, or by neither; no address is told", async () => {
    const own = await owner();
    const laptop = television({ block: "02:00:5E", name: "kitchen-laptop", idleMs: 1_000 });
    const nameless = television({ block: "02:00:5E", idleMs: 125_000 });
    const screen = television({ idleMs: 200_000, name: "[TV] Jane" });
    waiting = [laptop, nameless, screen];
    const seen = await look(own);
    expect(seen.status).toBe(200);
    expect(screenOf(seen).nearby).toEqual([
      {
        device: expect.any(String),
        maker: "Samsung",
        name: null,
        mark: screen.mac.slice(-5),
        idleMinutes: 3,
      },
      {
        device: expect.any(String),
        maker: null,
        name: "kitchen-laptop",
        mark: laptop.mac.slice(-5),
        idleMinutes: 0,
      },
      { device: expect.any(String), maker: null, name: null, mark: nameless.mac.slice(-5), idleMinutes: 2 },
    ]);
    expect(seen.text).toContain(`Samsung ending in ${screen.mac.slice(-5)}, seen 3 min ago`);
    expect(seen.text).toContain(`Device ending in ${nameless.mac.slice(-5)}`);
    for (const { mac } of waiting) expect(seen.html).not.toContain(mac);
    expect(seen.html).not.toContain("Jane");
  });

  test("has nobody with a purchase, none of the provider's own, and no more than a dozen", async () => {
    const own = await owner();
    const other = await owner();
    const passing = television();
    await env.DB.prepare(
      "INSERT INTO own_devices (router_id, provider_id, mac, name, created_at) VALUES (?1, ?2, ?3, 'Till', 1)",
    )
      .bind(gate(), world.seeded.demo.id, passing.mac)
      .run();
    const paid = { mac: other.sold.mac ?? "", name: null, idleMs: 0 };
    waiting = [paid, passing, { ...paid, mac: own.place.mac }];
    expect(screenOf(await look(own)).nearby).toEqual([]);
    waiting = Array.from({ length: 30 }, () => television());
    expect(screenOf(await look(own)).nearby).toHaveLength(12);
  });

  test("is for the cookie that bought, at this provider and this router, from a device that the router sees", async () => {
    const own = await owner();
    const stranger = await owner();
    waiting = [television()];
    const unknown = [404, "This purchase is not known here."];
    expect(refusalOf(await look(own, {}, null))).toEqual(unknown);
    expect(refusalOf(await look(own, {}, `__Host-p=${"e".repeat(32)}`))).toEqual(unknown);
    // Another buyer who writes this device into the address sees what may join the own plan, not this one.
    const before = await look(stranger, { mac: own.place.mac });
    const mine = await look(own);
    const [theirs, ours] = [before, mine].map((seen) => screenOf(seen).nearby?.[0]?.device);
    expect(theirs).not.toBe(ours);
    const there = world.seeded.demo.routers[1]?.id ?? "";
    expect(refusalOf(await look(own, { routerId: there }))).toEqual([
      409,
      "This plan runs at another hotspot. Open this page there.",
    ]);
    const savanna = world.seeded.savanna.routers[0]?.id ?? "";
    const elsewhere = await visit(`/add-device?mac=${own.place.mac}&routerId=${savanna}`, {
      cookie: own.cookie,
      host: hostOf("savanna"),
    });
    expect(refusalOf(elsewhere)).toEqual(unknown);
    phones.delete(own.place.mac);
    expect(refusalOf(await look(own))).toEqual([
      409,
      "Connect this phone to the WiFi first, then try again.",
    ]);
  });

  test("is looked at thirty times in ten minutes by one browser", async () => {
    const own = await owner();
    for (let times = 0; times < 30; times += 1)
      expect(
        (await visit(`/add-device?${new URLSearchParams(own.place)}`, { cookie: own.cookie })).status,
      ).toBe(200);
    const refused = await visit(`/add-device?${new URLSearchParams(own.place)}`, { cookie: own.cookie });
    expect(refusalOf(refused)).toEqual([429, expect.stringMatching(/^Too many tries from this device\./)]);
    expect((await look(await owner())).status).toBe(200);
  });
});

describe("a device of the list", () => {
  test("is confirmed, let in beside the phone, and said to be; its page is a form, and the bridge serves both", async () => {
    const own = await owner();
    const tv = television();
    waiting = [tv];
    const listed = await look(own);
    const form = formFields(listed, "/add-device") ?? {};
    expect(form).toEqual({ ...own.place, device: screenOf(listed).nearby?.[0]?.device });
    const before = await databaseChecksum();
    const asked = await send(own, form);
    expect([asked.status, screenOf(asked).sure]).toEqual([
      200,
      { device: form.device, maker: "Samsung", name: null, mark: tv.mac.slice(-5) },
    ]);
    expect(asked.text).toContain("Is this your device? Samsung");
    expect(await databaseChecksum()).toBe(before);
    const sure = formFields(asked, "/add-device") ?? {};
    expect(sure).toEqual({ ...own.place, sure: "yes", device: form.device });
    const done = await send(own, sure);
    expect([done.status, done.location]).toEqual([
      303,
      `/add-device?added=${form.device}&mac=${own.place.mac}&routerId=${gate()}`,
    ]);
    expect((await visit(done.location ?? "", { cookie: own.cookie })).text).toContain(
      "Samsung goes online now",
    );
    expect(await attachedTo(own.sold.id)).toEqual([own.place.mac, tv.mac]);
    await link.until(
      () => link.desired(own.sold.id)?.spec.kind === "serve" && link.desired(own.sold.id)?.rev === 2,
      "both served",
    );
    expect(link.desired(own.sold.id)?.spec).toMatchObject({ subjects: subjectsOf(own.place.mac, tv.mac) });
    // Sent once more, as a reload does.
    expect((await letIn(own, { address: tv.mac })).status).toBe(303);
    expect(await attachedTo(own.sold.id)).toHaveLength(2);
    const connected = await visit(`/connected?${new URLSearchParams(own.place)}`, { cookie: own.cookie });
    expect(connected.data.device?.devices.list).toHaveLength(2);
    expect(formFields(connected, "/connected/remove")).toMatchObject({ device: form.device });
    expect(connected.html).not.toContain("/add-device");
  });

  test("that is gone, of another's list, or made up is refused, and nothing changes", async () => {
    const own = await owner();
    const other = await owner();
    waiting = [television()];
    const named = screenOf(await look(other)).nearby?.[0]?.device ?? "";
    const before = await databaseChecksum();
    for (const device of [named, "0", "x".repeat(200)])
      expect(refusalOf(await letIn(own, { device }))).toEqual([
        409,
        "The hotspot does not see this device any more. Join the WiFi with it and look again.",
      ]);
    expect(await databaseChecksum()).toBe(before);
  });

  test("is let in by nobody but the buyer", async () => {
    const own = await owner();
    waiting = [television()];
    const device = screenOf(await look(own)).nearby?.[0]?.device ?? "";
    const stranger = await owner();
    const fields = { ...own.place, sure: "yes", device };
    for (const cookie of [null, `__Host-p=${"d".repeat(32)}`])
      expect((await send(own, fields, cookie)).status).toBe(404);
    expect((await send(own, fields, stranger.cookie)).status).toBe(409);
    const foreign = await visit("/add-device", {
      form: fields,
      cookie: own.cookie,
      origin: "http://evil.example",
    });
    expect(foreign.status).toBe(403);
    expect(await attachedTo(own.sold.id)).toEqual([own.place.mac]);
    expect(await attachedTo(stranger.sold.id)).toEqual([stranger.place.mac]);
  });

  test("takes the place of the phone in a plan for one, which says so first and what starts on the phone then", async () => {
    const own = await owner({ plan: 0 });
    await sell(world.seeded.demo, { plan: 2, mac: own.place.mac, createdAt: Date.now() + 60_000 });
    const tv = television();
    waiting = [tv];
    const listed = await look(own);
    expect(listed.text).toContain("this phone goes offline");
    expect(listed.text).toContain("Day, which waits behind it, then starts on this phone.");
    const done = await letIn(own, { device: screenOf(listed).nearby?.[0]?.device ?? "" });
    expect(done.status).toBe(303);
    expect(await attachedTo(own.sold.id)).toEqual([tv.mac]);
    expect(await entitlementRow(own.sold)).toMatchObject({ mac: tv.mac, buyer_hash: expect.any(String) });
    expect((await visit(done.location ?? "", { cookie: own.cookie })).text).toContain("goes online now");
  });

  test("finds no place in a full plan for several, and is told to remove one first", async () => {
    const own = await owner();
    waiting = [television(), television()];
    expect((await letIn(own, { address: waiting[0]?.mac ?? "" })).status).toBe(303);
    const full = await letIn(own, { address: waiting[1]?.mac ?? "" });
    expect(refusalOf(full)).toEqual([409, "All places of this plan are taken. Remove a device first."]);
    expect(await attachedTo(own.sold.id)).toHaveLength(2);
  });
});

test("another phone joins a plan with room by the picture on the page, with one tap on its own", async () => {
  const own = await owner();
  const { join } = screenOf(await look(own));
  const code = /^http:\/\/[^/]+\/r\/([A-Z0-9]{12})$/.exec(join?.address ?? "")?.[1] ?? "";
  expect(join?.qr.path).toMatch(/^M2 2h7v1h-7z/);
  const second = newMac();
  phones.add(second);
  const there = await visit(`/r/${code}?mac=${second}&routerId=${gate()}`);
  const form = await visit(there.location ?? "");
  await aMoment();
  const fields = { ...formFields(form, "/claim"), code };
  expect((await visit("/claim", { form: fields })).status).toBe(303);
  expect(await attachedTo(own.sold.id)).toEqual([own.place.mac, second]);
  expect(screenOf(await look(own)).join).toBeNull();
  expect(screenOf(await look(await owner({ plan: 0 }))).join).toBeNull();
});

describe("a typed address", () => {
  test("is read as people write it, and asked about before it counts", async () => {
    const own = await owner();
    const tv = television();
    waiting = [tv];
    const typed = tv.mac.toLowerCase().replaceAll(":", " ");
    const asked = await send(own, { address: typed });
    expect(screenOf(asked)).toMatchObject({
      address: typed,
      sure: { maker: "Samsung", mark: tv.mac.slice(-5) },
    });
    expect(formFields(asked, "/add-device")).toEqual({ ...own.place, sure: "yes", address: typed });
    expect((await letIn(own, { address: typed })).status).toBe(303);
    expect(await attachedTo(own.sold.id)).toEqual([own.place.mac, tv.mac]);
  });

  test.each(["", "television", "00:F4:6F", "01:00:5E:00:00:01", "FF:FF:FF:FF:FF:FF", "00:F4:6F:00:00:0G"])(
    "that is none is refused: %j",
    async (address) => {
      const seen = await letIn(await owner(), { address });
      expect([seen.status, screenOf(seen).problem]).toEqual([
        400,
        "This is not a device address. It has twelve digits and letters, like A4:5E:60:12:34:56.",
      ]);
    },
  );

  test("that nobody has here, that has a purchase, or that is the provider's own is refused", async () => {
    const own = await owner();
    const other = await owner();
    const passing = television();
    await env.DB.prepare(
      "INSERT INTO own_devices (router_id, provider_id, mac, name, created_at) VALUES (?1, ?2, ?3, 'Till', 1)",
    )
      .bind(gate(), world.seeded.demo.id, passing.mac)
      .run();
    const before = await databaseChecksum();
    for (const [mac, problem] of [
      [
        newMac(),
        "No device with this address waits at this hotspot. Check the address, and that the device has joined this WiFi.",
      ],
      [other.place.mac, "This device has a purchase of its own already."],
      [passing.mac, "This device belongs to the provider and needs no plan."],
    ] as const)
      expect(refusalOf(await letIn(own, { address: mac }))).toEqual([409, problem]);
    expect(await databaseChecksum()).toBe(before);
  });

  test("is taken while the bridge is away, which is said, and served when it is back", async () => {
    const own = await owner();
    const other = await owner();
    await closeAllLinks();
    const seen = await look(own);
    expect(screenOf(seen).nearby).toBeNull();
    expect(seen.text).toContain("The hotspot does not answer right now");
    const tv = television();
    expect(refusalOf(await letIn(own, { address: other.place.mac }))[0]).toBe(409);
    expect((await letIn(own, { address: tv.mac })).status).toBe(303);
    const back = await bridge.connect();
    const served = await back.until(() => back.desired(own.sold.id), "served");
    expect(served.spec).toMatchObject({ kind: "serve", subjects: subjectsOf(own.place.mac, tv.mac) });
  });

  test("is all that a bridge of the version before leaves", async () => {
    const own = await owner();
    await closeAllLinks();
    const old = await bridge.dial();
    await old.hello({ requests: bridgeRequests.filter((kind) => kind !== "waiting_devices") });
    await old.next("welcome");
    const tv = television();
    old.hosts = () => [...phones, tv.mac];
    expect(screenOf(await look(own)).nearby).toBeNull();
    expect((await letIn(own, { address: tv.mac })).status).toBe(303);
    expect(old.all("request").some(({ request }) => request.kind === "waiting_devices")).toBe(false);
  });
});

describe("at once", () => {
  test("many devices for one free place: one has it", async () => {
    const own = await owner();
    waiting = Array.from({ length: 5 }, () => television());
    await aMoment();
    const answers = await Promise.all(
      waiting.map(({ mac }) =>
        visit("/add-device", { form: { ...own.place, sure: "yes", address: mac }, cookie: own.cookie }),
      ),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await attachedTo(own.sold.id)).toHaveLength(2);
  });

  test("two buyers for one device: one has it", async () => {
    const [one, other] = [await owner(), await owner()];
    const tv = television();
    waiting = [tv];
    await aMoment();
    const answers = await Promise.all(
      [one, other].map(({ place, cookie }) =>
        visit("/add-device", { form: { ...place, sure: "yes", address: tv.mac }, cookie }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const had = [...(await attachedTo(one.sold.id)), ...(await attachedTo(other.sold.id))];
    expect(had.filter((mac) => mac === tv.mac)).toHaveLength(1);
  });
});
