import { randomBytes } from "node:crypto";
import { say, type Text, textIn } from "#contract/texts";
import { epochComment, epochUser } from "../marks.ts";
import type { Router } from "../router.ts";
import { readEpoch, userPath } from "./read-device.ts";

/** A newer bridge serves this router; `epoch` is what it wrote there. */
export class Superseded extends Error {
  override readonly name = "Superseded";
  readonly epoch: number;
  readonly text: Text;

  constructor(epoch: number) {
    // Older servers say the number.
    const text: Text = { ...say("taken_over"), with: { epoch } };
    super(textIn("en", text));
    this.epoch = epoch;
    this.text = text;
  }
}

export async function checkEpoch(router: Router, epoch: number): Promise<void> {
  const row = await readEpoch(router);
  if (row?.mark && row.mark.epoch > epoch) throw new Superseded(row.mark.epoch);
}

/** Writes our serving epoch on the router, in a disabled hotspot user; a foreign user of that name stays. @throws Superseded */
export async function claim(router: Router, epoch: number, bridgeId: string): Promise<void> {
  const row = await readEpoch(router);
  if (row && !row.mark) return;
  if (row?.mark && row.mark.epoch > epoch) throw new Superseded(row.mark.epoch);
  if (row?.mark?.epoch === epoch && row.mark.bridgeId === bridgeId) return;
  const comment = epochComment({ epoch, bridgeId });
  if (row) await router.set(userPath, row.id, { comment });
  else {
    const password = randomBytes(16).toString("hex");
    await router.add(userPath, { name: epochUser, password, disabled: "yes", comment });
  }
}
