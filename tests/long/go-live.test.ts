import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentInitiated, PaymentStatus } from "#contract/payments";
import { dayMs, hourMs } from "#contract/values/time";
import { Internet } from "../support/deploy/internet.ts";
import {
  backupStore,
  mailToken,
  mpesaApp,
  phone,
  routerLogin,
  routerPort,
} from "../support/deploy/outside.ts";
import { type Part, startPart } from "../support/site/processes.ts";
import { until } from "../support/site/visitor.ts";

// docs/go-live.md, walked: somebody with a domain, an empty account at Cloudflare, a till and a sender of letters, by the commands that the
// page names, until a shilling and a letter have come. Each test goes on where the one before stopped.

const [till = ""] = mpesaApp.tills;
const payer = "254712000777";
const owner = { username: "baraka", password: "seven boats at sea" };
const operator = { username: "amina", password: "a hill above the lake" };
let internet: Internet;
let bridge: Part | undefined;
let session = "";
let providerId = "";
let routerId = "";
let paymentId = "";

beforeAll(async () => {
  internet = await Internet.open();
});
afterAll(async () => {
  await bridge?.stop();
  await internet.close();
});

const slow = { timeout: 240_000 };

type Asked = { json?: unknown; host?: string; cookie?: string; method?: string };
async function ask<T>(path: string, { host = "mlango.test", cookie = session, ...asked }: Asked = {}) {
  const url = `https://${host}${path}`;
  const answer = await internet.ask<{ status: number; body: string; cookie: string }>({
    ask: "visit",
    url,
    cookie,
    ...asked,
  });
  expect(answer.status, `${path}: ${answer.body}`).toBe(200);
  return { ...answer, is: JSON.parse(answer.body) as T };
}
const superadmin = (args: string[], input?: string) =>
  internet.ask<{ code: number; out: string }>({
    ask: "run",
    script: "worker/features/auth/superadmin-command.ts",
    args,
    ...(input && { input }),
  });
type Paid = { id: string; receipt: string | null };
type Letter = { to: string; subject: string };
const letters = () => internet.outside<Letter[]>("/control/mail");
type Prompt = { id: string; phoneNumber: string; partyB: string; state: string };
/** Somebody types the PIN. @returns the prompt that was on the phone */
async function pay(): Promise<Prompt> {
  const open = await until(
    "the prompt",
    () => internet.outside<Prompt[]>("/control/prompts?state=open"),
    (prompts) => prompts.some(({ phoneNumber }) => phoneNumber === payer),
  );
  const [prompt] = open.filter(({ phoneNumber }) => phoneNumber === payer);
  if (!prompt) throw new Error("no prompt");
  await internet.outside(`/control/prompts/${prompt.id}`, { outcome: "paid" });
  return prompt;
}

test(
  "1 to 4: what a fresh zone has on stands in the way, then it deploys, and the operator signs in",
  slow,
  async () => {
    await internet.ask({ ask: "set", bots: { fight_mode: true }, browserCheck: "on" });
    const before = await internet.deploy("--check");
    expect(before.out).toContain("STOP    Zone security: Bot Fight Mode is on for mlango.test.");
    await internet.ask({ ask: "set", bots: { fight_mode: false } });
    const { code, out } = await internet.deploy("--yes");
    expect(code, out.slice(-1_500)).toBe(0);
    expect(out).toContain("ATTENTION: No mail service is set");
    expect(out).toContain("ATTENTION: No backup is put anywhere outside of Cloudflare");
    const made = await superadmin(
      ["create", operator.username, "--email", "amina@post.test", "--remote"],
      `${operator.password}\n`,
    );
    expect(made.code, made.out).toBe(0);
    session = (await ask("/api/superadmin/login", { json: operator })).cookie;
  },
);

