import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resumeCampaign } from "#contract/campaigns";
import type { Endpoint } from "#contract/endpoint";
import { replaceDevice, setNetwork } from "#contract/line-devices";
import { changeLinePackage, moveLine } from "#contract/line-life";
import { verifyOwnGateway } from "#contract/own-gateways";
import { appealRefund, refundOwnPayment } from "#contract/own-refunds";
import { deleteAccountData, deleteCustomerData } from "#contract/provider-data";
import { chooseRouterBridge, scanNetwork } from "#contract/routers";
import { listAdminSessions } from "#contract/sessions";
import { siteUser } from "#contract/values/router-setup";
import { dayMs } from "#contract/values/time";
import { sealedPlace } from "#worker/db/sealed-columns";
import { sql } from "#worker/db/sql";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { addCustomer } from "#worker/features/customers/index";
import { addGateway } from "#worker/features/gateways/store";
import { addPackage, termsOfPackage } from "#worker/features/lines/packages";
import { freeAddress, peerStatement } from "#worker/features/tunnels/index";
import { addRouter } from "../seed/add-router.ts";
import { type ProviderRecords, seedRecords } from "../seed/provider-records.ts";
import type { SeededProvider } from "../seed/two-providers.ts";
import { databaseChecksum } from "../support/database-checksum.ts";
import { bodySchema, queryNeeded } from "../support/example.ts";
import { closeAllLinks, FakeBridge } from "../support/fake-bridge.ts";
import { signInProvider } from "../support/sign-in.ts";
import { rowsOfAllTenants } from "../support/tenant-rows.ts";
import { call, hostOf, send } from "../support/worker-call.ts";
import { testContext } from "../support/worker-context.ts";
import { foreignKinds, type Kind, namedBy, referred } from "./id-kinds.ts";
import {
  countChangesAnew,
  each,
  inhabited,
  isFor,
  isForBrowsers,
  isUnsafe,
  probe,
  someBody,
  someParams,
} from "./walk.ts";

const { seeded, callers } = inhabited();
let demoRecords: ProviderRecords;
let savannaRecords: ProviderRecords;
let savannaBefore: string;
/** Of the demo provider, and of the other one: a bridge's id and a scan's. */
let bridges: [string[], string[]];
/** A second browser of the demo provider's admin, and one of the other's, by their ids in the lists of sessions. */
let sessions: [string, string];
/** Of each, a router with a tunnel that a bridge of its own drives. */
let atSite: [string, string];
/** Of each, a way to be paid that lacks the platform's app. */
let gateways: [string, string];
/** Of each, a line that is paid; it stands on a package of the same id. */
let lines: [string, string];
/** Of each, a file of customers that is being brought in. */
let lineImports: [string, string];

beforeAll(async () => {
  demoRecords = await seedRecords(testContext(), seeded().demo);
  savannaRecords = await seedRecords(testContext(), seeded().savanna);
  bridges = [await bridgeWithScan(seeded().demo, "demo"), await bridgeWithScan(seeded().savanna, "savanna")];
  atSite = [
    await routerAtSite(seeded().demo, bridges[0][0] ?? ""),
    await routerAtSite(seeded().savanna, bridges[1][0] ?? ""),
  ];
  gateways = [await gatewayOf(seeded().demo), await gatewayOf(seeded().savanna)];
  lines = [await lineOf(seeded().demo), await lineOf(seeded().savanna)];
  lineImports = [await lineImportOf(seeded().demo), await lineImportOf(seeded().savanna)];
  sessions = [await sessionOf(seeded().demo), await sessionOf(seeded().savanna)];
  // That a bridge is away is noted after five minutes: perhaps in the middle of this walk.
  for (const [id = ""] of bridges)
    await runInDurableObject(env.BRIDGE.getByName(id), (_object, { storage }) => storage.deleteAlarm());
  savannaBefore = await savannaRows();
});

beforeEach(() => countChangesAnew(seeded().demo.id));

async function sessionOf(provider: SeededProvider): Promise<string> {
  const cookie = await signInProvider(provider);
  const answer = await call(listAdminSessions, {}, { host: hostOf(provider.subdomain), cookie });
  return (answer.ok && answer.answer.find(({ isThis }) => isThis)?.id) || "";
}

