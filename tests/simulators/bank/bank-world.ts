import { createSign, generateKeyPairSync } from "node:crypto";
import { FakeClock } from "../daraja/fake-clock.ts";
import { memoryStore, type SimulatorStore } from "../daraja/store.ts";
import { BankSimulator } from "./bank-simulator.ts";
import type { BankSettings } from "./settings.ts";
import type { CoopApp, EquityApp, KcbApp } from "./state.ts";

export const KCB: KcbApp = { bank: "kcb", apiKey: "kcb-key", apiSecret: "kcb-secret", till: "7654321" };
export const COOP: CoopApp = {
  bank: "coop",
  apiKey: "coop-key",
  apiSecret: "coop-secret",
  operatorCode: "MLANGO",
};
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const EQUITY: EquityApp = {
  bank: "equity",
  apiKey: "equity-key",
  apiSecret: "equity-secret",
  merchantCode: "4604761982",
  accountNumber: "1450160649886",
  publicKey: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
};

export const PHONE = "254712345678";
/** Within KCB's fifty characters. */
export const CALLBACK_URL = "https://wifi.example/cb/k/0a1b2c3d4e5f";

type Fields = Record<string, unknown>;
type Headers = Record<string, string>;

/** Three banks with a fake clock and an inbox, and a client that says the right thing unless told otherwise. */
export function bankWorld(
  options: { settings?: Partial<BankSettings>; store?: SimulatorStore; deliver?: () => Promise<number> } = {},
) {
  const clock = new FakeClock();
  const inbox: { url: string; body: string }[] = [];
  const simulator = new BankSimulator({
    clock,
    store: options.store ?? memoryStore(),
    deliver: (url, body) => {
      inbox.push({ url, body });
      return options.deliver?.() ?? Promise.resolve(200);
    },
    apps: [KCB, COOP, EQUITY],
    schedule: clock.schedule,
    settings: options.settings ?? {},
  });
  simulator.start();
  const call = (path: string, body?: unknown, headers: Headers = {}) =>
    simulator.fetch(
      new Request(`http://bank.localhost${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  const token = async ({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }) => {
    const answer = await call("/token?grant_type=client_credentials", "", {
      Authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}`,
    });
    return (await answer.json<{ access_token: string }>()).access_token;
  };
  const merchantToken = async () => {
    const body = { merchantCode: EQUITY.merchantCode, consumerSecret: EQUITY.apiSecret };
    const answer = await call("/authentication/api/v3/authenticate/merchant", body, {
      "Api-Key": EQUITY.apiKey,
    });
    return (await answer.json<{ accessToken: string }>()).accessToken;
  };
  const bearer = (of: string) => ({ Authorization: `Bearer ${of}` });
  return {
    clock,
    inbox,
    call,
    token,
    merchantToken,
    sent: () => inbox.map(({ body }): Fields => JSON.parse(body)),
    set: (settings: Partial<BankSettings>) => call("/control/bank/settings", settings),
    prompts: async () =>
      await (await call("/control/bank/prompts")).json<
        { id: string; state: string; receipt: string | null; [key: string]: unknown }[]
      >(),
    answer: (id: string, outcome: string) => call(`/control/bank/prompts/${id}`, { outcome }),
    kcbPush: async (fields: Fields = {}, headers: Headers = {}) =>
      await call(
        "/mm/api/request/1.0.0/stkpush",
        {
          phoneNumber: PHONE,
          amount: "20",
          invoiceNumber: `${KCB.till}-K7Q2M9`,
          sharedShortCode: true,
          orgShortCode: "",
          orgPassKey: "",
          callbackUrl: CALLBACK_URL,
          transactionDescription: "3 Hours",
          ...fields,
        },
        { ...bearer(await token(KCB)), routeCode: "207", operation: "STKPush", messageId: "m-1", ...headers },
      ),
    coopPush: async (fields: Fields = {}) =>
      await call(
        "/FT/stk/1.0.0",
        {
          MessageReference: "K7Q2M9",
          CallBackUrl: CALLBACK_URL,
          OperatorCode: COOP.operatorCode,
          TransactionCurrency: "KES",
          MobileNumber: PHONE,
          Narration: "3 Hours",
          Amount: 20,
          MessageDateTime: "2026-11-20T12:00:00.000+03:00",
          OtherDetails: [{ Name: "COOP", Value: "1" }],
          ...fields,
        },
        bearer(await token(COOP)),
      ),
    coopEnquiry: async (fields: Fields = {}) =>
      await call(
        "/Enquiry/STK/1.0.0/",
        { MessageReference: "K7Q2M9", UserID: COOP.operatorCode, ...fields },
        bearer(await token(COOP)),
      ),
    equityPush: async (payment: Fields = {}, merchant: Fields = {}, signature?: string) => {
      const body = {
        merchant: { accountNumber: EQUITY.accountNumber, countryCode: "KE", name: "Mama Njeri", ...merchant },
        payment: {
          ref: "K7Q2M9",
          mobileNumber: "0712345678",
          telco: "Safaricom",
          amount: "20.00",
          currency: "KES",
          date: "2026-11-20",
          callBackUrl: CALLBACK_URL,
          pushType: "STK",
          ...payment,
        },
      };
      const { ref, mobileNumber, telco, amount, currency } = body.payment;
      const signed = `${body.merchant.accountNumber}${ref}${mobileNumber}${telco}${amount}${currency}`;
      return await call("/v3-apis/payment-api/v3.0/stkussdpush/initiate", body, {
        ...bearer(await merchantToken()),
        Signature: signature ?? createSign("RSA-SHA256").update(signed).sign(pair.privateKey, "base64"),
      });
    },
  };
}

export type BankWorld = ReturnType<typeof bankWorld>;
