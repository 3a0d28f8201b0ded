import Cloudflare from "cloudflare";
import { expect, test } from "vitest";
import type { Place } from "../../deploy/place.ts";
import { Refused } from "../../deploy/refused.ts";
import { securityStep } from "../../deploy/steps/security.ts";
import type { Account, Zone } from "../simulators/cloudflare/state.ts";
import { answerZones } from "../simulators/cloudflare/zones.ts";

// What of a zone's security turns machines away, and what is said of it; Cloudflare's own library asks the stand-in of its API.

const base = "/client/v4";
const mayConfigure = "a configuration rule: no browser integrity check at mlango.test";

function placeWith(has: Partial<Zone>): Place {
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
  return { api, zone: { id: zone.id, name: zone.name }, domain: zone.name } as unknown as Place;
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
])("%s does not", async (_name, has) => {
  const found = await securityStep.look(placeWith(has));
  expect("make" in found && found.make).toContain(mayConfigure);
});
