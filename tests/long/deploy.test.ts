import { createPublicKey, verify } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { keyId } from "#worker/keys";
import { rights } from "../simulators/cloudflare/state.ts";
import { Internet } from "../support/deploy/internet.ts";
import { mostOfWorker } from "../support/worker-budget.ts";

// `npm run deploy` from a clean clone, over TLS to a stand-in of Cloudflare's API, which runs what is uploaded. wrangler and
// Cloudflare's own library are the independent clients of that stand-in.

type State = {
  databases: { name: string; location: string }[];
  queues: { name: string; consumers: { script: string; deadLetterQueue?: string }[] }[];
  records: { name: string; proxied: boolean }[];
  routes: { pattern: string; script: string }[];
  packs: { hosts: string[]; type: string }[];
  zones: { configRules?: { rules: { action_parameters: object; expression: string; enabled: boolean }[] } }[];
  scripts: {
    name: string;
    crons: string[];
    versions: {
      id: string;
      secrets: Record<string, string>;
      bindings: { name: string; text?: string }[];
      limits: object;
    }[];
    deployments: { versionId: string }[];
  }[];
  unknown: string[];
};

/**
 * What the worker may weigh as it is sent. Compressed it is 31 % of its bytes, so this is what the budget of its bytes allows, and a
 * little: a second number would have to be raised with each change of the first. Cloudflare's own limit is far away (docs/operate.md).
 */
const mostCompressedKiB = Math.ceil((mostOfWorker.inAll.bytes * 0.32) / 1_024);

let internet: Internet;
const state = () => internet.ask<State>({ ask: "state" });
const visit = (path: string) =>
  internet.ask<{ status: number; body: string }>({ ask: "visit", url: `https://mlango.test${path}` });
const settingsPath = (environment = "production") => join(internet.checkout, ".deploy", `${environment}.env`);

beforeAll(async () => {
  internet = await Internet.open();
});
afterAll(() => internet.close());

/** What a platform goes without where a person says so. */
const unset = ["--accept", "no-mail", "--accept", "no-backup"];

const slow = { timeout: 240_000 };
/** Eight deployments, each with its build. */
const slowest = { timeout: 900_000 };

