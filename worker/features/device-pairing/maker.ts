import { macOf, type Subject } from "../../contract/values/subject.ts";
import { otherMakers, screenMakers } from "./makers.ts";

export type Maker = { name: string; makesScreens: boolean };

const blockBytes = 3;

let known: Map<number, Maker> | undefined;

/** Unpacked at the first question: few visitors ever ask. */
function makers(): Map<number, Maker> {
  if (known) return known;
  known = new Map();
  for (const [packed, makesScreens] of [
    [screenMakers, true],
    [otherMakers, false],
  ] as const)
    for (const [name, base64] of Object.entries(packed)) {
      const bytes = atob(base64);
      for (let at = 0; at < bytes.length; at += blockBytes)
        known.set((bytes.charCodeAt(at) << 16) | (bytes.charCodeAt(at + 1) << 8) | bytes.charCodeAt(at + 2), {
          name,
          makesScreens,
        });
    }
  return known;
}

/** Whose address it is; null for an unknown block, or an address that the device made up, as phones do. */
export function makerOf(subject: Subject): Maker | null {
  const mac = macOf(subject);
  const block = Number.parseInt(mac.slice(0, 8).replaceAll(":", ""), 16);
  const isMadeUp = ((block >> 16) & 2) !== 0;
  return isMadeUp ? null : (makers().get(block) ?? null);
}
