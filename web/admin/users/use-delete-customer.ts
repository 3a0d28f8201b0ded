import type { HotspotUser } from "#contract/users";
import { confirmAction } from "../../console/confirm-action.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { calledName } from "./format-user.ts";

/** At a customer's own wish. @param onDone its devices are in no list any more */
export function useDeleteCustomer(onDone: () => void): (user: HotspotUser) => void {
  const { mutate } = useAct("deleteCustomerData", ["/api/admin"]);
  return (user) => {
    const who = calledName(user);
    confirmAction({
      title: t("Delete the data of {who}?", { who }),
      text: t(
        "Phone number, devices, usage and messages of this customer are deleted for good. What was paid stays in your books without a number. Do it when the customer asks for it.",
      ),
      action: t("Delete the data"),
      onYes: () =>
        mutate(
          { params: { id: user.id } },
          {
            onSuccess: ({ message }) => {
              toastSuccess(t("Customer's data deleted"), message);
              onDone();
            },
            onError: toastFailure(t("Not Deleted"), t("Failed to delete the customer's data")),
          },
        ),
    });
  };
}
