import { createSign, generateKeyPairSync } from "node:crypto";
import {
  type ControlledPrompt,
  type Fields,
  gatewayClient,
  gatewayWorld,
  type WorldOptions,
} from "../gateway-kit/world.ts";
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

type Headers = Record<string, string>;

/** Three banks with a fake clock and an inbox, and a client that says the right thing unless told otherwise. */
export function bankWorld(options: WorldOptions<BankSettings> = {}) {
  const world = gatewayWorld(
    options,
    (shared) => new BankSimulator({ ...shared, apps: [KCB, COOP, EQUITY] }),
  );
  const client = gatewayClient<BankSettings, ControlledPrompt & { receipt: string | null }>(
    "http://bank.localhost",
    (request) => world.simulator.fetch(request),
    { path: "/control/bank", settingsPath: "/control/bank/settings" },
  );
  const call = (path: string, body?: unknown, headers: Headers = {}) => client.call(path, { body, headers });
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
    ...world,
    ...client,
    call,
    token,
    merchantToken,
    sent: () => world.inbox.map(({ body }): Fields => JSON.parse(body)),
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
