import { expect, test } from "vitest";
import { reachGateways } from "#worker/features/payments/gateways/reach-gateways";
import { firewallPage } from "../../simulators/gateway-kit/http.ts";
import { testContext } from "../../support/worker-context.ts";

// Whether gateways let the worker in, by what comes back for a key that nobody has. The platform's own app: tests/worker/breakers/outages.test.ts.

const asked: { url: string; headers: Headers }[] = [];
function contextWith(answer: () => Response | undefined, settings: object = {}) {
  const base = testContext();
  asked.length = 0;
  const fetcher = async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push({ url: String(input), headers: new Headers(init?.headers) });
    const given = answer();
    if (!given) throw new TypeError("internal error");
    return given;
  };
  const noApp = { PLATFORM_MPESA_CONSUMER_KEY: undefined };
  return { ...base, settings: { ...base.settings, ...noApp, ...settings }, fetch: fetcher as typeof fetch };
}
const refusal = { errorCode: "400.008.01", errorMessage: "Invalid Authentication passed" };

test.each([
  { what: "its own refusal", answer: () => Response.json(refusal, { status: 400 }), state: "reached" },
  { what: "its refusal without a word", answer: () => new Response("", { status: 400 }), state: "reached" },
  { what: "a firewall's page", answer: () => firewallPage("forbidden"), state: "turned_away" },
  { what: "a firewall's page that says 200", answer: () => firewallPage("page"), state: "turned_away" },
  { what: "a bare 403", answer: () => new Response("", { status: 403 }), state: "turned_away" },
  { what: "nothing", answer: () => undefined, state: "silent" },
])("M-Pesa answers with $what: $state", async ({ answer, state }) => {
  const [mpesa, ...others] = await reachGateways(
    contextWith(answer, { PLATFORM_AIRTEL_ENVIRONMENT: undefined }),
  );
  expect(mpesa).toMatchObject({ gateway: "M-Pesa", state });
  expect(others).toEqual([]);
});

test("says which machine it was that turned away, in its own words", async () => {
  const [mpesa] = await reachGateways(contextWith(() => firewallPage("forbidden")));
  expect(mpesa?.detail).toMatch(
    /^status 403: Request unsuccessful. Incapsula incident ID: 1220001130094251338/,
  );
});

test("the platform's Airtel app is tried, too, and both by the relay where there is one", async () => {
  const relay = { GATEWAY_RELAY_URL: "https://relay.example", GATEWAY_RELAY_TOKEN: "a relay token" };
  const airtel = { PLATFORM_MPESA_ENVIRONMENT: "production", PLATFORM_AIRTEL_ENVIRONMENT: "production" };
  const settings = {
    ...relay,
    ...airtel,
    MPESA_PRODUCTION_URL: "https://api.safaricom.co.ke",
    AIRTEL_PRODUCTION_URL: "https://openapi.airtel.africa",
  };
  const found = await reachGateways(contextWith(() => Response.json(refusal, { status: 400 }), settings));
  expect(found.map(({ gateway, host }) => [gateway, host])).toEqual([
    ["M-Pesa", "api.safaricom.co.ke"],
    ["Airtel Money", "openapi.airtel.africa"],
  ]);
  expect(asked.map(({ url }) => url)).toEqual([
    "https://relay.example/api.safaricom.co.ke/oauth/v1/generate?grant_type=client_credentials",
    "https://relay.example/openapi.airtel.africa/auth/oauth2/token",
  ]);
  for (const { headers } of asked) expect(headers.get("x-relay-token")).toBe("a relay token");
});
