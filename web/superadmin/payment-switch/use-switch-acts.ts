import { useQueryClient } from "@tanstack/react-query";
import type { TextKey } from "#contract/texts";
import { t } from "../../console/language.ts";
import { RequestError } from "../../console/request.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { refresh, useAct } from "../api.ts";
import { rereads } from "./switch-reading.ts";

export type SwitchActs = {
  busy: boolean;
  activate(id: string | undefined): Promise<boolean>;
  deactivate(id: string | undefined): Promise<boolean>;
  stop(id: string | undefined, why: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
};

/** Refusals of a switch that is not in the list any more. */
const gone: ReadonlySet<string> = new Set<TextKey>(["switch_unknown", "switch_deleted_before"]);

export function useSwitchActs(): SwitchActs {
  const client = useQueryClient();
  const activate = useAct("activateSwitch", rereads);
  const deactivate = useAct("deactivateSwitch", rereads);
  const stop = useAct("emergencyDeactivateSwitch", rereads);
  const remove = useAct("deleteSwitch", rereads);
  const done = async (act: () => Promise<{ message: string }>, saying: string, otherwise: string) => {
    try {
      await act();
      toastSuccess(saying);
      return true;
    } catch (cause) {
      toastError(t("Error"), errorText(cause, otherwise));
      if (cause instanceof RequestError && gone.has(cause.reason)) await refresh(client, rereads);
      return false;
    }
  };
  const none = async () => {
    toastError(t("Error"), t("No payment gateway switch selected"));
    return false;
  };
  return {
    busy: activate.isPending || deactivate.isPending || stop.isPending || remove.isPending,
    activate: (id) =>
      id === undefined
        ? none()
        : done(
            () => activate.mutateAsync({ params: { id } }),
            t("Payment gateway switch activated successfully"),
            t("Failed to activate payment gateway switch"),
          ),
    deactivate: (id) =>
      id === undefined
        ? none()
        : done(
            () => deactivate.mutateAsync({ params: { id } }),
            t("Payment gateway switch deactivated successfully"),
            t("Failed to deactivate payment gateway switch"),
          ),
    stop: (id, why) =>
      id === undefined
        ? none()
        : done(
            () => stop.mutateAsync({ params: { id }, body: { reason: why } }),
            t("Emergency Deactivation Successful"),
            t("Failed to emergency deactivate switch"),
          ),
    remove: async (id) => {
      if (id !== "")
        return done(
          () => remove.mutateAsync({ params: { id } }),
          t("Payment gateway switch deleted successfully"),
          t("Failed to delete payment gateway switch"),
        );
      toastError(t("Error"), t("Invalid switch ID"));
      return false;
    },
  };
}