/** A bridge that is away again, and a scan that it began. */
async function bridgeWithScan(provider: SeededProvider, who: "demo" | "savanna"): Promise<string[]> {
  const owner = { providerId: provider.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Site box")).code);
  const link = await bridge.connect();
  const asking = call(scanNetwork, { body: {} }, { host: hostOf(who), cookie: callers()[who] });
  const { id } = await link.next("request");
  link.say({ type: "answer", id, ok: true, message: "Begun.", result: { subnets: [], total: 1 } });
  const answer = await asking;
  await closeAllLinks();
  return [bridge.id, answer.ok ? answer.answer.scan.id : ""];
}

async function routerAtSite({ id: providerId, subdomain }: SeededProvider, bridgeId: string) {
  const ctx = testContext();
  const id = crypto.randomUUID();
  const name = `Jetty of ${subdomain}`;
  const secrets = {
    password: "site",
    isMade: true as const,
    away: { password: "hosts" },
    macAuthPassword: "",
  };
  await addRouter(ctx, {
    id,
    name,
    providerId,
    bridgeId,
    host: "192.168.77.1",
    port: 8728,
    username: siteUser,
    secrets,
    connectionType: "tunnel",
    createdAt: ctx.now(),
    servingEpoch: 1,
  });
  await ctx.platform.run(peerStatement(ctx, id, await freeAddress(ctx)));
  return id;
}

async function gatewayOf({ id: providerId }: SeededProvider): Promise<string> {
  const ctx = testContext();
  const id = crypto.randomUUID();
  const account = { accountNumber: "4455", environment: "sandbox", useAutoApi: true } as const;
  await ctx.platform.run(
    addGateway(
      ctx,
      { ...account, id, providerId, routerId: null, type: "airtel_money", createdAt: ctx.now() },
      null,
    ),
  );
  return id;
}

async function lineOf({ id: providerId, routers }: SeededProvider): Promise<string> {
  const [ctx, id] = [testContext(), crypto.randomUUID()];
  const speeds = { uploadMbps: 5, downloadMbps: 10 };
  const late = { graceDays: 0, daysFrom: null, fairUseGB: null, fairUseMbps: null, isOffered: true };
  await addPackage(ctx, providerId, id, {
    name: "Home",
    price: 1_500,
    period: { days: 30 },
    ...speeds,
    ...late,
  });
  const customer = { name: "Mercy", phone: "254722100200", language: null };
  await addCustomer(ctx, providerId, id, customer);
  const terms = JSON.stringify(await termsOfPackage(ctx, providerId, id));
  const [now, until] = [ctx.now(), ctx.now() + 30 * dayMs];
  const password = ctx.keys.seal("fibre4you", sealedPlace("lines", id));
  await ctx.tenant(providerId).batch([
    sql`INSERT INTO lines (id, customer_id, router_id, terms, login, login_small, password, rev, paid_until, period_day,
        blocks_at, created_at, updated_at)
      VALUES (${id}, ${id}, ${routers[0]?.id ?? ""}, ${terms}, 'mercy', 'mercy', ${password}, 1, ${until}, 1,
        ${until}, ${now}, ${now})`,
    sql`INSERT INTO line_periods (line_id, number, from_at, until_at, cents, bought_at)
      VALUES (${id}, 1, ${now}, ${until}, 0, ${now})`,
  ]);
  return id;
}

async function lineImportOf({ id: providerId, routers }: SeededProvider): Promise<string> {
  const [ctx, id] = [testContext(), crypto.randomUUID()];
  await ctx.tenant(providerId).run(
    sql`INSERT INTO line_imports (id, file_name, file_hash, router_id, "rows", last_row, made_by, created_at)
      VALUES (${id}, ${`${id}.csv`}, ${id}, ${routers[0]?.id ?? ""}, 10, 11, 'mercy', ${ctx.now()})`,
  );
  return id;
}

const savannaRows = () => databaseChecksum({ onlyProvider: seeded().savanna.id });
const asDemo = () => ({ host: hostOf("demo"), cookie: callers().demo });

/** Ids by which a row of this provider could be named, by what they name. */
function rowsOf(provider: SeededProvider, history: ProviderRecords): Record<Kind, string[]> {
  const which = provider === seeded().demo ? 0 : 1;
  const [bridge = "", scan = ""] = bridges[which];
  return {
    plan: provider.plans.map(({ id }) => id),
    router: [...provider.routers.map(({ id }) => id), atSite[which]],
    provider: [provider.id],
    admin: [provider.admin.id],
    bridge: [bridge],
    scan: [scan],
    session: [sessions[which]],
    gateway: [gateways[which]],
    payment: [history.paymentId],
    entitlement: [history.entitlementId],
    voucher: [history.voucherId],
    device: [history.mac],
    paybillPayment: [history.paybillPaymentId],
    outage: [history.outageId],
    person: [history.personId],
    invitation: [history.personInvitationId],
    apiToken: [history.apiTokenId],
    import: [history.importId],
    message: [history.messageId],
    incoming: [history.incomingId],
    leak: [history.leakId],
    campaign: [history.campaignId],
    customer: [history.customerId],
    cash: [history.cashId],
    line: [lines[which]],
    // Made under the same id.
    package: [lines[which]],
    lineImport: [lineImports[which]],
  };
}

/** The other provider's ids that this call is asked with: of the kind that it speaks of, and of two others. */
function idsOfSavanna(endpoint: Endpoint, own: Kind | undefined): string[] {
  const rows = rowsOf(seeded().savanna, savannaRecords);
  return [...(own ? [own] : []), ...foreignKinds(endpoint, own)].flatMap((kind) => rows[kind]);
}

/** What nobody else may ever read. */
function secretsOf(provider: SeededProvider, history: ProviderRecords): string[] {
  const names = [
    provider.businessName,
    ...provider.plans.map(({ name }) => name),
    ...provider.routers.map(({ name }) => name),
  ];
  return [
    ...Object.values(rowsOf(provider, history)).flat(),
    history.phone,
    history.receipt,
    history.voucherCode,
    ...names,
  ];
}

function expectNothingOfSavanna(text: string): void {
  const seen = secretsOf(seeded().savanna, savannaRecords).filter((secret) => text.includes(secret));
  expect(seen, text.slice(0, 300)).toEqual([]);
}

/** A refusal's body; the id of its request is different in every answer. */
function withoutRequestId(text: string): unknown {
  const { requestId: _, ...rest } = JSON.parse(text);
  return rest;
}

const names = (endpoint: Endpoint) => endpoint.path.includes(":");
const forProvider = (endpoint: Endpoint) => isFor(endpoint, "provider");

test.each(each((endpoint) => forProvider(endpoint) && names(endpoint)))(
  "%s does not know another provider's rows: it answers as if they were not there",
  async (_name, endpoint) => {
    const unknown = await probe(
      endpoint,
      { params: someParams(endpoint), body: someBody(endpoint, seeded()) },
      asDemo(),
    );
    expect(unknown.status).toBe(404);
    const unknownBody = withoutRequestId(unknown.text);
    const asked = idsOfSavanna(endpoint, namedBy(endpoint)).map(async (id) => {
      const input = { params: someParams(endpoint, id), body: someBody(endpoint, seeded()) };
      const { status, text } = await probe(endpoint, input, asDemo());
      expect([id, status, withoutRequestId(text)]).toEqual([id, 404, unknownBody]);
    });
    await Promise.all(asked);
    expect(await savannaRows()).toBe(savannaBefore);
  },
);

const properties = (endpoint: Endpoint) => bodySchema(endpoint).properties ?? {};
const referring = (endpoint: Endpoint) => referencesIn(endpoint).length > 0;
/** Fields by which a body refers to a row; identity keys are compared or ignored, so they are walked over below. */
const identity = ["adminId", "providerId", "gatewayConfigId"];
const referencesIn = (endpoint: Endpoint) =>
  Object.keys(properties(endpoint)).filter((key) => /Ids?$/.test(key) && !identity.includes(key));

test.each(each((endpoint) => isUnsafe(endpoint) && isForBrowsers(endpoint) && referring(endpoint)))(
  "%s refuses a body that refers to another provider's rows",
  async (_name, endpoint) => {
    for (const field of referencesIn(endpoint)) {
      const asked = idsOfSavanna(endpoint, referred(field)).map(async (id) => {
        const body = { ...someBody(endpoint, seeded()), [field]: id };
        const { status, text } = await probe(endpoint, { params: someParams(endpoint), body }, asDemo());
        expect([field, id, status >= 400]).toEqual([field, id, true]);
        expectNothingOfSavanna(text);
      });
      await Promise.all(asked);
    }
    expect(await savannaRows()).toBe(savannaBefore);
  },
);

test.each(
  each(
    (endpoint) =>
      isUnsafe(endpoint) && forProvider(endpoint) && identity.some((key) => key in properties(endpoint)),
  ),
)("%s never acts for whom a body names", async (_name, endpoint) => {
  const claimed = {
    adminId: seeded().savanna.admin.id,
    providerId: seeded().savanna.id,
    gatewayConfigId: "seeded",
  };
  const sent = Object.fromEntries(Object.entries(claimed).filter(([key]) => key in properties(endpoint)));
  const body = { ...someBody(endpoint, seeded()), ...sent };
  const { text } = await probe(endpoint, { params: someParams(endpoint), body }, asDemo());
  expectNothingOfSavanna(text);
  expect(await savannaRows()).toBe(savannaBefore);
});

test.each(each((endpoint) => endpoint.method === "GET" && isForBrowsers(endpoint) && !names(endpoint)))(
  "%s shows one provider nothing of another",
  async (_name, endpoint) => {
    const { routers } = seeded().savanna;
    const query = {
      routerId: routers[0]?.id ?? "",
      mac: savannaRecords.mac,
      providerId: seeded().savanna.id,
    };
    for (const asked of [{}, { routerId: query.routerId, mac: query.mac }, query]) {
      const { text } = await probe(endpoint, { query: { ...queryNeeded(endpoint), ...asked } }, asDemo());
      // A page repeats the address that it was asked for; what lies behind it stays unseen.
      const behind = text
        .replaceAll(query.routerId, "")
        .replaceAll(query.mac, "")
        .replaceAll(query.providerId, "");
      expectNothingOfSavanna(behind);
    }
  },
);

/** A new password ends the other sessions, what is cut off can be allowed again, what was deleted is found no more, and what stands still lets little be done. */
const firstOfAll = ["endAdminSession"];
const nearlyLast = [
  ...["disconnectUser", "allowUser", "disconnectDevice", "allowDevice", "disablePerson", "enablePerson"],
  ...["undoImport", "undoLineImport", "pauseLine", "resumeLine"],
];

function turnOf({ method, name }: Endpoint): number {
  if (firstOfAll.includes(name)) return -1;
  if (method === "DELETE") return nearlyLast.length + 1;
  return nearlyLast.indexOf(name) + 1;
}

describe("a provider's own rows", () => {
  test.each(each((endpoint) => forProvider(endpoint) && endpoint.method === "GET" && !names(endpoint)))(
    "are what %s answers with",
    async (_name, endpoint) => {
      const response = await send(endpoint, { query: queryNeeded(endpoint) }, asDemo());
      expect(response.status).toBe(200);
      endpoint.answer.parse(await response.json());
    },
  );

  // Last, because it deletes and cuts off: the refusals above are worth something only if the same call can succeed.
  test.each(
    each((endpoint) => forProvider(endpoint) && names(endpoint)).toSorted(
      ([, one], [, other]) => turnOf(one) - turnOf(other),
    ),
  )("are found by %s", async (_name, endpoint) => {
    const statuses = new Set<number>();
    for (const id of rowsOf(seeded().demo, demoRecords)[namedBy(endpoint)]) {
      // Seeded payments are rows without an object: money finds its purchase by plan and device instead.
      const { paymentId: _absent, customerId: _nobody, ...body } = someBody(endpoint, seeded());
      // By which bridge a router is run: none, because a bridge that is away finds none.
      if (endpoint === chooseRouterBridge) body.bridgeId = null;
      if (endpoint === changeLinePackage) body.packageId = lines[0];
      const input = { params: someParams(endpoint, id), body };
      statuses.add((await probe(endpoint, input, asDemo())).status);
    }
    // 503: no bridge is installed at the seeded() sites, so what needs one was found and could not be asked.
    // Nothing can be sent by a gateway that lacks its app, nor given back of a payment without an object: it was found, and says so.
    // Of a customer whose purchase runs nothing is deleted yet, and of a campaign without messages nothing is left to send.
    // The seeded lines are names, in no network of devices.
    const saysWhy: Endpoint[] = [
      ...[verifyOwnGateway, refundOwnPayment, appealRefund, deleteCustomerData, deleteAccountData],
      ...[resumeCampaign, replaceDevice, setNetwork, moveLine],
    ];
    const isFound = (status: number) =>
      status === 200 || status === 503 || (status === 409 && saysWhy.includes(endpoint));
    expect([...statuses].filter(isFound)).not.toEqual([]);
    expect(await savannaRows()).toBe(savannaBefore);
  });
});

test("the walk sees what would leak: the other provider's own console does show these rows", async () => {
  const shown: string[] = [];
  for (const [, endpoint] of each((one) => forProvider(one) && one.method === "GET" && !names(one))) {
    const theirs = { host: hostOf("savanna"), cookie: callers().savanna };
    const response = await send(endpoint, { query: queryNeeded(endpoint) }, theirs);
    shown.push(await response.text());
  }
  const secrets = secretsOf(seeded().savanna, savannaRecords).filter((secret) =>
    shown.some((text) => text.includes(secret)),
  );
  expect(secrets.length).toBeGreaterThan(5);
  expect((await rowsOfAllTenants("SELECT 1 FROM sessions")).length).toBeGreaterThan(2);
});
