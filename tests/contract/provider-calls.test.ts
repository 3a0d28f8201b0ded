import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import * as auth from "#contract/auth";
import * as branding from "#contract/branding";
import type { FromBridge } from "#contract/bridge";
import type { Endpoint } from "#contract/endpoint";
import * as plans from "#contract/plans";
import * as profile from "#contract/profile";
import * as routers from "#contract/routers";
import { say } from "#contract/texts";
import * as sales from "#contract/transactions";
import * as users from "#contract/users";
import * as vouchers from "#contract/vouchers";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { type ProviderRecords, seedRecords } from "../seed/provider-records.ts";
import type { SeededProvider, TwoProviders } from "../seed/two-providers.ts";
import { databaseChecksum } from "../support/database-checksum.ts";
import { closeAllLinks, FakeBridge } from "../support/fake-bridge.ts";
import { signInProvider } from "../support/sign-in.ts";
import { tenantDatabase } from "../support/tenant-rows.ts";
import { type CallInput, hostOf } from "../support/worker-call.ts";
import { passwords, seedBoth, testContext } from "../support/worker-context.ts";
import { probe } from "./walk.ts";

// The calls that a provider's day rests on (docs/behaviour/provider-console-calls.md) over HTTP: their right answers with
// every field, and how they refuse somebody without a session, another provider's object, and what a form does not allow.

type Who = "demo" | "savanna";
type World = TwoProviders & {
  cookies: Record<Who, string>;
  history: Record<Who, ProviderRecords>;
  bridge: FakeBridge;
  foreignBridge: FakeBridge;
};

let world: World;

const newBridge = async ({ id }: SeededProvider, name: string) =>
  FakeBridge.enrol((await createBridgeCode(testContext(), { providerId: id, adminId: null }, name)).code);

beforeAll(async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no test of the contract leaves the machine")));
  const seeded = await seedBoth();
  const { demo, savanna } = seeded;
  world = {
    ...seeded,
    cookies: { demo: await signInProvider(demo), savanna: await signInProvider(savanna) },
    history: {
      demo: await seedRecords(testContext(), demo),
      savanna: await seedRecords(testContext(), savanna),
    },
    bridge: await newBridge(demo, "Gate"),
    foreignBridge: await newBridge(savanna, "Lodge"),
  };
});
afterEach(closeAllLinks);

/** What a field holds; with "?" it may be null. */
type Kind =
  | "text"
  | "text?"
  | "number"
  | "integer"
  | "yes or no"
  | "moment"
  | "moment?"
  | "object"
  | "object?";
type Fields = Record<string, Kind>;

const holds: Record<string, (value: unknown) => boolean> = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  "yes or no": (value) => typeof value === "boolean",
  moment: (value) => typeof value === "string" && new Date(value).toISOString() === value,
  object: (value) => typeof value === "object" && value !== null,
};

function expectFields(answer: unknown, fields: Fields): void {
  const object = answer as Record<string, unknown>;
  const wrong = Object.entries(fields).filter(([name, kind]) => {
    const value = object[name];
    return !(kind.endsWith("?") && value === null) && !holds[kind.replace("?", "")]?.(value);
  });
  expect(wrong, JSON.stringify(answer).slice(0, 500)).toEqual([]);
}

const admin: Fields = { id: "text", username: "text", name: "text", role: "text", providerId: "text" };
const plan: Fields = {
  id: "text",
  name: "text",
  price: "text",
  speedMbps: "integer",
  durationHours: "integer",
  isActive: "yes or no",
};
const router: Fields = {
  id: "text",
  name: "text",
  host: "text",
  port: "integer",
  username: "text",
  location: "text?",
  isActive: "yes or no",
  isOnline: "yes or no",
  lastSeen: "moment?",
  connectionType: "text",
  ovpnTunnelIp: "text?",
  ovpnServerHost: "text?",
  providerId: "text",
};
const user: Fields = {
  id: "text",
  username: "text?",
  macAddress: "text",
  phoneNumber: "text?",
  router: "object?",
  plan: "object?",
  isActive: "yes or no",
  expiresAt: "moment?",
  bytesUploaded: "number",
  bytesDownloaded: "number",
  sessionTime: "number",
};
const transaction: Fields = {
  id: "text",
  type: "text",
  status: "text",
  phoneNumber: "text?",
  amount: "number",
  createdAt: "moment",
};
const voucher: Fields = {
  id: "text",
  code: "text",
  plan: "object?",
  isUsed: "yes or no",
  usedBy: "text?",
  usedAt: "moment?",
  expiresAt: "moment?",
  createdAt: "moment",
};
const done: Fields = { success: "yes or no", message: "text" };

