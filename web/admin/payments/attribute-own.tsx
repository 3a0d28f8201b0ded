import type { PaybillPayment } from "#contract/paybill";
import { AttributeDialog, type UseCustomers } from "../../console/paybill/attribute-dialog.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { planPrice } from "../plans/format-plan.ts";

const readAfter = ["paybill-payments", "transactions", "payments", "stats", "users", "lines"].map(
  (name) => `/api/admin/${name}`,
);

export function AttributeOwn(props: { money: PaybillPayment; onClose: () => void }) {
  const params = { id: props.money.id };
  const candidates = useRead("ownPaybillCandidates", { params });
  const useCustomers: UseCustomers = (q) => useRead("ownPaybillCustomers", { params, query: q ? { q } : {} });
  const plans = useRead("adminListPlans", {}, keptFor(30_000)).data ?? [];
  const routers = useRead("listRouters", {}, keptFor(30_000)).data ?? [];
  const give = useAct("attributeOwnPaybillPayment", readAfter);
  return (
    <AttributeDialog
      {...props}
      candidates={candidates}
      useCustomers={useCustomers}
      choices={{
        plans: plans.map(({ id, name, price }) => ({ id, name, price: planPrice(price) })),
        routers: routers.map(({ id, name }) => ({ id, name })),
      }}
      giving={(body, key) => give.mutateAsync({ params, body, key })}
    />
  );
}
