import Cloudflare from "cloudflare";
import { expect, test } from "vitest";
import type { Place } from "../../deploy/place.ts";
import { Refused } from "../../deploy/refused.ts";
import { securityStep } from "../../deploy/steps/security.ts";
import type { Account, FirewallRule, Zone } from "../simulators/cloudflare/state.ts";
import { answerZones } from "../simulators/cloudflare/zones.ts";

// What of a zone's security turns machines away, and what is said of it; Cloudflare's own library asks the stand-in of its API.

const base = "/client/v4";
const mayConfigure = "a configuration rule: no browser integrity check at mlango.test";

function placeWith(has: Partial<Zone>, accepted: readonly string[] = []): Place {
  const zone: Zone = { id: "b".repeat(32), name: "mlango.test", status: "active", ...has };
  const account = { id: "a".repeat(32), zones: [zone] } as unknown as Account;
  const api = new Cloudflare({
    apiToken: "token",
    maxRetries: 0,
    fetch: async (input, init) => {
      const request = new Request(String(input), init);
      const { pathname, searchParams: query } = new URL(request.url);
      const body = request.body === null ? {} : await request.json();
      const path = pathname.slice(base.length);
      const answer = answerZones({ account, method: request.method, path, query, body });
      if (!answer) throw new Error(`the stand-in knows no ${request.method} ${path}`);
      return answer;
    },
  });
  const about = { zone: { id: zone.id, name: zone.name }, domain: zone.name };
  return { api, ...about, accepted: new Set(accepted) } as unknown as Place;
}

const rule = (parameters: object, enabled = true) => ({
  configRules: {
    id: "r",
    rules: [
      {
        id: "1",
        action: "set_config",
        action_parameters: parameters,
        expression: '(http.host eq "x")',
        enabled,
      },
    ],
  },
});

const firewallRule: FirewallRule = {
  id: "w",
  action: "managed_challenge",
  expression: "(not cf.client.bot)",
};
const machines = ["/cb/", "/c/", "/api/", "/bridge/"]
  .map((path) => `starts_with(http.request.uri.path, "${path}")`)
  .join(" or ");
const elsewhere = '(http.host eq "shop.test" and ip.geoip.country eq "XX")';
const skip = (parameters: object) =>
  ({ action: "skip", expression: machines, action_parameters: parameters }) as const;

test.each<[name: string, has: Partial<Zone>, sentence: RegExp]>([
  ["Bot Fight Mode", { bots: { fight_mode: true } }, /^Bot Fight Mode is on for mlango\.test\./],
  [
    "Super Bot Fight Mode",
    { bots: { sbfm_definitely_automated: "block" } },
    /^Super Bot Fight Mode is on for mlango\.test\./,
  ],
  [
    "Under Attack Mode",
    { securityLevel: "under_attack" },
    /^Under Attack Mode is on for mlango\.test\. .*callbacks, routers and bridges.* Switch it off/,
  ],
  [
    "Under Attack Mode where the integrity check is off",
    { securityLevel: "under_attack", browserCheck: "off" },
    /^Under Attack Mode is on/,
  ],
  [
    "a rule with Under Attack Mode",
    { ...rule({ security_level: "under_attack" }), browserCheck: "off" },
    /^A configuration rule of mlango\.test switches Under Attack Mode on \(\(http\.host eq "x"\)\)/,
  ],
  [
    "a WAF rule for all",
    { firewall: [{ ...firewallRule, description: "No bots" }] },
    /^WAF custom rule "No bots" of mlango\.test \(managed_challenge where \(not cf\.client\.bot\)\) may meet M-Pesa's callbacks, routers and bridges\. Leave \/cb\/, \/c\/, \/api\/, \/bridge\/ out of it .*--accept rules\.$/,
  ],
  [
    "a rate limit for all",
    { rateLimits: [{ ...firewallRule, action: "block" }], browserCheck: "off" },
    /^Rate limiting rule "w" of mlango\.test \(block where/,
  ],
  [
    "a rule that leaves out a part alone, beside one that blocks the rest",
    {
      firewall: [
        { ...firewallRule, expression: 'not starts_with(http.request.uri.path, "/cb/")' },
        { ...firewallRule, action: "block", expression: elsewhere.replace("shop.test", "demo.mlango.test") },
      ],
    },
    /^WAF custom rule "w" .* WAF custom rule "w" .*\(block where .* out of each .* where they meet/,
  ],
  [
    "a rule that blocks exactly where machines ask",
    { firewall: [{ ...firewallRule, expression: machines }] },
    /^WAF custom rule/,
  ],
  [
    "a rule for another host, or for all",
    { firewall: [{ ...firewallRule, expression: `${elsewhere} or (ip.geoip.country ne "KE")` }] },
    /^WAF custom rule/,
  ],
  [
    "a rule before the one that skips",
    { firewall: [firewallRule, { ...firewallRule, ...skip({ ruleset: "current" }) }] },
    /^WAF custom rule/,
  ],
  [
    "a rate limit where the custom rules alone are skipped",
    { firewall: [{ ...firewallRule, ...skip({ ruleset: "current" }) }], rateLimits: [firewallRule] },
    /^Rate limiting rule/,
  ],
])("%s stops a deployment, with a sentence", async (_name, has, sentence) => {
  const refused = await securityStep.look(placeWith(has)).catch((cause: unknown) => cause);
  expect(refused).toBeInstanceOf(Refused);
  expect((refused as Refused).message).toMatch(sentence);
});

test.each<[name: string, has: Partial<Zone>]>([
  ["a new zone", {}],
  ["a high level", { securityLevel: "high" }],
  ["a rule that is switched off", rule({ security_level: "under_attack" }, false)],
  ["a rule with another level", rule({ security_level: "low" })],
  ["a WAF rule that only writes down", { firewall: [{ ...firewallRule, action: "log" }] }],
  ["a WAF rule that is switched off", { firewall: [{ ...firewallRule, enabled: false }] }],
  [
    "a WAF rule that leaves machines out",
    { firewall: [{ ...firewallRule, expression: `not (${machines}) and not cf.client.bot` }] },
  ],
  ["a WAF rule for another host", { firewall: [{ ...firewallRule, expression: elsewhere }] }],
  [
    "a WAF rule for other hosts",
    { firewall: [{ ...firewallRule, expression: '(http.host in {"a.test" "b.test"})' }] },
  ],
  [
    "what a rule before it skips",
    { firewall: [{ ...firewallRule, ...skip({ ruleset: "current" }) }, firewallRule] },
  ],
  [
    "a rate limit that a rule skips",
    { firewall: [{ ...firewallRule, ...skip({ phases: ["http_ratelimit"] }) }], rateLimits: [firewallRule] },
  ],
])("%s does not", async (_name, has) => {
  const found = await securityStep.look(placeWith(has));
  expect("make" in found && found.make).toContain(mayConfigure);
});

test("a rule that a person looked at is accepted, and no mode is with it", async () => {
  const all = { firewall: [firewallRule] };
  const found = await securityStep.look(placeWith(all, ["rules"]));
  expect("make" in found && found.make).toContain(mayConfigure);
  const attacked = placeWith({ ...all, securityLevel: "under_attack" }, ["rules"]);
  await expect(securityStep.look(attacked)).rejects.toThrow("Under Attack Mode");
});