type Row = {
  endpoint: Endpoint;
  /** By anybody, signed in or not. */
  open?: boolean;
  /** What is sent; without, nothing. */
  right?: (world: World) => CallInput;
  /** Of the answer, or of each of its rows. */
  fields: Fields;
  /** What else is right about the answer. */
  holds?: (answer: never, world: World) => void;
  /** What the bridge is asked meanwhile, and says. */
  bridge?: { kind: string; result: unknown };
  /** The same for an object of the other provider. */
  foreign?: (world: World) => CallInput;
  /** Bodies that are refused, and with which sentence. */
  wrong?: (readonly [unknown, string])[];
};

const required = "Please fill in all required fields";
const night = { name: "Night", price: "15.50", speedMbps: 4, durationHours: 36, isActive: true };
const wrongPlans = [
  [{}, required],
  [{ ...night, name: "  " }, required],
  [{ ...night, price: undefined }, required],
  [{ ...night, speedMbps: undefined }, required],
  [{ ...night, durationHours: undefined }, required],
  [{ ...night, price: "0" }, "Please enter a valid price"],
  [{ ...night, price: "-3" }, "Please enter a valid price"],
  [{ ...night, price: "ten" }, "Please enter a valid price"],
  [{ ...night, speedMbps: 2.5 }, "Please enter a valid speed in Mbps"],
  [{ ...night, speedMbps: 0 }, "Please enter a valid speed in Mbps"],
  [{ ...night, durationHours: 0 }, "Please enter a valid duration in hours"],
  [{ ...night, durationHours: 1.5 }, "Please enter a valid duration in hours"],
] as const;
const amina = { name: "Amina W.", email: "amina.w@demo.example" };
const quantity = "Enter how many vouchers to make, from 1 to 100";
const names = (answer: { name: string }[]) => answer.map(({ name }) => name).sort();
const own = (w: World) => ({ params: { id: w.demo.routers[0]?.id ?? "" } });
const theirs = (w: World) => ({ params: { id: w.savanna.routers[0]?.id ?? "" } });
const through = (w: World) => ({ body: { bridgeId: w.foreignBridge.id } });

