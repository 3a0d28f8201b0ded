import { Button, Select } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { HotspotUser } from "#contract/users";
import { confirmAction } from "../../console/confirm-action.tsx";
import { FilterBar } from "../../console/filter-bar.tsx";
import { Sheet } from "../../console/form-modal.tsx";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { StatStrip } from "../../console/stat-strip.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, polled, refresh, useList, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { calledName, filterOf } from "../users/format-user.ts";
import { UsersList } from "../users/users-list.tsx";

const UserSheet = lazy(async () => ({ default: (await import("../users/user-sheet.tsx")).UserSheet }));
const ExtendDialog = lazy(async () => ({
  default: (await import("../users/extend-dialog.tsx")).ExtendDialog,
}));
const MoveDialog = lazy(async () => ({ default: (await import("../users/move-dialog.tsx")).MoveDialog }));

const defaults = { q: "", show: "", page: "1", user: "" };

export function UsersPage() {
  const { filter, page, go, change, narrow } = useListParams(defaults);
  const [dialog, setDialog] = useState<{ what: "extend" | "move"; user: HotspotUser } | null>(null);
  const cutOff = useCutOff();
  const users = useList(
    "listUsers",
    { query: { page, pageSize, q: filter.q, ...filterOf(filter.show) } },
    polled(15_000),
  );
  useLastPage(users.data, page, go);
  const acts = {
    ...cutOff,
    view: (user: HotspotUser) => change({ user: user.id }),
    extend: (user: HotspotUser) => setDialog({ what: "extend", user }),
    move: (user: HotspotUser) => setDialog({ what: "move", user }),
  };
  // A purchase that was moved is another device's from now on.
  const moved = () => {
    setDialog(null);
    change({ user: "" });
  };
  return (
    <>
      <PageHead title={t("Users")} />
      <UserStats />
      <FilterBar
        search={{
          value: filter.q,
          onSearch: (q) => narrow({ q }),
          label: t("Search users"),
          placeholder: t("MAC address, phone number or username"),
          shortPlaceholder: t("MAC, phone or username"),
        }}
        set={filter.show === "" ? 0 : 1}
        onClear={() => narrow({ show: "" })}
      >
        <Select
          aria-label={t("Show")}
          allowDeselect={false}
          value={filter.show || "all"}
          onChange={(show) => narrow({ show: show === "all" || !show ? "" : show })}
          data={[
            { value: "all", label: t("All users") },
            { value: "active", label: t("Active") },
            { value: "online", label: t("Online Now") },
            { value: "expired", label: t("Expired") },
            { value: "inactive", label: t("Inactive") },
            { value: "cut_off", label: t("Cut off") },
          ]}
        />
      </FilterBar>
      <Loaded
        query={users}
        loading={<LoadingRows rows={8} height={64} label={t("Loading …")} />}
        failed={{
          title: t("Error Loading Users"),
          text: t("Failed to load users. Please check your connection and try again."),
        }}
        empty={
          <NoUsers
            isSearch={filter.q !== ""}
            isFilter={filter.show !== ""}
            onClear={() => narrow({ q: "", show: "" })}
          />
        }
      >
        {({ rows, total }) => (
          <UsersList
            rows={rows}
            page={{ number: page, size: pageSize, total, go }}
            busy={users.isPlaceholderData}
            acts={acts}
          />
        )}
      </Loaded>
      <Sheet opened={filter.user !== ""} onClose={() => change({ user: "" })} title={t("User")}>
        <Suspense fallback={<LoadingRows rows={6} label={t("Loading …")} />}>
          {filter.user ? <UserSheet key={filter.user} id={filter.user} acts={acts} /> : null}
        </Suspense>
      </Sheet>
      <Suspense fallback={null}>
        {dialog?.what === "extend" ? (
          <ExtendDialog user={dialog.user} onClose={() => setDialog(null)} />
        ) : null}
        {dialog?.what === "move" ? (
          <MoveDialog user={dialog.user} onClose={() => setDialog(null)} onMoved={moved} />
        ) : null}
      </Suspense>
    </>
  );
}

function NoUsers(props: { isSearch: boolean; isFilter: boolean; onClear: () => void }) {
  const icon = <IconUsers size={28} />;
  if (props.isSearch)
    return (
      <Empty
        icon={icon}
        title={t("No users match your search")}
        action={<SecondaryButton onClick={props.onClear}>{t("Clear search")}</SecondaryButton>}
      />
    );
  return (
    <Empty
      icon={icon}
      title={t("No users found")}
      text={
        props.isFilter
          ? t("Nobody is in this group right now.")
          : t("Whoever pays or redeems a voucher on your WiFi stands here.")
      }
      action={
        props.isFilter ? (
          <SecondaryButton onClick={props.onClear}>{t("Show all users")}</SecondaryButton>
        ) : (
          <Button component={Link} to={addresses.vouchers}>
            {t("Make vouchers")}
          </Button>
        )
      }
    />
  );
}

export function UserStats() {
  const stats = useRead("providerStats", {}, polled(20_000));
  const running = useList("listActiveUsers", { query: { page: 1, pageSize: 1 } }, polled(10_000));
  const to = (show: string) => `${addresses.users}?show=${show}`;
  return (
    <StatStrip
      query={stats}
      figures={[
        {
          name: t("Online Now"),
          value: stats.data?.onlineUsers,
          note: t("Let out right now"),
          to: to("online"),
        },
        {
          name: t("Active Users"),
          value: running.data?.total ?? stats.data?.activeUsers,
          note: t("Their time runs now"),
          to: to("active"),
        },
        {
          name: t("Expired"),
          value: stats.data?.expiredUsers,
          note: t("Their time is over"),
          to: to("expired"),
        },
        { name: t("Total Users"), value: stats.data?.totalUsers, note: t("All time"), to: addresses.users },
      ]}
    />
  );
}

export type CutOff = { disconnect: (user: HotspotUser) => void; allow: (user: HotspotUser) => void };

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

// Cached users, so that a row can change before the server has answered.

const path = "/api/admin/users";

export function isOfUsers({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return typeof queryKey[0] === "string" && queryKey[0].startsWith(path);
}

/** A cut-off device is offline at once; one that is allowed again is what its time says. @param now UTC ms */
export function cutOff(user: HotspotUser, isCutOff: boolean, now: number): HotspotUser {
  if (isCutOff) return { ...user, status: "cut_off", isActive: false, isOnline: false };
  const isActive = user.expiresAt !== null && Date.parse(user.expiresAt) > now;
  return { ...user, status: isActive ? "active" : "expired", isActive };
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
