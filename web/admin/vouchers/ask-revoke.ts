import type { Voucher } from "#contract/vouchers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { isUnused } from "./format-voucher.ts";

type Send = (ids: readonly string[]) => Promise<{ revoked: number; leftAlone: number; asked: number }>;

/** Says how many stop working and how many are left alone, before and after. `onDone` is called when it is done. */
export function confirmRevoke(vouchers: readonly Voucher[], send: Send, onDone: () => void): void {
  const unused = vouchers.filter(isUnused);
  const [only] = vouchers.length === 1 ? unused : [];
  const others = vouchers.length - unused.length;
  const count = unused.length;
  const left =
    others === 0
      ? ""
      : ` ${t("{others, plural, one {# chosen voucher is} other {# chosen vouchers are}} used or revoked already and left alone.", { others })}`;
  const many = t("Revoke {count, plural, one {# unused voucher} other {# unused vouchers}}", { count });
  confirmAction({
    title: only ? t("Revoke voucher {code}?", { code: only.code }) : `${many}?`,
    text: `${t("Nobody can redeem it any more; this cannot be undone.")}${left}`,
    action: only ? t("Revoke voucher") : many,
    onYes: () => {
      send(unused.map(({ id }) => id)).then(
        ({ revoked, leftAlone, asked }) => {
          const others =
            leftAlone > 0
              ? t("{leftAlone, plural, one {# was} other {# were}} used in the meantime and left alone.", {
                  leftAlone,
                })
              : "";
          const kept =
            asked > 0
              ? t(
                  "{asked, plural, one {# is} other {# are}} kept at a router and revoked when its bridge has given them back.",
                  { asked },
                )
              : "";
          toastSuccess(
            t("{revoked, plural, one {# voucher} other {# vouchers}} revoked", { revoked }),
            [others, kept].filter((one) => one !== "").join(" "),
          );
          onDone();
        },
        (cause: unknown) => toastError(t("Error"), errorText(cause, t("Failed to revoke vouchers"))),
      );
    },
  });
}
