import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type * as z from "zod";
import type { Release, SignedRelease } from "#contract/bridge-release";
import type { bridgeUpdates } from "#contract/bridges";
import { minuteMs } from "#contract/values/time";
import { makeContext } from "#worker/context";
import type { Env } from "#worker/env";
import { mostOf, type Step, stayMs } from "#worker/features/bridges/wave-state";
import { addRouter } from "../seed/add-router.ts";
import { memoryStore, RouterSimulator } from "../simulators/routeros/index.ts";
import { FieldMachines, versionBefore } from "../support/install/field-machine.ts";
import { ask } from "../support/site/ask.ts";
import { makeVouchers, signIn } from "../support/site/console.ts";
import { operatorCookie } from "../support/site/console-operator.ts";
import { root } from "../support/site/processes.ts";
import { changeRows, readRows } from "../support/site/read-rows.ts";
import { siteSecrets } from "../support/site/settings.ts";
import { Site } from "../support/site/site.ts";
import { until } from "../support/site/visitor.ts";

// Thirty bridges (UPDATE_BRIDGES), each an installed program with a router of its own, are updated by the operator's press while they
// sell: signed, in waves, and stopped by the one on which the new version does not run. Minutes in which a bridge has to stay are
// made short from the outside.

const count = Number(process.env.UPDATE_BRIDGES || 30);
const before = "0.0.9";
const dir = mkdtempSync(join(tmpdir(), "updates-"));
const logIn = { username: "mlango", password: "secret", macAuthPassword: "mac-secret" };
const two = (number: number) => number.toString(16).padStart(2, "0").toUpperCase();
const phonesAt = (place: number) =>
  Array.from({ length: 6 }, (_, phone) => ({
    mac: `02:00:00:00:${two(place)}:${two(phone)}`,
    ip: `10.5.${place}.${10 + phone}`,
  }));

let field: FieldMachines;
let site: Site;
let routers: RouterSimulator[] = [];

beforeAll(async () => {
  field = await FieldMachines.start(count);
  routers = Array.from(
    { length: count },
    (_, place) =>
      new RouterSimulator({
        clock: Date,
        store: memoryStore(),
        users: [{ ...logIn, name: logIn.username, policies: ["api", "read", "write", "sensitive", "test"] }],
        hotspot: { macAuthPassword: logIn.macAuthPassword },
        hosts: phonesAt(place),
      }),
  );
  const places = await Promise.all(routers.map((router) => router.listen()));
  site = await Site.start({
    dir,
    cronMs: 1_000,
    fill: async ({ d1, providers }, { demo }) => {
      const { rootSecret, nameSecret } = siteSecrets(dir);
      const secrets = { ROOT_SECRET: rootSecret, NAME_SECRET: nameSecret };
      const env = { DB: d1, PROVIDER: providers, ...secrets, MAIN_ORIGIN: "http://hotspot.localhost" };
      const ctx = makeContext(env as unknown as Env);
      for (const [place, { id, name, publicKey }] of field.machines.entries()) {
        await d1
          .prepare(
            "INSERT INTO bridges (id, provider_id, name, public_key, enrolled_at) VALUES (?1, ?2, ?3, ?4, 1)",
          )
          .bind(id, demo.id, name, publicKey)
          .run();
        await addRouter(ctx, {
          id: `00000000-0000-4000-8000-0000000000${two(place).toLowerCase()}`,
          name: `Router of ${name}`,
          host: "127.0.0.1",
          port: places[place]?.port ?? 0,
          username: logIn.username,
          secrets: { password: logIn.password, macAuthPassword: logIn.macAuthPassword },
          bridgeId: id,
          providerId: demo.id,
          createdAt: 1,
        });
      }
    },
  });
  const offered: SignedRelease = JSON.parse((await ask(site.main, "/bridge/release")).text);
  const { bundle }: Release = JSON.parse(offered.text);
  const program = readFileSync(join(root, "dist/client", bundle.address), "utf8");
  const installed = versionBefore(offered, program, before);
  for (let at = 0; at < count; at += 4)
    await Promise.all(
      field.machines.slice(at, at + 4).map((machine) => machine.install(site.main, installed)),
    );
}, 300_000);
afterAll(async () => {
  await field?.stop();
  await site?.stop();
  await Promise.all(routers.map((router) => router.close()));
  rmSync(dir, { recursive: true, force: true });
});

async function updates(act?: "start" | "stop" | "go_on"): Promise<z.output<typeof bridgeUpdates.answer>> {
  const headers = { cookie: await operatorCookie(site) };
  const options = act === undefined ? { headers } : { headers, json: { act } };
  const answer = await ask(site.main, "/api/superadmin/bridge-updates", options);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text);
}

/** Who bought so far, by the place of the router. */
const sold = new Map<string, number>();
let codes: string[] = [];

