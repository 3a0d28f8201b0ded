/** Whether `version` comes after `than`, by their three numbers; false for what is no version. */
export function isNewer(version: string | undefined, than: string): boolean {
  const numbers = (text: string) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number);
  const [one, other] = [numbers(version ?? ""), numbers(than)];
  if (!one || !other) return false;
  const place = one.findIndex((number, index) => number !== other[index]);
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
}
