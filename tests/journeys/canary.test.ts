import { generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#contract/index";
import type { SeededProvider } from "../seed/two-providers.ts";
import { type Answer, ask } from "../support/site/ask.ts";
import { originOf, signIn } from "../support/site/console.ts";
import { root } from "../support/site/processes.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// Every credential that a site holds, and one of each kind that an operator can type, is looked for in clear: in every answer
// that a console can ask for, in the logs, in what browsers and the Workers runtime are given, and in the files in which the
// database and the objects keep themselves.

const { site, visitors } = testSite();
const answers: { from: string; text: string }[] = [];
const canary = (name: string) => `canary-${name}-9f3c1d7e5b`;
/** PEM, as a bank gives it: its middle is looked for, because texts may break its lines elsewhere. */
const pem = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
}).privateKey;

const typed = {
  mpesa: {
    consumerKey: canary("consumer-key"),
    consumerSecret: canary("consumer-secret"),
    passkey: canary("passkey"),
    initiatorName: canary("initiator"),
    securityCredential: canary("security-credential"),
  },
  airtel: {
    clientId: canary("client-id"),
    clientSecret: canary("client-secret"),
    callbackKey: canary("callback-key"),
  },
  bank: { apiKey: canary("api-key"), apiSecret: canary("api-secret"), merchantId: "7650100" },
};

let operator = "";

async function tell(
  cookie: string,
  origin: string,
  path: string,
  json: unknown,
  method = "POST",
): Promise<Answer> {
  const answer = await ask(origin, path, { method, json, headers: { cookie } });
  answers.push({ from: `${method} ${path}`, text: answer.text + JSON.stringify(answer.headers) });
  return answer;
}

const made = async (path: string, json: unknown, method = "POST") => {
  const answer = await tell(operator, site().main, path, json, method);
  expect(answer.status, `${path} ${answer.text}`).toBe(200);
  return JSON.parse(answer.text) as { id: string };
};

beforeAll(async () => {
  const { username, password } = site().seeded.operator;
  const signedIn = await ask(site().main, "/api/superadmin/login", { json: { username, password } });
  operator = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
});

const planId = () => site().seeded.demo.plans[0]?.id ?? "";

it("sells with the credentials that it has", async () => {
  const { mac, phone } = newVisitor();
  const { transactionId } = await visitors().initiate(mac, planId(), phone);
  const prompt = await visitors().openPrompt(phone);
  await visitors().answerPrompt(prompt.id, "paid");
  await visitors().untilOnline(transactionId);
});

it("stores one credential of every kind, and refuses some", async () => {
  const gateways = `/api/superadmin/providers/${site().seeded.demo.id}/payment-gateway`;
  const form = { environment: "sandbox", routerId: null };
  const mobile = { ...form, gatewayType: "mobile_money", accountNumber: "600300" };
  const { id } = await made(gateways, {
    ...mobile,
    gatewayProvider: "mpesa",
    customConfiguration: { ...typed.mpesa, businessShortCode: "600300" },
  });
  await made(
    `${gateways}/${id}`,
    {
      paymentGatewayId: "mpesa",
      environment: "sandbox",
      useAutoApi: false,
      accountNumber: "600301",
      configuration: { passkey: canary("new-passkey") },
    },
    "PUT",
  );
  await made(gateways, { ...mobile, gatewayProvider: "airtel_money", customConfiguration: typed.airtel });
  await made(gateways, {
    ...form,
    gatewayType: "bank",
    gatewayProvider: "equity",
    accountNumber: "145016064988",
    customConfiguration: { ...typed.bank, privateKey: pem },
  });
  // What is refused carries secrets, too.
  const refused = {
    ...mobile,
    gatewayProvider: "mpesa",
    customConfiguration: { consumerKey: canary("refused") },
  };
  expect((await tell(operator, site().main, gateways, refused)).status).toBe(400);
  const unknown = { username: "operator", password: canary("wrong-password") };
  expect((await ask(site().main, "/api/superadmin/login", { json: unknown })).status).toBe(401);
  await made("/api/admin/routers", {
    name: "Canary",
    host: "192.0.2.7",
    port: 8728,
    username: "mlango",
    password: canary("router-password"),
    routerosVersion: "7.x",
    connectionType: "direct",
    isActive: true,
  });
  const { demo } = site().seeded;
  const owner = await signIn(site(), demo);
  const messages = "/api/admin/messages";
  const sms = { username: "canary", apiKey: canary("sms-key") };
  const saved = await tell(owner, originOf(site(), demo), `${messages}/account`, sms, "PUT");
  expect(saved.status, saved.text).toBe(200);
  // The SMS provider does not know it: why it was not taken is told and written down.
  const phoneNumber = "0712345678";
  const untaken = await tell(owner, originOf(site(), demo), `${messages}/test`, { phoneNumber });
  expect(untaken.status).toBe(409);
  // Asked for with credentials that the gateway does not know: what comes of it is written down, too.
  const stranger = newVisitor();
  const tried = await visitors().initiate(stranger.mac, planId(), stranger.phone);
  expect(tried).toMatchObject({ success: false });
});

