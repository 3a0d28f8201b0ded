import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { adminLogIn } from "#contract/auth";
import { getProvider } from "#contract/branding";
import { createProvider, platformProvider, saveContacts } from "#contract/providers";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let operator: CallOptions;
let made = 0;
let shifted = 0;

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(async () => {
  // What is kept for three seconds never outlives a test.
  shifted += 60_000;
  vi.setSystemTime(Date.now() + shifted);
  operator ??= { host: hostOf(), cookie: await signInOperator(seeded.operator) };
  return () => vi.useRealTimers();
});

type Given = Record<string, unknown> & { adminCredentials?: Record<string, unknown> };

/** A body that nobody sent before. */
function body({ adminCredentials, ...change }: Given = {}) {
  made += 1;
  return {
    businessName: "Coast WiFi",
    contactName: "Ali Omar",
    email: "ali@coast.example",
    phone: "254700000009",
    address: "Moi Avenue",
    kraPin: "A001",
    businessLicense: "BL-7",
    subdomain: `coast-${made}`,
    ...change,
    adminCredentials: {
      username: `ali-${made}`,
      password: "a long password",
      name: "Ali Omar",
      email: "ali@coast.example",
      ...adminCredentials,
    },
  };
}
const create = (given: object, headers: Record<string, string> = {}) =>
  call(createProvider, { body: given }, { ...operator, headers });

const counts = () =>
  env.DB.prepare(
    "SELECT (SELECT count(*) FROM providers) AS providers, (SELECT count(*) FROM admin_names) AS admins",
  ).first<{ providers: number; admins: number }>();

describe("a new provider", () => {
  test("is answered with every field and its admin, and both are there", async () => {
    const given = body({ subdomain: "Mama-Njeri" });
    const answer = await create(given);
    expect(answer.ok && answer.answer).toEqual({
      id: expect.any(String),
      businessName: "Coast WiFi",
      contactName: "Ali Omar",
      phone: "254700000009",
      email: "ali@coast.example",
      address: "Moi Avenue",
      kraPin: "A001",
      businessLicense: "BL-7",
      subdomain: "mama-njeri",
      status: "active",
      createdAt: expect.any(String),
      routerCount: 0,
      captivePortalSettings: {},
      admin: { id: expect.any(String), username: given.adminCredentials.username },
    });
    if (!answer.ok) throw new Error(answer.text);
    const { admin, ...provider } = answer.answer;
    const read = await call(platformProvider, { params: { id: provider.id } }, operator);
    expect(read.ok && read.answer).toEqual(provider);
    const row = await tenantDatabase(provider.id)
      .prepare("SELECT name, email, role FROM admins WHERE id = ?1")
      .bind(admin.id)
      .first();
    expect(row).toEqual({ name: "Ali Omar", email: "ali@coast.example", role: "owner" });
  });

  test("has a portal and a console at once, though somebody had just looked for them", async () => {
    const given = body();
    const host = hostOf(given.subdomain);
    const params = { subdomain: given.subdomain };
    expect((await call(getProvider, { params }, { host })).status).toBe(404);
    expect((await create(given)).status).toBe(200);
    expect((await call(getProvider, { params }, { host })).status).toBe(200);
    const { username, password } = given.adminCredentials;
    expect((await call(adminLogIn, { body: { username, password } }, { host })).status).toBe(200);
  });

  test("needs neither address nor KRA PIN nor licence", async () => {
    const answer = await create(body({ address: "", kraPin: null, businessLicense: undefined }));
    expect(answer.ok && answer.answer).toMatchObject({ address: null, kraPin: null, businessLicense: null });
  });

  test("leaves a line that names it and its admin, where it came from, and no password", async () => {
    await clearAudit();
    const given = body();
    const answer = await create(given, { "cf-connecting-ip": "203.0.113.9" });
    const { results } = await env.DB.prepare(
      "SELECT actor, actor_id, provider_id, action, subject, detail, network FROM audit",
    ).all();
    const id = answer.ok ? answer.answer.id : "";
    expect(results).toEqual([
      {
        actor: "platform",
        actor_id: seeded.operator.id,
        provider_id: id,
        subject: id,
        action: "provider.create",
        detail: JSON.stringify({ subdomain: given.subdomain, admin: given.adminCredentials.username }),
        network: "203.0.113.9",
      },
    ]);
  });
});

