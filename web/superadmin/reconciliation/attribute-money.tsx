import type { PaybillPayment } from "#contract/paybill";
import { formatShillings, parsePrice } from "#contract/values/money";
import { AttributeDialog, type UseCustomers } from "../../console/paybill/attribute-dialog.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { paybillReads } from "./format-paybill.ts";
import { reconciliationReads } from "./resolve-dialog.tsx";

export function AttributeMoney(props: { money: PaybillPayment; onClose: () => void }) {
  const params = { id: props.money.id };
  const candidates = useRead("paybillCandidates", { params });
  const useCustomers: UseCustomers = (q) => useRead("paybillCustomers", { params, query: q ? { q } : {} });
  const choices = useRead("paybillChoices", { params }, keptFor(30_000)).data ?? { plans: [], routers: [] };
  const give = useAct("attributePaybillPayment", [...paybillReads, ...reconciliationReads]);
  return (
    <AttributeDialog
      {...props}
      candidates={candidates}
      useCustomers={useCustomers}
      choices={{
        plans: choices.plans.map((plan) => ({
          ...plan,
          price: formatShillings(parsePrice(plan.price) ?? 0),
        })),
        routers: choices.routers,
      }}
      giving={(body, key) => give.mutateAsync({ params, body, key })}
    />
  );
}