describe("a deployment", () => {
  test("shows a plan, and a dry run makes nothing", slow, async () => {
    const { code, out } = await internet.deploy("--dry-run");
    expect(out).toContain("make    D1 database: mlango, in Western Europe");
    expect(out).toContain("stands  Certificate: universal, for mlango.test and *.mlango.test");
    expect(code).toBe(0);
    const { databases, queues, records, scripts } = await state();
    expect([databases, queues, records, scripts].flat()).toEqual([]);
  });

  test.each([
    ["dns:edit", "STOP    DNS records: The API token may not do this. Give it: Zone → DNS → Edit."],
    [
      "routes:edit",
      "STOP    Worker: The API token may not do this. Give it: Account → Workers Scripts → Edit, Zone",
    ],
    ["zone:read", "The API token may not do this. Give it: Zone → Zone → Read."],
  ])("says that its token lacks %s, and makes nothing", slow, async (lacking, sentence) => {
    await internet.ask({ ask: "set", rights: rights.filter((right) => right !== lacking) });
    onTestFinished(() => internet.ask({ ask: "set", rights: [...rights] }));
    const { code, out } = await internet.deploy("--yes");
    expect(out).toContain(sentence);
    expect(code).toBe(2);
    expect((await state()).databases).toEqual([]);
  });

  test("--check with a token that may see the domain alone names every right", slow, async () => {
    await internet.ask({ ask: "set", rights: ["zone:read"] });
    onTestFinished(() => internet.ask({ ask: "set", rights: [...rights] }));
    const { code, out } = await internet.deploy("--check");
    expect(out).toContain(
      "STOP    Settings: The API token may not do this. Give it: Account → Workers Scripts → Edit.",
    );
    expect(out).toContain("7 things stand in the way.");
    expect(code).toBe(2);
  });

  test("--check says all that stands in the way, each in a sentence, and makes nothing", slow, async () => {
    const website = [
      { name: "mlango.test", type: "A", content: "203.0.113.7", proxied: true },
      { name: "www.mlango.test", type: "CNAME", content: "mlango.test", proxied: true },
      { name: "mail.mlango.test", type: "A", content: "203.0.113.8", proxied: false },
    ];
    await internet.ask({ ask: "set", website, bots: { fight_mode: true } });
    const { code, out } = await internet.deploy("--check");
    expect(out).toContain(
      'STOP    DNS records: These names answer something already, and the platform would answer in their place: mlango.test (A 203.0.113.7), www.mlango.test (CNAME mlango.test). Deploy to another name (--domain wifi.mlango.test), set those that shall stay to "DNS only", or say --accept website.',
    );
    expect(out).toMatch(
      /STOP {4}Zone security: Bot Fight Mode is on for mlango\.test\..*: switch it off in Cloudflare's/,
    );
    expect(out).toContain("ATTENTION: No mail service is set");
    expect(out).toContain("ATTENTION: No backup is put anywhere outside of Cloudflare");
    expect(out).toContain("4 things stand in the way.");
    expect(code).toBe(2);
    await internet.ask({ ask: "set", bots: { sbfm_definitely_automated: "managed_challenge" } });
    const accepted = await internet.deploy("--check", "--accept", "website", ...unset);
    expect(accepted.out).toMatch(
      /STOP {4}Zone security: Super Bot Fight Mode is on for mlango\.test\..*"Likely automated" to Allow in/,
    );
    expect(accepted.out).toContain("One thing stands in the way.");
    const attacked = { website: [], bots: { fight_mode: false }, securityLevel: "under_attack" as const };
    await internet.ask({ ask: "set", ...attacked });
    expect((await internet.deploy("--check", ...unset)).out).toMatch(
      /STOP {4}Zone security: Under Attack Mode is on for mlango\.test\./,
    );
    const firewall = [{ id: "w", action: "block" as const, expression: '(ip.geoip.country ne "KE")' }];
    await internet.ask({ ask: "set", securityLevel: "medium", firewall });
    const walled = await internet.deploy("--check", ...unset);
    expect(walled.out).toContain(
      'STOP    Zone security: WAF custom rule "w" of mlango.test (block where (ip.geoip.country ne "KE")) may meet',
    );
    expect((await internet.deploy("--check", "--accept", "rules", ...unset)).code).toBe(0);
    await internet.ask({ ask: "set", firewall: [] });
    const clear = await internet.deploy("--check", ...unset);
    expect(clear.out).toContain(
      "make    Zone security: a configuration rule: no browser integrity check at mlango.test",
    );
    expect(clear.out).toContain(
      "Known only once the worker runs, which sells nothing by itself: whether M-Pesa",
    );
    expect(clear.out).toContain("Nothing stands in the way.");
    expect(clear.code).toBe(0);
    expect((await internet.deploy("--check", "--accept", "everything")).out).toContain(
      '--accept knows website, rules, no-mail, no-backup, not "everything".',
    );
    expect((await state()).databases).toEqual([]);
  });

  test("takes a token of an account as well as one of a person", slow, async () => {
    await internet.ask({ ask: "set", tokenOf: "account" });
    const { code, out } = await internet.deploy("--dry-run");
    await internet.ask({ ask: "set", tokenOf: "person" });
    expect(code, out).toBe(0);
  });

  test("waits for name servers, by name", slow, async () => {
    await internet.ask({ ask: "set", zoneStatus: "pending" });
    const { code, out } = await internet.deploy("--yes");
    await internet.ask({ ask: "set", zoneStatus: "active" });
    expect(out).toContain(
      "mlango.test is pending at Cloudflare. Point its name servers to amy.ns.test and bob.ns.test",
    );
    expect(code).toBe(2);
  });

  test.each([
    [
      "PLATFORM_MPESA_CONSUMER_KEY=key\n",
      "Only a part of the platform's M-Pesa app is set: PLATFORM_MPESA_ENVIRONMENT",
    ],
    ["PLATFORM_MPESA_PASKEY=key\n", "names PLATFORM_MPESA_PASKEY, which is no setting"],
    ["ROOT_SECRET=short\n", "ROOT_SECRET: ROOT_SECRET must be at least 32 random bytes in lower-case hex"],
    [
      "MAIL_URL=https://mail.example/send\n",
      "Only a part of letters is set: MAIL_TOKEN, MAIL_FROM are missing.",
    ],
  ])("refuses half a configuration by name: %s", slow, async (settings, sentence) => {
    await internet.deploy("--dry-run");
    internet.write(".deploy/production.env", settings);
    const { code, out } = await internet.deploy("--yes");
    internet.write(".deploy/production.env", "");
    expect(out).toContain(sentence);
    expect(code).toBe(2);
    expect((await state()).databases).toEqual([]);
  });

  test("that was cut off anywhere goes on where it stopped, and nothing is made twice", slowest, async () => {
    const account = "/accounts/*";
    const cuts: { where: string; as: "500" | "lost"; after?: number }[] = [
      { where: `POST ${account}/d1/database`, as: "lost" },
      { where: `POST ${account}/queues`, as: "500", after: 1 },
      { where: "POST /zones/*/dns_records", as: "500", after: 1 },
      { where: "PUT /zones/*/rulesets/phases/http_config_settings/entrypoint", as: "lost" },
      { where: `POST ${account}/d1/database/*/query`, as: "500", after: 5 },
      { where: `PUT ${account}/workers/scripts/mlango`, as: "500" },
      { where: "POST /zones/*/workers/routes", as: "500", after: 1 },
      { where: `PUT ${account}/queues/*/consumers/*`, as: "500" },
    ];
    for (const cut of cuts) {
      // More often than wrangler and the library repeat a call by themselves.
      await internet.ask({ ask: "set", fault: { ...cut, times: 20 } });
      const { code, out } = await internet.deploy("--yes");
      expect(code, `${cut.where}: ${out.slice(-1_500)}`).toBe(2);
    }
    await internet.ask({ ask: "set", fault: null });
    const { code, out } = await internet.deploy("--yes");
    expect(code, out.slice(-1_500)).toBe(0);
    const { databases, queues, records, routes, scripts, unknown } = await state();
    expect(databases).toMatchObject([{ name: "mlango", location: "weur" }]);
    expect(records.map(({ name }) => name)).toEqual(["mlango.test", "*.mlango.test"]);
    expect((await state()).zones[0]?.configRules?.rules).toMatchObject([
      {
        action_parameters: { bic: false },
        expression: '(http.host eq "mlango.test") or (ends_with(http.host, ".mlango.test"))',
        enabled: true,
      },
    ]);
    expect(routes.map(({ pattern }) => pattern).sort()).toEqual(["*.mlango.test/*", "mlango.test/*"]);
    expect(queues).toMatchObject([
      { name: "callbacks", consumers: [{ script: "mlango", deadLetterQueue: "callbacks-dead" }] },
      { name: "callbacks-dead", consumers: [{ script: "mlango" }] },
    ]);
    expect(scripts).toMatchObject([{ name: "mlango", crons: ["* * * * *"] }]);
    expect(scripts[0]?.versions[0]?.limits).toEqual({ cpu_ms: 30_000, subrequests: 50_000 });
    expect(unknown).toEqual([]);
  });

  test("has the bindings that are expected, weighs little and starts at once", slow, async () => {
    const config = join(internet.checkout, "dist", "mlango", "wrangler.production.json");
    const { code, out } = await internet.ask<{ code: number; out: string }>({
      ask: "run",
      script: "node_modules/wrangler/bin/wrangler.js",
      args: ["deploy", "--dry-run", "--config", config],
    });
    expect(code, out).toBe(0);
    const bindings = [...out.matchAll(/^env\.(\w+) /gm)].map(([, name]) => name);
    expect(bindings.sort()).toEqual([
      ...["ASSETS", "BRIDGE", "CALLBACKS", "DB", "DEAD_LETTERS", "GATEWAY", "LIMIT", "MAIN_ORIGIN"],
      ...["PAYMENT", "PAYMENT_INDEX", "PROVIDER", "PUSHES", "SWITCH", "TUNNEL_NETWORK"],
    ]);
    const weighs = Number(/gzip: ([\d.]+) KiB/.exec(out)?.[1]);
    console.log(`the worker weighs ${weighs} KiB compressed`);
    expect(weighs).toBeLessThan(mostCompressedKiB);
  });

  test("answers at its address, and its first operator can be made", slow, async () => {
    expect(await visit("/api/health")).toMatchObject({ status: 200 });
    expect((await visit("/superadmin")).body).toContain("Super Admin Portal");
    const made = await internet.ask<{ code: number; out: string }>({
      ask: "run",
      script: "worker/features/auth/superadmin-command.ts",
      args: ["create", "amina", "--email", "amina@mlango.test", "--generate", "--remote"],
    });
    expect(made.out).toContain("Super admin amina can now sign in.");
    const found = await internet.ask<object[]>({ ask: "sql", sql: "SELECT username FROM operators" });
    expect(found).toMatchObject([{ results: [{ username: "amina" }] }]);
  });

  test(
    "--check of a platform that runs: whom alarms reach, and whether gateways let the worker in",
    slow,
    async () => {
      const file = readFileSync(settingsPath(), "utf8");
      const mail = "MAIL_URL=https://mail.example/send\nMAIL_TOKEN=token\nMAIL_FROM=Mlango <a@mlango.test>\n";
      internet.write(".deploy/production.env", `${file}\n${mail}`);
      onTestFinished(() => internet.write(".deploy/production.env", file));
      const clear = await internet.deploy("--check");
      expect(clear.out).not.toMatch(/mail service|No operator|M-Pesa|Known only/);
      const host = { name: "vpn1.mlango.test", type: "A", content: "203.0.113.20", proxied: true };
      await internet.ask({ ask: "set", website: [host] });
      expect((await internet.deploy("--check")).out).toContain(
        "STOP    DNS records: These names are proxied since the platform was deployed, so it answers in their place: vpn1.mlango.test (A 203.0.113.20).",
      );
      await internet.ask({ ask: "set", website: [{ ...host, proxied: false }] });
      expect((await internet.deploy("--check")).out).toContain("stands  DNS records: mlango.test,");
      await internet.ask({ ask: "set", website: [] });
      await internet.ask({ ask: "sql", sql: "UPDATE mail SET fault = 'refused with status 401'" });
      expect((await internet.deploy("--check")).out).toContain(
        "ATTENTION: The mail service takes no letters (refused with status 401): 1 waits. Look at MAIL_URL,",
      );
      await internet.ask({ ask: "sql", sql: "UPDATE mail SET fault = NULL" });
      await internet.outside("/control/gateways", { firewall: "forbidden" });
      await internet.ask({ ask: "sql", sql: "UPDATE operators SET email = ''" });
      const { code, out } = await internet.deploy("--check");
      expect(out).toContain(
        "ATTENTION: No operator has an e-mail address, so alarms reach nobody. Give one: npm run superadmin -- address amina --email you@example.com --remote",
      );
      expect(out).toContain(
        "ATTENTION: M-Pesa (api.safaricom.co.ke) turns the worker away (status 403: Request unsuccessful. Incapsula incident ID",
      );
      expect(code).toBe(2);
      await internet.outside("/control/gateways", { firewall: "none" });
      const given = await internet.ask<{ out: string }>({
        ask: "run",
        script: "worker/features/auth/superadmin-command.ts",
        args: ["address", "amina", "--email", "amina@mlango.test", "--remote"],
      });
      expect(given.out).toContain("Letters for amina go to amina@mlango.test from now on.");
      expect((await internet.deploy("--check")).out).not.toMatch(/No operator|M-Pesa/);
    },
  );

  test(
    "signs the bridge by a key that is made once, and asks for it when the bridge changed",
    slow,
    async () => {
      const kept = (name: string) => join(internet.checkout, ".deploy", name);
      if (!existsSync(kept("bridge-release.json")))
        expect(await internet.deploy("--yes")).toMatchObject({ code: 0 });
      expect(statSync(kept("bridge-signing.pem")).mode & 0o777).toBe(0o600);
      const offered = JSON.parse((await visit("/bridge/release")).body) as {
        text: string;
        signature: string;
      };
      const publicKey = createPublicKey(readFileSync(kept("bridge-signing.pem")));
      const isSigned = verify(
        null,
        Buffer.from(offered.text),
        publicKey,
        Buffer.from(offered.signature, "base64"),
      );
      expect(isSigned).toBe(true);
      renameSync(kept("bridge-signing.pem"), kept("away.pem"));
      expect(await internet.deploy("--yes")).toMatchObject({ code: 0 });
      expect(JSON.parse((await visit("/bridge/release")).body)).toEqual(offered);
      const main = readFileSync(join(internet.checkout, "bridge/main.ts"), "utf8");
      internet.write("bridge/main.ts", main.replace("serves the routers of its site", "serves the routers"));
      const refused = await internet.deploy("--yes");
      internet.write("bridge/main.ts", main);
      renameSync(kept("away.pem"), kept("bridge-signing.pem"));
      expect(refused.out).toContain("The bridge changed since it was signed last, and its key is not at");
      expect(refused.code).toBe(2);
    },
  );

  test(
    "keeps its secrets on this machine for its owner alone, and sends NAME_SECRET once",
    slow,
    async () => {
      expect(statSync(settingsPath()).mode & 0o777).toBe(0o600);
      const file = readFileSync(settingsPath(), "utf8");
      const { scripts } = await state();
      const version = scripts[0]?.versions[0];
      const secrets = version?.secrets ?? {};
      expect(file).toContain(`ROOT_SECRET=${secrets.ROOT_SECRET}`);
      expect(file).toContain(`NAME_SECRET=${secrets.NAME_SECRET}`);
      expect(version?.bindings.find(({ name }) => name === "MAIN_ORIGIN")?.text).toBe("https://mlango.test");
      // Another machine, or a file that was made anew: the name secret that runs stays.
      internet.write(
        ".deploy/production.env",
        file.replace(/NAME_SECRET=.*/, `NAME_SECRET=${"ab".repeat(32)}`),
      );
      const { code, out } = await internet.deploy("--yes");
      internet.write(".deploy/production.env", file);
      expect(code, out.slice(-1_000)).toBe(0);
      expect((await state()).scripts[0]?.versions[0]?.secrets).toEqual(secrets);
    },
  );

  test(
    "refuses a root secret that is not the deployed one, unless that is kept or given up by its id",
    slow,
    async () => {
      const file = readFileSync(settingsPath(), "utf8");
      const deployed = /ROOT_SECRET=(.*)/.exec(file)?.[1] ?? "";
      const id = keyId(deployed);
      const sealsWith = `INSERT INTO sweep_progress (name, value, updated_at) VALUES ('root-secret', '{"version":"${id}"}', 1)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
      await internet.ask({ ask: "sql", sql: sealsWith });
      const before = (await state()).scripts[0]?.versions;
      const older = "0d".repeat(32);
      const withRoot = (...lines: string[]) =>
        internet.write(".deploy/production.env", file.replace(/ROOT_SECRET=.*/, lines.join("\n")));
      try {
        withRoot(`ROOT_SECRET=${older}`);
        const refused = await internet.deploy("--yes");
        expect(refused.out).toContain(`STOP    Settings: The platform seals with the root secret ${id}`);
        expect(refused.out).toContain(`--forget-root-secret ${id}`);
        expect(refused.out).not.toContain(deployed);
        expect(refused.code).toBe(2);
        expect((await internet.deploy("--dry-run", "--forget-root-secret", keyId(older))).code).toBe(2);
        expect((await state()).scripts[0]?.versions).toEqual(before);
        expect((await internet.deploy("--dry-run", "--forget-root-secret", id)).code).toBe(0);
        withRoot(`ROOT_SECRET=${older}`, `ROOT_SECRET_PREVIOUS=${deployed}`);
        expect((await internet.deploy("--dry-run")).code).toBe(0);
      } finally {
        internet.write(".deploy/production.env", file);
      }
      expect((await internet.deploy("--dry-run")).code).toBe(0);
    },
  );

  test("goes back to the version before, and says to which", slow, async () => {
    const before = await state();
    const [now, earlier] = before.scripts[0]?.deployments ?? [];
    const { code, out } = await internet.deploy("--rollback", "--yes");
    expect(out).toContain(`back to ${earlier?.versionId.slice(0, 8)}`);
    expect(code).toBe(0);
    const after = (await state()).scripts[0]?.deployments[0]?.versionId;
    expect(after).toBe(earlier?.versionId);
    expect(after).not.toBe(now?.versionId);
    expect(await visit("/api/health")).toMatchObject({ status: 200 });
  });

  test("goes back once, however often it is told, and not to before a change of secrets", slow, async () => {
    const running = async () => (await state()).scripts[0]?.deployments;
    const before = await running();
    const again = await internet.deploy("--rollback", "--yes");
    expect(again.out).toContain(`went back to ${before?.[0]?.versionId.slice(0, 8)} already`);
    expect(again.code).toBe(0);
    expect(await running()).toEqual(before);
    const file = readFileSync(settingsPath(), "utf8");
    internet.write(".deploy/production.env", `${file}\nMETRICS_TOKEN=${"1a".repeat(20)}\n`);
    const next = await internet.deploy("--yes");
    expect(next.code, next.out.slice(-1_000)).toBe(0);
    internet.write(".deploy/production.env", file);
    const changed = await running();
    const refused = await internet.deploy("--rollback", "--yes");
    expect(refused.out).toContain(`Secrets were changed since ${before?.[0]?.versionId.slice(0, 8)}`);
    expect(refused.out).not.toContain("run the same command again");
    expect(refused.code).toBe(2);
    expect(await running()).toEqual(changed);
  });

  test("opens every provider's database, and says how many", slow, async () => {
    const { code, out } = await internet.deploy("--yes");
    expect(code, out.slice(-1_500)).toBe(0);
    expect(out).toContain("1 of 1 providers' databases opened.");
  });

  test("refuses another bundle by the number of the one that runs", slow, async () => {
    const path = "worker/contract/watches.ts";
    const source = readFileSync(join(internet.checkout, path), "utf8");
    const about = readFileSync(join(internet.checkout, "package.json"), "utf8");
    const before = (await state()).scripts[0]?.deployments;
    internet.write(path, source.replace("Opens the databases of", "Opens all databases of"));
    const refused = await internet.deploy("--yes");
    expect(refused.out).toMatch(/\d+\.\d+\.\d+ runs already, and what was built is not it/);
    expect(refused.code).toBe(2);
    expect((await state()).scripts[0]?.deployments).toEqual(before);
    internet.write("package.json", about.replace(/"version": "[^"]+"/, '"version": "9.0.1"'));
    const taken = await internet.deploy("--yes");
    expect(taken.code, taken.out.slice(-1_500)).toBe(0);
    expect(JSON.parse((await visit("/api/health")).body)).toMatchObject({ version: "9.0.1" });
    internet.write(path, source);
    internet.write("package.json", about);
  });

  test(
    "gives a new version to a few providers first, and all back where one does not open",
    slowest,
    async () => {
      const about = readFileSync(join(internet.checkout, "package.json"), "utf8");
      const folder = "migrations/provider";
      const journal = readFileSync(join(internet.checkout, folder, "meta/_journal.json"), "utf8");
      const { entries } = JSON.parse(journal) as { entries: { idx: number; when: number }[] };
      const [idx, when] = [entries.length, (entries.at(-1)?.when ?? 0) + 1];
      const tag = `${String(idx).padStart(4, "0")}_trial`;
      await internet.ask({
        ask: "sql",
        sql: `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO providers (id, business_name, contact_name, email, phone, subdomain, created_at, updated_at)
        SELECT 'many' || i, 'Provider ' || i, 'Amina', 'a@b.c', '254712345678', 'many' || i, 1, 1 FROM n`,
      });
      expect((await internet.deploy("--yes")).out).toContain("61 of 61 providers' databases opened.");
      const before = (await state()).scripts[0]?.deployments[0]?.versionId;
      onTestFinished(() => {
        rmSync(join(internet.checkout, `${folder}/${tag}.sql`), { force: true });
        internet.write(`${folder}/meta/_journal.json`, journal);
        internet.write("package.json", about);
      });
      const release = (sql: string) => {
        internet.write("package.json", about.replace(/"version": "[^"]+"/, '"version": "9.0.2"'));
        internet.write(`${folder}/${tag}.sql`, sql);
        const more = { idx, version: "6", when, tag, breakpoints: true };
        internet.write(
          `${folder}/meta/_journal.json`,
          JSON.stringify({ ...JSON.parse(journal), entries: [...entries, more] }),
        );
        return internet.deploy("--yes");
      };
      const broken = await release("CREATE TABLE `plans` (`id` text);");
      expect(broken.out).toMatch(
        /Provider \d+ \(many\d+\): migration \d+_trial: table `plans` already exists/,
      );
      expect(broken.out).toContain("The version before answers for all of them again.");
      expect(broken.code).toBe(2);
      const back = (await state()).scripts[0];
      expect(back?.deployments[0]?.versionId).toBe(before);
      expect(JSON.parse((await visit("/api/health")).body)).toMatchObject({
        version: JSON.parse(about).version,
        objects: true,
      });
      const mended = await release("CREATE TABLE `trial_of_a_release` (`id` text);");
      expect(mended.code, mended.out.slice(-1_500)).toBe(0);
      const tried = [...mended.out.matchAll(/(\d+) of (\d+) providers were opened by this version/g)];
      const [, few, all] = tried.at(-1) ?? [];
      expect(Number(few)).toBeGreaterThan(0);
      expect(Number(few)).toBeLessThan(20);
      expect(all).toBe("61");
      expect(mended.out).toContain("61 of 61 providers' databases opened.");
      expect(JSON.parse((await visit("/api/health")).body)).toMatchObject({ version: "9.0.2" });
      await internet.ask({ ask: "sql", sql: "DELETE FROM providers WHERE id LIKE 'many%'" });
    },
  );

  test("does not make up a second name secret where providers depend on the first", slow, async () => {
    const file = readFileSync(settingsPath(), "utf8");
    const provider =
      "INSERT INTO providers (id, business_name, contact_name, email, phone, subdomain, created_at, updated_at) VALUES ('p1', 'Demo', 'Amina', 'a@b.c', '254712345678', 'demo', 1, 1)";
    await internet.ask({ ask: "sql", sql: provider });
    await internet.ask({ ask: "set", loseSecrets: ["NAME_SECRET"] });
    internet.write(".deploy/production.env", file.replace(/NAME_SECRET=.*\n/, ""));
    const { code, out } = await internet.deploy("--yes");
    internet.write(".deploy/production.env", file);
    expect(out).toContain(
      "The database holds providers, and NAME_SECRET of this deployment is gone from the worker.",
    );
    expect(code).toBe(2);
  });

  test("of staging stands beside it, with its own names, secrets and certificate", slow, async () => {
    const refused = await internet.deploy("--staging", "--domain", "staging.mlango.test", "--yes");
    expect(refused.out).toContain("You must purchase Advanced Certificate Manager");
    expect(refused.code).toBe(2);
    internet.write(".deploy/staging.env", "PLATFORM_MPESA_ENVIRONMENT=production\n");
    expect((await internet.deploy("--staging", "--domain", "staging.mlango.test", "--yes")).out).toContain(
      "PLATFORM_MPESA_ENVIRONMENT is production: staging takes sandbox apps alone.",
    );
    internet.write(".deploy/staging.env", "");
    await internet.ask({ ask: "set", certificates: true });
    const { code, out } = await internet.deploy("--staging", "--domain", "staging.mlango.test", "--yes");
    expect(code, out.slice(-1_500)).toBe(0);
    const { databases, queues, packs, scripts, unknown } = await state();
    expect(databases.map(({ name }) => name)).toEqual(["mlango", "mlango-staging"]);
    expect(queues.map(({ name }) => name)).toContain("callbacks-dead-staging");
    expect(packs).toContainEqual(expect.objectContaining({ type: "advanced" }));
    const secrets = scripts.map(({ versions }) => versions[0]?.secrets.ROOT_SECRET);
    expect(new Set(secrets).size).toBe(2);
    expect(unknown).toEqual([]);
  });
});
