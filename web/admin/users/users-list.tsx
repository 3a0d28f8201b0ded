import { Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { HotspotUser } from "#contract/users";
import { type Column, DataList, type DataListProps } from "../../console/data-list.tsx";
import { bytes, hoursMinutes } from "../../console/format.ts";
import { Hint, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { contact, planTime, statusOf, userName } from "./format-user.ts";
import { type UserActs, UserButtons } from "./user-buttons.tsx";

function TwoLines(props: { first: ReactNode; second: ReactNode; strong?: boolean }) {
  return (
    <Stack gap={0} miw={0}>
      <Text component="div" size="sm" fw={props.strong ? 600 : 400} truncate>
        {props.first}
      </Text>
      <Text component="div" size="xs" c="dimmed" truncate style={{ fontVariantNumeric: "tabular-nums" }}>
        {props.second}
      </Text>
    </Stack>
  );
}

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

export function UserStatusMark({ user }: { user: HotspotUser }) {
  return (
    <Stack gap={2} align="flex-start" miw="max-content">
      <StatusMark {...statusOf(user.status)} />
      {user.isOnline ? (
        <Text size="xs" c="dimmed">
          {t("Online Now")}
        </Text>
      ) : null}
    </Stack>
  );
}

function planOf({ plan }: HotspotUser): { name: string; terms: string } {
  if (!plan) return { name: t("No plan"), terms: "" };
  return { name: plan.name, terms: `${plan.speedMbps} Mbps · ${planTime(plan.durationHours)}` };
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
        router ? <TwoLines first={router.name} second={`${router.host}:${router.port}`} /> : "–",
    },
    { key: "status", title: t("Status"), render: (user) => <UserStatusMark user={user} /> },
    {
      key: "plan",
      title: t("Plan"),
      render: (user) => <TwoLines first={planOf(user).name} second={planOf(user).terms} />,
    },
    {
      key: "usage",
      title: t("Usage"),
      render: (user) => (
        <Stack gap={0} style={{ fontVariantNumeric: "tabular-nums" }}>
          <Text component="div" size="sm">
            <Traffic down={user.bytesDownloaded} up={user.bytesUploaded} />
          </Text>
          <Text size="xs" c="dimmed">
            {hoursMinutes(user.sessionTime)}
          </Text>
        </Stack>
      ),
    },
    {
      key: "expires",
      title: t("Expires"),
      render: ({ expiresAt }) => (
        <Text component="div" size="sm">
          <When iso={expiresAt} />
        </Text>
      ),
    },
    {
      key: "actions",
      title: t("Actions"),
      right: true,
      render: (user) => <UserButtons wide user={user} acts={acts} />,
    },
  ];
}

function UserCard({ user, acts }: { user: HotspotUser; acts: UserActs }) {
  const plan = planOf(user);
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <TwoLines strong first={userName(user)} second={user.macAddress} />
        <UserStatusMark user={user} />
      </Group>
      <Text size="sm">
        {contact(user.phoneNumber)} · {plan.name}
        {user.router ? ` · ${user.router.name}` : ""}
      </Text>
      <Hint component="div" style={{ fontVariantNumeric: "tabular-nums" }}>
        <Traffic down={user.bytesDownloaded} up={user.bytesUploaded} /> · {hoursMinutes(user.sessionTime)}
      </Hint>
      <Hint component="div">
        {t("Expires")} <When iso={user.expiresAt} />
      </Hint>
      <UserButtons user={user} acts={acts} />
    </Stack>
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
    />
  );
}