test(
  "10 and 13: with keys and a sender of letters nothing stands in the way, and the letter comes",
  slow,
  async () => {
    const path = join(internet.checkout, ".deploy/production.env");
    const settings = {
      PLATFORM_MPESA_ENVIRONMENT: "production",
      PLATFORM_MPESA_CONSUMER_KEY: mpesaApp.consumerKey,
      PLATFORM_MPESA_CONSUMER_SECRET: mpesaApp.consumerSecret,
      PLATFORM_MPESA_SHORT_CODE: mpesaApp.shortCode,
      PLATFORM_MPESA_PASSKEY: mpesaApp.passkey,
      PLATFORM_MPESA_INITIATOR_NAME: mpesaApp.initiatorName,
      PLATFORM_MPESA_SECURITY_CREDENTIAL: mpesaApp.securityCredential,
      MAIL_URL: "https://api.resend.com/emails",
      MAIL_TOKEN: mailToken,
      MAIL_FROM: "Mlango <alarms@mlango.test>",
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(path, readFileSync(path, "utf8") + lines.join(""));
    const { code, out } = await internet.deploy("--yes");
    expect(code, out.slice(-1_500)).toBe(0);
    // The certificates of this internet are of no authority.
    const wrong = /^(STOP|ATTENTION: (?!The \w+ certificate))/;
    const others = async () =>
      (await internet.deploy("--check", "--accept", "no-backup")).out
        .split("\n")
        .filter((line) => wrong.test(line));
    expect(await others()).toEqual([]);
    await internet.outside("/control/gateways", { closedApps: [mpesaApp.consumerKey] });
    expect(await others()).toEqual([
      expect.stringContaining("M-Pesa (api.safaricom.co.ke) does not know the platform's key"),
    ]);
    await internet.outside("/control/gateways", { closedApps: [] });
    await internet.ask({ ask: "minute" });
    await until("the letter", letters, (all) =>
      all.some(
        ({ to, subject }) => to === "amina@post.test" && subject === "Mlango: letters of alarm come here",
      ),
    );
  },
);

test("15: a provider's till is proved by a shilling, and a router by its bridge", slow, async () => {
  const made = await ask<{ id: string }>("/api/superadmin/providers", {
    json: {
      businessName: "Pier WiFi",
      contactName: "Baraka Otieno",
      email: "info@pier.test",
      phone: "254700000003",
      subdomain: "demo",
      adminCredentials: { ...owner, name: "Baraka Otieno", email: "baraka@pier.test" },
    },
  });
  providerId = made.is.id;
  const gateways = `/api/superadmin/providers/${providerId}/payment-gateway`;
  const gateway = await ask<{ id: string; status: string }>(gateways, {
    json: { gatewayId: "mpesa", environment: "production", useAutoApi: true, accountNumber: till },
  });
  expect(gateway.is.status).toBe("needs_verification");
  await ask(`${gateways}/${gateway.is.id}/verify`, { json: { phoneNumber: payer } });
  expect((await pay()).partyB).toBe(till);
  const collects = () => ask<{ status: string; paidAs: string }[]>(`${gateways}s`);
  await until("the gateway", collects, ({ is: [only] }) => only?.status === "collects", 60_000);

  const { is: install } = await ask<{ code: string }>("/api/superadmin/bridges", {
    json: { name: "Pier box", providerId },
  });
  const part = (name: string, ...args: string[]) =>
    startPart({
      name,
      script: join(internet.checkout, "bridge/main.ts"),
      arguments: args,
      env: {
        BRIDGE_DIR: join(internet.checkout, ".bridge"),
        MLANGO_ORIGIN: "https://mlango.test",
        ...internet.trust,
      },
      logDir: internet.checkout,
      within: internet.within,
    });
  await (await part("enrolment", "enrol", install.code)).stop();
  bridge = await part("bridge", "run");
  const { is: router } = await ask<{ id: string }>("/api/admin/routers", {
    json: {
      name: "Gate",
      host: "127.0.0.1",
      port: routerPort,
      username: routerLogin.name,
      password: routerLogin.password,
    },
  });
  routerId = router.id;
  await ask("/api/superadmin/routers/assign", { json: { routerId, providerId, sharesLogIn: true } });
  type Listed = { id: string; isOnline: boolean }[];
  const routers = () => ask<Listed>(`/api/admin/routers/provider/${providerId}`);
  await until(
    "the router",
    routers,
    ({ is }) => is.some(({ id, isOnline }) => id === routerId && isOnline),
    60_000,
  );
});

test("16: a plan of KES 1 is bought by a phone on its WiFi, which is online", slow, async () => {
  const host = "demo.mlango.test";
  const { cookie } = await ask("/api/admin/login", { host, cookie: "", json: owner });
  const { is: plan } = await ask<{ id: string }>("/api/admin/plans", {
    host,
    cookie,
    json: { name: "A shilling", price: "1", speedMbps: 4, durationHours: 1 },
  });
  const { is: started } = await ask<PaymentInitiated>("/api/payment/initiate", {
    host,
    cookie: "",
    json: { phoneNumber: payer, planId: plan.id, macAddress: phone.mac, routerId },
  });
  paymentId = started.transactionId ?? "";
  expect((await pay()).partyB).toBe(till);
  const status = () => ask<PaymentStatus>(`/api/payment/status/${paymentId}`, { host, cookie: "" });
  await until("the access", status, ({ is }) => is.access === "online", 60_000);
  const { active } = await internet.outside<{ active: { mac: string }[] }>("/control/router");
  expect(active.map(({ mac }) => mac)).toContain(phone.mac);
  const receipt = expect.stringMatching(/^[A-Z0-9]{10}$/);
  const own = await ask<Paid[]>("/api/admin/transactions", { host, cookie });
  expect(own.is).toMatchObject([{ id: paymentId, status: "completed", amount: 1, receipt }]);
  const operators = await ask<Paid[]>(`/api/superadmin/payments?providerId=${providerId}`);
  expect(operators.is).toMatchObject([{ id: paymentId, amount: 1, receipt: own.is[0]?.receipt }]);
});

test("17: the shilling goes back through the gateway", slow, async () => {
  await ask(`/api/superadmin/payments/${paymentId}/refund`, { json: { providerId, reason: "a trial" } });
  const refunds = () =>
    ask<{ status: string }[]>("/api/superadmin/reconciliation/refunds?page=1&pageSize=10");
  await until("the refund", refunds, ({ is: [only] }) => only?.status === "done", 60_000);
  const { is } = await ask<{ refunded: number }[]>(`/api/superadmin/payments?providerId=${providerId}`);
  expect(is).toMatchObject([{ refunded: 1 }]);
});

test("18: a night that is compared finds no difference", slow, async () => {
  const day = new Date(Date.now() + 3 * hourMs - dayMs).toISOString().slice(0, 10);
  await ask(`/api/superadmin/reconciliation/runs/${day}/compare`, { json: {} });
  type Run = { day: string; state: string; counts: { differences: number }; faults: object[] };
  const runs = async () => {
    await internet.ask({ ask: "minute" });
    return ask<Run[]>("/api/superadmin/reconciliation/runs?page=1&pageSize=10");
  };
  const { is } = await until("the night", runs, ({ is: [only] }) => only?.state === "done", 60_000);
  expect(is).toMatchObject([{ day, counts: { differences: 0 }, faults: [] }]);
});

test("5: each night's backup is whole, and a new account goes on with it", { timeout: 600_000 }, async () => {
  const command = (...args: string[]) =>
    internet.ask<{ code: number; out: string }>({
      ask: "run",
      script: "deploy/backup.ts",
      args,
      env: { BACKUP_READ_KEY_ID: backupStore.reader.id, BACKUP_READ_SECRET: backupStore.reader.secret },
    });
  const key = await command("key");
  expect(key.code, key.out).toBe(0);
  const path = join(internet.checkout, ".deploy/production.env");
  const settings = {
    BACKUP_URL: `https://${backupStore.host}/${backupStore.bucket}`,
    BACKUP_REGION: backupStore.region,
    BACKUP_KEY_ID: backupStore.writer.id,
    BACKUP_SECRET: backupStore.writer.secret,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(path, readFileSync(path, "utf8") + lines.join(""));
  const set = await internet.deploy("--yes");
  expect(set.code, set.out.slice(-1_500)).toBe(0);
  const kept = async () => {
    await internet.ask({ ask: "minute" });
    const [row] = await internet.ask<{ results: { value: string }[] }[]>({
      ask: "sql",
      sql: "SELECT value FROM sweep_progress WHERE name = 'backup'",
    });
    return JSON.parse(row?.results[0]?.value ?? "{}") as { night?: string; step?: string };
  };
  const { night = "" } = await until("the backup", kept, ({ step }) => step === "done", 120_000);
  const checked = await command("check", night);
  expect(checked.out).toContain(`${night} is whole:`);

  await internet.ask({ ask: "lose" });
  const again = await internet.deploy("--yes");
  expect(again.code, again.out.slice(-1_500)).toBe(0);
  const loaded = await command("load", night);
  expect(loaded.out).toContain(`What was open on ${night} is unclear and is asked about`);
  // Once more changes nothing.
  expect((await command("load", night)).code).toBe(0);
  const lost = ["--provider", providerId, "--amount", "1", "--receipt", "TKA1B2C3D4"];
  expect((await command("paid-out", ...lost)).out).toContain("It was not booked:");
  expect((await command("release")).out).toContain("Payouts and refunds of 1 provider go out again.");
  // Its own people sign in as before, and the books say what they said.
  session = (await ask("/api/superadmin/login", { cookie: "", json: operator })).cookie;
  const { is } = await ask<{ id: string; refunded: number }[]>(
    `/api/superadmin/payments?providerId=${providerId}`,
  );
  expect(is).toMatchObject([{ id: paymentId, amount: 1, refunded: 1 }]);
  // Its bridge was told nothing and dials in by its own key.
  type Listed = { id: string; isOnline: boolean }[];
  const routers = () => ask<Listed>(`/api/admin/routers/provider/${providerId}`);
  await until("the router", routers, ({ is }) => is.some(({ isOnline }) => isOnline), 120_000);
});