/** Whatever can be asked for without a body, with every id that there is in each place of an address. */
async function readEverything(
  who: string,
  cookie: string,
  origin: string,
  ids: readonly string[],
): Promise<number> {
  let read = 0;
  for (const { method, path, kind } of endpoints) {
    if (method !== "GET" || kind === "socket" || kind === "callback") continue;
    const addresses = path.includes(":") ? ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path];
    for (const address of addresses) {
      const answer = await ask(origin, address, { headers: { cookie } });
      if (answer.status === 200) read += 1;
      answers.push({ from: `${who} GET ${address}`, text: answer.text + JSON.stringify(answer.headers) });
    }
  }
  return read;
}

it("answers everybody everything they may read", async () => {
  const { demo, savanna } = site().seeded;
  const listed = await ask(site().main, `/api/superadmin/providers/${demo.id}/payment-gateways`, {
    headers: { cookie: operator },
  });
  const ids = [
    demo.id,
    demo.routers[0]?.id ?? "",
    ...(JSON.parse(listed.text) as { id: string }[]).map(({ id }) => id),
  ];
  // A walk that reads little would find little.
  expect(await readEverything("operator", operator, site().main, ids)).toBeGreaterThan(25);
  const of = async (provider: SeededProvider) =>
    readEverything(provider.subdomain, await signIn(site(), provider), originOf(site(), provider), ids);
  expect(await of(demo)).toBeGreaterThan(15);
  expect(await of(savanna)).toBeGreaterThan(15);
});

/** Every secret under the name by which a fault is told: a failing test must not print it. */
function secrets(): Map<string, string> {
  const { platformApp, savannaApp, banks, router, passwords, rootSecret, nameSecret, mailToken } =
    site().secrets;
  const own = { ...typed.mpesa, ...typed.airtel, apiKey: typed.bank.apiKey, apiSecret: typed.bank.apiSecret };
  return new Map([
    ...Object.entries(own).map(([name, value]) => [`typed ${name}`, value] as const),
    ...["new-passkey", "refused", "wrong-password", "router-password", "sms-key"].map(
      (name) => [`typed ${name}`, canary(name)] as const,
    ),
    ["typed private key", pem.split("\n").slice(3, 4).join("")],
    ...[platformApp, savannaApp].flatMap((app, index) =>
      (["consumerKey", "consumerSecret", "passkey"] as const).map(
        (name) => [`app ${index} ${name}`, app[name]] as const,
      ),
    ),
    ...Object.entries(banks).map(([name, { apiSecret }]) => [`bank ${name}`, apiSecret] as const),
    ["router password", router.password],
    ["router MAC password", router.macAuthPassword],
    ["root secret", rootSecret],
    ["name secret", nameSecret],
    ["mail token", mailToken],
    ...Object.entries(passwords).map(([name, value]) => [`password of ${name}`, value] as const),
  ]);
}

/** As it is, and as a header, a dump or a JSON text would write it. */
function disguises(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString("base64").slice(0, -4), bytes.toString("hex")].map((text) =>
    Buffer.from(text),
  );
}

function found(places: Iterable<{ place: string; bytes: Buffer }>): string[] {
  const wanted = [...secrets()].flatMap(([name, secret]) =>
    disguises(secret).map((disguise) => ({ name, disguise })),
  );
  const faults: string[] = [];
  for (const { place, bytes } of places)
    for (const { name, disguise } of wanted) if (bytes.includes(disguise)) faults.push(`${name} in ${place}`);
  return [...new Set(faults)];
}

function* files(folder: string): Generator<{ place: string; bytes: Buffer }> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    yield { place: path.slice(folder.length + 1), bytes: readFileSync(path) };
  }
}

it("finds none of them in an answer", () => {
  expect(found(answers.map(({ from, text }) => ({ place: from, bytes: Buffer.from(text) })))).toEqual([]);
});

it("finds none of them in a log", () => {
  expect(found(files(site().logDir))).toEqual([]);
});

it("finds none of them in what is built", () => {
  expect(found(files(join(root, "dist")))).toEqual([]);
});

it("finds none of them where the database and the objects keep themselves", () => {
  const kept = [...files(join(site().dir, "state"))];
  // What is looked through is what holds the gateways: their account stands there in clear.
  expect(kept.some(({ bytes }) => bytes.includes(Buffer.from("600301")))).toBe(true);
  expect(found(kept)).toEqual([]);
});
