import Cloudflare from "cloudflare";
import type { Place } from "../place.ts";

// Rules of the whole domain from before the platform came: what they turn away, or let a browser alone pass, never reaches
// the worker.

const turnsAway = ["block", "challenge", "managed_challenge", "js_challenge"];
/** Where machines ask: callbacks, routers, bridges. */
export const machinePaths = ["/cb/", "/c/", "/api/", "/bridge/"];
const phases = {
  http_request_firewall_custom: "WAF custom rule",
  http_ratelimit: "Rate limiting rule",
} as const;
type Phase = keyof typeof phases;

type Rule = {
  action: string;
  expression: string;
  name: string;
  /** What a rule that skips leaves out, by Cloudflare's names. */
  skips: readonly string[];
};

/**
 * A rule that names all paths of machines is believed to leave them out, and so is one for other hosts alone; an expression is not
 * worked out any further than that. @returns sentences about the others
 */
export async function rulesInTheWay(place: Place): Promise<string[]> {
  const custom = await rulesOf(place, "http_request_firewall_custom");
  const limits = await rulesOf(place, "http_ratelimit");
  const skipped = skippedBy(custom);
  return [
    ...inTheWay(custom, "http_request_firewall_custom", place),
    ...(skipped.has("http_ratelimit") ? [] : inTheWay(limits, "http_ratelimit", place)),
  ];
}

function inTheWay(rules: readonly Rule[], phase: Phase, { zone, domain }: Place): string[] {
  const skipsRest = rules.findIndex((one) => one.skips.includes("current") && namesMachines(one.expression));
  const met = skipsRest === -1 ? rules : rules.slice(0, skipsRest);
  return met
    .filter((one) => turnsAway.includes(one.action))
    .filter(({ expression }) => !leavesMachinesOut(expression) && !isElsewhere(expression, domain))
    .map(
      ({ name, action, expression }) =>
        `${phases[phase]} "${name}" of ${zone.name} (${action} where ${expression}) may meet M-Pesa's callbacks, routers and bridges.`,
    );
}

const namesMachines = (expression: string): boolean =>
  machinePaths.every((path) => expression.includes(`"${path}`));

const leavesMachinesOut = (expression: string): boolean =>
  namesMachines(expression) && /\bnot\b|\bne\b|!/.test(expression);

/** It asks first of all whether the host is one, or one of some, that the platform does not answer. */
function isElsewhere(expression: string, domain: string): boolean {
  if (/\b(or|xor|not)\b|\|\||\^\^|!/.test(expression)) return false;
  const [, one, some] = /^\(*http\.host (?:eq|==|in) (?:"([^"]+)"|\{([^}]+)\})/.exec(expression) ?? [];
  const hosts = one ? [one] : [...(some ?? "").matchAll(/"([^"]+)"/g)].map(([, host]) => host ?? "");
  return hosts.length > 0 && hosts.every((host) => host !== domain && !host.endsWith(`.${domain}`));
}

/** Whole phases that a rule leaves out where machines ask. */
function skippedBy(rules: readonly Rule[]): ReadonlySet<string> {
  return new Set(rules.filter(({ expression }) => namesMachines(expression)).flatMap(({ skips }) => skips));
}

/** None where the zone has none of that kind yet. */
async function rulesOf({ api, zone }: Place, phase: Phase): Promise<Rule[]> {
  try {
    const { rules } = await api.rulesets.phases.get(phase, { zone_id: zone.id });
    return (rules ?? [])
      .filter(({ enabled }) => enabled !== false)
      .map((rule) => ({
        action: rule.action ?? "",
        expression: rule.expression ?? "",
        name: rule.description || (rule.id ?? "without a name"),
        skips: rule.action === "skip" ? skipsOf(rule.action_parameters) : [],
      }));
  } catch (cause) {
    if (cause instanceof Cloudflare.NotFoundError) return [];
    throw cause;
  }
}

function skipsOf(parameters: unknown): string[] {
  const { ruleset, phases: left = [] } = (parameters ?? {}) as { ruleset?: string; phases?: string[] };
  return ruleset === undefined ? left : [ruleset, ...left];
}
