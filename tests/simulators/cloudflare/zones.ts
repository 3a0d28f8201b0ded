import { ok, page, refusal } from "./envelope.ts";
import { type Account, type ConfigRule, newId, type Zone } from "./state.ts";

type Asked = { account: Account; method: string; path: string; query: URLSearchParams; body: unknown };

/** Zones, their DNS records, certificates and the routes of workers. Undefined for an address that is none of these. */
export function answerZones(asked: Asked): Response | undefined {
  const { account, method, path, query } = asked;
  if (path === "/zones" && method === "GET") {
    const name = query.get("name");
    const found = account.zones.filter((zone) => !name || zone.name === name);
    return page(
      found.map((zone) => shown(zone, account)),
      query,
      50,
    );
  }
  const parts = /^\/zones\/([^/]+)(\/.*)?$/.exec(path);
  if (!parts) return undefined;
  const zone = account.zones.find(({ id }) => id === parts[1]);
  if (!zone)
    return refusal(404, 7003, `Could not route to ${path}, perhaps your object identifier is invalid?`);
  const rest = parts[2] ?? "";
  if (rest === "" && method === "GET") return ok(shown(zone, account));
  if (rest === "/dns_records") return method === "POST" ? addRecord(asked, zone) : listRecords(asked, zone);
  if (rest === "/ssl/certificate_packs" && method === "GET")
    return page(
      account.packs.filter(({ zoneId }) => zoneId === zone.id).map(({ zoneId: _zone, ...pack }) => pack),
      query,
      50,
    );
  if (rest === "/ssl/certificate_packs/order" && method === "POST") return orderCertificate(asked, zone);
  if (rest === "/workers/routes") return routes(asked, zone);
  if (rest === "/settings/browser_check" && method === "GET")
    return ok({ id: "browser_check", value: zone.browserCheck ?? "on", editable: true, modified_on: null });
  if (rest === "/settings/security_level" && method === "GET")
    return ok({
      id: "security_level",
      value: zone.securityLevel ?? "medium",
      editable: true,
      modified_on: null,
    });
  if (rest === "/bot_management" && method === "GET")
    return ok({ using_latest_model: true, ...(zone.bots ?? { fight_mode: false, enable_js: false }) });
  const entrypoint = /^\/rulesets\/phases\/(http_request_firewall_custom|http_ratelimit)\/entrypoint$/.exec(
    rest,
  );
  if (entrypoint && method === "GET")
    return firewallRules(
      entrypoint[1] ?? "",
      entrypoint[1] === "http_ratelimit" ? zone.rateLimits : zone.firewall,
    );
  if (rest.startsWith("/rulesets")) return configRules(asked, zone, rest);
  return undefined;
}

function shown(zone: Zone, account: Account): object {
  return {
    id: zone.id,
    name: zone.name,
    status: zone.status,
    paused: false,
    type: "full",
    account: { id: account.id, name: "Mlango Limited" },
    name_servers: ["amy.ns.test", "bob.ns.test"],
  };
}

function listRecords({ account, query }: Asked, zone: Zone): Response {
  const name = query.get("name.exact") ?? query.get("name");
  const own = account.records.filter((one) => one.zoneId === zone.id && (!name || one.name === name));
  return page(
    own.map(({ zoneId: _zone, ...one }) => ({ ...one, proxiable: true })),
    query,
    5_000,
  );
}

const recordFields = ["type", "name", "content", "proxied", "ttl", "comment", "tags", "settings"];

function addRecord({ account, body }: Asked, zone: Zone): Response {
  const given = body as Record<string, unknown>;
  const strange = Object.keys(given).filter((key) => !recordFields.includes(key));
  if (strange.length > 0) return refusal(400, 9000, `DNS record has unknown fields ${strange.join(", ")}`);
  const { type, name, content, proxied, ttl } = given;
  if (typeof name !== "string" || (name !== zone.name && !name.endsWith(`.${zone.name}`)))
    return refusal(400, 9000, "DNS name is invalid.");
  if (type !== "AAAA" || typeof content !== "string" || !/^[0-9a-f:]+$/.test(content))
    return refusal(400, 9005, "Content for AAAA record is invalid.");
  if (proxied !== true || ttl !== 1)
    return refusal(400, 9021, "ttl must be 1 (automatic) for proxied records");
  if (account.records.some((one) => one.name === name && one.type === type && one.content === content))
    return refusal(400, 81058, "An identical record already exists.");
  const record = { id: newId(), zoneId: zone.id, type, name, content, proxied: true, ttl: 1 };
  account.records.push(record);
  return ok(record);
}

