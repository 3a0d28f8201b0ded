import Cloudflare from "cloudflare";
import type { Found, Place, Step } from "../place.ts";
import { Refused } from "../refused.ts";

// Callbacks of gateways, routers that fetch their set-up, bridges, monitors: most of who asks the platform is a machine. What Cloudflare
// puts in front of the worker to turn machines away is seen in none of the worker's logs.

const ruleName = "Mlango: who asks here are machines";

export const securityStep: Step = {
  name: "Zone security",
  right: "Zone → Zone Settings → Read, Zone → Bot Management → Read and Zone → Config Rules → Edit",
  async look(place): Promise<Found> {
    const { api, zone, domain } = place;
    const mode = botMode(await api.botManagement.get({ zone_id: zone.id }));
    if (mode)
      throw new Refused(
        `${mode} is on for ${zone.name}. It turns away M-Pesa's callbacks, routers and bridges, before the worker sees them. ${remedies[mode]} in Cloudflare's dashboard (Security, Settings, Bot traffic).`,
      );
    const check = await api.zones.settings.get("browser_check", { zone_id: zone.id });
    if (check && "value" in check && check.value === "off")
      return { stands: "nothing in front of the worker turns machines away" };
    const expression = `(http.host eq "${domain}") or (ends_with(http.host, ".${domain}"))`;
    const rules = await configRules(place);
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

/** What a rule says of the browser integrity check; undefined where nothing. */
function checkIn(parameters: unknown): boolean | undefined {
  const { bic } = (parameters ?? {}) as { bic?: unknown };
  return typeof bic === "boolean" ? bic : undefined;
}

type ConfigRule = { enabled: boolean; expression: string; bic: boolean | undefined };

/** Null where the zone has none yet. */
async function configRules({ api, zone }: Place): Promise<(ConfigRule[] & { id: string }) | null> {
  try {
    const { id, rules } = await api.rulesets.phases.get("http_config_settings", { zone_id: zone.id });
    const known = (rules ?? []).map(
      (rule): ConfigRule => ({
        enabled: rule.enabled !== false,
        expression: rule.expression ?? "",
        bic: checkIn(rule.action === "set_config" ? rule.action_parameters : undefined),
      }),
    );
    return Object.assign(known, { id });
  } catch (cause) {
    if (cause instanceof Cloudflare.NotFoundError) return null;
    throw cause;
  }
}
