import { Group, Text, Title } from "@mantine/core";
import { IconCash } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import type { CashMove } from "#contract/transactions";
import { formatAccountCode } from "#contract/values/account-code";
import { type Column, DataList } from "../../console/data-list.tsx";
import { EmptyList } from "../../console/filter-bar.tsx";
import { kes } from "../../console/format.ts";
import { Hint, Money, SecondaryButton, StatusMark, TwoLines, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage } from "../../console/list-params.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { RowCard } from "../../console/row-card.tsx";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { cashQueryOf, type PaymentFilter, rowsOf } from "./payment-filter.ts";
import { agoOfPayment } from "./payments-list.tsx";

// Cash of homes and offices stands beside what gateways brought: it is in the same sums.

export const useCash = (filter: PaymentFilter, page: number, enabled: boolean) =>
  useRead("listCash", { query: { ...cashQueryOf(filter), page, pageSize } }, { ...polled(20_000), enabled });

/** How much of it there is in the days and at the router of the filter, where there is some. */
export function CashBeside({ filter, cash }: { filter: PaymentFilter; cash: ReturnType<typeof useCash> }) {
  const { data } = cash;
  if (!data || data.total === 0) return null;
  return (
    <Group gap="xs" mb={8}>
      <IconCash size={18} aria-hidden />
      <Text size="sm">
        {t("{amount} in cash, in {count, plural, one {# receipt} other {# receipts}}", {
          amount: kes(data.amount),
          count: data.total,
        })}
      </Text>
      <SecondaryButton
        component={Link}
        size="sm"
        mih={44}
        to={rowsOf(addresses.payments, { ...pathOf(filter), type: "cash" })}
      >
        {t("Show cash")}
      </SecondaryButton>
    </Group>
  );
}

/** What of the filter cash has, too. */
const pathOf = (filter: PaymentFilter): Partial<PaymentFilter> =>
  Object.fromEntries(
    Object.entries(cashQueryOf(filter)).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

export function wordOfCash({ kind, isUndone }: CashMove): { tone: "good" | "wait" | "off"; word: string } {
  if (isUndone) return { tone: "off", word: t("Undone later") };
  if (kind === "undone") return { tone: "off", word: t("Undone") };
  return kind === "taken"
    ? { tone: "good", word: t("Paid in cash") }
    : { tone: "wait", word: t("Given back in cash") };
}

const receiptOf = ({ receipt }: CashMove) => t("Receipt {number}", { number: receipt });
const whyOf = ({ by, note }: CashMove) => (note === "" ? by : `${by}: ${note}`);

const columns: () => Column<CashMove>[] = () => [
  {
    key: "customer",
    title: t("Customer"),
    render: ({ customer }) => (
      <TwoLines strong first={customer.name} second={formatAccountCode(customer.number)} />
    ),
  },
  { key: "status", title: t("Status"), render: (one) => <StatusMark {...wordOfCash(one)} isSmall /> },
  {
    key: "router",
    title: t("Router"),
    render: ({ routerName }) => <Text size="sm">{routerName ?? "–"}</Text>,
  },
  {
    key: "receipt",
    title: t("Receipt"),
    render: (one) => <TwoLines first={receiptOf(one)} second={whyOf(one)} />,
  },
  {
    key: "amount",
    title: t("Amount"),
    right: true,
    render: ({ amount }) => <Money amount={amount} strong />,
  },
  {
    key: "time",
    title: t("Time"),
    render: ({ at }) => (
      <TwoLines first={<When iso={at} relative={agoOfPayment} />} second={<When iso={at} />} />
    ),
  },
];

/** Each opens the line of its customer, where the account is. */
export function CashList(props: {
  cash: ReturnType<typeof useCash>;
  page: number;
  go: (page: number) => void;
  isFiltered: boolean;
  onClear: () => void;
}) {
  const { cash, page, go } = props;
  const leave = useNavigate();
  const listed = cash.data && { rows: cash.data.moves, total: cash.data.total };
  useLastPage(listed, page, go);
  const open = ({ customer }: CashMove) => void leave(`${addresses.lines}?q=${customer.number}`);
  return (
    <Loaded
      query={cash}
      loading={<LoadingRows rows={8} height={64} label={t("Loading …")} />}
      failed={{ title: t("Error Loading Payments"), text: t("Please try again.") }}
    >
      {({ moves, total, amount }) =>
        total === 0 ? (
          <EmptyList
            icon={<IconCash size={28} />}
            isFiltered={props.isFiltered}
            onClear={props.onClear}
            filtered={{ title: t("No payments match your filters"), show: t("Show all payments") }}
            title={t("No cash yet")}
            text={t("What is taken in cash for a line stands here.")}
          />
        ) : (
          <>
            <Group gap="xs" mb={6}>
              <Title order={2} fz="sm" lh="20px">
                {t("Cash")}
              </Title>
              <Hint size="xs" role="status">
                {t("{amount} in cash, in {count, plural, one {# receipt} other {# receipts}}", {
                  amount: kes(amount),
                  count: total,
                })}
              </Hint>
            </Group>
            <DataList
              label={t("Cash")}
              rows={moves}
              rowKey={({ id }) => id}
              columns={columns()}
              card={(one) => (
                <RowCard
                  title={one.customer.name}
                  right={<Money amount={one.amount} strong />}
                  below={<When iso={one.at} relative={agoOfPayment} />}
                  facts={[
                    <span key="marks">
                      <StatusMark {...wordOfCash(one)} isPlain /> · {receiptOf(one)}
                    </span>,
                    [whyOf(one), one.routerName].filter(Boolean).join(" · "),
                  ]}
                  onOpen={() => open(one)}
                />
              )}
              page={{ number: page, size: pageSize, total, go }}
              busy={cash.isPlaceholderData}
              onOpen={open}
            />
          </>
        )
      }
    </Loaded>
  );
}
