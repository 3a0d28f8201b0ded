import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { callApi, refresh } from "../api.ts";

type Of = { routerId: string; macAddress: string };

/** Lets a user that another system made for this device give way; the server says what comes of it. */
export function useHandOver(): (of: Of) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ routerId, macAddress }: Of) =>
      callApi("handOverUsers", { params: { id: routerId }, body: { macAddress } }),
    onSuccess: ({ message }) => toastSuccess(t("Handed over"), message),
    onError: toastFailure(t("Not handed over"), t("Nothing was changed. Please try again.")),
    onSettled: () => refresh(client, ["/api/admin/users", "/api/admin/stats"]),
  });
  return mutate;
}
