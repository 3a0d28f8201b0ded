import { listDurableObjectIds } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Query } from "#worker/db/sql";
import { ProviderObject } from "#worker/provider-object";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { visit } from "../../support/portal-page.ts";
import { newMac } from "../../support/sell.ts";
import { hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// Home is kept at the entry, rendered. The provider's object is asked which page a device sees; without a device, every
// three seconds.

let seeded: TwoProviders;
let gate: string;
let now = Date.now();
beforeAll(async () => {
  seeded = await seedBoth();
  gate = seeded.demo.routers[0]?.id ?? "";
});
beforeEach(() => {
  now += 10_000;
  vi.setSystemTime(now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const asked = () => vi.spyOn(ProviderObject.prototype, "home");
const device = (mac = newMac()) => `/?mac=${mac}&routerId=${gate}`;

/** As another isolate would: this one is told nothing. */
async function elsewhere(sql: string, ...params: Query["params"]): Promise<void> {
  await env.PROVIDER.getByName(seeded.demo.id).run([{ sql, params }]);
}
const renamed = (name: string) =>
  elsewhere("UPDATE plans SET name = ?1 WHERE id = ?2", name, seeded.demo.plans[4]?.id ?? "");

describe("without a device", () => {
  test("all who come within three seconds have one answer of the object, each with a cookie of their own", async () => {
    const home = asked();
    await visit("/");
    const pages = await Promise.all(Array.from({ length: 8 }, () => visit("/")));
    expect(home).toHaveBeenCalledTimes(1);
    expect(new Set(pages.map(({ cookie }) => cookie)).size).toBe(8);
    expect(new Set(pages.map(({ html }) => html)).size).toBe(1);
    expect((await visit("/", { cookie: pages[0]?.cookie ?? null })).cookie).toBeNull();
    expect(home).toHaveBeenCalledTimes(1);
    later(3_000);
    await Promise.all(Array.from({ length: 8 }, () => visit("/")));
    expect(home).toHaveBeenCalledTimes(2);
    expect(await home.mock.results[1]?.value).toMatchObject({ kind: "plans", page: null });
  });

  test("each look and each router has its own page", async () => {
    const seen = await Promise.all(
      ["/", "/?lang=sw", "/?theme=dark", `/?routerId=${gate}`, "/?routerId=foreign"].map((path) =>
        visit(path),
      ),
    );
    expect(new Set(seen.map(({ html }) => html)).size).toBe(5);
    expect(seen[3]?.data.routerId).toBe(gate);
    expect(seen[4]?.data.noSale).toContain("WiFi");
  });

  test("a plan that changed elsewhere shows within three seconds", async () => {
    await visit("/");
    await renamed("Four weeks");
    later(3_000);
    expect((await visit("/")).text).toContain("Four weeks");
    await renamed("Month 50 GB");
  });

  test("a page carries the moment of its answer, not of its making", async () => {
    await visit("/");
    later(1_234);
    expect(Date.parse((await visit("/")).data.now)).toBe(Date.now());
  });

  test("what moves advertisements on is not answered from what is kept", async () => {
    const home = asked();
    for (const path of ["/?ads=seen", "/?ad=1", "/?ad=1&seen=x", "/?ad=1&website=x"]) await visit(path);
    expect(home).not.toHaveBeenCalled();
  });
});

describe("of a device", () => {
  test("a plan that changed elsewhere shows at once", async () => {
    await visit(device());
    await renamed("Thirty days");
    expect((await visit(device())).text).toContain("Thirty days");
    await renamed("Month 50 GB");
  });

  test("devices share the page, and none has another one's address in it", async () => {
    const home = asked();
    const [one, other] = [newMac(), newMac()];
    const pages = [await visit(device(one)), await visit(device(other))];
    expect(home).toHaveBeenCalledTimes(2);
    expect(await home.mock.results[1]?.value).toMatchObject({ kind: "plans", page: null });
    expect(pages.map(({ data }) => data.mac)).toEqual([one, other]);
    expect(pages[1]?.html).toBe(pages[0]?.html.replaceAll(one, other));
    // Nor that of the page which both share, nor its end, by which a device is named to its people.
    const [body = ""] = pages.map(({ html }) =>
      html.replaceAll(one, "").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ""),
    );
    expect(body).not.toMatch(/(?:[0-9A-F]{2}:){5}[0-9A-F]{2}/);
  });
});

test("a provider that is suspended sells nothing within three seconds", async () => {
  const { subdomain, id } = seeded.savanna;
  const host = hostOf(subdomain);
  const set = (status: string) =>
    env.DB.prepare("UPDATE providers SET status = ?1 WHERE id = ?2").bind(status, id).run();
  expect((await visit("/", { host })).data.plans.length).toBeGreaterThan(0);
  await set("suspended");
  later(3_000);
  const closed = await visit("/", { host });
  expect(closed.data).toMatchObject({ plans: [], services: [] });
  expect(closed.data.noSale).not.toBeNull();
  await set("active");
});

test("a host that no provider has makes no object", async () => {
  const before = (await listDurableObjectIds(env.PROVIDER)).length;
  for (const path of ["/", device()])
    expect((await visit(path, { host: hostOf("nobody-here") })).status).toBe(404);
  expect((await listDurableObjectIds(env.PROVIDER)).length).toBe(before);
});

describe("compressed", () => {
  const get = (path: string, accepted: string | null, method = "GET") =>
    exports.default.fetch(`http://${hostOf("demo")}${path}`, {
      method,
      headers: accepted === null ? {} : { "accept-encoding": accepted },
    });
  /** The runtime may hand the answer on as it is, or unpack it for its caller. */
  async function pageOf(answer: Response): Promise<string> {
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return new TextDecoder().decode(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
  }

  test("for those who take gzip: the same page for every device, marked as not to be stored", async () => {
    for (const path of ["/", device(), device()]) {
      const plain = await get(path, null);
      const text = await plain.text();
      const packed = await get(path, "gzip, deflate, br");
      expect(packed.headers.get("content-encoding")).toBe("gzip");
      expect(await pageOf(packed)).toBe(text);
      for (const { headers } of [plain, packed]) {
        expect(headers.get("vary")).toBe("accept-encoding");
        expect(headers.get("cache-control")).toBe("private, no-store");
        expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      }
    }
  });

  test("with the moment of its answer and the address of its device, whatever was compressed before", async () => {
    await get("/", "gzip");
    later(900);
    expect(await pageOf(await get("/", "gzip"))).toContain(new Date().toISOString());
    const [one, other] = [newMac(), newMac()];
    const [first, second] = [await get(device(one), "gzip"), await get(device(other), "gzip")];
    const page = await pageOf(second);
    expect(page).toContain(`mac=${other}`);
    expect(page).toBe((await pageOf(first)).replaceAll(one, other));
  });

  test("not for a browser that refuses it or does not ask for it", async () => {
    for (const accepted of [null, "", "identity", "br", "gzip;q=0", "gzip; q=0.0, br", "xgzip"]) {
      const answer = await get("/", accepted);
      expect([accepted, answer.headers.get("content-encoding")]).toEqual([accepted, null]);
      expect(await answer.text()).toMatch(/^<!doctype html>/);
    }
  });

  test("HEAD answers no page", async () => {
    const answer = await get("/", "gzip", "HEAD");
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });
});
