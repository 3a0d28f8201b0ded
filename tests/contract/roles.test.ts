import { describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import { endpoints } from "#contract/index";
import { texts } from "#contract/texts";
import { type Role, roles } from "#contract/values/roles";
import { tenantDatabase } from "../support/tenant-rows.ts";
import { hostOf } from "../support/worker-call.ts";
import { countChangesAnew, each, inhabited, isFor, probe, someBody, someParams } from "./walk.ts";

const { seeded, callers } = inhabited();

const isOfProviders = (endpoint: Endpoint) => isFor(endpoint, "provider");
const namesFor = (role: Role) =>
  endpoints
    .filter((endpoint) => isOfProviders(endpoint) && endpoint.roles.includes(role))
    .map(({ name }) => name);

const everybody = [
  ...["adminLogOut", "adminSession", "confirmAdminPassword", "getProfile", "updateProfile", "getSettings"],
  ...["listAdminSessions", "endAdminSession", "endAdminSessions", "askEmailConfirmation"],
  ...["getAdminSecondFactor", "beginAdminSecondFactor", "confirmAdminSecondFactor", "endAdminSecondFactor"],
  "renewAdminRecoveryCodes",
  ...["listUsers", "listActiveUsers", "userStats", "listRouters", "listRoutersOfProvider"],
  ...["listLines", "listPackages", "getLineSettings", "whyLineOffline", "lineUsage"],
];
const cashiers = [
  ...[
    "adminListPlans",
    "generateVouchers",
    "extendUser",
    "ownFreeMinutes",
    "listVouchers",
    "listVoucherBatches",
    "voucherStats",
  ],
  ...["pauseLine", "resumeLine"],
  ...["listOfflineVouchers", "userDetails", "listTransactions", "retryActivation"],
  ...["customerAccount", "customerStatement", "listCash", "saveCustomer", "takeCash"],
  ...["listMessages", "listOptOuts", "setOptOut", "listIncomingMessages", "removeIncomingMessage"],
];
const technicians = [
  ...["addRouter", "addTunnelRouter", "changeOwnRouter", "testRouter", "discoverRouters"],
  ...["chooseRouterBridge", "reclaimRouter"],
  ...["scanNetwork", "readScan", "cancelScan", "createRouterSetup", "readRouterSetup", "readTunnelOffer"],
  ...["readPreflight", "runPreflight", "readOwnDevices", "saveOwnDevices"],
  ...["handOverUsers", "keepForeignUsers"],
  ...[
    "addLine",
    "setLineBlocking",
    "setLinePassword",
    "listServedUnpaid",
    "readNetworks",
    "replaceDevice",
    "moveLine",
  ],
  ...["listBridges", "createBridgeCode", "updateBridge", "listOutages"],
];

describe("who may ask what", () => {
  test("is all for the owner, and no more than this for a cashier and a technician", () => {
    const missing = endpoints.filter((one) => isOfProviders(one) && !one.roles.includes("owner"));
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(namesFor("cashier").sort()).toEqual([...everybody, ...cashiers].sort());
    expect(namesFor("technician").sort()).toEqual([...everybody, ...technicians].sort());
  });

  test("names no role where a call is not for providers", () => {
    const wrong = endpoints.filter((one) => !isOfProviders(one) && one.roles.length > 0);
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

/** What the demo provider's first person is; empty where a call may have changed it. */
let present = "";

/**
 * The session may have been ended by a call of the walk that was let in. After one that was refused nothing is written, or each of them
 * would read all rows anew.
 */
async function demoIs(role: string): Promise<void> {
  if (present === role) return;
  present = role;
  const db = tenantDatabase(seeded().demo.id);
  await db.prepare("UPDATE admins SET role = ?1").bind(role).run();
  await db.prepare("UPDATE sessions SET revoked_at = NULL").run();
}

/** A sentence that says who may, in each language. */
const whoMay: Record<string, { en: string; sw: string }> = Object.fromEntries(
  ["only_owner", "only_owner_cashier", "only_owner_technician"].map((key) => [
    key,
    { en: texts.en[key] ?? "", sw: texts.sw[key] ?? "" },
  ]),
);
const reasonOf = (text: string) => /"reason":"(\w+)"/.exec(text)?.[1] ?? "";

async function asked(endpoint: Endpoint, role: string, language: "en" | "sw" = "en") {
  await demoIs(role);
  await countChangesAnew(seeded().demo.id);
  const input = { params: someParams(endpoint), body: someBody(endpoint, seeded()) };
  const headers = { "accept-language": language };
  const answer = await probe(endpoint, input, { host: hostOf("demo"), cookie: callers().demo, headers });
  if (!Object.hasOwn(whoMay, reasonOf(answer.text))) present = "";
  return answer;
}

const asksRole = each((endpoint) => isFor(endpoint, "provider") && !isFor(endpoint, "visitor"));

describe.each(roles)("a call answers %s as its data says", (role) => {
  const refusedFirst = asksRole.toSorted(
    ([, one], [, other]) => Number(one.roles.includes(role)) - Number(other.roles.includes(role)),
  );
  test.each(refusedFirst)("%s", async (_name, endpoint) => {
    const { status, text } = await asked(endpoint, role);
    const isRefused = Object.hasOwn(whoMay, reasonOf(text));
    expect([isRefused, status === 403 && isRefused]).toEqual(
      endpoint.roles.includes(role) ? [false, false] : [true, true],
    );
    if (!isRefused) return;
    const { message } = JSON.parse(text);
    const { en } = whoMay[reasonOf(text)] ?? {};
    expect(message).toBe(en);
    for (const may of endpoint.roles) expect(message).toContain(may);
  });
});

test.each(asksRole)("%s answers nobody whose role it does not know", async (_name, endpoint) => {
  const { status, text } = await asked(endpoint, "Administrator", "sw");
  expect(status).toBe(403);
  expect(JSON.parse(text).message).toBe(whoMay[reasonOf(text)]?.sw);
});