const rows: Row[] = [
  {
    endpoint: auth.adminLogIn,
    open: true,
    right: () => ({ body: { username: "demo", password: passwords.demo } }),
    fields: admin,
    holds: (answer: { id: string; providerId: string }, { demo }) =>
      expect(answer).toMatchObject({ id: demo.admin.id, providerId: demo.id }),
    wrong: [
      [{}, "Please enter both username and password"],
      [{ username: "demo" }, "Please enter both username and password"],
      [{ username: "demo", password: "   " }, "Please enter both username and password"],
      [{ username: " ", password: passwords.demo }, "Please enter both username and password"],
    ],
  },
  {
    endpoint: sales.providerStats,
    fields: { totalRevenue: "number", activeUsers: "integer" },
    holds: (answer: { totalRevenue: number }) => expect(answer.totalRevenue).toBe(10),
  },
  {
    endpoint: routers.listRouters,
    fields: router,
    holds: (answer: { name: string }[]) => expect(names(answer)).toEqual(["Main Gate", "Market Stall"]),
  },
  {
    endpoint: sales.routerStats,
    right: own,
    foreign: theirs,
    fields: { todaySales: "number", monthlyRevenue: "number" },
  },
  {
    endpoint: routers.listRoutersOfProvider,
    right: ({ demo }) => ({ params: { providerId: demo.id } }),
    foreign: ({ savanna }) => ({ params: { providerId: savanna.id } }),
    fields: router,
    holds: (answer: { name: string }[]) => expect(names(answer)).toEqual(["Main Gate", "Market Stall"]),
  },
  {
    endpoint: routers.testRouter,
    right: own,
    foreign: theirs,
    fields: done,
    bridge: { kind: "test", result: null },
    holds: (answer: { success: boolean }) => expect(answer.success).toBe(true),
  },
  {
    endpoint: routers.discoverRouters,
    right: () => ({ body: {} }),
    foreign: through,
    fields: { ...done, found: "object" },
    bridge: { kind: "discover", result: [] },
  },
  {
    endpoint: routers.scanNetwork,
    right: () => ({ body: {} }),
    foreign: through,
    fields: { ...done, scan: "object" },
    bridge: { kind: "scan", result: { subnets: ["192.168.88.0/24"], total: 254 } },
  },
  {
    endpoint: plans.adminListPlans,
    fields: plan,
    holds: (answer: { name: string }[], { demo }) => expect(names(answer)).toEqual(names(demo.plans)),
  },
  {
    endpoint: plans.createPlan,
    right: () => ({ body: night }),
    fields: plan,
    holds: (answer: object) => expect(answer).toMatchObject(night),
    wrong: [...wrongPlans],
  },
  {
    endpoint: plans.updatePlan,
    right: ({ demo }) => ({ params: { id: demo.plans[3]?.id ?? "" }, body: night }),
    foreign: ({ savanna }) => ({ params: { id: savanna.plans[0]?.id ?? "" }, body: night }),
    fields: plan,
    holds: (answer: object, { demo }) => expect(answer).toMatchObject({ id: demo.plans[3]?.id, ...night }),
    wrong: [...wrongPlans],
  },
  {
    endpoint: users.listUsers,
    fields: user,
    holds: (answer: object[], { history }) =>
      expect(answer).toMatchObject([
        {
          macAddress: history.demo.mac,
          phoneNumber: history.demo.phone,
          isActive: true,
          router: { name: "Main Gate", host: "192.168.88.1", port: 8728 },
          plan: { name: "1 Hour", speedMbps: 3, durationHours: 1 },
          bytesUploaded: 1_000,
          bytesDownloaded: 20_000,
          sessionTime: 60,
        },
      ]),
  },
  {
    endpoint: users.listActiveUsers,
    fields: user,
    holds: (answer: object[], { history }) =>
      expect(answer).toMatchObject([{ macAddress: history.demo.mac }]),
  },
  {
    endpoint: sales.recentTransactions,
    fields: transaction,
    holds: (answer: object[], { history }) =>
      expect(answer).toMatchObject([
        { type: "payment", status: "completed", amount: 10, phoneNumber: history.demo.phone },
      ]),
  },
  {
    endpoint: sales.listTransactions,
    fields: transaction,
    holds: (answer: object[], { history }) => expect(answer).toMatchObject([{ id: history.demo.paymentId }]),
  },
  {
    endpoint: sales.paymentStats,
    fields: {
      totalRevenue: "number",
      todaySales: "number",
      totalTransactions: "integer",
      sold: "integer",
      successRate: "number",
    },
    holds: (answer: object) =>
      expect(answer).toMatchObject({ totalRevenue: 10, totalTransactions: 1, successRate: 100 }),
  },
  {
    endpoint: branding.getSettings,
    open: true,
    fields: { settings: "object", provider: "object" },
    holds: (answer: { settings: object; provider: { businessName: string } }) => {
      expect(answer.provider.businessName).toBe("Demo WiFi");
      const texts = ["companyName", "logoUrl", "welcomeMessage", "termsUrl", "privacyUrl"];
      const contacts = ["supportPhone", "supportEmail"];
      expectFields(
        answer.settings,
        Object.fromEntries([...texts, ...contacts].map((name) => [name, "text"])),
      );
      expect(answer.settings).toMatchObject({
        primaryColor: "#0066cc",
        secondaryColor: "#6366f1",
        backgroundColor: "#ffffff",
        headerColor: "#3B82F6",
        footerColor: "#1F2937",
      });
    },
  },
  {
    endpoint: branding.saveSettings,
    right: () => ({ body: { companyName: "Demo Hotspot", headerColor: "#101010" } }),
    fields: { settings: "object" },
    holds: (answer: { settings: object }) =>
      expect(answer.settings).toMatchObject({
        companyName: "Demo Hotspot",
        headerColor: "#101010",
        primaryColor: "#0066cc",
      }),
    wrong: [
      [{ headerColor: "red" }, "Choose a colour like #0066cc"],
      [{ supportEmail: "nobody" }, "Invalid email address"],
      [{ termsUrl: "javascript:alert(1)" }, "Enter a web address that begins with https://"],
      [
        { logoUrl: "https://evil.example/logo.png" },
        "This logo cannot be used. Please choose a picture again.",
      ],
    ],
  },
  {
    endpoint: vouchers.listVouchers,
    fields: voucher,
    holds: (answer: object[], { history }) =>
      expect(answer).toMatchObject([{ id: history.demo.voucherId, plan: { name: "1 Hour" }, isUsed: false }]),
  },
  {
    endpoint: vouchers.voucherStats,
    fields: { total: "integer", active: "integer", used: "integer", expired: "integer" },
    holds: (answer: object) => expect(answer).toEqual({ total: 1, active: 1, used: 0, expired: 0 }),
  },
  {
    endpoint: vouchers.generateVouchers,
    right: ({ demo }) => ({
      body: { planId: demo.plans[0]?.id, quantity: 3, expiresAt: null, adminId: demo.admin.id },
    }),
    foreign: ({ savanna }) => ({ body: { planId: savanna.plans[0]?.id, quantity: 1 } }),
    fields: { ...done, vouchers: "object" },
    holds: (answer: { vouchers: object[] }) => {
      expect(answer.vouchers).toHaveLength(3);
      for (const made of answer.vouchers) expectFields(made, voucher);
    },
    wrong: [
      [{ planId: "any", quantity: 0 }, quantity],
      [{ planId: "any", quantity: 1.5 }, quantity],
      [{ planId: "any", quantity: 101 }, quantity],
      [{ quantity: 1 }, "Please fill in planId."],
    ],
  },
  {
    endpoint: profile.getProfile,
    right: ({ demo }) => ({ params: { id: demo.admin.id } }),
    foreign: ({ savanna }) => ({ params: { id: savanna.admin.id } }),
    fields: { name: "text", email: "text", role: "text", username: "text" },
    holds: (answer: object) =>
      expect(answer).toMatchObject({ name: "Amina Wanjiru", email: "amina@demo.example", username: "demo" }),
  },
  {
    endpoint: profile.updateProfile,
    right: ({ demo }) => ({
      params: { id: demo.admin.id },
      body: { ...amina, currentPassword: "", newPassword: "", confirmPassword: "" },
    }),
    foreign: ({ savanna }) => ({ params: { id: savanna.admin.id }, body: amina }),
    fields: { name: "text", email: "text" },
    holds: (answer: object) => expect(answer).toMatchObject(amina),
    wrong: [
      [{ ...amina, name: "  " }, "Name is required"],
      [{ ...amina, email: "amina@" }, "Invalid email address"],
      [
        { ...amina, currentPassword: "x", newPassword: "one password", confirmPassword: "another one" },
        "Passwords do not match",
      ],
      [
        { ...amina, newPassword: "new password", confirmPassword: "new password" },
        "Current password is required to change password",
      ],
    ],
  },
  // Last, because they take away.
  {
    endpoint: plans.deletePlan,
    right: ({ demo }) => ({ params: { id: demo.plans[4]?.id ?? "" } }),
    foreign: ({ savanna }) => ({ params: { id: savanna.plans[0]?.id ?? "" } }),
    fields: { success: "yes or no" },
  },
  {
    endpoint: routers.removeRouter,
    right: ({ demo }) => ({ params: { id: demo.routers[1]?.id ?? "" } }),
    foreign: theirs,
    fields: done,
  },
];

