import type { Read } from "../../../contract/router-facts.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { type Check, fine, from, mend, unread, valueIn, whyUnread } from "./check.ts";
import { visitorInterfaces } from "./subnets.ts";

// What leads visitors past the hotspot, which neither counts nor slows what it does not see.

type Rule = Read<"filter">[number];
type Way = "in" | "out";

/** `!ether1` is every interface but that one. */
function isOf(pattern: string | null, name: string): boolean {
  if (pattern === null) return true;
  return pattern.startsWith("!") ? pattern.slice(1) !== name : pattern === name;
}

/** From or to `name`, and to or from anywhere. */
const concerns = (rule: Rule, name: string, way: Way) =>
  isOf(rule[way], name) && (rule[way === "in" ? "out" : "in"] ?? `!${name}`) !== name;
const coversAll = (rule: Rule, name: string, way: Way) =>
  rule.isPlain && isOf(rule[way], name) && rule[way === "in" ? "out" : "in"] === null;

/** Rules that ask for more are somebody's exception, and taken for one. */
function isFast(rules: readonly Rule[], name: string, way: Way): boolean {
  const at = rules.findIndex(
    (rule) => rule.action === "fasttrack-connection" && rule.isPlain && concerns(rule, name, way),
  );
  if (at < 0) return false;
  return !rules.slice(0, at).some((rule) => rule.action === "accept" && coversAll(rule, name, way));
}

/** MikroTik's own firewall has it: speeds and data limits then hold for nobody. */
export const fastTrack: Check = ({ facts }) =>
  from(facts, ["servers", "filter"], ({ servers, filter }) => {
    const visitors = [...visitorInterfaces(servers)];
    const on = visitors.find((name) => isFast(filter, name, "in") || isFast(filter, name, "out"));
    if (on !== undefined) return mend("fastTrackPasses", { interface: on }, exempt(on));
    return visitors.length === 0 ? unread("missing") : fine("fastTrackAway");
  });

/** As the set-up script writes them. */
function exempt(on: string): string {
  const first = "place-before=[:pick [/ip firewall filter find chain=forward action=fasttrack-connection] 0]";
  const rule = (way: Way) =>
    `/ip firewall filter add chain=forward action=accept connection-state=established,related ${way}-interface=${quoted(on)} comment="mlango: no FastTrack ${way}" ${first}`;
  return `${rule("in")}\n${rule("out")}`;
}

const isEnd = ({ action }: Rule) => action === "drop" || action === "reject";

/** The hotspot knows IPv4 only: whoever gets an IPv6 address is out without paying. */
export const ipv6: Check = ({ facts }) => {
  const settings = valueIn(facts, "ipv6");
  // Of version 6 it is a package, which most do not have.
  if (!settings && whyUnread(facts, "ipv6") === "missing") return fine("ipv6Closed");
  if (settings?.disabled) return fine("ipv6Closed");
  return from(facts, ["ipv6", "ipv6Addresses", "ipv6Filter", "servers"], (read) => {
    const addressed = new Set(read.ipv6Addresses.map((row) => row.interface));
    const open = [...visitorInterfaces(read.servers)].find(
      (name) =>
        addressed.has(name) && !read.ipv6Filter.some((rule) => isEnd(rule) && coversAll(rule, name, "in")),
    );
    return open === undefined ? fine("ipv6Closed") : mend("ipv6Open", { interface: open }, closeIpv6(open));
  });
};

function closeIpv6(on: string): string {
  const filter = "/ipv6 firewall filter";
  return [
    `${filter} add chain=forward action=reject reject-with=icmp-no-route in-interface=${quoted(on)} comment="mlango: no IPv6"`,
    `${filter} move [find comment="mlango: no IPv6"] destination=0`,
  ].join("\n");
}