function orderCertificate({ account, body }: Asked, zone: Zone): Response {
  const { type, hosts, validation_method, validity_days, certificate_authority } = body as Record<
    string,
    unknown
  >;
  if (!account.hasAdvancedCertificates)
    return refusal(
      403,
      1450,
      "You must purchase Advanced Certificate Manager to order advanced certificates.",
    );
  if (type !== "advanced" || !Array.isArray(hosts) || !hosts.includes(zone.name))
    return refusal(400, 1429, "The hosts of an advanced certificate must include the zone's apex.");
  if (validation_method !== "txt" || validity_days !== 90 || certificate_authority !== "lets_encrypt")
    return refusal(400, 1433, "validation_method, validity_days or certificate_authority is not allowed.");
  const pack = { id: newId(), zoneId: zone.id, hosts, status: "initializing", type: "advanced" };
  account.packs.push(pack);
  return ok({ ...pack, certificates: [] });
}

function routes({ account, method, body }: Asked, zone: Zone): Response {
  const own = account.routes.filter(({ zoneId }) => zoneId === zone.id);
  if (method === "GET") return ok(own.map(({ id, pattern, script }) => ({ id, pattern, script })));
  const { pattern, script } = body as { pattern?: unknown; script?: unknown };
  if (typeof pattern !== "string" || typeof script !== "string")
    return refusal(400, 10021, "pattern is required");
  const host = pattern.replace(/\/.*$/, "").replace(/^\*\./, "");
  if (host !== zone.name && !host.endsWith(`.${zone.name}`))
    return refusal(400, 10027, "The pattern is not of this zone.");
  if (own.some((route) => route.pattern === pattern))
    return refusal(409, 10020, "A route with the same pattern already exists.");
  const route = { id: newId(), zoneId: zone.id, pattern, script };
  account.routes.push(route);
  return ok({ id: route.id, pattern, script });
}

/** A new zone has no entry point of either phase. */
function firewallRules(phase: string, rules: Zone["firewall"]): Response {
  if (!rules) return refusal(404, 10003, `could not find entrypoint ruleset in the ${phase} phase`);
  const shown = rules.map((rule) => ({ enabled: true, version: "1", ...rule }));
  return ok({ id: newId(), kind: "zone", phase, rules: shown });
}

const phase = "/rulesets/phases/http_config_settings/entrypoint";

/** Rules of the phase in which settings are changed for some requests; a new zone has none. */
function configRules({ method, body }: Asked, zone: Zone, rest: string): Response | undefined {
  if (rest === phase && method === "GET")
    return zone.configRules
      ? ok({ ...zone.configRules, kind: "zone", phase: "http_config_settings" })
      : refusal(404, 10007, "could not find entrypoint ruleset in the http_config_settings phase");
  if (rest === phase && method === "PUT") {
    const { rules } = body as { rules?: unknown };
    if (!Array.isArray(rules)) return refusal(400, 20015, "rules is required");
    const made = rules.map(ruleFrom);
    if (made.includes(null)) return refusal(400, 20021, "a rule is not valid");
    zone.configRules = { id: newId(), rules: made as ConfigRule[] };
    return ok(zone.configRules);
  }
  if (zone.configRules && rest === `/rulesets/${zone.configRules.id}/rules` && method === "POST") {
    const rule = ruleFrom(body);
    if (!rule) return refusal(400, 20021, "a rule is not valid");
    zone.configRules.rules.push(rule);
    return ok(zone.configRules);
  }
  return undefined;
}

function ruleFrom(given: unknown): ConfigRule | null {
  const {
    action,
    action_parameters,
    expression,
    enabled = true,
    description = "",
    ...strange
  } = given as Record<string, unknown>;
  const isKnown =
    action === "set_config" && typeof action_parameters === "object" && action_parameters !== null;
  if (!isKnown || typeof expression !== "string" || Object.keys(strange).length > 0) return null;
  if (!/^\(.+\)$/.test(expression) || typeof enabled !== "boolean") return null;
  return { id: newId(), action, action_parameters, expression, enabled, description };
}
