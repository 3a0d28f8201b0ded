import { Group, Select, Stack, Text } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { useState } from "react";
import type { Message } from "#contract/messages";
import { messageKinds } from "#contract/values/message-templates";
import { type Column, DataList } from "../../console/data-list.tsx";
import { EmptyList, FilterBar } from "../../console/filter-bar.tsx";
import { Sheet } from "../../console/form-modal.tsx";
import { phone } from "../../console/format.ts";
import { Button, Money, StatusMark, TwoLines, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { may, polled, useList } from "../api.ts";
import { kindName, reasonText, stateMark } from "./format-message.ts";
import { MessageCard } from "./message-card.tsx";
import { MessageDetails } from "./message-details.tsx";

const states = ["waiting", "sent", "delivered", "failed", "unclear", "held"] as const;
const noFilter = { q: "", state: "", kind: "" };
const all = { ...noFilter, page: "1" };

export function SentMessages({ onSetUp }: { onSetUp: () => void }) {
  const { filter, page, go, narrow } = useListParams(all);
  const query = {
    page,
    pageSize,
    q: filter.q || undefined,
    state: states.find((one) => one === filter.state),
    kind: messageKinds.find((one) => one === filter.kind),
  };
  const messages = useList("listMessages", { query }, polled(15_000));
  useLastPage(messages.data, page, go);
  const [opened, open] = useState<Message | null>(null);
  // What was sent again meanwhile is shown as it is now.
  const shown = messages.data?.rows.find(({ id }) => id === opened?.id) ?? opened;
  const set = [filter.state, filter.kind].filter(Boolean).length;
  return (
    <>
      <FilterBar
        search={{
          value: filter.q,
          onSearch: (q) => narrow({ q }),
          label: t("Search messages"),
          placeholder: t("Phone number"),
        }}
        set={set}
        onClear={() => narrow({ ...noFilter, q: filter.q })}
      >
        <Select
          aria-label={t("Status")}
          allowDeselect={false}
          value={query.state ?? "all"}
          onChange={(value) => narrow({ state: value === "all" || !value ? "" : value })}
          data={[
            { value: "all", label: t("Any status") },
            ...states.map((value) => ({ value, label: stateMark(value).word })),
          ]}
        />
        <Select
          aria-label={t("Type")}
          allowDeselect={false}
          value={query.kind ?? "all"}
          onChange={(value) => narrow({ kind: value === "all" || !value ? "" : value })}
          data={[
            { value: "all", label: t("All messages") },
            ...messageKinds.map((value) => ({ value, label: kindName(value) })),
          ]}
        />
      </FilterBar>
      <Loaded
        query={messages}
        loading={<LoadingRows rows={8} height={64} label={t("Loading …")} />}
        failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        empty={
          <EmptyList
            icon={<IconMessage size={28} aria-hidden />}
            isFiltered={set > 0 || filter.q !== ""}
            onClear={() => narrow(noFilter)}
            filtered={{ title: t("No message matches"), show: t("Show all messages") }}
            title={t("No message was sent yet")}
            text={t("A message stands here from when it is due, with what became of it.")}
            action={may("messageSettings") ? <Button onClick={onSetUp}>{t("Set up messages")}</Button> : null}
          />
        }
      >
        {({ rows, total }) => (
          <DataList
            label={t("Messages")}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns(open)}
            card={(one) => <MessageCard one={one} onOpen={() => open(one)} />}
            page={{ number: page, size: pageSize, total, go }}
            busy={messages.isPlaceholderData}
          />
        )}
      </Loaded>
      <Sheet
        opened={shown !== null}
        onClose={() => open(null)}
        title={shown ? t("Message to {who}", { who: phone(shown.phoneNumber) }) : ""}
      >
        {shown ? <MessageDetails message={shown} /> : null}
      </Sheet>
    </>
  );
}

function columns(open: (message: Message) => void): Column<Message>[] {
  return [
    {
      key: "to",
      title: t("Customer"),
      render: (one) => <TwoLines strong first={phone(one.phoneNumber)} second={kindName(one.kind)} />,
    },
    {
      key: "state",
      title: t("Status"),
      render: ({ state, reason }) => (
        <Stack gap={0} align="flex-start">
          <StatusMark {...stateMark(state)} isSmall />
          {reason ? <Text size="xs">{reasonText(reason)}</Text> : null}
        </Stack>
      ),
    },
    {
      key: "text",
      title: t("Text"),
      render: ({ text }) => (
        // A link has no place to break at, and would make the table wider than a desk.
        <Text size="sm" lineClamp={2} maw={380} style={{ overflowWrap: "anywhere" }}>
          {text ?? "–"}
        </Text>
      ),
    },
    {
      key: "price",
      title: t("Price"),
      right: true,
      render: ({ price }) => (price === null ? "–" : <Money amount={price} />),
    },
    {
      key: "time",
      title: t("Time"),
      render: ({ createdAt }) => (
        <TwoLines first={<When iso={createdAt} relative />} second={<When iso={createdAt} />} />
      ),
    },
    {
      key: "actions",
      title: t("Actions"),
      right: true,
      render: (one) => (
        <Group justify="flex-end">
          <Button
            size="sm"
            h={36}
            variant="subtle"
            px={8}
            onClick={() => open(one)}
            aria-label={t("Message to {who}", { who: phone(one.phoneNumber) })}
          >
            {t("Message")}
          </Button>
        </Group>
      ),
    },
  ];
}
