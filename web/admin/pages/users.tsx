import { Button, Select } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { HotspotUser } from "#contract/users";
import { useAskedFor } from "../../console/asked-for.ts";
import { FilterBar } from "../../console/filter-bar.tsx";
import { Sheet } from "../../console/form-modal.tsx";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { StatStrip } from "../../console/stat-strip.tsx";
import { may, polled, useList } from "../api.ts";
import { addresses } from "../navigation.ts";
import { useBusinessName } from "../use-business-name.ts";
import { useUserStats } from "../use-user-stats.ts";
import { calledName, filterOf } from "../users/format-user.ts";
import { useCutOff } from "../users/use-cut-off.ts";
import { UsersList } from "../users/users-list.tsx";

const UserSheet = lazy(async () => ({ default: (await import("../users/user-sheet.tsx")).UserSheet }));
const ExtendDialog = lazy(async () => ({
  default: (await import("../users/extend-dialog.tsx")).ExtendDialog,
}));
const MoveDialog = lazy(async () => ({ default: (await import("../users/move-dialog.tsx")).MoveDialog }));

const defaults = { q: "", show: "", page: "1", user: "" };

export function UsersPage({ page: host }: { page: PageData }) {
  const business = useBusinessName(host);
  const { filter, page, go, change, open, narrow } = useListParams(defaults);
  const [dialog, setDialog] = useState<{ what: "extend" | "move"; user: HotspotUser } | null>(null);
  /** Where the search leads: to the form of the chosen user. */
  const [isExtending, setExtending] = useState(false);
  useAskedFor("act", () => setExtending(true));
  const cutOff = useCutOff();
  const users = useList(
    "listUsers",
    { query: { page, pageSize, q: filter.q, ...filterOf(filter.show) } },
    polled(15_000),
  );
  useLastPage(users.data, page, go);
  const acts = {
    ...cutOff,
    view: (user: HotspotUser) => open({ user: user.id }),
    extend: (user: HotspotUser) => setDialog({ what: "extend", user }),
    move: (user: HotspotUser) => setDialog({ what: "move", user }),
  };
  const known = users.data?.rows.find(({ id }) => id === filter.user);
  const sought = isExtending ? known : undefined;
  const extended = dialog?.what === "extend" ? dialog.user : may("extendUser") ? sought : undefined;
  const stop = () => {
    setDialog(null);
    setExtending(false);
  };
  // A purchase that was moved is another device's from now on.
  const moved = () => {
    setDialog(null);
    change({ user: "" });
  };
  return (
    <>
      <PageHead title={t("Users")} help="provider#slow" />
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
            { value: "not_renewed", label: t("Did not buy again") },
            { value: "inactive", label: t("Inactive") },
            { value: "cut_off", label: t("Disconnected") },
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
      <Sheet
        opened={filter.user !== "" && may("userDetails")}
        onClose={() => change({ user: "" })}
        title={known ? calledName(known) : t("User")}
      >
        <Suspense fallback={<LoadingRows rows={6} label={t("Loading …")} />}>
          {filter.user ? (
            <UserSheet
              business={business}
              key={filter.user}
              id={filter.user}
              acts={acts}
              onDeleted={() => change({ user: "" })}
            />
          ) : null}
        </Suspense>
      </Sheet>
      <Suspense fallback={null}>
        {extended ? <ExtendDialog user={extended} onClose={stop} /> : null}
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
        ) : !may("generateVouchers") ? null : (
          <Button component={Link} to={addresses.vouchers}>
            {t("Make vouchers")}
          </Button>
        )
      }
    />
  );
}

export function UserStats() {
  const stats = useUserStats(polled(20_000));
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
          // As on the dashboard: one name, one figure.
          name: t("Active Users"),
          value: stats.data?.onlineUsers,
          note: t("Currently online"),
          to: to("online"),
        },
        {
          name: t("Time running"),
          value: running.data?.total ?? stats.data?.activeUsers,
          note: t("Online or not"),
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
