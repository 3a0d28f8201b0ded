import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PaymentInitiated, PaymentStatus } from "#contract/payments";
import type { NewRouterSetup, RouterSetup } from "#contract/router-setup";
import { homeRouter } from "../simulators/routeros/console/images.ts";
import { ask } from "../support/site/ask.ts";
import { signInOperator } from "../support/site/console-operator.ts";
import { control } from "../support/site/control.ts";
import { readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";
import { hasMachines, MachineRoom } from "../support/tunnels/machines.ts";
import { fetchNow, PastedRouter } from "../support/tunnels/pasted-router.ts";
import { PlatformHost } from "../support/tunnels/platform-host.ts";

// A stranger signs up, proves where the money goes by KSh 1, pastes one line into a router and sells: no operator does anything
// for it. Each test goes on where the one before it stopped; the pages of it stand in tests/e2e/console-sign-up.test.ts.

const password = "a sentence of her own";
const email = "achieng@lakeside.example";
const account = "880100";
const { site, visitors } = testSite({ payBills: [account] });
const buyer = { mac: "4C:5E:0C:D4:00:01", ip: "192.168.88.101", phone: "254712000199" };

describe.runIf(hasMachines)("a stranger", () => {
  let room: MachineRoom;
  let host: PlatformHost;
  let router: PastedRouter;
  let origin = "";
  let cookie = "";
  let planId = "";
  let routerId = "";
  let began = 0;

  beforeAll(async () => {
    room = new MachineRoom();
    host = await PlatformHost.setUp(site(), room.add(), "Host one");
    const headers = { cookie: await signInOperator(site()) };
    const json = { approvesItself: true };
    const answer = await ask(site().main, "/api/superadmin/sign-up-rules", { method: "PUT", json, headers });
    expect(answer.status).toBe(200);
    began = Date.now();
  });
  afterAll(async () => {
    host?.cut();
    await room?.end();
  });

  async function tell<T>(path: string, json?: unknown, at = origin): Promise<T> {
    const answer = await ask(at, path, { headers: { cookie }, ...(json === undefined ? {} : { json }) });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text) as T;
  }

  /** With the right PIN, where there is one to be asked for. */
  async function pay(phone: string): Promise<{ amount: number }> {
    const prompt = await visitors().openPrompt(phone);
    await visitors().answerPrompt(prompt.id, "paid");
    return prompt;
  }

  it("signs up by the code of a letter, and is approved by the platform's rule", async () => {
    const { id } = await tell<{ id: string }>(
      "/api/signup",
      {
        businessName: "Lakeside WiFi",
        name: "Achieng Otieno",
        phone: "0712 345 678",
        email,
        subdomain: "lakeside",
        password,
      },
      site().main,
    );
    const [letter] = await readRows(site(), "SELECT text FROM mail WHERE recipient = ?1", email);
    const code = /Your code is (\d{6})/.exec(String(letter?.text))?.[1] ?? "";
    const proved = await tell<{ state: string; address: string }>(
      "/api/signup/code",
      { id, code },
      site().main,
    );
    expect(proved.state).toBe("approved");
    origin = new URL(proved.address).origin;
    const signedIn = await ask(origin, "/api/admin/login", { json: { username: email, password } });
    expect(signedIn.status).toBe(200);
    cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
  });

  it("makes a plan, and proves the pay bill by KSh 1 that the own phone pays", async () => {
    const plan = { name: "Evening", price: 30, durationHours: 6, speedMbps: 4 };
    planId = (await tell<{ id: string }>("/api/admin/plans", plan)).id;
    const { id } = await tell<{ id: string }>("/api/admin/payment-gateways", {
      type: "mpesa",
      accountNumber: account,
    });
    await tell(`/api/admin/payment-gateways/${id}/verify`, { phoneNumber: "0712 345 678" });
    expect((await pay("254712345678")).amount).toBe(1);
    await until(
      "the account is proved",
      () => tell<{ accountNumber: string; verifiedAt: string | null }[]>("/api/admin/payment-gateways"),
      (all) => all.some(({ verifiedAt }) => verifiedAt !== null),
    );
  });

  it("pastes one line into a router as it came from the shop", async () => {
    const made = await tell<NewRouterSetup & { routerId: string }>("/api/admin/routers/tunnel", {
      name: "Jetty",
      interface: "bridge",
    });
    routerId = made.routerId;
    const shop = homeRouter("7.18.2");
    const address = /url=\("([^"]+)"/.exec(made.command)?.[1] ?? "";
    shop.onFetch = fetchNow;
    shop.import(fetchNow(`${address}7`, { method: "GET", body: null }));
    router = await PastedRouter.start(room.add(), shop, [buyer]);
    // Its pages stand in the console alone: the machine behind the tunnel has none, so that the checklist goes no further here.
    await until(
      "the router is driven",
      async () => (await tell<RouterSetup>(`/api/admin/routers/${routerId}/setup`)).tunnel,
      (tunnel) => tunnel?.done.includes("logged_in") === true,
      60_000,
    );
  });

  it("sells: a visitor pays, the money is led to that pay bill, and the visitor is online", async () => {
    const answer = await ask(origin, "/api/payment/initiate", {
      json: { phoneNumber: buyer.phone, planId, macAddress: buyer.mac, routerId },
    });
    const { transactionId } = JSON.parse(answer.text) as PaymentInitiated;
    expect((await pay(buyer.phone)).amount).toBe(30);
    await until("the visitor is online", () => router.isOnline(buyer.mac), Boolean);
    // The router lets the visitor on before its acknowledgement reaches the worker.
    await until(
      "the visitor's page says so",
      async () =>
        JSON.parse((await ask(origin, `/api/payment/status/${transactionId}`)).text) as PaymentStatus,
      ({ status, access }) => status === "completed" && access === "online",
    );
    const pushes = await control<{ phoneNumber: string; partyB?: string }[]>(site(), "/control/prompts");
    expect(pushes.find(({ phoneNumber }) => phoneNumber === buyer.phone)).toMatchObject({ partyB: account });
    // Ten minutes of its time are the aim; here nobody has to think or to type.
    expect(Date.now() - began).toBeLessThan(120_000);
  });
});
