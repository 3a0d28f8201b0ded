import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { saveProviderBilling } from "#contract/billing";
import { submitConfirmation } from "#contract/billing-confirmations";
import type { Endpoint } from "#contract/endpoint";
import { endpoints } from "#contract/index";
import { saveSmsAccount } from "#contract/messages";
import { createPlan, updatePlan } from "#contract/plans";
import { updateProfile } from "#contract/profile";
import { createProvider } from "#contract/providers";
import { addRouter } from "#contract/routers";
import { asAppError, refusalResponse } from "#worker/errors";
import { isRaw, validated } from "#worker/http/request-rules";

// What a body is refused for before anything of it is looked up: the rules and sentences of the contract, by the checks that every call
// of the worker passes. That a refused call writes nothing is held where the calls are tested.

/** What the call answers to a body. */
async function answerTo(endpoint: Endpoint, body: object): Promise<[status: number, sentence: string]> {
  const app = new Hono();
  app.onError((cause) => refusalResponse(asAppError(cause), endpoint.hasSuccess ?? false, "en"));
  app.on(endpoint.method, [endpoint.path], ...validated(endpoint), (c) => c.json({ message: "taken" }));
  const text = JSON.stringify(body);
  const answer = await app.request(endpoint.path.replace(/:\w+/g, "one"), {
    method: endpoint.method,
    headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) },
    body: text,
  });
  const { message } = (await answer.json()) as { message: string };
  return [answer.status, message];
}

type Row = readonly [sentence: string, changes: readonly Record<string, unknown>[]];

function isRefused(endpoint: Endpoint, given: Record<string, unknown>, rows: readonly Row[]): void {
  test(`${endpoint.name} takes the body as it is`, async () => {
    expect(await answerTo(endpoint, given)).toEqual([200, "taken"]);
  });
  test.each(rows)(`${endpoint.name}: %s`, async (sentence, changes) => {
    for (const change of changes)
      expect([change, ...(await answerTo(endpoint, { ...given, ...change }))]).toEqual([
        change,
        400,
        sentence,
      ]);
  });
}

describe("a plan", () => {
  const fillIn = "Please fill in all required fields";
  const speed = "Please enter a valid speed in Mbps";
  const duration = "Please enter a valid duration in hours";
  const hours = "Please enter from when until when it is open, two different times of the day like 22:00";
  const fairUse =
    "Please enter from how many GB on, and at what lower speed, the plan goes on: below its speed and its data limit";
  const rows: Row[] = [
    [fillIn, [{ name: "" }, { name: "   " }, { name: undefined }, { name: null }]],
    [fillIn, [{ price: "" }, { price: " " }, { price: undefined }]],
    [fillIn, [{ speedMbps: undefined }, { speedMbps: null }]],
    [fillIn, [{ durationHours: undefined }, { durationHours: null }]],
    [speed, [0, 2.5, "5", "fast", -1, 10_001].map((speedMbps) => ({ speedMbps }))],
    [speed, [{ speedMbps: 2, speedKbps: 2_500 }]],
    [duration, [0, 1.5, "2", 9_000].map((durationHours) => ({ durationHours }))],
    [duration, [{ durationHours: 2, durationMinutes: 90 }]],
    [
      "Please enter a valid duration",
      [0, 0.5, 527_041].map((durationMinutes) => ({ durationHours: undefined, durationMinutes })),
    ],
    [
      "Please enter a valid speed in kbps, from 64",
      [63, 512.5, 10_000_001].map((speedKbps) => ({ speedMbps: undefined, speedKbps })),
    ],
    ["Please enter a valid upload speed in Mbps", [0.0001, 0, "1"].map((uploadMbps) => ({ uploadMbps }))],
    [
      "Please enter a valid data limit in GB",
      [0.0000000001, -1, "x"].map((dataLimitGB) => ({ dataLimitGB })),
    ],
    ["Please enter when the offer ends", [{ soldUntil: "tomorrow" }]],
    [
      hours,
      [
        { hours: { from: "22:00", until: "22:00" } },
        { hours: { from: "24:00", until: "06:00" } },
        { hours: { from: "22:00" } },
        { hours: { from: 22, until: 6 } },
      ],
    ],
    ["Choose at least one of your routers, or all of them", [{ routerIds: [] }]],
    [
      fairUse,
      [
        { fairUseGB: 1 },
        { fairUseMbps: 1 },
        { fairUseGB: 1, fairUseMbps: 2 },
        { fairUseGB: 0, fairUseMbps: 1 },
        { fairUseGB: 1, fairUseMbps: 0.01 },
        { dataLimitGB: 1, fairUseGB: 1, fairUseMbps: 1 },
      ],
    ],
    ["Please enter a number of devices from 1 to 20", [0, 21, 1.5].map((devices) => ({ devices }))],
  ];
  const given = { name: "Two Hours", price: "15", speedMbps: 2, durationHours: 2 };
  for (const endpoint of [createPlan, updatePlan]) isRefused(endpoint, given, rows);
});

