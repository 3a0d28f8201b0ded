import { createHmac } from "node:crypto";
import { cpSync, rmSync } from "node:fs";
import { request } from "node:http";
import { expect, type TestContext, test } from "vitest";
import { VoucherPage } from "#bridge/voucher-page";
import type { OfflineVoucher } from "#contract/bridge";
import type { OfflineVoucherAnswer } from "#contract/bridge-requests";
import { deviceSubject } from "#contract/values/subject";
import { freePort } from "../support/site/settings.ts";
import { hour, minute, otherPhone, phone, quietLog, routerId, TestSite } from "./test-site.ts";

// Vouchers that were assigned to this site, redeemed on the bridge's own page while the internet is away.

const code = "ABCDE12345";
const address = "10.5.50.11";
const otherAddress = "10.5.50.12";
const key = "5eed".repeat(16);

function offlineVoucher(
  id = "loan-1",
  changes: Partial<Extract<OfflineVoucher["spec"], { kind: "assign" }>> = {},
): OfflineVoucher {
  const hash = createHmac("sha256", Buffer.from(key, "hex")).update(code).digest("hex");
  return {
    id,
    routerId,
    rev: 1,
    spec: {
      kind: "assign",
      key,
      hash,
      entitlementId: `purchase-of-${id}`,
      expiresInMs: null,
      planName: "1 Hour",
      upKbps: 512,
      downKbps: 2000,
      durationMs: hour,
      dataBytes: null,
      ...changes,
    },
  };
}

const recall = (id = "loan-1"): OfflineVoucher => ({ id, routerId, rev: 2, spec: { kind: "return" } });

async function assign(site: TestSite, ...offlineVouchers: OfflineVoucher[]): Promise<void> {
  site.agent.receive({ type: "offline_vouchers", offlineVouchers });
  await site.work();
}

/** The person types a code on the bridge's page; the bridge's own timer goes on meanwhile. */
async function type(site: TestSite, typed: Partial<{ code: string; mac: string; address: string }> = {}) {
  const redeeming = site.agent.redeem({ routerId, mac: phone, code, address, ...typed });
  let isDone = false;
  void redeeming.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await site.work();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const said = await redeeming;
  return said.kind === "redeemed" ? "redeemed" : said.why;
}

const told = (site: TestSite) => site.events.map((event) => event.kind);

/** What the portal asks on behalf of a visitor. */
async function ask(site: TestSite, kind: "redeem" | "give_back", mac = phone): Promise<OfflineVoucherAnswer> {
  const about = { routerId, offlineVoucherId: "loan-1" };
  const request = kind === "redeem" ? { kind, ...about, subject: deviceSubject(mac) } : { kind, ...about };
  site.agent.receive({ type: "request", id: "q", request });
  await site.work();
  const answer = site.sent.findLast((message) => message.type === "answer");
  return answer?.type === "answer" ? (answer.result as OfflineVoucherAnswer) : { state: "returned" };
}

test("a lent voucher opens its hour without the internet, also after a restart, and is told first of all", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  expect(told(site)).toEqual(["assigned"]);
  site.linkDown();
  await site.restart();
  await site.pass(5_000);
  expect(await type(site)).toBe("redeemed");
  expect(site.simulator.phone(phone)).toMatchObject({ online: true, rateLimit: "512k/2M" });
  expect(site.user(phone)?.["limit-uptime"]).toBe("1h");
  await site.restart();
  await site.pass(hour - 10_000, 20_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  await site.pass(minute);
  expect(site.simulator.isOnline(phone)).toBe(false);
  await site.welcome();
  const after = told(site).slice(1);
  expect(after.slice(0, 3)).toEqual(["voucher_redeemed", "started", "applied"]);
  expect(site.events.find((event) => event.kind === "voucher_redeemed")).toMatchObject({
    offlineVoucherId: "loan-1",
    subject: deviceSubject(phone),
    routerId,
    ageMs: expect.any(Number),
  });
  expect(site.story("purchase-of-loan-1")).toContain("ended 1 time");
});

test("the same device again is the same redemption; any other finds it used", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  expect(await type(site)).toBe("redeemed");
  expect(await type(site, { code: "abcde-i2345" })).toBe("redeemed");
  expect(await type(site, { mac: otherPhone, address: otherAddress })).toBe("used");
  expect(told(site).filter((kind) => kind === "voucher_redeemed")).toHaveLength(1);
});

test("nobody redeems as another, from elsewhere, with a wrong code, or what has expired", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher("loan-1", { expiresInMs: minute }));
  expect(await type(site, { address: otherAddress })).toBe("not_this_device");
  expect(await type(site, { mac: "02:00:00:00:00:99" })).toBe("not_this_device");
  expect(await type(site, { mac: "nonsense" })).toBe("not_this_device");
  expect(await type(site, { code: "ABCDE12346" })).toBe("unknown");
  expect(await type(site, { code: "UUU" })).toBe("not_a_code");
  expect(await type(site, { code: " " })).toBe("no_code");
  await site.pass(minute);
  expect(await type(site)).toBe("expired");
  site.control({ reachable: false });
  await site.pass(6_000);
  expect(await type(site)).toBe("later");
  expect(site.writes.filter((write) => write.includes("user/add")).length).toBeLessThanOrEqual(1);
});

