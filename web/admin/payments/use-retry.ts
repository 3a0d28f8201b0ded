import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "../../console/language.ts";
import { toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";
import { callApi, refresh } from "../api.ts";

export type Retry = { retry: (which: { id: string }) => void; isBusy: (id: string) => boolean };

/** Asks the gateway, or the router, once more; the answer is the server's sentence. */
export function useRetry(): Retry {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: { id: string }) => callApi("retryActivation", { params: { id } }),
    onSuccess: ({ success, message }) => {
      if (success) toastSuccess(t("Retried"), message);
      else toastError(t("Not activated yet"), message);
    },
    onError: toastFailure(t("Retry Failed"), t("Failed to retry the activation")),
    onSettled: () =>
      refresh(client, [
        "/api/admin/transactions",
        "/api/admin/payments",
        "/api/admin/stats",
        "/api/admin/users",
      ]),
  });
  return { retry: mutate, isBusy: (id) => isPending && variables?.id === id };
}