describe("how a provider is billed", () => {
  const rate = "Percentage rate must be between 0 and 100";
  const day = "Due day is a day from 1 to 28";
  const addresses = "Give e-mail addresses, separated by commas";
  const given = {
    billingModel: "percentage",
    percentageRate: 2.5,
    transactionFee: null,
    monthlyFee: null,
    billingCycle: "monthly",
    dueDay: 5,
    paymentAccountNumber: "PROV-1",
    notificationEmails: "",
  };
  isRefused(saveProviderBilling, given, [
    ["Billing model is required", [{ billingModel: "free" }, { billingModel: undefined }]],
    ["Percentage rate is required", [{ percentageRate: null }]],
    [rate, [{ percentageRate: 100.01 }, { percentageRate: -1 }]],
    ["Percentage rate has at most two decimals", [{ percentageRate: 1.234 }]],
    ["Transaction fee is required", [{ billingModel: "per_transaction" }]],
    ["Transaction fee must be between 0 and 10,000,000", [{ transactionFee: -0.5 }]],
    ["Monthly fee is required", [{ billingModel: "monthly_fee" }]],
    ["Payment account number is required", [{ paymentAccountNumber: "  " }]],
    [day, [{ dueDay: 0 }, { dueDay: 29 }, { dueDay: 1.5 }]],
    ["Billing cycle is required", [{ billingCycle: "weekly" }]],
    [
      addresses,
      ["a@b.example, nobody", "a@b.example\r\nBcc: x@y.example"].map((notificationEmails) => ({
        notificationEmails,
      })),
    ],
  ]);
});

describe("a payment code of an invoice", () => {
  const code = "A payment code has 8 to 12 letters and digits, as in the message that you got";
  isRefused(submitConfirmation, { paymentCode: "ABCDEFGHJK", amountPaid: 5 }, [
    [code, ["SHORT12", "ABCDEFGHJKLMN", "ABCD-FGHJK"].map((paymentCode) => ({ paymentCode }))],
    ["Payment code is required", [{ paymentCode: " " }]],
    ["Amount paid is between KSh 1 and KSh 10,000,000", [{ amountPaid: 0 }]],
    ["Amount paid is a number of shillings", [{ amountPaid: "much" }]],
  ]);
});

describe("a router", () => {
  const given = {
    name: "Rooftop",
    host: "192.168.88.7",
    port: 8728,
    username: "api",
    password: "rooftop secret",
    location: "Roof",
    bridgeId: "one",
  };
  isRefused(addRouter, given, [
    ["Give the router a name", [{ name: " " }]],
    [
      "Enter an address or a host name alone, such as 192.168.88.1: no spaces and no http://",
      [{ host: "192.168.88.1/" }, { host: "a b" }, { host: "http://192.168.88.1" }],
    ],
    ["Please enter a valid port number (1-65535)", [{ port: 0 }, { port: 65_536 }]],
    ["Enter the API user", [{ username: "" }]],
    ["Choose RouterOS 7.x or 6.x", [{ routerosVersion: "5.x" }]],
  ]);
});