test("what came back stays away, whatever arrives late", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  await assign(site, recall());
  await assign(site, offlineVoucher());
  expect(told(site)).toEqual(["assigned", "returned"]);
  expect(await type(site)).toBe("returned");
  // The recall overtook its offer.
  await assign(site, recall("loan-2"));
  await assign(site, offlineVoucher("loan-2"));
  expect(site.journal.offlineVouchers.get("loan-2")?.state).toBe("returned");
});

test("a recall that comes before the router was read stops the code at once, and is answered afterwards", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  await site.restart();
  site.agent.receive({ type: "offline_vouchers", offlineVouchers: [recall()] });
  await site.welcome();
  expect(told(site)).toEqual(["assigned"]);
  expect(await type(site)).toBe("returned");
  await assign(site, recall());
  expect(told(site)).toEqual(["assigned", "returned"]);
});

test("a recall of what was redeemed changes nothing", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  expect(await type(site)).toBe("redeemed");
  await assign(site, recall());
  expect(told(site)).not.toContain("returned");
  expect(await type(site)).toBe("redeemed");
});

test("lent once more after it was redeemed, it opens nothing to anybody else", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  expect(await type(site)).toBe("redeemed");
  await assign(site, { ...offlineVoucher(), rev: 3 });
  expect(await type(site, { mac: otherPhone, address: otherAddress })).toBe("used");
  expect(told(site)).not.toContain("returned");
});

test("what is entered at the portal is decided here, and the same again is answered the same", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  expect(await ask(site, "redeem")).toMatchObject({ state: "redeemed", subject: deviceSubject(phone) });
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(await ask(site, "redeem")).toMatchObject({ state: "redeemed", subject: deviceSubject(phone) });
  expect(await ask(site, "redeem", otherPhone)).toMatchObject({
    state: "redeemed",
    subject: deviceSubject(phone),
  });
  expect(await ask(site, "give_back")).toMatchObject({ state: "redeemed", subject: deviceSubject(phone) });
  expect(await type(site, { mac: otherPhone, address: otherAddress })).toBe("used");
});

test("what is wanted for another WiFi is given back before that is said", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  expect(await ask(site, "give_back")).toEqual({ state: "returned" });
  expect(await type(site)).toBe("returned");
  expect(await ask(site, "redeem")).toEqual({ state: "returned" });
});

test("a router that is taken away gives its vouchers back, and what was redeemed there is told", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher("loan-1"), {
    ...offlineVoucher("loan-2"),
    spec: { ...offlineVoucher("loan-2").spec, hash: "00" } as never,
  });
  site.linkDown();
  expect(await type(site)).toBe("redeemed");
  site.agent.receive({ type: "forget", routerId });
  await site.agent.idle();
  site.agent.receive({ type: "welcome", journal: "keep", ackedSeq: 0, routers: [] });
  site.isOnline = true;
  await site.work();
  const left = site.journal.events.after(0, 50).map(({ kind }) => kind);
  expect([...told(site), ...left]).toEqual(expect.arrayContaining(["voucher_redeemed", "returned"]));
});

/** The disk as it is now; what it gives puts it in for the one of then. */
async function copyOfDisk(site: TestSite, t: TestContext): Promise<() => Promise<void>> {
  const copy = `${site.folder}-old`;
  t.onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  await site.restart(() => cpSync(site.folder, copy, { recursive: true }));
  return () =>
    site.restart(() => {
      rmSync(site.folder, { recursive: true });
      cpSync(copy, site.folder, { recursive: true, filter: (path) => !path.endsWith("lock") });
    });
}

test("an old disk learns from the router what was redeemed, and opens the code to nobody else", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  const putOldDiskIn = await copyOfDisk(site, t);
  await site.pass(5_000);
  site.linkDown();
  expect(await type(site)).toBe("redeemed");
  await site.pass(10 * minute, 30_000);
  await putOldDiskIn();
  site.events.length = 0;
  await site.pass(6_000);
  expect(await type(site, { mac: otherPhone, address: otherAddress })).toBe("used");
  expect(site.simulator.isOnline(phone)).toBe(true);
  await site.welcome();
  expect(site.events.find((event) => event.kind === "voucher_redeemed")).toMatchObject({
    subject: deviceSubject(phone),
  });
  // It ends when it was bought to end, not an hour after the disk was put in.
  await site.pass(49 * minute, 30_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  await site.pass(2 * minute);
  expect(site.simulator.isOnline(phone)).toBe(false);
});

