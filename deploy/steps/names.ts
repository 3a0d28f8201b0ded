import type { Found, Place, Step } from "../place.ts";
import { Refused } from "../refused.ts";

/** A worker's route answers only behind a proxied record; this address of RFC 6666 (discarded) is never reached. */
const nowhere = "100::";
/** More are counted. */
const mostNamed = 10;

export const recordsStep: Step = {
  name: "DNS records",
  right: "Zone → DNS → Edit",
  async look(place): Promise<Found> {
    const accepted = await takenNames(place);
    const names = [place.domain, `*.${place.domain}`];
    const missing: string[] = [];
    for (const name of names) if (!(await isProxied(place, name))) missing.push(name);
    if (missing.length === 0 && accepted.length === 0) return { stands: names.join(", ") };
    return {
      make: `${[...missing, ...accepted].join(", ")} → the worker`,
      async run() {
        place.acceptedNames.add(accepted);
        for (const name of missing)
          await place.api.dns.records.create({
            zone_id: place.zone.id,
            type: "AAAA",
            name,
            content: nowhere,
            proxied: true,
            ttl: 1,
            comment: "Mlango: answered by its worker",
          });
      },
    };
  },
};

/**
 * The worker's routes answer every proxied name at the domain and below it, also one that stood there before or came later. What a person accepted is
 * kept, so that it is asked about once and no other name with it.
 *
 * @returns names that are accepted now
 * @throws Refused where a person did not accept one
 */
async function takenNames(place: Place): Promise<string[]> {
  const { api, zone, domain, worker, accepted, acceptedNames } = place;
  const taken: string[] = [];
  for await (const { name, type, content, proxied } of api.dns.records.list({ zone_id: zone.id })) {
    const isOurs = content === nowhere;
    if (proxied && !isOurs && (name === domain || name.endsWith(`.${domain}`)))
      taken.push(`${name} (${type} ${content})`);
  }
  const fresh = taken.filter((one) => !acceptedNames.has(one));
  if (fresh.length === 0 || accepted.has("website")) return fresh;
  const shown = fresh.slice(0, mostNamed).join(", ");
  const more = fresh.length > mostNamed ? ` and ${fresh.length - mostNamed} more` : "";
  let stands = false;
  for await (const { script } of api.workers.routes.list({ zone_id: zone.id })) stands ||= script === worker;
  throw new Refused(
    stands
      ? `These names are proxied since the platform was deployed, so it answers in their place: ${shown}${more}. Set those that shall answer themselves to "DNS only" in Cloudflare's DNS (a host for routers always), or say --accept website.`
      : `These names answer something already, and the platform would answer in their place: ${shown}${more}. Deploy to another name (--domain wifi.${zone.name}), set those that shall stay to "DNS only", or say --accept website.`,
  );
}

/** @throws Refused where the name is used for something else */
async function isProxied({ api, zone }: Place, name: string): Promise<boolean> {
  for await (const record of api.dns.records.list({ zone_id: zone.id, name: { exact: name } })) {
    if (record.name !== name || !["A", "AAAA", "CNAME"].includes(record.type)) continue;
    if (record.proxied) return true;
    throw new Refused(
      `${name} has a ${record.type} record (${record.content}) that is not proxied, so it is used for something else. Remove it or set it to proxied in Cloudflare's DNS, or deploy to a subdomain by --domain.`,
    );
  }
  return false;
}

/** Cloudflare's own certificate covers a domain and its names one level down; of anything deeper one has to be ordered. */
export const certificateStep: Step = {
  name: "Certificate",
  right: "Zone → SSL and Certificates → Edit",
  async look({ api, zone, domain }): Promise<Found> {
    const hosts = [domain, `*.${domain}`];
    let ordered: string | undefined;
    for await (const pack of api.ssl.certificatePacks.list({ zone_id: zone.id, status: "all" })) {
      if (!hosts.every((host) => pack.hosts.some((one) => covers(one, host)))) continue;
      if (pack.status === "active") return { stands: `${pack.type}, for ${hosts.join(" and ")}` };
      if (/^(initializing|pending_(validation|issuance|deployment))$/.test(pack.status))
        ordered = `${pack.type}, on its way (${pack.status})`;
    }
    if (ordered) return { stands: ordered };
    if (domain === zone.name)
      return { stands: "Cloudflare's own, on its way (a new domain's takes up to a day)" };
    return {
      make: `for ${hosts.join(" and ")} (needs Advanced Certificate Manager, USD 10 a month)`,
      async run() {
        await api.ssl.certificatePacks.create({
          zone_id: zone.id,
          type: "advanced",
          hosts: [zone.name, ...hosts],
          validation_method: "txt",
          validity_days: 90,
          certificate_authority: "lets_encrypt",
        });
      },
    };
  },
};

function covers(one: string, host: string): boolean {
  if (one === host) return true;
  return one.startsWith("*.") && !host.startsWith("*.") && host.slice(host.indexOf(".")) === one.slice(1);
}