async function sell(place: number): Promise<void> {
  const phone = phonesAt(place).find(({ mac }) => !sold.has(mac));
  const voucherCode = codes.pop();
  if (!phone || !voucherCode) return;
  const json = {
    voucherCode,
    macAddress: phone.mac,
    routerId: `00000000-0000-4000-8000-0000000000${two(place).toLowerCase()}`,
  };
  const headers = { "cf-connecting-ip": `41.90.${place}.${sold.size % 250}` };
  const answer = await ask(site.origin, "/api/voucher/redeem", { json, headers });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  sold.set(phone.mac, place);
}

const missing = () =>
  [...sold].filter(([mac, place]) => !routers[place]?.report().active.some((one) => one.mac === mac));
const versions = () =>
  readRows(site, "SELECT bridge_id AS id, version, wave_id, outcome FROM bridge_programs");

/** A bridge that is taken, judged or let go within this is progress, however slow the machine. */
const standstillMs = 3 * minuteMs;

/** Until the wave is in that state: purchases go on meanwhile, and no step updates more at once than it may. */
async function play(state: "stopped" | "ended"): Promise<void> {
  let turn = 0;
  let [seen, seenAt] = ["", Date.now()];
  // What a look finds wrong would be looked at again: it is judged at the end.
  const tooMany: string[] = [];
  await until(
    `the update ${state}`,
    async () => {
      turn += 1;
      if (turn % 5 === 0) await sell((turn / 5) % count);
      // Before the rows: a step only grows.
      const rows = await versions();
      const updating = rows.filter((row) => row.wave_id !== null && row.outcome === null).length;
      const now = JSON.stringify(rows);
      if (now !== seen) [seen, seenAt] = [now, Date.now()];
      if (Date.now() - seenAt > standstillMs) return "stands still";
      const [wave] = await readRows(site, "SELECT step, state FROM bridge_waves");
      const step = Number(wave?.step) as Step;
      const most = step === 0 ? 1 : mostOf(step, count);
      if (updating > most) tooMany.push(`${updating} of ${most} at step ${step}`);
      await changeRows(
        site,
        `UPDATE bridge_programs SET since = since - ${stayMs + minuteMs}
          WHERE wave_id IS NOT NULL AND version <> '${before}' AND since > unixepoch() * 1000 - ${stayMs}`,
      );
      return wave?.state;
    },
    (now) => now === state || now === "stands still",
    14 * minuteMs,
  );
  expect(tooMany).toEqual([]);
  expect((await readRows(site, "SELECT state FROM bridge_waves"))[0]?.state).toBe(state);
}

it(`${count} bridges are updated by one press while they sell; the one that does not come back stops it and goes back by itself`, {
  timeout: 30 * 60_000,
}, async () => {
  const { demo } = site.seeded;
  codes = await makeVouchers(site, demo, await signIn(site, demo), {
    planId: demo.plans[1]?.id ?? "",
    quantity: Math.min(100, count * 3),
  });
  const isOld = ({ version }: { version?: unknown }) => version === before;
  await until("every box on its link", versions, (rows) => rows.filter(isOld).length === count, 120_000);
  for (let place = 0; place < count; place += 1) await sell(place);
  await until(
    "who bought is online",
    async () => missing(),
    (rest) => rest.length === 0,
    60_000,
  );

  const { version } = await updates();
  const last = field.machines.at(-1);
  if (!last) throw new Error("there are no machines");
  last.dies = version;
  await updates("start");
  await play("stopped");

  const { wave } = await updates();
  expect(wave?.stoppedFor).toContain(
    `${last.name} could not be updated, and goes on with the version before: `,
  );
  expect(wave?.stoppedFor).toContain("did not start within a minute: the one before runs again");
  expect(last.said).toContain("the one before runs again");
  const [letter] = await readRows(site, "SELECT text FROM mail WHERE subject LIKE '%bridges stopped%'");
  expect(String(letter?.text)).toContain(last.name);
  expect((await versions()).find(({ id }) => id === last.id)).toMatchObject({ version: before });
  await sell(count - 1);
  await until(
    "who bought meanwhile is online",
    async () => missing(),
    (rest) => rest.length === 0,
    60_000,
  );

  await updates("go_on");
  await play("ended");
  const rows = await versions();
  expect(rows.filter((row) => row.version === version && row.outcome === "done")).toHaveLength(count - 1);
  expect(rows.filter((row) => row.outcome === "left")).toHaveLength(1);
  expect(field.machines.map(({ updates: ran }) => ran)).toEqual(field.machines.map(() => 1));
  // Each buyer of before, meanwhile and after is online, once.
  await until(
    "everybody online",
    async () => missing(),
    (rest) => rest.length === 0,
    60_000,
  );
  for (const [place, router] of routers.entries()) {
    const macs = router.report().active.map(({ mac }) => mac);
    expect(new Set(macs).size).toBe(macs.length);
    expect(macs.sort()).toEqual(
      [...sold]
        .filter(([, at]) => at === place)
        .map(([mac]) => mac)
        .sort(),
    );
  }
});
