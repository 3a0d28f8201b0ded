import { DarajaSimulator } from "./daraja-simulator.ts";
import type { Deliver } from "./engine.ts";
import { FakeClock } from "./fake-clock.ts";
import type { DarajaSettings } from "./settings.ts";
import type { DarajaApp } from "./state.ts";
import { memoryStore, type SimulatorStore } from "./store.ts";

export const APP: DarajaApp = {
  consumerKey: "key-of-mama-njeri",
  consumerSecret: "secret-of-mama-njeri",
  shortCode: "174379",
  passkey: "bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919",
  name: "Mama Njeri WiFi",
  tills: ["5123456"],
  partyBs: ["522522"],
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

export type Delivered = { url: string; body: string; headers: Record<string, string> };

/** What a test says to a simulator, over whatever carries requests to it. */
export type DarajaClient = {
  /** A body that is no text is sent as JSON; POST when there is a body. */
  call(
    path: string,
    options?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  token(app?: DarajaApp): Promise<string>;
  /** A push that is right in every field, with `fields` laid over it. */
  push(fields?: Record<string, unknown>, app?: DarajaApp): Promise<Response>;
  query(checkoutRequestId: string, app?: DarajaApp): Promise<Response>;
  prompts(): Promise<{ id: string; state: string; checkoutRequestId: string; [key: string]: unknown }[]>;
  answer(id: string, outcome: string, more?: Record<string, unknown>): Promise<Response>;
  set(settings: Partial<DarajaSettings>): Promise<Response>;
};

/** One simulator with a clock of its own, and an inbox in which its callbacks land. */
export type DarajaWorld = DarajaClient & {
  clock: FakeClock;
  simulator: DarajaSimulator;
  inbox: Delivered[];
};

export function passwordOf(app: DarajaApp, timestamp: string): string {
  return btoa(`${app.shortCode}${app.passkey}${timestamp}`);
}

export function darajaClient(origin: string, send: (request: Request) => Promise<Response>): DarajaClient {
  const tokens = new Map<string, string>();
  const call: DarajaClient["call"] = (path, { method, body, headers } = {}) =>
    send(
      new Request(`${origin}${path}`, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: { "Content-Type": "application/json", ...headers },
        body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  const token: DarajaClient["token"] = async (app = APP) => {
    const answer = await call("/oauth/v1/generate?grant_type=client_credentials", {
      headers: { Authorization: `Basic ${btoa(`${app.consumerKey}:${app.consumerSecret}`)}` },
    });
    const { access_token } = await answer.json<{ access_token: string }>();
    tokens.set(app.consumerKey, access_token);
    return access_token;
  };
  const signed = async (path: string, app: DarajaApp, fields: Record<string, unknown>) => {
    const bearer = tokens.get(app.consumerKey) ?? (await token(app));
    const Timestamp = "20261120120000";
    const body = {
      BusinessShortCode: app.shortCode,
      Password: passwordOf(app, Timestamp),
      Timestamp,
      ...fields,
    };
    return await call(path, { body, headers: { Authorization: `Bearer ${bearer}` } });
  };
  return {
    call,
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
    prompts: async () => (await call("/control/prompts")).json(),
    answer: (id, outcome, more = {}) => call(`/control/prompts/${id}`, { body: { outcome, ...more } }),
    set: (settings) => call("/control/gateways", { body: settings }),
  };
}

export function darajaWorld(
  options: { store?: SimulatorStore; settings?: Partial<DarajaSettings>; deliver?: Deliver } = {},
): DarajaWorld {
  const clock = new FakeClock();
  const inbox: Delivered[] = [];
  const simulator = new DarajaSimulator({
    clock,
    store: options.store ?? memoryStore(),
    deliver: (url, body, headers) => {
      inbox.push({ url, body, headers });
      return options.deliver ? options.deliver(url, body, headers) : Promise.resolve(200);
    },
    apps: [APP, OTHER_APP],
    schedule: clock.schedule,
    ...(options.settings ? { settings: options.settings } : {}),
  });
  simulator.start();
  const client = darajaClient("http://daraja.localhost", (request) => simulator.fetch(request));
  return { ...client, clock, simulator, inbox };
}
