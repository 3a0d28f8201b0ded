import {
  type ControlledPrompt,
  type GatewayClient,
  gatewayClient,
  gatewayWorld,
  type WorldOptions,
} from "../gateway-kit/world.ts";
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
export type AirtelClient = GatewayClient<AirtelSettings, AirtelPrompt> & {
  token(app?: AirtelApp): Promise<string>;
  /** A push that is right in every field, with `transaction`, `subscriber` and the rest laid over it. */
  push(over?: Over, app?: AirtelApp): Promise<Response>;
  enquire(transactionId: string, app?: AirtelApp): Promise<Response>;
  refund(moneyId: string, app?: AirtelApp): Promise<Response>;
};

export type AirtelPrompt = ControlledPrompt & {
  transactionId: string;
  msisdn: string;
  amount: number;
  moneyId: string | null;
};

type Over = {
  reference?: unknown;
  subscriber?: Record<string, unknown>;
  transaction?: Record<string, unknown>;
};

export function airtelClient(origin: string, send: (request: Request) => Promise<Response>): AirtelClient {
  const tokens = new Map<string, string>();
  let pushes = 0;
  const client = gatewayClient<AirtelSettings, AirtelPrompt>(origin, send, {
    path: "/control/airtel",
    settingsPath: "/control/airtel/settings",
  });
  const { call } = client;
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
    ...client,
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
  };
}

export function airtelWorld(options: WorldOptions<AirtelSettings> = {}) {
  const world = gatewayWorld(options, (shared) => new AirtelSimulator({ ...shared, apps: [APP, OTHER_APP] }));
  const client = airtelClient("http://airtel.localhost", (request) => world.simulator.fetch(request));
  return { ...world, ...client };
}