const called = ({ endpoint }: Row) => `${endpoint.method} ${endpoint.path}`;
const table = (wanted: (row: Row) => boolean = () => true) =>
  rows.filter(wanted).map((row): [string, Row] => [called(row), row]);
const someInput = (row: Row) => (row.right ?? (() => ({})))(world);
const as = (who: Who) => ({ host: hostOf(who), cookie: world.cookies[who] });

test("the table names every one of these calls, and each once", () => {
  expect(rows.map(called).sort()).toEqual(
    [
      "POST /api/admin/login",
      "GET /api/admin/stats",
      "GET /api/admin/routers",
      "GET /api/admin/routers/:id/stats",
      "GET /api/admin/routers/provider/:providerId",
      "POST /api/admin/routers/:id/test",
      "POST /api/admin/routers/discover",
      "POST /api/admin/routers/scan-network",
      "DELETE /api/admin/routers/:id",
      "GET /api/admin/plans",
      "POST /api/admin/plans",
      "PUT /api/admin/plans/:id",
      "DELETE /api/admin/plans/:id",
      "GET /api/admin/users",
      "GET /api/admin/users/active",
      "GET /api/admin/transactions/recent",
      "GET /api/admin/transactions",
      "GET /api/admin/payments/stats",
      "GET /api/settings",
      "POST /api/admin/settings",
      "GET /api/admin/vouchers",
      "GET /api/admin/vouchers/stats",
      "POST /api/admin/vouchers/generate",
      "GET /api/admin/profile/:id",
      "PATCH /api/admin/profile/:id",
    ].sort(),
  );
});

