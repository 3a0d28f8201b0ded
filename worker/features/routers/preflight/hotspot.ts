import { allowCommand } from "../../../contract/values/device-mode.ts";
import { smallArchitecture, smallPackageCommands } from "../../../contract/values/hotspot-package.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { blocks, type Check, fine, from, mend, type Outcome, unread, valueIn, whyUnread } from "./check.ts";

/** Small routers of 2023 and later lack it, or lose it in an update (docs/reference/routeros.md, "Versions"). */
export const hotspotPackage: Check = ({ facts }) => {
  if (valueIn(facts, "servers")) return fine("packageThere");
  const why = whyUnread(facts, "servers");
  if (why !== "missing") return unread(why);
  const isOff = valueIn(facts, "packages")?.some(({ name, enabled }) => name === "hotspot" && !enabled);
  return isOff
    ? blocks("packageDisabled", {}, "/system package enable hotspot\n/system reboot")
    : blocks("packageMissing", {}, packageCommand(facts));
};

/** On the smallest boards it is a file of its own for each version. */
function packageCommand(facts: Parameters<Check>[0]["facts"]): string | null {
  const resource = valueIn(facts, "resource");
  const version = /^7[\d.]*\w*/.exec(resource?.version ?? "")?.[0];
  return version && resource?.architecture === smallArchitecture
    ? smallPackageCommands(version).join("\n")
    : null;
}

/** Since 7.17 home routers forbid the hotspot until somebody at the site allows it; older versions have no such word. */
export const deviceMode: Check = ({ facts }) => {
  const read = valueIn(facts, "deviceMode");
  if (!read) {
    const why = whyUnread(facts, "deviceMode");
    return why === "missing" ? fine("modeAbsent") : unread(why);
  }
  const { mode, hotspot, flagged } = read;
  if (hotspot === false) return blocks("modeForbids", { mode }, allowCommand);
  return flagged
    ? mend("modeFlagged", { mode }, "/system device-mode update flagged=no")
    : fine("modeAllows", { mode });
};

export const hotspot: Check = ({ facts }) =>
  from(facts, ["servers"], ({ servers }) => {
    const running = servers.filter(({ enabled }) => enabled);
    if (running.length > 0)
      return fine("hotspotRuns", { interface: running.map((one) => one.interface).join(", ") });
    const [first] = servers;
    if (!first) return blocks("hotspotAbsent");
    return blocks(
      "hotspotDisabled",
      { name: first.name },
      `/ip hotspot enable [find name=${quoted(first.name)}]`,
    );
  });

/** What the hotspot answers is the proof; where the bridge does not stand among the visitors, the file has to do. */
function shownPage(facts: Parameters<Check>[0]["facts"]): Outcome {
  // An older bridge does not look.
  if (facts.pages === undefined) return fine("pagesOurs");
  return from(facts, ["pages"], ({ pages: { folder, file, page } }) => {
    if (page === "ours") return fine("pagesSeen");
    if (page === "other" || file === "other") return blocks("pagesOther", { folder });
    if (file === "missing") return blocks("pagesMissing", { folder });
    return file === "ours" ? fine("pagesOurs") : unread("unclear");
  });
}

/** A folder of pages that somebody laid over ours: visitors see a portal that sells nothing. */
export const loginPages: Check = ({ facts }) =>
  from(facts, ["servers", "profiles"], ({ servers, profiles }) => {
    const used = new Set(servers.filter(({ enabled }) => enabled).map(({ profile }) => profile));
    const over = profiles.find(({ name, override }) => override !== "" && used.has(name));
    if (!over) return used.size === 0 ? fine("pagesOurs") : shownPage(facts);
    const command = `/ip hotspot profile set [find name=${quoted(over.name)}] html-directory-override=""`;
    return blocks("pagesOverridden", { profile: over.name, folder: over.override }, command);
  });
