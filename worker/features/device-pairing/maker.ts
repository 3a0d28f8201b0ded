import { macOf, type Subject } from "../../contract/values/subject.ts";

export type Maker = { name: string; makesScreens: boolean };

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
    for (const [name, base64] of Object.entries(packed))
      for (const block of blocksOf(base64)) found.set(block, { name, makesScreens });
  known = found;
  return found;
}

function* blocksOf(base64: string): Generator<number> {
  let [block, distance, shift] = [0, 0, 0];
  for (const letter of atob(base64)) {
    const byte = letter.charCodeAt(0);
    distance |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    block += distance;
    yield block;
    [distance, shift] = [0, 0];
  }
}

/** Whose address it is; null for an unknown block, or an address that the device made up, as phones do. */
export async function makerOf(subject: Subject): Promise<Maker | null> {
  const mac = macOf(subject);
  const block = Number.parseInt(mac.slice(0, 8).replaceAll(":", ""), 16);
  const isMadeUp = ((block >> 16) & 2) !== 0;
  return isMadeUp ? null : ((await makers()).get(block) ?? null);
}
