import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listPlans } from "#contract/plans";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { sha256 } from "#worker/keys";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { type Fault, failStatements } from "../../support/database-faults.ts";
import { policyOf, visit } from "../../support/portal-page.ts";
import { newMac, sell, setEntitlement } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let gate: string;
let fault: Fault | undefined;

beforeAll(async () => {
  seeded = await seedBoth();
  gate = seeded.demo.routers[0]?.id ?? "";
});

let shifted = 0;

beforeEach(() => {
  // What is kept for three seconds never outlives a test.
  shifted += 10_000;
  vi.setSystemTime(Date.now() + shifted);
});

afterEach(() => {
  fault?.heal();
  fault = undefined;
  vi.useRealTimers();
});

const demoPlans = [
  ["1 Hour", "10"],
  ["3 Hours", "20"],
  ["1 Day", "50"],
  ["Week for two", "250"],
  ["Month 50 GB", "1,000"],
];

describe("the portal's home", () => {
  test("sells a provider's plans, cheapest first, without a script", async () => {
    const seen = await visit("/");
    expect(seen.status).toBe(200);
    expect(seen.headers.get("content-type")).toBe("text/html; charset=utf-8");
    for (const [name = "", price = ""] of demoPlans) {
      expect(seen.text).toContain(name);
      expect(seen.text).toContain(`KES ${price}`);
    }
    const places = demoPlans.map(([, price]) => seen.text.indexOf(`KES ${price} `));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(seen.text).toContain("Demo WiFi");
    expect(seen.text).not.toContain("Savanna");
    for (const { id } of seeded.demo.plans) expect(seen.html).toContain(`href="/buy?planId=${id}"`);
    expect(seen.html).not.toMatch(/<script(?! type="application\/json")/);
  });

  test("carries device and router on in every link", async () => {
    const seen = await visit(`/?mac=02-ab-00-00-00-01&routerId=${gate}`);
    // The router writes colons; anything else is no address of its making.
    expect(seen.data.mac).toBeNull();
    const known = await visit(`/?mac=02:ab:00:00:00:01&routerId=${gate}&ip=10.5.50.7&dst=http://x/`);
    expect(known.data).toMatchObject({ mac: "02:AB:00:00:00:01", routerId: gate, device: null });
    expect(known.html).toContain(`mac=02:AB:00:00:00:01&amp;routerId=${gate}"`);
  });

  test("takes no notice of a device address that is none", async () => {
    for (const mac of ["$(mac)", "", "nonsense", "FF:FF:FF:FF:FF:FF", "02:00:00:00:00", "<script>:x"]) {
      const seen = await visit(`/?routerId=${gate}&mac=${encodeURIComponent(mac)}`);
      expect(seen.status).toBe(200);
      expect(seen.data.mac).toBeNull();
    }
  });

  test("leaves out plans that are not sold, and shows new prices within seconds", async () => {
    const id = seeded.demo.plans[4]?.id;
    await visit("/");
    await tenantDatabase(seeded.demo.id)
      .prepare("UPDATE plans SET is_active = 0 WHERE id = ?1")
      .bind(id)
      .run();
    vi.setSystemTime(Date.now() + 3_001);
    expect((await visit("/")).text).not.toContain("Month 50 GB");
    await tenantDatabase(seeded.demo.id)
      .prepare("UPDATE plans SET is_active = 1, archived_at = 5 WHERE id = ?1")
      .bind(id)
      .run();
    vi.setSystemTime(Date.now() + 3_001);
    expect((await visit("/")).text).not.toContain("Month 50 GB");
    await tenantDatabase(seeded.demo.id)
      .prepare("UPDATE plans SET archived_at = NULL WHERE id = ?1")
      .bind(id)
      .run();
    vi.setSystemTime(Date.now() + 3_001);
    expect((await visit("/")).text).toContain("Month 50 GB");
  });

  test("shows the buyer's cookie what the device has, and anybody else how far it is and nothing more", async () => {
    const token = "d".repeat(32);
    const sold = await sell(seeded.demo, { plan: 4, buyerHash: sha256(token) });
    const endsAt = Date.now() + 7_200_000;
    await setEntitlement(sold, { state: "running", started_at: 1, ends_at: endsAt, used_bytes: 2 ** 30 });
    const address = `/?mac=${sold.mac}&routerId=${gate}`;
    for (const path of [address, `/connected?mac=${sold.mac}&routerId=${gate}`])
      for (const cookie of [null, `__Host-p=${"e".repeat(32)}`]) {
        const stranger = await visit(path, { cookie });
        expect(stranger.data).toMatchObject({ device: null, access: "connecting", elsewhere: [] });
        const told = JSON.stringify({ ...stranger.data, plans: [] });
        for (const secret of ["Month 50 GB", new Date(endsAt).toISOString(), String(49 * 2 ** 30)])
          expect(told).not.toContain(secret);
      }
    const seen = await visit(address, { cookie: `__Host-p=${token}` });
    expect(seen.data.device).toEqual({
      planName: "Month 50 GB",
      access: "connecting",
      expiresAt: new Date(endsAt).toISOString(),
      opensAt: null,
      topUp: null,
      hours: null,
      speedMbps: 10,
      dataLeftBytes: 49 * 2 ** 30,
      queue: [],
      devices: { bought: 1, attached: 1, list: [] },
    });
    for (const secret of ["254712345678", "712 345 678", sold.id, "payment of"])
      expect(seen.html).not.toContain(secret);
    expect((await visit(`/?mac=${newMac()}&routerId=${gate}`)).data.device).toBeNull();
    const elsewhere = await visit(`/?mac=${sold.mac}`, { host: hostOf("savanna") });
    expect(elsewhere.data.device).toBeNull();
  });

  test("is the same for everybody without a device, but the cookie is each one's own", async () => {
    const [one, two] = [await visit("/"), await visit("/")];
    expect(two.html).toBe(one.html);
    expect(one.cookie).not.toBeNull();
    expect(two.cookie).not.toBe(one.cookie);
  });
});

