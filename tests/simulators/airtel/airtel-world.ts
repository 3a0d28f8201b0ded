import type { Deliver } from "../daraja/engine.ts";
import { FakeClock } from "../daraja/fake-clock.ts";
import { memoryStore, type SimulatorStore } from "../daraja/store.ts";
import { AirtelSimulator } from "./airtel-simulator.ts";
import type { AirtelSettings } from "./settings.ts";
import type { AirtelApp } from "./state.ts";

export const APP: AirtelApp = {
  clientId: "id-of-mama-njeri",
  clientSecret: "secret-of-mama-njeri",
  name: "Mama Njeri WiFi",
  portal: {
    callbackUrl: "http://worker.localhost:8787/cb/a/0a1b/2c3d",
    callbackKey: "zITVAAGYSlzl1WkUQJn81kbpT5drH3koffT8jCkcJJA=",
    allowedIps: ["127.0.0.1"],
  },
};

export const OTHER_APP: AirtelApp = { clientId: "id-of-juma", clientSecret: "secret-of-juma" };

/** Nine digits, as Airtel wants them. */
export const MSISDN = "733123456";

/** What a test says to a simulator, over whatever carries requests to it. */
export type AirtelClient = {
  /** A body that is no text is sent as JSON; POST when there is a body. */
  call(
    path: string,
    options?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  token(app?: AirtelApp): Promise<string>;
  /** A push that is right in every field, with `transaction`, `subscriber` and the rest laid over it. */
  push(over?: Over, app?: AirtelApp): Promise<Response>;
  enquire(transactionId: string, app?: AirtelApp): Promise<Response>;
  refund(moneyId: string, app?: AirtelApp): Promise<Response>;
  /** Newest first. */
  prompts(): Promise<AirtelPrompt[]>;
  answer(id: string, outcome: string, more?: Record<string, unknown>): Promise<Response>;
  set(settings: Partial<AirtelSettings>): Promise<Response>;
  counts(): Promise<Record<string, number>>;
};

export type AirtelPrompt = {
  id: string;
  state: string;
  transactionId: string;
  msisdn: string;
  amount: number;
  moneyId: string | null;
  [key: string]: unknown;
};

type Over = {
  reference?: unknown;
  subscriber?: Record<string, unknown>;
  transaction?: Record<string, unknown>;
};

export function airtelClient(origin: string, send: (request: Request) => Promise<Response>): AirtelClient {
  const tokens = new Map<string, string>();
  let pushes = 0;
  const call: AirtelClient["call"] = (path, { method, body, headers } = {}) =>
    send(
      new Request(`${origin}${path}`, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: { "Content-Type": "application/json", ...headers },
        body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  const token: AirtelClient["token"] = async (app = APP) => {
    const answer = await call("/auth/oauth2/token", {
      body: {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: "client_credentials",
      },
    });
    const { access_token } = await answer.json<{ access_token: string }>();
    tokens.set(app.clientId, access_token);
    return access_token;
  };
  const signed = async (path: string, app: AirtelApp, body?: unknown) => {
    const bearer = tokens.get(app.clientId) ?? (await token(app));
    const headers = { Authorization: `Bearer ${bearer}`, "X-Country": "KE", "X-Currency": "KES" };
    return await call(path, { body, headers });
  };
  return {
    call,
    token,
    push: ({ subscriber, transaction, ...over } = {}, app = APP) => {
      pushes += 1;
      const place = { country: "KE", currency: "KES" };
      return signed("/merchant/v1/payments/", app, {
        reference: "Mama Njeri WiFi",
        subscriber: { ...place, msisdn: MSISDN, ...subscriber },
        transaction: { ...place, amount: 20, id: `payment-${pushes}`, ...transaction },
        ...over,
      });
    },
    enquire: (transactionId, app = APP) => signed(`/standard/v1/payments/${transactionId}`, app),
    refund: (moneyId, app = APP) =>
      signed("/standard/v1/payments/refund", app, { transaction: { airtel_money_id: moneyId } }),
    prompts: async () => (await call("/control/airtel/prompts")).json(),
    answer: (id, outcome, more = {}) => call(`/control/airtel/prompts/${id}`, { body: { outcome, ...more } }),
    set: (settings) => call("/control/airtel/settings", { body: settings }),
    counts: async () => (await call("/control/airtel/calls")).json(),
  };
}

export type Delivered = { url: string; body: string; headers: Record<string, string> };

/** One simulator with a clock of its own, and an inbox in which its callbacks land. */
export type AirtelWorld = AirtelClient & {
  clock: FakeClock;
  simulator: AirtelSimulator;
  inbox: Delivered[];
};

export function airtelWorld(
  options: { store?: SimulatorStore; settings?: Partial<AirtelSettings>; deliver?: Deliver } = {},
): AirtelWorld {
  const clock = new FakeClock();
  const inbox: Delivered[] = [];
  const simulator = new AirtelSimulator({
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
  const client = airtelClient("http://airtel.localhost", (request) => simulator.fetch(request));
  return { ...client, clock, simulator, inbox };
}
