import type { Ask } from "../gateway-kit/engine.ts";
import {
  type ControlledPrompt,
  type Fields,
  type GatewayClient,
  gatewayClient,
  gatewayWorld,
  type WorldOptions,
} from "../gateway-kit/world.ts";
import { DarajaSimulator } from "./daraja-simulator.ts";
import type { DarajaSettings } from "./settings.ts";
import type { DarajaApp } from "./state.ts";

export const APP: DarajaApp = {
  consumerKey: "key-of-mama-njeri",
  consumerSecret: "secret-of-mama-njeri",
  shortCode: "174379",
  passkey: "bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919",
  name: "Mama Njeri WiFi",
  tills: ["5123456"],
  partyBs: ["522522"],
  initiatorName: "testapi",
  securityCredential: "c2VhbGVkLXBhc3N3b3JkLW9mLXRoZS1vcGVyYXRvcg==",
};

export const OTHER_APP: DarajaApp = {
  consumerKey: "key-of-juma",
  consumerSecret: "secret-of-juma",
  shortCode: "600001",
  passkey: "passkey-of-juma",
  allowAnyPartyB: true,
};

export const PHONE = "254712345678";
export const CALLBACK_URL = "http://worker.localhost:8787/cb/s/0a1b/2c3d";
export const CONFIRMATION_URL = "http://worker.localhost:8787/cb/t/0a1b/2c3d/confirmation";
export const VALIDATION_URL = "http://worker.localhost:8787/cb/t/0a1b/2c3d/validation";
export const RESULT_URL = "http://worker.localhost:8787/cb/r/0a1b/2c3d/result";
export const TIMEOUT_URL = "http://worker.localhost:8787/cb/r/0a1b/2c3d/timeout";

/** What a test says to a simulator, over whatever carries requests to it. */
export type DarajaClient = GatewayClient<DarajaSettings, ControlledPrompt & { checkoutRequestId: string }> & {
  token(app?: DarajaApp): Promise<string>;
  /** A push that is right in every field, with `fields` laid over it. */
  push(fields?: Fields, app?: DarajaApp): Promise<Response>;
  query(checkoutRequestId: string, app?: DarajaApp): Promise<Response>;
  /** Registers addresses for the app's short code, version 2 unless told. */
  register(fields?: Fields, options?: { version?: 1 | 2; app?: DarajaApp }): Promise<Response>;
  /** Somebody pays the app's paybill by hand: KES 20 to account 12345678, with `fields` laid over it. */
  typed(fields?: Fields): Promise<Response>;
  /** A reversal of KES 20 of a receipt that is right in every field, with `fields` laid over it. */
  reverse(receipt: string, fields?: Fields, app?: DarajaApp): Promise<Response>;
  /** A question after a receipt, with `fields` laid over it. */
  status(fields: Fields, app?: DarajaApp): Promise<Response>;
  /** An authorised call to any of the gateway's addresses. */
  authorised(path: string, body: unknown, app?: DarajaApp): Promise<Response>;
};

export function passwordOf(app: DarajaApp, timestamp: string): string {
  return btoa(`${app.shortCode}${app.passkey}${timestamp}`);
}

export function darajaClient(origin: string, send: (request: Request) => Promise<Response>): DarajaClient {
  const tokens = new Map<string, string>();
  const client: GatewayClient<DarajaSettings, ControlledPrompt & { checkoutRequestId: string }> =
    gatewayClient(origin, send, { path: "/control", settingsPath: "/control/gateways" });
  const { call } = client;
  const token: DarajaClient["token"] = async (app = APP) => {
    const answer = await call("/oauth/v1/generate?grant_type=client_credentials", {
      headers: { Authorization: `Basic ${btoa(`${app.consumerKey}:${app.consumerSecret}`)}` },
    });
    const { access_token } = await answer.json<{ access_token: string }>();
    tokens.set(app.consumerKey, access_token);
    return access_token;
  };
  const authorised: DarajaClient["authorised"] = async (path, body, app = APP) => {
    const bearer = tokens.get(app.consumerKey) ?? (await token(app));
    return await call(path, { body, headers: { Authorization: `Bearer ${bearer}` } });
  };
  const operator = (app: DarajaApp) => ({
    Initiator: app.initiatorName ?? "nobody",
    SecurityCredential: app.securityCredential ?? "bm9ib2R5",
    ResultURL: RESULT_URL,
    QueueTimeOutURL: TIMEOUT_URL,
    Remarks: "Double payment",
  });
  const signed = async (path: string, app: DarajaApp, fields: Fields) => {
    const Timestamp = "20261120120000";
    return await authorised(
      path,
      {
        BusinessShortCode: app.shortCode,
        Password: passwordOf(app, Timestamp),
        Timestamp,
        ...fields,
      },
      app,
    );
  };
  return {
    ...client,
    token,
    push: (fields = {}, app = APP) =>
      signed("/mpesa/stkpush/v1/processrequest", app, {
        TransactionType: "CustomerPayBillOnline",
        Amount: "20",
        PartyA: PHONE,
        PartyB: app.shortCode,
        PhoneNumber: PHONE,
        CallBackURL: CALLBACK_URL,
        AccountReference: "K7Q2M9",
        TransactionDesc: "3 Hours",
        ...fields,
      }),
    query: (checkoutRequestId, app = APP) =>
      signed("/mpesa/stkpushquery/v1/query", app, { CheckoutRequestID: checkoutRequestId }),
    authorised,
    register: (fields = {}, { version = 2, app = APP } = {}) =>
      authorised(
        `/mpesa/c2b/v${version}/registerurl`,
        {
          ShortCode: app.shortCode,
          ResponseType: "Completed",
          ConfirmationURL: CONFIRMATION_URL,
          ValidationURL: VALIDATION_URL,
          ...fields,
        },
        app,
      ),
    typed: (fields = {}) =>
      call("/control/typed", {
        body: { shortCode: APP.shortCode, account: "12345678", amount: 20, phone: PHONE, ...fields },
      }),
    reverse: (receipt, fields = {}, app = APP) =>
      authorised(
        "/mpesa/reversal/v1/request",
        {
          ...operator(app),
          CommandID: "TransactionReversal",
          TransactionID: receipt,
          Amount: "20",
          ReceiverParty: app.shortCode,
          RecieverIdentifierType: "11",
          ...fields,
        },
        app,
      ),
    status: (fields, app = APP) =>
      authorised(
        "/mpesa/transactionstatus/v1/query",
        {
          ...operator(app),
          CommandID: "TransactionStatusQuery",
          PartyA: app.shortCode,
          IdentifierType: "4",
          ...fields,
        },
        app,
      ),
  };
}

export function darajaWorld(options: WorldOptions<DarajaSettings> & { ask?: Ask } = {}) {
  const world = gatewayWorld(options, (shared, inbox) => {
    const ask: Ask = (url, body, headers) => {
      inbox.push({ url, body, headers });
      return options.ask
        ? options.ask(url, body, headers)
        : Promise.resolve({ status: 200, body: '{"ResultCode":"0","ResultDesc":"Accepted"}' });
    };
    return new DarajaSimulator({ ...shared, ask, apps: [APP, OTHER_APP] });
  });
  const client = darajaClient("http://daraja.localhost", (request) => world.simulator.fetch(request));
  return { ...world, ...client };
}

/** One simulator with a clock of its own, and an inbox in which its callbacks and questions land. */
export type DarajaWorld = ReturnType<typeof darajaWorld>;
