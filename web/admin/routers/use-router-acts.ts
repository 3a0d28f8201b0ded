import type { AssignedRouter } from "#contract/routers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { t } from "../../console/language.ts";
import { RequestError } from "../../console/request.ts";
import { errorText, toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

/** Each row has its own pending state. */
export function useConnectionTest(router: AssignedRouter): { busy: boolean; run: () => void } {
  const test = useAct("testRouter", ["/api/admin/routers"]);
  const otherwise = t("Failed to connect to router");
  const run = () =>
    test.mutate(
      { params: { id: router.id } },
      {
        onSuccess: ({ success, message }) => {
          if (success) toastSuccess(t("Connection Successful"), message);
          else toastError(t("Connection Failed"), withReason(otherwise, message));
        },
        onError: (error) =>
          toastError(t("Connection Test Failed"), withReason(otherwise, errorText(error, ""))),
      },
    );
  return { busy: test.isPending, run };
}

/** "Failed to connect to router: The router did not answer in time." */
function withReason(text: string, why: string): string {
  return why === "" || why === text ? text : `${text}: ${why}`;
}

/** Asks; and once more with the server's sentence where purchases still run on it. */
export function useRemoval(router: AssignedRouter): { busy: boolean; ask: () => void } {
  const remove = useAct("removeRouter", ["/api/admin/routers", "/api/admin/bridges"]);
  const { id, name } = router;
  // By promise: callbacks of `mutate` are dropped when the row unmounts.
  const run = (confirm: boolean): Promise<void> =>
    remove.mutateAsync({ params: { id }, query: confirm ? { confirm: "true" } : {} }).then(
      ({ message }) => toastSuccess(t("Router removed"), message),
      (error: unknown) => {
        if (!confirm && error instanceof RequestError && error.status === 409)
          confirmAction({
            title: t("Purchases are running on {name}", { name }),
            text: error.sentence,
            action: t("Remove it all the same"),
            onYes: () => void run(true),
          });
        else toastError(t("Delete Failed"), errorText(error, t("Failed to remove the router")));
      },
    );
  const ask = () =>
    confirmAction({
      title: t("Remove {name}?", { name }),
      text: t("It serves nobody any more and leaves this list. Its sales stay in your reports."),
      action: t("Remove router"),
      onYes: () => void run(false),
    });
  return { busy: remove.isPending, ask };
}

/** Its own bridge runs it again; what is shown follows when the bridge has said so. */
export function useReclaim(router: AssignedRouter, onTold: () => void): { busy: boolean; run: () => void } {
  const reclaim = useAct("reclaimRouter", ["/api/admin/routers"]);
  const run = () =>
    reclaim.mutate(
      { params: { id: router.id } },
      {
        onSuccess: ({ message }) => {
          toastSuccess(router.name, message);
          onTold();
        },
        onError: toastFailure(t("Update Failed"), t("Failed to change the router")),
      },
    );
  return { busy: reclaim.isPending, run };
}

/** Purchases of a router that was here before go on at this one. */
export function useCarry(router: AssignedRouter): { busy: boolean; run: () => void } {
  const carry = useAct("carryPurchases", [
    "/api/admin/routers",
    "/api/admin/transactions",
    "/api/admin/payments",
    "/api/admin/users",
  ]);
  const run = () =>
    carry.mutate(
      { params: { id: router.id } },
      {
        onSuccess: ({ message }) => toastSuccess(router.name, message),
        onError: toastFailure(t("Update Failed"), t("Failed to change the router")),
      },
    );
  return { busy: carry.isPending, run };
}
