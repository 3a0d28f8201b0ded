import type { PortalPage } from "#contract/portal";

/** The code that waits for its device; null where the form can be sent, or something is wrong with it. */
export function voucherWithoutDevice({ screen, mac }: Pick<PortalPage, "screen" | "mac">): string | null {
  if (screen.kind !== "buy" || screen.tab !== "voucher" || mac !== null || screen.problem !== null)
    return null;
  return screen.voucherCode === "" ? null : screen.voucherCode;
}
