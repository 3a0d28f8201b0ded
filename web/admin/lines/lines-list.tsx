import { Group, Text } from "@mantine/core";
import { IconEye, IconPlus } from "@tabler/icons-react";
import type { Line } from "#contract/lines";
import { type Column, DataList, type DataListProps } from "../../console/data-list.tsx";
import { IconButton } from "../../console/icon-button.tsx";
import { StatusMark, TwoLines } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { RowCard } from "../../console/row-card.tsx";
import { may } from "../api.ts";
import { dialWord, isRouterBehind, phoneOf, priceText, standingMark } from "./format-line.ts";

export type LineActs = { view: (line: Line) => void; addAnother: (line: Line) => void };

/** Whether it is dialled in, and what its router was not told yet. */
export function lineState(line: Line): string {
  const behind = line.hindrance === null ? t("Router not reached yet") : t("In the way at the router");
  return [dialWord(line), ...(isRouterBehind(line) || line.hindrance !== null ? [behind] : [])].join(" · ");
}

const columns = (acts: LineActs): Column<Line>[] => [
  {
    key: "customer",
    title: t("Customer"),
    render: ({ customer }) => <TwoLines strong first={customer.name} second={phoneOf(customer)} />,
  },
  {
    key: "login",
    title: t("Name or device"),
    render: ({ login, router }) => <TwoLines first={login} second={router.name} />,
  },
  {
    key: "package",
    title: t("Package"),
    render: (line) => <TwoLines first={line.packageName} second={priceText(line)} />,
  },
  {
    key: "status",
    title: t("Status"),
    render: (line) => (
      <TwoLines first={<StatusMark {...standingMark(line)} isPlain />} second={lineState(line)} />
    ),
  },
  {
    key: "acts",
    title: "",
    right: true,
    render: (line) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        {may("addLine") ? (
          <IconButton
            icon={IconPlus}
            name={t("Add another line for {name}", { name: line.customer.name })}
            onClick={() => acts.addAnother(line)}
          />
        ) : null}
        <IconButton
          icon={IconEye}
          name={t("Details of {login}", { login: line.login })}
          onClick={() => acts.view(line)}
        />
      </Group>
    ),
  },
];

function LineCard({ line, acts }: { line: Line; acts: LineActs }) {
  return (
    <RowCard
      title={line.customer.name}
      right={<StatusMark {...standingMark(line)} isPlain />}
      facts={[
        <Text key="what" span inherit>
          {line.login} · {line.packageName}
        </Text>,
        lineState(line),
      ]}
      onOpen={() => acts.view(line)}
    />
  );
}

export function LinesList(props: {
  rows: readonly Line[];
  page: NonNullable<DataListProps<Line>["page"]>;
  busy: boolean;
  acts: LineActs;
}) {
  const { acts, ...list } = props;
  return (
    <DataList
      label={t("Lines")}
      rowKey={({ id }) => id}
      columns={columns(acts)}
      card={(line) => <LineCard line={line} acts={acts} />}
      onOpen={acts.view}
      {...list}
    />
  );
}
