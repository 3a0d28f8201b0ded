import { macOf, type Subject } from "../../contract/values/subject.ts";

export type Maker = { name: string; makesScreens: boolean };

const blockBytes = 3;

let known: ReadonlyMap<number, Maker> | undefined;

/** Loaded and unpacked at the first question: few visitors ever ask. */
async function makers(): Promise<ReadonlyMap<number, Maker>> {
  if (known) return known;
  const { otherMakers, screenMakers } = await import("./makers.ts");
  const found = new Map<number, Maker>();
  for (const [packed, makesScreens] of [
    [screenMakers, true],
    [otherMakers, false],
  ] as const)
    for (const [name, base64] of Object.entries(packed)) {
      const bytes = atob(base64);
      for (let at = 0; at < bytes.length; at += blockBytes)
        found.set((bytes.charCodeAt(at) << 16) | (bytes.charCodeAt(at + 1) << 8) | bytes.charCodeAt(at + 2), {
          name,
          makesScreens,
        });
    }
  known = found;
  return found;
}

/** Whose address it is; null for an unknown block, or an address that the device made up, as phones do. */
export async function makerOf(subject: Subject): Promise<Maker | null> {
  const mac = macOf(subject);
  const block = Number.parseInt(mac.slice(0, 8).replaceAll(":", ""), 16);
  const isMadeUp = ((block >> 16) & 2) !== 0;
  return isMadeUp ? null : ((await makers()).get(block) ?? null);
}