test("its data, too, is what is left on the router, though nobody else knows of the purchase", async (t) => {
  const dataBytes = 10_000_000;
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher("loan-1", { dataBytes }));
  const putOldDiskIn = await copyOfDisk(site, t);
  await site.pass(5_000);
  site.linkDown();
  expect(await type(site)).toBe("redeemed");
  site.control({ traffic: { mac: phone, bytesOut: 7_000_000 } });
  await site.pass(minute, 5_000);
  await putOldDiskIn();
  await site.pass(6_000);
  expect(site.journal.entitlements.used("purchase-of-loan-1")).toBe(7_000_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  site.control({ traffic: { mac: phone, bytesOut: 3_000_000 } });
  await site.pass(20_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
});

test("once the worker is heard, an old disk redeems only what the worker still names", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  const putOldDiskIn = await copyOfDisk(site, t);
  await site.pass(5_000);
  expect(await ask(site, "give_back")).toEqual({ state: "returned" });
  await putOldDiskIn();
  await site.pass(5_000);
  await site.welcome();
  await site.pass(5_000);
  expect(site.journal.offlineVouchers.get("loan-1")?.state).toBe("assigned");
  expect(await type(site)).toBe("returned");
  // What the worker asks for it names.
  expect(await ask(site, "redeem")).toMatchObject({ state: "redeemed", subject: deviceSubject(phone) });
});

test("what the worker names on a new link is redeemed, and so is what it named before the link ended", async (t) => {
  const site = await TestSite.start(t);
  await assign(site, offlineVoucher());
  await site.restart();
  await site.welcome();
  await site.pass(5_000);
  await assign(site, offlineVoucher());
  site.linkDown();
  expect(await type(site)).toBe("redeemed");
});

type Reply = { status: number; text: string };

async function page(t: TestContext, site: TestSite) {
  const port = await freePort();
  const shown = new VoucherPage({
    port,
    clock: site.clock,
    log: quietLog,
    hosts: () => site.agent.pageHosts(),
    redeem: (typed) => site.agent.redeem(typed),
  });
  t.onTestFinished(() => shown.stop());
  const look = () => {
    shown.hurry();
    shown.tick();
  };
  const send = (method: string, path: string, from: string, body = "", language = "en") =>
    new Promise<Reply>((resolve, reject) => {
      const headers = { "accept-language": language, "content-type": "application/x-www-form-urlencoded" };
      const asked = request(
        { host: "127.0.0.1", port, method, path, localAddress: from, headers },
        (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => {
            text += chunk;
          });
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      asked.on("error", reject);
      asked.end(body);
    });
  return { look, send };
}

test("the page is there while there is a voucher to redeem, and takes codes from the devices themselves", async (t) => {
  const hosts = [
    { mac: phone, ip: "127.0.5.11" },
    { mac: otherPhone, ip: "127.0.5.12" },
  ];
  const site = await TestSite.start(t, { hosts });
  const { look, send } = await page(t, site);
  look();
  await expect(send("GET", "/", "127.0.5.11")).rejects.toThrow(/ECONNREFUSED/);
  await assign(site, offlineVoucher());
  look();
  await expect
    .poll(() => send("GET", "/here.gif", "127.0.5.11").catch(() => null))
    .toMatchObject({ status: 200 });
  const dst = "http://198.18.0.1/buy?tab=voucher&code=ABCDE-12345";
  const form = await send(
    "GET",
    `/?routerId=${routerId}&mac=${phone}&dst=${encodeURIComponent(dst)}`,
    "127.0.5.11",
  );
  expect(form.text).toContain('value="ABCDE-12345"');
  expect(form.text).toContain(`name="mac" value="${phone}"`);
  const swahili = await send(
    "GET",
    `/?mac="><script>x</script>`.replaceAll(" ", ""),
    "127.0.5.11",
    "",
    "sw-KE,en",
  );
  expect(swahili.text).toContain("Nambari ya vocha");
  expect(swahili.text).not.toContain("<script>");
  const typed = (mac: string, entered = code) =>
    new URLSearchParams({ routerId, mac, dst: "http://example.com/page", code: entered }).toString();
  const posing = await send("POST", "/redeem", "127.0.5.12", typed(phone));
  expect([posing.status, posing.text]).toEqual([400, expect.stringContaining("Join the WiFi first")]);
  const timer = setInterval(() => site.agent.tick(), 50);
  t.onTestFinished(() => clearInterval(timer));
  const done = await send("POST", "/redeem", "127.0.5.11", typed(phone));
  expect([done.status, done.text]).toEqual([200, expect.stringContaining("http://example.com/page")]);
  expect(site.simulator.isOnline(phone)).toBe(true);
  const used = await send("POST", "/redeem", "127.0.5.12", typed(otherPhone), "sw");
  expect([used.status, used.text]).toEqual([400, expect.stringContaining("tayari imetumika")]);
  expect(
    (await send("POST", "/redeem", "127.0.5.12", "x".repeat(5_000)).catch(() => ({ status: 413 }))).status,
  ).toBe(413);
  expect((await send("GET", "/etc/passwd", "127.0.5.12")).status).toBe(404);
  const wrong = await Promise.all(
    Array.from({ length: 6 }, () => send("POST", "/redeem", "127.0.5.12", typed(otherPhone, "ABCDE12347"))),
  );
  expect(wrong.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1);
});
