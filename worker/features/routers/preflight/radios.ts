import type { Read } from "../../../contract/router-facts.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { type Check, fine, from, mend, type Outcome, unread, valueIn } from "./check.ts";
import { visitorInterfaces } from "./subnets.ts";

// Whether anybody finds the network, gets into it, and is alone there. A router without a radio of its own among its visitors has an
// access point somewhere, of which it knows nothing.

type Radio = Read<"radios">[number];

const isStation = ({ mode }: Radio) => /^(station|alignment|nstreme|wds-slave|sniffer)/.test(mode);
const isServing = (radio: Radio) => radio.isOn && !radio.isManaged && !isStation(radio);
const isWifi = ({ menu }: Radio) => menu === "wifi";
const found = ({ name }: Radio) => `[find name=${quoted(name)}]`;
const commands = (radios: readonly Radio[], write: (radio: Radio) => string) =>
  [...new Set(radios.map(write))].join("\n");
const names = (radios: readonly Radio[]) => ({ names: radios.map(({ name }) => name).join(", ") });

/** @param judge those that are in the visitors' network */
function ofVisitors(facts: Parameters<Check>[0]["facts"], judge: (radios: Radio[]) => Outcome): Outcome {
  return from(facts, ["servers", "radios"], ({ servers, radios }) => {
    const visitors = visitorInterfaces(servers);
    if (visitors.size === 0) return unread("missing");
    return judge(radios.filter(({ network }) => visitors.has(network)));
  });
}

export const radio: Check = ({ facts }) =>
  ofVisitors(facts, (radios) => {
    const serving = radios.filter(isServing);
    if (serving.length > 0) return fine("radioServes", names(serving));
    // Where devices are online, they came in by some radio.
    if (radios.length === 0 || (valueIn(facts, "sessions") ?? 0) > 0) return fine("radioElsewhere");
    const managed = radios.filter((one) => one.isOn && one.isManaged);
    if (managed.length > 0) return mend("radioManaged", names(managed), commands(managed, freed));
    const stations = radios.filter((one) => one.isOn);
    if (stations.length > 0) return mend("radioStation", names(stations), commands(stations, madePoint));
    return mend("radioOff", names(radios), commands(radios, switchedOn));
  });

const switchedOn = (one: Radio) => `/interface ${one.menu} enable ${found(one)}`;
const madePoint = (one: Radio) =>
  `/interface ${one.menu} set ${found(one)} ${isWifi(one) ? "configuration.mode=ap" : "mode=ap-bridge"}`;
const freed = (one: Radio) =>
  isWifi(one)
    ? `/interface wifi set ${found(one)} configuration.manager=local`
    : "/interface wireless cap set enabled=no";

export const wifiKey: Check = ({ facts }) =>
  ofVisitors(facts, (radios) => {
    const serving = radios.filter(isServing);
    const locked = serving.filter(({ hasKey }) => hasKey);
    if (locked.length > 0) return mend("wifiLocked", names(locked), unlocked(locked));
    return serving.some(({ hasKey }) => hasKey === null) ? unread("unclear") : fine("wifiOpen");
  });

/** A profile of its own: another radio may have the same one, with the key of the owner's own network. */
function unlocked(radios: readonly Radio[]): string {
  const open = quoted("mlango-open");
  const set = commands(radios, (one) =>
    isWifi(one)
      ? `/interface wifi set ${found(one)} security.authentication-types=""`
      : `/interface wireless set ${found(one)} security-profile=${open}`,
  );
  const profile = `/interface wireless security-profiles add name=${open} mode=none`;
  return radios.every(isWifi) ? set : `${profile}\n${set}`;
}

export const wifiApart: Check = ({ facts }) =>
  ofVisitors(facts, (radios) => {
    const serving = radios.filter(isServing);
    const together = serving.filter(({ isApart }) => isApart === false);
    if (together.length > 0) return mend("wifiTogether", names(together), commands(together, keptApart));
    return serving.some(({ isApart }) => isApart === null) ? unread("unclear") : fine("wifiApart");
  });

const keptApart = (one: Radio) =>
  `/interface ${one.menu} set ${found(one)} ${isWifi(one) ? "datapath.client-isolation=yes" : "default-forwarding=no"}`;
