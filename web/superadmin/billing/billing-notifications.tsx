import { Card, Group, Select, Text, Title } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import type { BillingNotification, Letter } from "#contract/billing-notifications";
import { Hint, PlainList, SecondaryButton, StatusMark, type Tone, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageNumber } from "../../console/list-params.ts";
import { toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useList } from "../api.ts";
import { ProviderLink } from "../links.tsx";
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

export function BillingNotifications({ url, change }: { url: ListPlace; change: ChangePlace }) {
  const type = types.find((one) => one === url.status);
  const isFailed = url.status === "failed";
  const query = {
    q: url.q,
    page: pageNumber(url.page),
    pageSize: rowsPerPage,
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
        <PlainList gap="sm" aria-label={t("Notifications")}>
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
              <Hint mt={4}>
                <ProviderLink id={providers.id}>{providers.businessName}</ProviderLink> ·{" "}
                <When iso={told.createdAt} />
              </Hint>
              <Letters letters={letters} />
            </Card>
          ))}
        </PlainList>
      )}
    </ListFrame>
  );
}

/** What became of the letters of one notification; one that was not delivered can be sent again at once. */
export function Letters({ letters }: { letters: readonly Letter[] }) {
  if (letters.length === 0) return null;
  return (
    <PlainList gap="xs" mt="sm" aria-label={t("Letters")}>
      {letters.map((letter) => (
        <Posted key={letter.id} letter={letter} />
      ))}
    </PlainList>
  );
}

function Posted({ letter }: { letter: Letter }) {
  const { id, recipient, state, fault, nextAt } = letter;
  const send = useAct("sendLetter", ["/api/superadmin/billing-notifications"]);
  const otherwise = t("The letter was not delivered. Please try again.");
  const sendIt = () =>
    send.mutate(
      { params: { id } },
      {
        onSuccess: (after) =>
          after.state === "sent"
            ? toastSuccess(t("Letter Sent"), recipient)
            : toastError(t("Letter Not Sent"), after.fault ?? otherwise),
        onError: toastFailure(t("Letter Not Sent"), otherwise),
      },
    );
  const marks: Record<Letter["state"], [Tone, string]> = {
    sent: ["good", t("E-mail sent")],
    waiting: ["wait", t("E-mail waits")],
    failed: ["bad", t("E-mail not delivered")],
  };
  const [tone, word] = marks[state];
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div style={{ minWidth: 0, flex: "1 1 14rem" }}>
        <Group gap="xs">
          <StatusMark tone={tone} word={word} />
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {recipient}
          </Text>
        </Group>
        {fault ? (
          <Text size="sm" c="red" style={{ overflowWrap: "anywhere" }}>
            {fault}
          </Text>
        ) : null}
        {fault && nextAt ? (
          <Hint>
            {t("Tried again by itself:")} <When iso={nextAt} />
          </Hint>
        ) : null}
      </div>
      {state === "failed" ? (
        <SecondaryButton
          aria-label={send.isPending ? t("Sending...") : t("Send again to {recipient}", { recipient })}
          busy={send.isPending}
          onClick={sendIt}
        >
          {send.isPending ? t("Sending...") : t("Send again")}
        </SecondaryButton>
      ) : null}
    </Group>
  );
}
