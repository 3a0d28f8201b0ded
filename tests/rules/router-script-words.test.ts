import { describe, expect, test } from "vitest";
import { knownIn, scriptWords, trees, wordsOf } from "../simulators/routeros/console/words.ts";
import { enteredCommands, scriptsFor } from "../support/router-scripts.ts";

// No script and no command that we make names a word that a router of a supported version does not know.

const versions = ["6", ...trees];
const scripts = (version: string) => (version === "6" ? scripts6 : scripts7);
const [scripts6, scripts7] = [scriptsFor("6.x"), scriptsFor("7.x")];

/** A script is read once for all versions. */
const read = new Map<string, ReturnType<typeof wordsOf>>();
function unknown(script: string, version: string) {
  const words = read.get(script) ?? wordsOf(script);
  read.set(script, words);
  return words.filter(({ word }) => !knownIn(word).has(version));
}

describe.each(versions)("RouterOS %s", (version) => {
  test.each(Object.keys(scripts(version)))("knows every word of: %s", (name) => {
    const script = scripts(version)[name] ?? "";
    expect(unknown(script, "none").length).toBeGreaterThan(5);
    const lost = unknown(script, version).filter(({ isGuarded }) => !isGuarded);
    expect(lost).toEqual([]);
  });

  test("does not know these, and is asked first whether it does", () => {
    const asked = Object.values(scripts(version)).flatMap((script) => unknown(script, version));
    const features = ["system/device-mode .fetch", "system/device-mode .hotspot"];
    const isBefore = (other: string) => trees.indexOf(version) < trees.indexOf(other);
    const expected =
      version === "6"
        ? absentIn6
        : [...(isBefore("7.16.2") ? ["file/add type"] : []), ...(isBefore("7.17.1") ? features : [])];
    expect([...new Set(asked.map(({ word }) => word))].sort()).toEqual(expected);
  });
});

/** WireGuard, time servers by name and the device mode are of version 7; the last of OpenVPN is of its later releases. */
const absentIn6 = [
  ...["interface/ovpn-client/add verify-server-certificate"],
  ...["interface/ovpn-client/set verify-server-certificate", "interface/wireguard .name"],
  ...["interface/wireguard/find", "interface/wireguard/peers .interface", "interface/wireguard/peers/find"],
  ...["interface/wireguard/peers/remove", "interface/wireguard/remove"],
  ...["ip/hotspot/walled-garden/ip/add dst-address-list", "ip/hotspot/walled-garden/ip/set dst-address-list"],
  ...["system/device-mode .fetch", "system/device-mode/get", "system/ntp/client/servers .comment"],
  ...["system/ntp/client/servers/find", "system/ntp/client/servers/remove"],
].sort();

test.each(enteredCommands())("every version 7 knows what somebody is told to enter: %s", (command) => {
  for (const version of trees) expect([version, unknown(command, version)]).toEqual([version, []]);
});

test("the table holds what is used, and nothing else", () => {
  const all = [...Object.values(scripts6), ...Object.values(scripts7), ...enteredCommands()];
  const used = new Set(all.flatMap((script) => wordsOf(script)).map(({ word }) => word));
  expect(scriptWords.filter((word) => !used.has(word))).toEqual([]);
});

test.each([
  ["a menu", '/ip hotspots remove [find name="x"]', "ip/hotspots/remove"],
  ["a verb", '/ip service enable [find name="x"]', "ip/service/enable"],
  ["an argument", '/ip hotspot set [find name="x"] colour=red', "ip/hotspot/set colour"],
  ["an argument of another verb", "/ip hotspot add html-directory=x", "ip/hotspot/add html-directory"],
  ["a condition", '/ip service set [find colour="x"] disabled=yes', "ip/service .colour"],
  ["a field that is read", ":if ([/ip service get $mlgRow colour] = true) do={}", "ip/service .colour"],
  ["a field of a menu of one row", ":put [/system clock get colour]", "system/clock .colour"],
  ["a word of the language", ":colour red", ":colour"],
  [
    "a word within what is caught",
    ":do { /ip service set $x colour=red } on-error={}",
    "ip/service/set colour",
  ],
  [
    "a word in a bare find",
    "/ip firewall filter move [:pick [find colour=red] 0]",
    "ip/firewall/filter .colour",
  ],
  [
    "a word among what is kept",
    '/system script set [find name="x"] source=([/system script get [find name="x"] source] . "/ip service set api colour=red")',
    "ip/service/set colour",
  ],
])("made up is found: %s", (_what, script, word) => {
  for (const version of versions) expect(unknown(script, version)).toContainEqual({ word, isGuarded: false });
});

test("made up is found where its lack is caught, too: no version knows it", () => {
  const script = ':do { [[:parse "/ip hotspot set \\5Bfind\\5D colour=red"]] } on-error={}';
  expect(unknown(script, "7.24")).toEqual([{ word: "ip/hotspot/set colour", isGuarded: true }]);
  // Nothing catches it here.
  expect(unknown('[[:parse "/ip hotspot set 0 colour=red"]]', "7.24")).toEqual([
    { word: "ip/hotspot/set colour", isGuarded: false },
  ]);
});