describe("the buyer's cookie", () => {
  test("is given once, for this host and for scripts' eyes not", async () => {
    const { headers, cookie } = await visit("/");
    expect(headers.getSetCookie()).toHaveLength(1);
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-p=[0-9a-f]{32}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    for (const path of ["/", `/?mac=${newMac()}`, "/connected", `/buy?planId=${seeded.demo.plans[0]?.id}`])
      expect((await visit(path, { cookie })).headers.getSetCookie()).toEqual([]);
  });

  test("is not given by calls of the API, nor by pages that are not there", async () => {
    expect((await call(listPlans, {}, { host: hostOf("demo") })).headers.getSetCookie()).toEqual([]);
    expect((await visit("/nowhere")).headers.getSetCookie()).toEqual([]);
  });

  test("too long to be ours is none", async () => {
    const seen = await visit("/", { cookie: `__Host-p=${"a".repeat(101)}` });
    expect(seen.cookie).not.toBeNull();
  });
});

describe("every page", () => {
  const pages = () => [
    "/",
    `/?mac=${newMac()}&routerId=${gate}`,
    "/connected",
    "/nowhere",
    "/pay/none",
    "/buy?tab=voucher",
  ];

  test("allows its own styles and nothing else to run, and nobody to frame it", async () => {
    for (const path of pages()) {
      const seen = await visit(path);
      const { directives, stylesAllowed } = policyOf(seen);
      expect(directives.get("default-src"), path).toBe("'none'");
      expect(directives.get("script-src")).toBe("'self'");
      expect(directives.get("frame-ancestors")).toBe("'none'");
      expect(directives.get("base-uri")).toBe("'none'");
      expect(directives.get("form-action")).toBe("'self'");
      expect(stylesAllowed, path).toBe(true);
      expect(seen.html).not.toMatch(/\son[a-z]+="/);
      expect(seen.html).not.toMatch(/src="https?:|href="https?:(?!\/\/198\.18\.0\.1\/")/);
    }
  });

  test("shows a provider's own words as text, whatever they are", async () => {
    const evil = `</script><img src=x onerror="alert(1)">`;
    await env.DB.prepare(
      "UPDATE providers SET business_name = ?2, captive_portal_settings = ?3 WHERE id = ?1",
    )
      .bind(
        seeded.savanna.id,
        evil,
        JSON.stringify({ headerColor: `red;}</style>${evil}`, welcomeMessage: evil }),
      )
      .run();
    const seen = await visit("/", { host: hostOf("savanna") });
    expect(seen.status).toBe(200);
    expect(seen.html).not.toContain("<img src=x");
    expect(seen.html.match(/<\/script>/g)).toHaveLength(1);
    expect(seen.data.brand.companyName).toBe(evil);
    expect(policyOf(seen).stylesAllowed).toBe(true);
    await env.DB.prepare(
      "UPDATE providers SET business_name = 'Savanna Net', captive_portal_settings = '{}' WHERE id = ?1",
    )
      .bind(seeded.savanna.id)
      .run();
  });

  test("answers HEAD like GET without a body", async () => {
    const { status, html, headers } = await visit("/", { method: "HEAD" });
    expect([status, html]).toEqual([200, ""]);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  test("says that something went wrong on our side while the database is away, and nothing more", async () => {
    fault = failStatements(/./);
    const seen = await visit(`/?mac=${newMac()}&routerId=${gate}`);
    fault.heal();
    expect(seen.status).toBe(500);
    expect(seen.html).toContain("Something went wrong on our side");
    expect(seen.html).not.toMatch(/D1|SELECT|\.ts/);
  });
});

describe("the host", () => {
  const at = (host: string, path = "/") => visit(path, { host });

  test("of the main domain, www, api, admin, localhost, an address, or somebody else's tells how to join", async () => {
    for (const host of [
      "hotspot.localhost",
      "www.hotspot.localhost",
      "api.hotspot.localhost",
      "admin.hotspot.localhost",
      "HOTSPOT.LOCALHOST",
      "localhost",
      "127.0.0.1:8787",
      "192.168.88.10",
      "my-app.example.repl.co",
      "demo.example.com",
    ]) {
      const seen = await at(host);
      expect(seen.status, host).toBe(200);
      expect(seen.text, host).toContain("Join a WiFi first");
      expect(seen.data.plans, host).toEqual([]);
    }
  });

  test("of the main domain with a router's id sells what that router's provider sells", async () => {
    for (const [host, path] of [
      ["hotspot.localhost", `/?routerId=${gate}`],
      ["hotspot.localhost", `/?routerId=${gate.toUpperCase()}`],
      ["localhost", `/?routerId=${gate}`],
      [`${gate}.hotspot.localhost`, "/"],
    ] as const) {
      const seen = await at(host, path);
      expect(seen.status, host).toBe(200);
      expect(seen.data.routerId, host).toBe(gate);
      expect(seen.data.plans.map(({ name }) => name)).toContain("Month 50 GB");
      expect(seen.text).not.toContain("Savanna");
    }
  });

  test("of the main domain with an id that is no router's tells how to join", async () => {
    for (const path of [`/?routerId=${crypto.randomUUID()}`, "/?routerId=x", "/?routerId=$(identity)"]) {
      const seen = await at("hotspot.localhost", path);
      expect(seen.text).toContain("Join a WiFi first");
    }
    expect((await at(`${crypto.randomUUID()}.hotspot.localhost`)).text).toContain("Join a WiFi first");
  });

  test("of a provider sells its own plans, whatever router the address names", async () => {
    const lodge = seeded.savanna.routers[0]?.id;
    const seen = await at(hostOf("demo"), `/?routerId=${lodge}`);
    expect(seen.data.plans.map(({ name }) => name)).toEqual(seeded.demo.plans.map(({ name }) => name));
    expect((await at("DEMO.hotspot.localhost")).text).toContain("Demo WiFi");
  });

  test("names the provider of the lists as well", async () => {
    const names = async (host: string, query = {}) => {
      const answer = await call(listPlans, { query }, { host });
      return answer.ok ? answer.answer.map(({ name }) => name) : answer.status;
    };
    expect(await names(hostOf("savanna"))).toEqual(["Savanna Evening", "Savanna Weekend"]);
    expect(await names(hostOf())).toEqual([]);
    expect(await names(hostOf(), { routerId: seeded.savanna.routers[0]?.id })).toEqual([
      "Savanna Evening",
      "Savanna Weekend",
    ]);
    expect(await names("nobody.hotspot.localhost")).toBe(404);
  });
});

describe("an address that nothing answers to", () => {
  test("is a page in the provider's look, and JSON under the API", async () => {
    for (const path of ["/nowhere", "/buy/x", "/pay"]) {
      const seen = await visit(path);
      expect(seen.status).toBe(404);
      expect(seen.text).toContain("404 Page Not Found");
      expect(seen.text).toContain("Did you forget to add the page to the router?");
      expect(seen.text).toContain("Demo WiFi");
    }
    // Below a console it is the console's own page, which leads back to its dashboard.
    const ofConsole = await visit("/admin/nowhere");
    expect([ofConsole.status, ofConsole.html.includes('id="root"')]).toEqual([404, true]);
    const nowhere = await visit("/nowhere", { host: "nobody.hotspot.localhost" });
    expect([nowhere.status, nowhere.text.includes("404 Page Not Found")]).toEqual([404, true]);
    const api = await visit("/api/nowhere");
    expect(api.headers.get("content-type")).toContain("application/json");
    expect(JSON.parse(api.html)).toMatchObject({ code: "not_found" });
    const wrongMethod = await visit("/", { method: "DELETE" });
    expect(wrongMethod.status).toBe(404);
  });
});

describe("/connected", () => {
  const connected = (mac: string | null, cookie: string | null = null) =>
    visit(`/connected?routerId=${gate}${mac ? `&mac=${mac}` : ""}`, { cookie });

  /** Somebody who redeemed a voucher on a page of their own. */
  async function buyer(): Promise<{ mac: string; cookie: string; transactionId: string }> {
    const planId = seeded.demo.plans[1]?.id ?? "";
    const [voucher] = await generateVouchers(testContext(), seeded.demo.id, { planId, quantity: 1 }, null);
    const { cookie } = await visit("/");
    const mac = newMac();
    const form = { voucherCode: voucher?.code ?? "", mac, routerId: gate };
    const { location } = await visit("/redeem", { form, cookie });
    const [, transactionId = ""] = /^\/pay\/([0-9a-f]{80})\?/.exec(location ?? "") ?? [];
    return { mac, cookie: cookie ?? "", transactionId };
  }

  test("shows plan, time, data and the receipt to the buyer's cookie alone", async () => {
    const { mac, cookie, transactionId } = await buyer();
    const stranger = await connected(mac);
    expect(stranger.text).not.toContain("3 Hours");
    expect(stranger.text).toContain("What is left is shown in the browser in which it was bought.");
    expect(stranger.data).toMatchObject({ device: null, screen: { kind: "connected", receipt: null } });
    expect(stranger.html).not.toContain(transactionId);
    const own = await connected(mac, cookie);
    expect(own.data.screen).toEqual({
      kind: "connected",
      receipt: {
        transactionId,
        receipt: null,
        phoneNumber: null,
        amount: 0,
        service: "mpesa",
        recoveryCode: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      },
    });
    expect(own.text).toContain(`Reference ${transactionId.slice(0, 12).toUpperCase()}`);
  });

  test("never shows one device's purchase to the other's buyer", async () => {
    const [one, two] = [await buyer(), await buyer()];
    for (const [mac, cookie] of [
      [one.mac, two.cookie],
      [two.mac, one.cookie],
    ] as const) {
      const seen = await connected(mac, cookie);
      expect(seen.data.screen).toEqual({ kind: "connected", receipt: null });
      for (const { transactionId } of [one, two]) expect(seen.html).not.toContain(transactionId);
    }
  });

  test("without a device shows what the cookie bought last that lives, and what waits for its device", async () => {
    const { mac, cookie, transactionId } = await buyer();
    const lost = await connected(null, cookie);
    expect(lost.data).toMatchObject({
      mac: null,
      elsewhere: [],
      device: { planName: "3 Hours", access: "connecting" },
      screen: { kind: "connected", receipt: { transactionId } },
    });
    expect(lost.html).not.toContain(mac);
    const buyerHash = sha256(cookie.split("=")[1] ?? "");
    const running = await sell(seeded.demo, { plan: 2, buyerHash, createdAt: 5 });
    await setEntitlement(running, { state: "running", started_at: 1, ends_at: Date.now() + 60_000 });
    const ended = await sell(seeded.demo, { plan: 3, buyerHash });
    await setEntitlement(ended, { state: "ended", started_at: 1, ends_at: 2, ended_at: 2 });
    expect((await connected(null, cookie)).data.device).toMatchObject({ planName: "Day", queue: [] });
    expect((await visit("/connected", { cookie, host: hostOf() })).data.device).toBeNull();
    const waiting = sha256("f".repeat(32));
    await sell(seeded.demo, { mac: null, buyerHash: waiting });
    const homeless = await connected(null, `__Host-p=${"f".repeat(32)}`);
    expect(homeless.data.device).toMatchObject({ planName: "1 Hour", access: "waiting_for_device" });
  });

  test("names a buyer's purchases on other addresses, with what moves them here, to their cookie alone", async () => {
    const { mac, cookie } = await buyer();
    const recoveryCode = expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const other = newMac();
    const home = (of: string, as: string | null) => visit(`/?routerId=${gate}&mac=${of}`, { cookie: as });
    const expected = [{ planName: "3 Hours", expiresAt: null, recoveryCode }];
    expect((await connected(other, cookie)).data.elsewhere).toEqual(expected);
    expect((await home(other, cookie)).data.elsewhere).toEqual(expected);
    for (const seen of [await home(mac, cookie), await home(other, null), await connected(other)])
      expect(seen.data.elsewhere).toEqual([]);
  });

  test("without a cookie, or with a device that bought nothing, says that nothing runs", async () => {
    const { cookie } = await buyer();
    const [unknown, known] = [await connected(null), await connected(newMac(), cookie)];
    for (const seen of [unknown, known]) {
      expect(seen.status).toBe(200);
      expect(seen.data).toMatchObject({ device: null, screen: { kind: "connected", receipt: null } });
    }
    expect(known.text).toContain("Not connected yet");
    // It may be online: only the router knows which device this is.
    expect(unknown.text).toContain("Which device is this?");
    expect(unknown.html).toContain('href="http://198.18.0.1/"');
  });

  test("at another provider knows nothing of it", async () => {
    const { mac, cookie, transactionId } = await buyer();
    const seen = await visit(`/connected?mac=${mac}`, { host: hostOf("savanna"), cookie });
    expect(seen.data).toMatchObject({ device: null, screen: { kind: "connected", receipt: null } });
    expect(seen.html).not.toContain(transactionId);
  });
});
