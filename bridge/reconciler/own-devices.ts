import { passComments } from "../marks.ts";
import { type Router, RouterFault } from "../router.ts";
import { printFlag } from "../router-values.ts";

const path = "/ip/hotspot/ip-binding";
/** Rows that carry it are ours alone. */
const comment = passComments.ownDevice;

/**
 * Lets the provider's own devices pass the hotspot, and no others of ours. A row for the same device that the bridge did not make is left
 * alone. @param macs upper case with colons
 */
export async function letOwnDevicesPass(router: Router, macs: readonly string[]): Promise<void> {
  const fields = [".id", "mac-address", "type", "disabled", "comment"];
  const rows = (await router.print(path, { comment }, fields)).filter((row) => row.comment === comment);
  const isRight = (row: (typeof rows)[number]) =>
    macs.includes(row["mac-address"] ?? "") && row.type === "bypassed" && row.disabled !== "true";
  for (const row of rows) if (!isRight(row) && row[".id"]) await router.remove(path, row[".id"]);
  const there = rows.filter(isRight).map((row) => row["mac-address"]);
  for (const mac of macs) {
    if (there.includes(mac)) continue;
    try {
      await router.add(path, { "mac-address": mac, type: "bypassed", comment, disabled: printFlag(false) });
    } catch (error) {
      // "such client already exists": the owner has let it through himself.
      if (!(error instanceof RouterFault) || error.kind !== "trap") throw error;
    }
  }
}
