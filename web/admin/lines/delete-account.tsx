import { Button } from "@mantine/core";
import type { CustomerAccount } from "#contract/customer-accounts";
import { confirmAction } from "../../console/confirm-action.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

/** At a customer's own wish, once the lines are given up. */
export function DeleteAccount({ account, onDone }: { account: CustomerAccount; onDone: () => void }) {
  const { mutate } = useAct("deleteAccountData", ["/api/admin"]);
  const { id, name } = account;
  const ask = () =>
    confirmAction({
      title: t("Delete the data of {who}?", { who: name }),
      text: t(
        "Name, phone number, notes and messages of this customer are deleted for good, with the devices of that phone. Account number and money stay in your books without a name. Do it when the customer asks for it.",
      ),
      action: t("Delete the data"),
      onYes: () =>
        mutate(
          { params: { id } },
          {
            onSuccess: ({ message }) => {
              toastSuccess(t("Customer's data deleted"), message);
              onDone();
            },
            onError: toastFailure(t("Not Deleted"), t("Failed to delete the customer's data")),
          },
        ),
    });
  return (
    <Button variant="subtle" color="red" mih={44} onClick={ask}>
      {t("Delete this customer's data")}
    </Button>
  );
}
