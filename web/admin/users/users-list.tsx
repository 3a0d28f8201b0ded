import { Box, Group, Text, VisuallyHidden } from "@mantine/core";
import type { HotspotUser } from "#contract/users";
import { speedText } from "#contract/values/speed";
import { type Column, DataList, type DataListProps } from "../../console/data-list.tsx";
import { bytes, clock, dateTime, hoursMinutes } from "../../console/format.ts";
import { StatusMark, TwoLines, When } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { RowCard } from "../../console/row-card.tsx";
import { whyOffline } from "../../console/why-offline.ts";
import { may } from "../api.ts";
import { contact, markOf, planTime, saysItsTime, userName } from "./format-user.ts";
import { type UserActs, UserButtons } from "./user-buttons.tsx";

/** Bytes down and up; the arrows have words for a screen reader, and a line breaks between the two only. */
export function Traffic(props: { down: number; up: number }) {
  return (
    <>
      <span style={{ whiteSpace: "nowrap" }}>
        <VisuallyHidden>{t("Downloaded")} </VisuallyHidden>
        <span aria-hidden>↓ </span>
        {bytes(props.down)}
      </span>{" "}
      <span style={{ whiteSpace: "nowrap" }}>
        <VisuallyHidden>{t("Uploaded")} </VisuallyHidden>
        <span aria-hidden>↑ </span>
        {bytes(props.up)}
      </span>
    </>
  );
}

/** What a bridge has not told yet is in no figure: of who is online it is said how old they are. */
export function AsOf({ user: { isOnline, lastSeen } }: { user: Pick<HotspotUser, "isOnline" | "lastSeen"> }) {
  if (!isOnline) return null;
  return (
    <>
      {" · "}
      <time dateTime={lastSeen} title={dateTime(lastSeen, language())}>
        {t("as of {time}", { time: clock(lastSeen, language()) })}
      </time>
    </>
  );
}

/** One mark: a user who is online has time that runs. */
export function UserStatusMark({ user }: { user: HotspotUser }) {
  return (
    <Group gap={4}>
      <StatusMark {...markOf(user)} />
      {user.isOnline ? <StatusMark tone="good" word={t("Online Now")} /> : null}
    </Group>
  );
}

function planOf({ plan, isTrial }: HotspotUser): { name: string; terms: string[] } {
  if (!plan) return { name: t("No plan"), terms: [] };
  const name = isTrial ? t("Free trial") : plan.name;
  return { name, terms: [speedText(plan.speedMbps), planTime(plan.durationHours)] };
}

function columns(acts: UserActs): Column<HotspotUser>[] {
  return [
    {
      key: "user",
      title: t("User"),
      render: (user) => <TwoLines strong first={userName(user)} second={user.macAddress} />,
    },
    {
      key: "contact",
      title: t("Contact"),
      render: ({ phoneNumber }) => (
        <Text size="sm" c={phoneNumber ? "inherit" : "dimmed"} style={{ whiteSpace: "nowrap" }}>
          {contact(phoneNumber)}
        </Text>
      ),
    },
    {
      key: "router",
      title: t("Router"),
      render: ({ router }) =>
        router ? (
          <Box maw={120} title={`${router.host}:${router.port}`}>
            <TwoLines first={router.name} second={`${router.host}:${router.port}`} />
          </Box>
        ) : (
          "–"
        ),
    },
    {
      key: "status",
      title: t("Status"),
      render: (user) => (
        <TwoLines
          first={<StatusMark {...markOf(user)} isPlain />}
          second={user.isOnline ? t("Online Now") : may("userDetails") ? null : whyOffline(user)}
        />
      ),
    },
    {
      key: "plan",
      title: t("Plan"),
      render: (user) => <TwoLines first={planOf(user).name} second={planOf(user).terms.join(" · ")} />,
    },
    {
      key: "usage",
      title: t("Usage"),
      render: (user) => (
        <TwoLines
          first={<Traffic down={user.bytesDownloaded} up={user.bytesUploaded} />}
          second={
            <>
              {hoursMinutes(user.sessionTime)}
              <AsOf user={user} />
            </>
          }
        />
      ),
    },
    {
      key: "expires",
      title: t("Expires"),
      render: ({ expiresAt }) => (
        <Text component="div" size="sm">
          <When iso={expiresAt} short />
        </Text>
      ),
    },
    {
      key: "actions",
      title: t("Actions"),
      right: true,
      render: (user) => <UserButtons user={user} acts={acts} />,
    },
  ];
}

/** What is over says so by its mark. */
function Ends({ user: { status, expiresAt } }: { user: HotspotUser }) {
  if (expiresAt === null) return null;
  return (
    <>
      {status === "expired" ? "" : `${t("Expires")} `}
      <When iso={expiresAt} short />
    </>
  );
}

function UserCard({ user, acts }: { user: HotspotUser; acts: UserActs }) {
  const { name, terms } = planOf(user);
  const { router, phoneNumber, plan, isTrial } = user;
  const isTimeSaid = plan !== null && !isTrial && saysItsTime(plan.name, plan.durationHours);
  const why = may("userDetails") ? null : whyOffline(user);
  return (
    <RowCard
      title={phoneNumber ? contact(phoneNumber) : userName(user)}
      // Whoever is online has time that runs: beside a phone number there is no room to say both.
      right={
        <StatusMark
          isSmall
          tone={markOf(user).tone}
          word={user.isOnline ? t("Online Now") : markOf(user).word}
        />
      }
      below={<Ends user={user} />}
      facts={[
        <span key="plan">
          {[name, ...terms.slice(0, isTimeSaid ? 1 : 2)].join(" · ")} ·{" "}
          <Traffic down={user.bytesDownloaded} up={user.bytesUploaded} /> · {hoursMinutes(user.sessionTime)}
          <AsOf user={user} />
          {[user.macAddress, router?.name, why].filter(Boolean).map((one) => ` · ${one}`)}
        </span>,
      ]}
      {...(may("userDetails") ? { onOpen: () => acts.view(user) } : {})}
    />
  );
}

export function UsersList(props: {
  rows: readonly HotspotUser[];
  page: NonNullable<DataListProps<HotspotUser>["page"]>;
  busy: boolean;
  acts: UserActs;
}) {
  const { rows, page, busy, acts } = props;
  return (
    <DataList
      label={t("Users")}
      rows={rows}
      rowKey={(user) => user.id}
      columns={columns(acts)}
      card={(user) => <UserCard user={user} acts={acts} />}
      page={page}
      busy={busy}
      {...(may("userDetails") ? { onOpen: acts.view } : {})}
    />
  );
}
