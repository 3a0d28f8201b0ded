import { type Check, fine, from, mend, unread } from "./check.ts";

type Numbers = readonly [number, number, number];
type Release = { numbers: Numbers; isPreview: boolean };

/**
 * Oldest releases without a known hole through which a stranger comes in: CVE-2026-67279, SSH before the log-in
 * (docs/reference/routeros.md, "Versions"). A line of releases that is not named has no mended one below the next that is.
 */
const safe: readonly Numbers[] = [
  [6, 49, 21],
  [7, 23, 4],
  [7, 24, 2],
];

/** Of `7.18.2 (stable)` or `7.25beta3 (testing)`; undefined for what is no version. */
export function releaseOf(text: string): Release | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?(alpha|beta|rc)?/.exec(text);
  if (!parts) return undefined;
  return {
    numbers: [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0)],
    isPreview: parts[4] !== undefined,
  };
}

/** The release to update to; undefined for one that is safe. */
export function saferThan({ numbers: [major, minor, patch], isPreview }: Release): Numbers | undefined {
  const line = safe.find((one) => one[0] === major && one[1] >= minor);
  if (!line || line[1] > minor) return line;
  // A preview of a release comes before it.
  return patch > line[2] || (patch === line[2] && !isPreview) ? undefined : line;
}

const isBefore = (one: Numbers, other: Numbers) =>
  one[0] === other[0] && (one[1] < other[1] || (one[1] === other[1] && one[2] < other[2]));

export const version: Check = ({ facts }) =>
  from(facts, ["resource"], ({ resource }) => {
    const release = releaseOf(resource.version);
    if (!release) return unread("unclear");
    const [said = ""] = resource.version.split(" ");
    const safer = saferThan(release);
    // On the smallest boards the hotspot is a package of its own since 7.20, which an update does not bring.
    if (safer && resource.architecture === "smips" && isBefore(release.numbers, [7, 20, 0]))
      return mend("versionUnsafeSmall", { version: said, safe: safer.join("."), board: resource.board });
    const update = "/system package update check-for-updates\n/system package update install";
    if (safer) return mend("versionUnsafe", { version: said, safe: safer.join(".") }, update);
    return release.isPreview
      ? mend("versionPreview", { version: said })
      : fine("versionSafe", { version: said });
  });
