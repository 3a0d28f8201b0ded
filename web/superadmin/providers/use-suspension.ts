import type { Provider } from "#contract/providers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

const rereads = ["/api/superadmin/providers", "/api/superadmin/stats"];

/** Suspends an active provider after asking, activates any other. */
export function useSuspension({
  id,
  businessName: name,
  status,
}: Pick<Provider, "id" | "businessName" | "status">): {
  toggle: () => void;
  busy: boolean;
} {
  const suspend = useAct("suspendProvider", rereads);
  const activate = useAct("activateProvider", rereads);
  const input = { params: { id } };
  const doSuspend = () =>
    suspend.mutate(input, {
      onSuccess: ({ message }) => toastSuccess(t("Provider Suspended"), message),
      onError: (cause) => toastError(t("Action Failed"), errorText(cause, t("Failed to suspend provider."))),
    });
  const doActivate = () =>
    activate.mutate(input, {
      onSuccess: ({ message }) => toastSuccess(t("Provider Activated"), message),
      onError: (cause) => toastError(t("Action Failed"), errorText(cause, t("Failed to activate provider."))),
    });
  const askSuspend = () =>
    confirmAction({
      title: t("Suspend {name}?", { name }),
      text: t(
        "Its admins are signed out at once, and it sells nothing until you activate it again. Whoever is online stays online until the end of what they bought.",
      ),
      action: t("Suspend {name}", { name }),
      onYes: doSuspend,
    });
  return {
    toggle: status === "active" ? askSuspend : doActivate,
    busy: suspend.isPending || activate.isPending,
  };
}
