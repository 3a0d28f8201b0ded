import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#worker/db/sql";
import { verifyPassword } from "#worker/features/auth/password";
import { openWranglerDatabase } from "#worker/features/auth/superadmin-database";
import { migrate, openDatabase } from "../support/site/open-database.ts";

const root = join(import.meta.dirname, "..", "..");
let dir = "";
let d1: D1Database;
let close: () => Promise<void>;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "superadmin-"));
  mkdirSync(join(dir, "state"));
  // Held open throughout, as by a running `npm start`.
  ({ d1, close } = await openDatabase(join(dir, "state")));
  await migrate(d1);
});
afterAll(async () => {
  await close();
  rmSync(dir, { recursive: true, force: true });
});

type Outcome = { code: number | null; out: string; err: string };

/** Runs the command as npm does, with `typed` on standard input. */
function superadmin(args: string[], typed = "", localDir = dir): Promise<Outcome> {
  const child = spawn(process.execPath, ["worker/features/auth/superadmin-command.ts", ...args], {
    cwd: root,
    env: { ...process.env, LOCAL_DIR: localDir, WRANGLER_SEND_METRICS: "false" },
    timeout: 25_000,
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  child.stdin.end(typed);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

type Admin = {
  id: string;
  name: string;
  email: string;
  role: string;
  password_hash: string;
};
const admin = (key: string) =>
  d1.prepare("SELECT * FROM operators WHERE username_key = ?1").bind(key).first<Admin>();

describe("create", () => {
  test("makes a super admin whose password was piped in", async () => {
    const outcome = await superadmin(
      ["create", "Owner", "--name", "The O'Wner", "--email", "o@x.example"],
      "a long password\n",
    );
    expect(outcome).toMatchObject({ code: 0, out: "Super admin Owner can now sign in.\n" });
    const made = await admin("owner");
    expect(made).toMatchObject({
      name: "The O'Wner",
      email: "o@x.example",
      role: "Super Administrator",
    });
    expect(await verifyPassword("a long password", made?.password_hash ?? "")).toBe(true);
    const line = await d1.prepare("SELECT action, subject FROM audit").first();
    expect(line).toEqual({ action: "admin.create", subject: made?.id });
  });

  test("makes up a password on demand and shows it once", async () => {
    const { code, out } = await superadmin(["create", "second", "--email", "second@x.example", "--generate"]);
    const password = /^Password: (\S{20})$/m.exec(out)?.[1] ?? "";
    expect(code).toBe(0);
    expect(await verifyPassword(password, (await admin("second"))?.password_hash ?? "")).toBe(true);
  });

  test("refuses a username that is taken in any case, and leaves that admin as it was", async () => {
    const before = await admin("owner");
    const { code, err } = await superadmin(["create", "OWNER", "--email", "o@x.example"], "another password");
    expect([code, err]).toEqual([
      2,
      "The username OWNER is already taken. To set a new password: reset OWNER\n",
    ]);
    expect(await admin("owner")).toEqual(before);
  });

  test("refuses a short password", async () => {
    const { code, err } = await superadmin(["create", "third", "--email", "t@x.example"], "1234567\n");
    expect([code, err]).toEqual([2, "Password must be at least 8 characters long.\n"]);
    expect(await admin("third")).toBeNull();
  });
});

describe("reset", () => {
  test("sets a new password, turns the second factor off, lets a disabled super admin in again and ends every session", async () => {
    const id = (await admin("owner"))?.id ?? "";
    await d1
      .prepare(
        `UPDATE operators SET disabled_at = 1, totp_key = 'k', totp_since = 1, totp_step = 1, recovery_hashes = '["r"]'
        WHERE id = ?1`,
      )
      .bind(id)
      .run();
    await d1
      .prepare(
        `INSERT INTO operator_sessions (token_hash, operator_id, host, created_at, last_seen_at, expires_at, confirmed_at)
        VALUES ('hash', ?1, 'x', 1, 1, 9, 1)`,
      )
      .bind(id)
      .run();
    const outcome = await superadmin(["reset", "owner"], "a newer password");
    expect(outcome).toMatchObject({ code: 0, err: "" });
    const now = await admin("owner");
    expect(now).toMatchObject({ id, name: "The O'Wner", disabled_at: null });
    const factor = { totp_key: null, totp_since: null, totp_step: null, recovery_hashes: null };
    expect(now).toMatchObject(factor);
    expect(outcome.out).toContain("needs no code of an authenticator app any more");
    expect(await verifyPassword("a newer password", now?.password_hash ?? "")).toBe(true);
    expect(await d1.prepare("SELECT revoked_at IS NULL AS open FROM operator_sessions").first("open")).toBe(
      0,
    );
  });

  test("refuses who is unknown, and who is a provider's admin", async () => {
    const unknown = await superadmin(["reset", "nobody"], "a long password");
    expect([unknown.code, unknown.err]).toEqual([
      2,
      "There is no super admin nobody. To make one: create nobody\n",
    ]);
    await d1.batch([
      d1.prepare(
        `INSERT INTO providers (id, business_name, contact_name, email, phone, subdomain, created_at, updated_at)
        VALUES ('p', 'P', 'P', 'p', '1', 'p', 1, 1)`,
      ),
      d1.prepare(
        "INSERT INTO admin_names (admin_id, provider_id, username, username_key, name) VALUES ('a', 'p', 'shop', 'shop', 'S')",
      ),
    ]);
    const foreign = await superadmin(["reset", "shop"], "a long password");
    expect([foreign.code, await admin("shop")]).toEqual([2, null]);
    expect(foreign.err).toContain("a provider's admin");
  });
});

describe("address", () => {
  const lettersOf = async (recipient: string) => {
    const found = await d1
      .prepare("SELECT subject, sent_at FROM mail WHERE recipient = ?1")
      .bind(recipient)
      .all();
    return found.results;
  };
  const first = { subject: "Mlango: letters of alarm come here", sent_at: null };

  test("is written to, at its making and at each change, so that one sees whether letters arrive", async () => {
    expect(await lettersOf("o@x.example")).toEqual([first]);
    const again = await superadmin(["address", "owner", "--email", "o@x.example"]);
    expect(again).toMatchObject({
      code: 0,
      out: "Letters for owner go to o@x.example from now on. The first one is on its way.\n",
    });
    expect(await lettersOf("o@x.example")).toEqual([first, first]);
    expect((await superadmin(["address", "nobody", "--email", "n@x.example"])).code).toBe(2);
    expect(await lettersOf("n@x.example")).toEqual([]);
  });
});

describe("disable", () => {
  test("shuts a super admin out, ends their sessions, and never the last one", async () => {
    const [owner, second] = [(await admin("owner"))?.id ?? "", (await admin("second"))?.id ?? ""];
    await d1.prepare("UPDATE operator_sessions SET revoked_at = NULL, operator_id = ?1").bind(second).run();
    const outcome = await superadmin(["disable", "second"]);
    expect(outcome).toMatchObject({ code: 0, err: "", out: expect.stringContaining("can sign in no more") });
    expect(await admin("second")).toMatchObject({ disabled_at: expect.any(Number) });
    expect(await d1.prepare("SELECT revoked_at IS NULL AS open FROM operator_sessions").first("open")).toBe(
      0,
    );
    const last = await superadmin(["disable", "owner"]);
    expect([last.code, last.err]).toEqual([
      2,
      "owner is the last super admin who can sign in. Make another one first.\n",
    ]);
    expect(await admin("owner")).toMatchObject({ id: owner, disabled_at: null });
    const { results } = await d1.prepare("SELECT subject FROM audit WHERE action = 'admin.disable'").all();
    expect(results).toEqual([{ subject: second }]);
  });

  test("refuses a provider's admin, and who is unknown", async () => {
    for (const name of ["shop", "nobody"]) expect((await superadmin(["disable", name])).code).toBe(2);
    const left = await d1.prepare("SELECT count(*) AS n FROM audit WHERE subject = 'a'").first("n");
    expect([await admin("shop"), left]).toEqual([null, 0]);
  });
});

describe("anything else", () => {
  test.each([
    [],
    ["delete", "owner"],
    ["create"],
    ["create", "one"],
    ["address", "owner"],
    ["create", "one", "two"],
    ["create", "one", "--force"],
  ])("is answered with how to use it (%#)", async (...args) => {
    const { code, err } = await superadmin(args.filter((arg) => typeof arg === "string"));
    expect(code).toBe(2);
    expect(err).toContain("npm run superadmin -- create|reset|address|disable <username>");
  });

  test("says what to do where there is no local database yet", async () => {
    const { code, err } = await superadmin(
      ["create", "owner", "--email", "o@x.example", "--generate"],
      "",
      join(dir, "nowhere"),
    );
    expect([code, err]).toEqual([1, expect.stringContaining("Run npm start once, then try again.")]);
  });
});

test("texts reach a database behind wrangler unchanged, whatever quotes and signs they hold", async () => {
  const database = openWranglerDatabase(["--local", "--persist-to", join(dir, "wrangler")]);
  const text = `it's; "$scrypt$ln=14" -- ? \\ \u{1f600}`;
  const rows = await database.batch([
    sql`SELECT ${text} AS text, ${7} AS number, ${null} AS absent`,
    sql`SELECT 2 AS second`,
  ]);
  await database.close();
  expect(rows).toEqual([[{ text, number: 7, absent: null }], [{ second: 2 }]]);
});