describe("refused", () => {
  test.each(table(({ open }) => !open))(
    "%s: 401 without a session, and nothing is changed",
    async (_name, row) => {
      const { status } = await probe(row.endpoint, someInput(row), { host: hostOf("demo") });
      expect(status).toBe(401);
    },
  );

  test.each(table(({ foreign }) => foreign !== undefined))(
    "%s: 404 for the other provider's object, and nothing of it is changed",
    async (_name, row) => {
      const before = await databaseChecksum({ onlyProvider: world.savanna.id });
      const { status, text } = await probe(row.endpoint, row.foreign?.(world) ?? {}, as("demo"));
      expect([status, text]).toEqual([404, expect.not.stringContaining("Savanna")]);
      expect(await databaseChecksum({ onlyProvider: world.savanna.id })).toBe(before);
    },
  );

  test.each(
    rows.flatMap((row) =>
      (row.wrong ?? []).map(([body, said]): [string, string, string, Row, unknown] => [
        called(row),
        JSON.stringify(body),
        said,
        row,
        body,
      ]),
    ),
  )("%s %s: 400 %s", async (_name, _body, said, row, body) => {
    const { status, text } = await probe(row.endpoint, { ...someInput(row), body }, as("demo"));
    expect([status, JSON.parse(text).message]).toEqual([400, said]);
  });

  test("POST /api/admin/login: 401 Invalid credentials for a wrong name or password", async () => {
    for (const body of [
      { username: "demo", password: "not this one" },
      { username: "nobody", password: passwords.demo },
    ]) {
      const { status, text } = await probe(auth.adminLogIn, { body }, { host: hostOf("demo") });
      expect([status, JSON.parse(text).message]).toEqual([401, "Invalid credentials"]);
    }
  });
});

describe("answered", () => {
  test.each(table())("%s has every field that it promises", async (_name, row) => {
    const link = row.bridge && (await world.bridge.connect());
    const asking = probe(row.endpoint, someInput(row), row.open ? { host: hostOf("demo") } : as("demo"));
    if (link && row.bridge) {
      const { kind, result } = row.bridge;
      const { id } = await link.next("request", ({ request }) => request.kind === kind);
      link.say({
        type: "answer",
        id,
        ok: true,
        message: say("as_it_is", { text: "Well." }),
        result,
      } as FromBridge);
    }
    const { status, text } = await asking;
    expect([status, text]).toEqual([200, expect.any(String)]);
    const answer = row.endpoint.answer.parse(JSON.parse(text));
    for (const one of Array.isArray(answer) ? answer : [answer]) expectFields(one, row.fields);
    if (Array.isArray(answer)) expect(answer.length).toBeGreaterThan(0);
    row.holds?.(answer as never, world);
  });

  test("what was taken away is gone from the lists, and the other provider lost nothing", async () => {
    const { demo, savanna } = world;
    const kept = async (endpoint: Endpoint, who: Who) =>
      (JSON.parse((await probe(endpoint, {}, as(who))).text) as { id: string }[]).map(({ id }) => id);
    expect(await kept(plans.adminListPlans, "demo")).not.toContain(demo.plans[4]?.id);
    expect(await kept(routers.listRouters, "demo")).toEqual([demo.routers[0]?.id]);
    expect((await kept(plans.adminListPlans, "savanna")).sort()).toEqual(
      savanna.plans.map(({ id }) => id).sort(),
    );
    expect(await kept(routers.listRouters, "savanna")).toEqual(savanna.routers.map(({ id }) => id));
    const sold = await tenantDatabase(demo.id).prepare("SELECT count(*) AS n FROM payments").first("n");
    expect(sold).toBe(1);
  });
});