const long = "a".repeat(64);
test.each([
  ...[["www"], ["api"], ["admin"], ["API"]].map(([name = ""]) => [
    { subdomain: name },
    "This subdomain belongs to the platform itself. Choose another one.",
  ]),
  [{ subdomain: `z${long}` }, "A subdomain has at most 63 characters."],
  [{ subdomain: "-coast" }, "A subdomain neither begins nor ends with a hyphen."],
  [{ subdomain: "coast-" }, "A subdomain neither begins nor ends with a hyphen."],
  [{ subdomain: "coast.wifi" }, "A subdomain has only the letters a to z, digits and hyphens."],
  [{ subdomain: "coast wifi" }, "A subdomain has only the letters a to z, digits and hyphens."],
  [{ subdomain: "pwani-é" }, "A subdomain has only the letters a to z, digits and hyphens."],
  [
    { subdomain: "deadbeef-1234" },
    "This subdomain reads as the id of a router. Choose one with other letters.",
  ],
  [{ subdomain: "Demo" }, "The subdomain demo is already taken. Choose another one."],
  [{ businessName: " " }, "Business Name is required"],
  [{ adminCredentials: { username: "DEMO" } }, "This username is already taken. Choose another one."],
  [{ adminCredentials: { username: "two words" } }, "A username has no spaces."],
  [{ adminCredentials: { password: "7 chars" } }, "Password must be at least 8 characters long."],
] as [Given, string][])("%j is refused: %s, and nothing is made", async (change, sentence) => {
  const before = await databaseChecksum();
  const answer = await create(body(change));
  expect([answer.status === 400 || answer.status === 409, !answer.ok && answer.refusal?.message]).toEqual([
    true,
    sentence,
  ]);
  expect(await databaseChecksum()).toBe(before);
});

test("a subdomain of 63 characters, and one that only begins like a router id, will do", async () => {
  for (const subdomain of [`z${"a".repeat(62)}`, "deadbeef-net"])
    expect((await create(body({ subdomain }))).status).toBe(200);
});

describe("of two creations at once", () => {
  test.each([
    ["subdomain", { subdomain: "raced" }],
    ["username", { adminCredentials: { username: "raced-admin" } }],
  ])("with one %s one wins, and no provider and no admin is left alone", async (_what, same) => {
    const before = await counts();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(body(same))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await counts()).toEqual({
      providers: (before?.providers ?? 0) + 1,
      admins: (before?.admins ?? 0) + 1,
    });
    const alone = await env.DB.prepare(
      `SELECT count(*) AS n FROM providers p LEFT JOIN admin_names a ON a.provider_id = p.id WHERE a.admin_id IS NULL`,
    ).first("n");
    expect(alone).toBe(0);
  });
});

