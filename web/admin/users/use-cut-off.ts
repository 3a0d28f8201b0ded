import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { HotspotUser } from "#contract/users";
import { refresh } from "../../console/calls.ts";
import { confirmAction } from "../../console/confirm-action.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi } from "../api.ts";
import { cutOff, isOfUsers, withUser } from "./cached-users.ts";
import { calledName } from "./format-user.ts";

export type CutOff = { disconnect: (user: HotspotUser) => void; allow: (user: HotspotUser) => void };

/** Disconnect, asked first, and its undo. The row changes at once and back again when the server refuses. */
export function useCutOff(): CutOff {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ user, off }: { user: HotspotUser; off: boolean }) =>
      callApi(off ? "disconnectDevice" : "allowDevice", { params: { id: user.id } }),
    onMutate: async ({ user, off }) => {
      await client.cancelQueries({ predicate: isOfUsers });
      const before = client.getQueriesData({ predicate: isOfUsers });
      client.setQueriesData({ predicate: isOfUsers }, (answer: unknown) =>
        withUser(answer, user.id, (found) => cutOff(found, off, Date.now())),
      );
      return before;
    },
    onError: (error, { off }, before) => {
      for (const [key, answer] of before ?? []) client.setQueryData(key, answer);
      if (off) toastError(t("Disconnect Failed"), errorText(error, t("Failed to disconnect the user")));
      else toastError(t("Error"), errorText(error, t("Failed to allow the user again")));
    },
    onSuccess: ({ message }, { user, off }) => {
      const who = calledName(user);
      toastSuccess(off ? t("{who} is cut off", { who }) : t("{who} is allowed again", { who }), message);
    },
    onSettled: () => refresh(client, ["/api/admin/users", "/api/admin/stats"]),
  });
  return {
    disconnect: (user) => {
      const who = calledName(user);
      confirmAction({
        title: t("Cut off {who}?", { who }),
        text: t(
          "The device loses the internet at once and stays off, with everything bought for it. Its time runs on. You can allow it again at any time.",
        ),
        action: t("Cut off {who} now", { who }),
        onYes: () => mutate({ user, off: true }),
      });
    },
    allow: (user) => mutate({ user, off: false }),
  };
}
