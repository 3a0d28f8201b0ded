import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Transaction } from "#contract/transactions";
import { refresh } from "../../console/calls.ts";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi } from "../api.ts";

export type Retry = { retry: (transaction: Transaction) => void; isBusy: (id: string) => boolean };

/** Asks the gateway, or the router, once more; the answer is the server's sentence. */
export function useRetry(): Retry {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: Transaction) => callApi("retryActivation", { params: { id } }),
    onSuccess: ({ success, message }) => {
      if (success) toastSuccess(t("Retried"), message);
      else toastError(t("Not activated yet"), message);
    },
    onError: (error) => toastError(t("Retry Failed"), errorText(error, t("Failed to retry the activation"))),
    onSettled: () => refresh(client, ["/api/admin/transactions", "/api/admin/payments", "/api/admin/stats"]),
  });
  return { retry: mutate, isBusy: (id) => isPending && variables?.id === id };
}
