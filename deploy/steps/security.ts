import Cloudflare from "cloudflare";
import type { Found, Place, Step } from "../place.ts";
import { Refused } from "../refused.ts";
import { machinePaths, rulesInTheWay } from "./firewall-rules.ts";

// Callbacks of gateways, routers that fetch their set-up, bridges, monitors: most of who asks the platform is a machine. What Cloudflare
// puts in front of the worker to turn machines away is seen in none of the worker's logs.

const ruleName = "Mlango: who asks here are machines";

export const securityStep: Step = {
  name: "Zone security",
  right:
    "Zone → Zone Settings → Read, Zone → Bot Management → Read, Zone → Zone WAF → Read and Zone → Config Rules → Edit",
  async look(place): Promise<Found> {
    const { api, zone, domain } = place;
    const mode = botMode(await api.botManagement.get({ zone_id: zone.id }));
    if (mode)
      throw new Refused(
        `${mode} is on for ${zone.name}. It turns away M-Pesa's callbacks, routers and bridges, before the worker sees them. ${remedies[mode]} in Cloudflare's dashboard (Security, Settings, Bot traffic).`,
      );
    if ((await settingOf(place, "security_level")) === "under_attack")
      throw new Refused(
        `Under Attack Mode is on for ${zone.name}. Who asks gets a page of Cloudflare's that a browser alone passes: M-Pesa's callbacks, routers and bridges do not. Switch it off in Cloudflare's dashboard (Overview, or Security, Settings); against a flood the platform has limits of its own.`,
      );
    const rules = await configRules(place);
    const attacked = rules?.find((rule) => rule.enabled && rule.isUnderAttack);
    if (attacked)
      throw new Refused(
        `A configuration rule of ${zone.name} switches Under Attack Mode on (${attacked.expression}): only browsers pass it. Take that out of the rule in Cloudflare's dashboard (Rules, Configuration Rules).`,
      );
    const inTheWay = place.accepted.has("rules") ? [] : await rulesInTheWay(place);
    if (inTheWay.length > 0)
      throw new Refused(
        `${inTheWay.join(" ")} Leave ${machinePaths.join(", ")} out of ${inTheWay.length === 1 ? "it" : "each"} in Cloudflare's dashboard (Security, Security rules), or, where ${inTheWay.length === 1 ? "it meets" : "they meet"} none of them, say --accept rules.`,
      );
    if ((await settingOf(place, "browser_check")) === "off")
      return { stands: "nothing in front of the worker turns machines away" };
    const expression = `(http.host eq "${domain}") or (ends_with(http.host, ".${domain}"))`;
    if (rules?.some((rule) => rule.enabled && rule.bic === false && rule.expression === expression))
      return { stands: `no browser integrity check at ${domain}` };
    return {
      make: `a configuration rule: no browser integrity check at ${domain} and *.${domain}, where machines ask`,
      async run() {
        const rule = {
          action: "set_config" as const,
          action_parameters: { bic: false },
          expression,
          description: ruleName,
          enabled: true,
        };
        if (rules === null)
          await api.rulesets.phases.update("http_config_settings", { zone_id: zone.id, rules: [rule] });
        else await api.rulesets.rules.create(rules.id, { zone_id: zone.id, ...rule });
      },
    };
  },
};

const remedies = {
  "Bot Fight Mode": "It knows no exceptions: switch it off",
  "Super Bot Fight Mode": 'Set "Definitely automated" and "Likely automated" to Allow',
};

/** What of it is on, by Cloudflare's name for it; null = nothing. Which fields there are depends on the zone's plan. */
function botMode(found: object): keyof typeof remedies | null {
  const said = found as Record<string, unknown>;
  if (said.fight_mode === true) return "Bot Fight Mode";
  const turnsAway = ["sbfm_definitely_automated", "sbfm_likely_automated"].some(
    (field) => said[field] !== undefined && said[field] !== "allow",
  );
  return turnsAway ? "Super Bot Fight Mode" : null;
}

async function settingOf({ api, zone }: Place, name: "browser_check" | "security_level"): Promise<unknown> {
  const setting = await api.zones.settings.get(name, { zone_id: zone.id });
  return setting && "value" in setting ? setting.value : undefined;
}

/** What a rule says of the browser integrity check (undefined where nothing), and whether it asks each visitor for a browser. */
function changesIn(parameters: unknown): Pick<ConfigRule, "bic" | "isUnderAttack"> {
  const { bic, security_level } = (parameters ?? {}) as { bic?: unknown; security_level?: unknown };
  return {
    bic: typeof bic === "boolean" ? bic : undefined,
    isUnderAttack: security_level === "under_attack",
  };
}

type ConfigRule = { enabled: boolean; expression: string; bic: boolean | undefined; isUnderAttack: boolean };

/** Null where the zone has none yet. */
async function configRules({ api, zone }: Place): Promise<(ConfigRule[] & { id: string }) | null> {
  try {
    const { id, rules } = await api.rulesets.phases.get("http_config_settings", { zone_id: zone.id });
    const known = (rules ?? []).map(
      (rule): ConfigRule => ({
        enabled: rule.enabled !== false,
        expression: rule.expression ?? "",
        ...changesIn(rule.action === "set_config" ? rule.action_parameters : undefined),
      }),
    );
    return Object.assign(known, { id });
  } catch (cause) {
    if (cause instanceof Cloudflare.NotFoundError) return null;
    throw cause;
  }
}
