import { SegmentedControl } from "@mantine/core";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/url-state.ts";
import { FindPayment } from "./find-payment.tsx";
import { RefundList } from "./refund-list.tsx";

const firstView = { view: "list", q: "", status: "", providerId: "", page: "1" };

/** Money that goes back to payers, and the way to begin. */
export function Refunds(): ReactElement {
  const [place, change] = useUrlState(firstView);
  const view = place.view === "find" ? "find" : "list";
  return (
    <>
      <SegmentedControl
        mb="md"
        fullWidth
        maw={400}
        size="sm"
        aria-label={t("Refunds")}
        value={view}
        onChange={(to) => change({ ...firstView, view: to })}
        data={[
          { value: "list", label: t("All refunds") },
          { value: "find", label: t("Give a payment back") },
        ]}
      />
      {view === "find" ? (
        <FindPayment />
      ) : (
        <RefundList onBegin={() => change({ ...firstView, view: "find" })} />
      )}
    </>
  );
}
