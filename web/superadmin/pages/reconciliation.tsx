import { Tabs } from "@mantine/core";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { PageHead } from "../../console/loaded.tsx";
import { PageTabs } from "../../console/page-tabs.tsx";
import { polled, useRead } from "../api.ts";
import { Differences } from "../reconciliation/differences.tsx";
import { PaybillPayments } from "../reconciliation/paybill-payments.tsx";
import { Refunds } from "../reconciliation/refunds.tsx";
import { Runs } from "../reconciliation/runs.tsx";

const tabs = ["differences", "paybill", "refunds", "nights"] as const;
/** What narrows a list: of another tab it would hide what nobody asked to be hidden. */
const unfiltered = { q: "", kind: "", providerId: "", state: "", status: "", view: "", page: "1" };
const defaults = { tab: "differences", ...unfiltered };

export function ReconciliationPage() {
  const [place, setPlace] = useUrlState(defaults);
  const tab = tabs.find((name) => name === place.tab) ?? "differences";
  const { data: counts } = useRead("reconciliationCounts", {}, polled(60_000));
  const withCount = (name: string, count = 0) => (count === 0 ? name : `${name} (${count})`);
  const names = {
    differences: withCount(t("Differences"), counts?.differences),
    paybill: withCount(t("Without a purchase"), counts?.paybill),
    refunds: withCount(t("Refunds"), counts?.refunds),
    nights: t("Nights"),
  };
  return (
    <>
      <PageHead
        title={t("Reconciliation")}
        help="operator#watch-differences"
        text={t("Where our books, the gateways and the payments do not agree, and what to do about it.")}
      />
      <Tabs
        value={tab}
        onChange={(name) => setPlace({ ...unfiltered, tab: name ?? "differences" })}
        keepMounted={false}
      >
        <PageTabs names={names} chosen={tab} />
        <Tabs.Panel value="differences">
          <Differences />
        </Tabs.Panel>
        <Tabs.Panel value="paybill">
          <PaybillPayments />
        </Tabs.Panel>
        <Tabs.Panel value="refunds">
          <Refunds />
        </Tabs.Panel>
        <Tabs.Panel value="nights">
          <Runs />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
