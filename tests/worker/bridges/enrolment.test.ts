import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createBridgeCode, enrolBridge } from "#contract/bridges";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { closeAllLinks, FakeBridge, newBridgeKey } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let cookies: { demo: string; savanna: string };

beforeAll(async () => {
  seeded = await seedBoth();
  cookies = { demo: await signInProvider(seeded.demo), savanna: await signInProvider(seeded.savanna) };
});

afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

async function newCode(name: string, provider: "demo" | "savanna" = "demo"): Promise<string> {
  const host = hostOf(provider);
  const made = await call(createBridgeCode, { body: { name } }, { host, cookie: cookies[provider] });
  if (!made.ok) throw new Error(`${made.status} ${made.text}`);
  return made.answer.code;
}

async function enrol(code: string, publicKey?: string) {
  const body = { code, publicKey: publicKey ?? (await newBridgeKey()).publicKey };
  return call(enrolBridge, { body }, { origin: null });
}

const routersOf = async (provider: "demo" | "savanna") => {
  const ids = seeded[provider].routers.map(({ id }) => id);
  const { results } = await env.DB.prepare(
    "SELECT bridge_id AS bridgeId, serving_epoch AS epoch FROM routers WHERE id IN (SELECT value FROM json_each(?1))",
  )
    .bind(JSON.stringify(ids))
    .all<{ bridgeId: string | null; epoch: number }>();
  return results;
};

