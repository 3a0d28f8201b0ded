import { dayOf } from "../../console/days.ts";
import { Money, useMinute } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { StatStrip } from "../../console/stat-strip.tsx";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { rowsOf } from "./payment-filter.ts";

const sold = { type: "payment", status: "completed" };

export function PaymentStats() {
  const stats = useRead("paymentStats", {}, polled(20_000));
  const { data } = stats;
  const today = dayOf(useMinute());
  const rows = (filter: Parameters<typeof rowsOf>[1]) => rowsOf(addresses.payments, filter);
  return (
    <StatStrip
      query={stats}
      figures={[
        ...(data && data.notActivated > 0
          ? [
              {
                name: t("Paid, not activated"),
                value: data.notActivated,
                note: t("Open them and retry"),
                to: rows({ activation: "open" }),
                isUrgent: true,
              },
            ]
          : []),
        {
          name: t("Today's Sales"),
          value: data && <Money amount={data.todaySales} />,
          note: t("Since midnight"),
          to: rows({ ...sold, from: today, to: today }),
        },
        {
          name: t("Total Revenue"),
          value: data && <Money amount={data.totalRevenue} />,
          note: t("Payments, all time"),
          to: rows(sold),
        },
        {
          name: t("Transactions"),
          value: data?.totalTransactions.toLocaleString("en-US"),
          note: t("All time"),
          to: rows({}),
        },
        {
          name: t("Success Rate"),
          value: data && `${Math.round(data.successRate * 10) / 10}%`,
          note: t("The rest failed"),
          to: rows({ type: "payment", status: "failed" }),
        },
        {
          name: t("Voucher sales"),
          value: data && <Money amount={data.voucherSales} />,
          note: t("Face value of redeemed vouchers, not in the revenue"),
          to: rows({ type: "voucher" }),
        },
      ]}
    />
  );
}