describe("the same request sent again", () => {
  test("answers with the provider that the first one made, at once or later", async () => {
    const given = body();
    const before = await counts();
    const headers = { "idempotency-key": "create-again" };
    const answers = await Promise.all([create(given, headers), create(given, headers)]);
    answers.push(await create(given, headers));
    const ids = answers.map((answer) =>
      answer.ok ? [answer.answer.id, answer.answer.admin.id].join() : answer.text,
    );
    expect(new Set(ids).size).toBe(1);
    expect(await counts()).toEqual({
      providers: (before?.providers ?? 0) + 1,
      admins: (before?.admins ?? 0) + 1,
    });
    const lines = await env.DB.prepare(
      "SELECT count(*) AS n FROM audit WHERE action = 'provider.create' AND subject = ?1",
    )
      .bind(ids[0]?.split(",")[0])
      .first("n");
    expect(lines).toBe(1);
  });

  test("with other content is refused, another password included", async () => {
    const given = body();
    const headers = { "idempotency-key": "other-content" };
    expect((await create(given, headers)).status).toBe(200);
    const before = await databaseChecksum();
    const password = { ...given.adminCredentials, password: "another password" };
    for (const other of [
      { ...given, phone: "254700000008" },
      { ...given, adminCredentials: password },
    ])
      expect((await create(other, headers)).status).toBe(409);
    expect(await databaseChecksum()).toBe(before);
  });

  test("after it was refused can succeed with the same key", async () => {
    const given = body({ subdomain: "freed" });
    const taken = await create(body({ subdomain: "freed" }));
    const headers = { "idempotency-key": "freed" };
    expect((await create(given, headers)).status).toBe(409);
    await env.DB.prepare("UPDATE providers SET subdomain = 'was-freed' WHERE id = ?1")
      .bind(taken.ok ? taken.answer.id : "")
      .run();
    expect((await create(given, headers)).status).toBe(200);
  });
});

test("a name that a platform needs itself is no provider's", async () => {
  const answer = await create(body({ subdomain: "vpn" }));
  expect(answer.status).toBe(400);
  expect(!answer.ok && answer.text).toContain("This subdomain belongs to the platform itself.");
});

describe("the phone of a provider", () => {
  test.each(["abc", "12", "0201234567", "+44 7700 900123"])("is not %s", async (phone) => {
    const answer = await create(body({ phone }));
    expect(answer.status).toBe(400);
    expect(!answer.ok && answer.text).toContain("Enter a Kenyan mobile number, such as 0712 345 678");
  });

  test.each(["0712 345 678", "+254 712-345-678", "712345678"])(
    "%s is kept as gateways ask for it",
    async (phone) => {
      const answer = await create(body({ phone }));
      expect(answer.ok && answer.answer.phone).toBe("254712345678");
    },
  );
});

describe("contacts of a provider that is there", () => {
  const save = (id: string, change: object) => call(saveContacts, { params: { id }, body: change }, operator);
  const lines = async (id: string) =>
    (
      await env.DB.prepare("SELECT detail FROM audit WHERE action = 'provider.contacts' AND subject = ?1")
        .bind(id)
        .all<{ detail: string }>()
    ).results.map(({ detail }) => JSON.parse(detail) as object);

  test("are changed one by one: what is not given stays, what is emptied goes", async () => {
    const made = await create(body());
    if (!made.ok) throw new Error(made.text);
    const { admin: _, ...before } = made.answer;
    const { id } = before;
    const [name, phone] = await Promise.all([
      save(id, { businessName: "Coast Fibre" }),
      save(id, { phone: "0722 000 001", kraPin: "" }),
    ]);
    expect([name.status, phone.status]).toEqual([200, 200]);
    const read = await call(platformProvider, { params: { id } }, operator);
    expect(read.ok && read.answer).toEqual({
      ...before,
      businessName: "Coast Fibre",
      phone: "254722000001",
      kraPin: null,
    });
    expect(await lines(id)).toHaveLength(2);
    expect(await lines(id)).toContainEqual({
      changes: { phone: { from: "254700000009", to: "254722000001" }, kraPin: { from: "A001", to: null } },
    });
  });

  test("as they were write nothing", async () => {
    const made = await create(body());
    const id = made.ok ? made.answer.id : "";
    const before = await databaseChecksum();
    expect((await save(id, { businessName: "Coast WiFi", phone: "0700000009" })).status).toBe(200);
    expect(await databaseChecksum()).toBe(before);
  });

  test.each([
    { businessName: " " },
    { phone: "12" },
    { email: "ali" },
    { subdomain: "other" },
    { contactName: "Ali\nOmar" },
  ])("%j is refused", async (change) => {
    const made = await create(body());
    expect((await save(made.ok ? made.answer.id : "", change)).status).toBe(400);
  });
});