describe("a code", () => {
  test("is made only for a provider that is signed in", async () => {
    const body = { name: "Shop" };
    expect((await call(createBridgeCode, { body }, { host: hostOf("demo") })).status).toBe(401);
    const foreign = { host: hostOf("demo"), cookie: cookies.savanna };
    expect((await call(createBridgeCode, { body }, foreign)).status).toBe(401);
    const own = await call(createBridgeCode, { body }, { host: hostOf("demo"), cookie: cookies.demo });
    expect(own.ok && own.answer.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const lifeMs = own.ok ? Date.parse(own.answer.expiresAt) - Date.now() : 0;
    expect(Math.round(lifeMs / 60_000)).toBe(15);
  });

  test("is kept only as a hash", async () => {
    const code = await newCode("Secret");
    const { results } = await env.DB.prepare("SELECT * FROM bridge_codes").all();
    expect(JSON.stringify(results)).not.toContain(code);
    expect(JSON.stringify(results)).not.toContain(code.replaceAll("-", ""));
  });

  test("that nobody made is refused, and so is a key that is none", async () => {
    expect((await enrol("ABCD-EFGH-JKMN-PQRS")).status).toBe(409);
    const code = await newCode("Wrong key");
    for (const publicKey of ["", "not a key", `${"A".repeat(43)}==`, "A".repeat(60)])
      expect((await enrol(code, publicKey)).status).toBe(400);
    expect((await enrol(code)).status).toBe(200);
  });

  test("is good for 15 minutes", async () => {
    const [early, late] = [await newCode("Early"), await newCode("Late")];
    vi.setSystemTime(Date.now() + 14 * 60_000);
    expect((await enrol(early)).status).toBe(200);
    vi.setSystemTime(Date.now() + 60_001);
    expect((await enrol(late)).status).toBe(409);
  });

  test("enrols one bridge, however often and by whomever it is used", async () => {
    const code = await newCode("Once");
    const answers = await Promise.all(Array.from({ length: 8 }, () => enrol(code)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect((await enrol(code)).status).toBe(409);
    const { results } = await env.DB.prepare("SELECT id FROM bridges WHERE name = 'Once'").all();
    expect(results).toHaveLength(1);
  });

  test("with the same key again finds the same bridge, because only the answer was lost", async () => {
    const code = await newCode("Repeat");
    const { publicKey } = await newBridgeKey();
    const first = await enrol(code, publicKey);
    const epochs = await routersOf("demo");
    const second = await enrol(code, publicKey);
    expect(first.ok && second.ok && second.answer).toEqual(first.ok && first.answer);
    expect(await routersOf("demo")).toEqual(epochs);
    vi.setSystemTime(Date.now() + 15 * 60_000 + 1);
    expect((await enrol(code, publicKey)).status).toBe(409);
  });

  test("may be typed in any case, without dashes, with O for 0 and I or L for 1", async () => {
    const code = await newCode("Typed");
    const typed = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    expect((await enrol(typed)).status).toBe(200);
  });

  test("guessed 30 times from one network is not listened to for ten minutes", async () => {
    const guess = () =>
      call(
        enrolBridge,
        { body: { code: "ABCD-EFGH-JKMN-PQRS", publicKey: "" } },
        { origin: null, headers: { "cf-connecting-ip": "203.0.113.7" } },
      );
    const statuses: number[] = [];
    for (let tries = 0; tries < 31; tries++) statuses.push((await guess()).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(400));
    expect(statuses[30]).toBe(429);
  });
});

describe("an enrolled bridge", () => {
  test("belongs to the provider that made its code and gets that provider's routers that have none", async () => {
    const before = await routersOf("savanna");
    expect(before).toEqual([{ bridgeId: null, epoch: 1 }]);
    const answer = await enrol(await newCode("Lodge", "savanna"));
    const bridgeId = answer.ok ? answer.answer.bridgeId : "";
    expect(answer.ok && answer.answer.name).toBe("Lodge");
    expect(await routersOf("savanna")).toEqual([{ bridgeId, epoch: expect.any(Number) }]);
    const row = await env.DB.prepare("SELECT provider_id, name FROM bridges WHERE id = ?1")
      .bind(bridgeId)
      .first();
    expect(row).toEqual({ provider_id: seeded.savanna.id, name: "Lodge" });
    expect((await routersOf("demo")).every((router) => router.bridgeId !== bridgeId)).toBe(true);
  });

  test("of another name leaves a running site's routers where they are", async () => {
    const before = await routersOf("demo");
    expect(before.every(({ bridgeId }) => bridgeId !== null)).toBe(true);
    expect((await enrol(await newCode("Second site"))).status).toBe(200);
    expect(await routersOf("demo")).toEqual(before);
  });

  test("of the name of one that is gone takes its place, under an epoch above all others, and the old key is worth nothing", async () => {
    const old = await FakeBridge.enrol(await newCode("Corner", "savanna"));
    await env.DB.prepare("UPDATE routers SET bridge_id = ?1, serving_epoch = 5 WHERE id = ?2")
      .bind(old.id, seeded.savanna.routers[0]?.id)
      .run();
    await env.DB.prepare("UPDATE routers SET serving_epoch = 900000000 WHERE id = ?1")
      .bind(seeded.demo.routers[0]?.id)
      .run();
    await (await old.connect()).close();
    const fresh = await FakeBridge.enrol(await newCode("corner", "savanna"));
    expect(await routersOf("savanna")).toEqual([{ bridgeId: fresh.id, epoch: 900_000_001 }]);
    await expect(old.dial()).rejects.toThrow("404");
    const welcome = (await fresh.connect()).all("welcome")[0];
    expect(welcome?.routers.map(({ servingEpoch }) => servingEpoch)).toEqual([900_000_001]);
  });

  test("that is running is not replaced by a namesake, and a code made before it ran stays good", async () => {
    const [one, two] = [await newCode("Twin"), await newCode("Twin")];
    const bridge = await FakeBridge.enrol(one);
    const link = await bridge.connect();
    const made = await call(
      createBridgeCode,
      { body: { name: "TWIN" } },
      { host: hostOf("demo"), cookie: cookies.demo },
    );
    expect(made.status).toBe(409);
    expect((await enrol(two)).status).toBe(409);
    expect(link.closed).toBeNull();
    await link.close();
    expect((await enrol(two)).status).toBe(200);
  });

  test("that fell silent without a farewell is not running", async () => {
    const bridge = await FakeBridge.enrol(await newCode("Power cut"));
    await bridge.connect();
    vi.setSystemTime(Date.now() + 55_000);
    await expect(newCode("Power cut")).rejects.toThrow("409");
    vi.setSystemTime(Date.now() + 10_000);
    expect(await newCode("Power cut")).toMatch(/-/);
  });

  test("leaves a line of who made the code and one of who used it", async () => {
    await clearAudit();
    const answer = await enrol(await newCode("Audited"));
    const { results } = await env.DB.prepare(
      "SELECT actor, actor_id, provider_id, action, subject FROM audit ORDER BY at, rowid",
    ).all();
    const both = { provider_id: seeded.demo.id, subject: "Audited" };
    expect(results).toEqual([
      { ...both, actor: "provider", actor_id: seeded.demo.admin.id, action: "bridge.code" },
      { ...both, actor: "bridge", actor_id: answer.ok && answer.answer.bridgeId, action: "bridge.enrol" },
    ]);
  });
});
