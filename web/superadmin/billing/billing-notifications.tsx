import { Card, Group, Select, Stack, Text, Title } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { BillingNotification } from "#contract/billing-notifications";
import { When } from "../../console/cells.tsx";
import { t } from "../../console/language.ts";
import { pageNumber } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { StatusMark, type Tone } from "../../console/status-mark.tsx";
import { useList } from "../api.ts";
import { Letters } from "./letters.tsx";
import { type ChangePlace, ListFrame, type ListPlace, rowsPerPage } from "./list-frame.tsx";

type Type = BillingNotification["provider_billing_notifications"]["notificationType"];
const types = ["invoice", "reminder", "overdue", "suspension", "payment", "site"] as const satisfies Type[];

function typeMark(type: Type): { tone: Tone; word: string } {
  const marks = {
    invoice: { tone: "off", word: t("Invoice") },
    reminder: { tone: "wait", word: t("Reminder") },
    overdue: { tone: "bad", word: t("Overdue") },
    suspension: { tone: "bad", word: t("Suspension") },
    payment: { tone: "good", word: t("Payment") },
    site: { tone: "wait", word: t("Site") },
  } as const;
  return marks[type];
}

/** What billing told the providers. */
export function BillingNotifications({ url, change }: { url: ListPlace; change: ChangePlace }): ReactElement {
  const type = types.find((one) => one === url.status);
  const isFailed = url.status === "failed";
  const query = {
    ...{ q: url.q, page: pageNumber(url.page), pageSize: rowsPerPage },
    ...(type ? { type } : {}),
    ...(isFailed ? { letters: "failed" as const } : {}),
  };
  const list = useList("listBillingNotifications", { query }, polled(30_000));
  return (
    <ListFrame
      list={list}
      url={url}
      change={change}
      search={t("Search notifications")}
      filtered={url.q !== "" || type !== undefined || isFailed}
      onClear={() => change({ q: "", status: "", page: "1" })}
      filter={
        <Select
          aria-label={t("Type")}
          placeholder={t("All types")}
          clearable
          clearButtonProps={{ "aria-label": t("All types") }}
          value={isFailed ? "failed" : (type ?? null)}
          onChange={(wanted) => change({ status: wanted ?? "", page: "1" })}
          data={[
            ...types.map((value) => ({ value: value as string, label: typeMark(value).word })),
            { value: "failed", label: t("Letter not delivered") },
          ]}
        />
      }
      empty={{
        icon: <IconBell size={28} aria-hidden />,
        title: t("No Notifications"),
        text: t(
          "Invoices, reminders, suspensions and sites that go offline are told to providers and kept here.",
        ),
      }}
    >
      {(rows) => (
        <Stack
          component="ul"
          gap="sm"
          p={0}
          m={0}
          aria-label={t("Notifications")}
          style={{ listStyle: "none" }}
        >
          {rows.map(({ provider_billing_notifications: told, providers, letters }) => (
            <Card component="li" key={told.id} data-testid="notification">
              <Group justify="space-between" align="flex-start" gap="xs">
                <Title order={2} fz="md" style={{ overflowWrap: "anywhere" }}>
                  {told.title}
                </Title>
                <StatusMark {...typeMark(told.notificationType)} />
              </Group>
              <Text mt={4} style={{ overflowWrap: "anywhere" }}>
                {told.message}
              </Text>
              <Text size="sm" c="dimmed" mt={4}>
                {providers.businessName} · <When iso={told.createdAt} />
              </Text>
              <Letters letters={letters} />
            </Card>
          ))}
        </Stack>
      )}
    </ListFrame>
  );
}
