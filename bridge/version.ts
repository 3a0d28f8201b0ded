import about from "../package.json" with { type: "json" };

/** Of this bridge, like "0.1.0"; told to the worker in each `hello`. */
export const bridgeVersion: string = about.version;

/** Whether `version` comes after `than`, by their three numbers; false for what is no version. */
export function isNewer(version: string | undefined, than: string): boolean {
  const numbers = (text: string) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number);
  const [one, other] = [numbers(version ?? ""), numbers(than)];
  if (!one || !other) return false;
  const place = one.findIndex((number, index) => number !== other[index]);
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
}
