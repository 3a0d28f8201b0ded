import type { Voucher } from "#contract/vouchers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { isUnused } from "./format-voucher.ts";
import { rereads } from "./use-vouchers.ts";

const mostIds = 1_000;

export function useRevoke() {
  const revoke = useAct("revokeVouchers", rereads);
  const send = async (ids: readonly string[]) => {
    const done = { revoked: 0, leftAlone: 0, asked: 0 };
    for (let from = 0; from < ids.length; from += mostIds) {
      const { revoked, leftAlone, asked } = await revoke.mutateAsync({
        body: { ids: ids.slice(from, from + mostIds) },
      });
      done.revoked += revoked;
      done.leftAlone += leftAlone;
      done.asked += asked;
    }
    return done;
  };
  return { send, busy: revoke.isPending };
}

type Send = (ids: readonly string[]) => Promise<{ revoked: number; leftAlone: number; asked: number }>;

/** `onDone` is called after the vouchers are revoked. */
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
        toastFailure(t("Error"), t("Failed to revoke vouchers")),
      );
    },
  });
}