describe("an admin's profile", () => {
  const anew = (newPassword: string) => ({
    currentPassword: "demo password",
    newPassword,
    confirmPassword: newPassword,
  });
  isRefused(updateProfile, { name: "Amina Wanjiru", email: "amina@demo.example" }, [
    ["Name is required", [{ name: "  " }]],
    ["Use at least 8 characters", [anew("seven 7")]],
  ]);
});

describe("a new provider", () => {
  const admin = {
    username: "ali",
    password: "a long password",
    name: "Ali Omar",
    email: "ali@coast.example",
  };
  const given = {
    businessName: "Coast WiFi",
    contactName: "Ali Omar",
    email: "ali@coast.example",
    phone: "254700000009",
    address: "Moi Avenue",
    kraPin: "A001",
    businessLicense: "BL-7",
    subdomain: "coast-1",
    adminCredentials: admin,
  };
  const withAdmin = (change: Record<string, unknown>) => ({ adminCredentials: { ...admin, ...change } });
  isRefused(createProvider, given, [
    ["Subdomain is required", [{ subdomain: "" }]],
    ["Business Name is required", [{ businessName: " " }]],
    ["Contact Name is required", [{ contactName: "" }]],
    ["Phone is required", [{ phone: undefined }]],
    ["Email is required", [{ email: "" }]],
    ["Invalid email address", [{ email: "ali" }, withAdmin({ email: "ali@" })]],
    ["A subdomain neither begins nor ends with a hyphen.", [{ subdomain: "coast-" }]],
    ["This subdomain belongs to the platform itself. Choose another one.", [{ subdomain: "vpn" }]],
    ["Login Username is required", [withAdmin({ username: "" })]],
    ["Admin Full Name is required", [withAdmin({ name: "" })]],
    ["Admin Email is required", [withAdmin({ email: undefined })]],
    ["Password is required", [withAdmin({ password: "" })]],
    ["Password must be at least 8 characters long.", [withAdmin({ password: "7 chars" })]],
  ]);
});

describe("a visitor", () => {
  test("reads no field's name, whatever is wrong", async () => {
    for (const endpoint of endpoints.filter(
      ({ audience, method }) => audience.includes("visitor") && method === "POST",
    )) {
      if (isRaw(endpoint) || endpoint.kind === "form") continue;
      const { shape } = endpoint.body as unknown as { shape?: Record<string, unknown> };
      // Names of one word are words of people, too.
      const fields = Object.keys(shape ?? {}).filter((field) => /[A-Z]/.test(field));
      for (const wrong of [
        {},
        ...fields.map((field) => ({ [field]: { a: 1 } })),
        ...fields.map((field) => ({ [field]: "x".repeat(3_000) })),
      ]) {
        const [, sentence] = await answerTo(endpoint, wrong);
        for (const field of fields) expect(sentence, endpoint.name).not.toMatch(new RegExp(`\\b${field}\\b`));
      }
    }
  });
});

describe("an SMS account", () => {
  const given = { username: "amina", apiKey: "atsk_0123456789" };
  isRefused(saveSmsAccount, given, [
    ["Please check service: it is not what is expected here.", [{ service: "twilio" }, { service: 1 }]],
    ["Enter the user name of your account, as its provider shows it", [{ username: "a b" }, { username: 7 }]],
    [
      "A sender ID has at most 11 letters and digits, or is a short code",
      [{ senderId: "TWELVE_CHARS" }, { senderId: "A  B" }],
    ],
    ["Enter the API key of your account", [{ apiKey: "short" }, { apiKey: "with a blank" }]],
  ]);
  test.each([{}, { service: "talksasa", username: "" }, { senderId: null }])(
    "saveSmsAccount leaves to the service what it needs beyond: %o",
    async (change) => {
      expect(await answerTo(saveSmsAccount, { ...given, ...change })).toEqual([200, "taken"]);
    },
  );
});
