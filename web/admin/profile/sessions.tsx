import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { SessionsCard } from "../../console/sessions-card.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { session } from "../session.ts";

const address = "/api/admin/sessions";

export function Sessions(): ReactElement {
  const client = useQueryClient();
  const sessions = useRead("listAdminSessions");
  const end = useAct("endAdminSession", [address]);
  const endAll = useAct("endAdminSessions");
  const onError = (error: Error) => toastError(t("Not signed out"), errorText(error, t("Please try again.")));
  return (
    <SessionsCard
      sessions={sessions}
      busy={end.isPending || endAll.isPending}
      onEnd={({ id }) =>
        end.mutate({ params: { id } }, { onSuccess: () => toastSuccess(t("Signed out there")), onError })
      }
      onEndAll={() =>
        endAll.mutate(
          {},
          {
            onSuccess: () => {
              session.clear();
              client.clear();
            },
            onError,
          },
        )
      }
    />
  );
}
