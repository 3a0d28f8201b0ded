import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { HotspotUser } from "#contract/users";
import { confirmAction } from "../../console/confirm-action.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, refresh } from "../api.ts";
import { calledName } from "./format-user.ts";

type CutOff = { disconnect: (user: HotspotUser) => void; allow: (user: HotspotUser) => void };

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
      toastSuccess(off ? t("{who} is disconnected", { who }) : t("{who} is allowed again", { who }), message);
    },
    onSettled: () => refresh(client, ["/api/admin/users", "/api/admin/stats"]),
  });
  return {
    disconnect: (user) => {
      const who = calledName(user);
      confirmAction({
        title: t("Disconnect {who}?", { who }),
        text: t(
          "The device loses the internet at once and stays off, with everything bought for it. Its time runs on. You can allow it again at any time.",
        ),
        action: t("Disconnect {who} now", { who }),
        onYes: () => mutate({ user, off: true }),
      });
    },
    allow: (user) => mutate({ user, off: false }),
  };
}

// Cached users, so that a row can change before the server has answered.

const path = "/api/admin/users";

export function isOfUsers({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return typeof queryKey[0] === "string" && queryKey[0].startsWith(path);
}

/** A cut-off device is offline at once; one that is allowed again is what its time says. @param now UTC ms */
export function cutOff(user: HotspotUser, isCutOff: boolean, now: number): HotspotUser {
  const offline = { cause: "cut_off", at: null, macAddress: null, transactionId: null } as const;
  if (isCutOff) return { ...user, status: "cut_off", isActive: false, isOnline: false, offline };
  const isActive = user.expiresAt !== null && Date.parse(user.expiresAt) > now;
  // Why it is not online yet the server says with the next answer.
  return { ...user, status: isActive ? "active" : "expired", isActive, offline: null };
}

/** The same answer with one user changed; an answer without this user stays the very same. */
export function withUser<T>(answer: T, id: string, change: (user: HotspotUser) => HotspotUser): T {
  if (!answer || typeof answer !== "object") return answer;
  if ("rows" in answer && Array.isArray(answer.rows)) {
    const rows = answer.rows as HotspotUser[];
    if (!rows.some((user) => user.id === id)) return answer;
    return { ...answer, rows: rows.map((user) => (user.id === id ? change(user) : user)) };
  }
  if ("user" in answer) {
    const user = answer.user as HotspotUser;
    return user.id === id ? { ...answer, user: change(user) } : answer;
  }
  return answer;
}
