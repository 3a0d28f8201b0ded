import { useState } from "react";
import type { PaybillPayment } from "#contract/paybill";
import { formatShillings, parsePrice } from "#contract/values/money";
import { platformBooks } from "#contract/values/platform-books";
import { t } from "../../console/language.ts";
import { AttributeDialog, type UseCustomers } from "../../console/paybill/attribute-dialog.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { ProviderSelect } from "../routers/provider-select.tsx";
import { paybillReads } from "./format-paybill.ts";
import { reconciliationReads } from "./resolve-dialog.tsx";

type Props = { money: PaybillPayment; onClose: () => void };

export function AttributeMoney(props: Props) {
  return props.money.providerId === platformBooks ? <OfNobody {...props} /> : <OfProvider {...props} />;
}

function OfProvider(props: Props) {
  const params = { id: props.money.id };
  const candidates = useRead("paybillCandidates", { params });
  const useCustomers: UseCustomers = (q) => useRead("paybillCustomers", { params, query: q ? { q } : {} });
  const choices = useRead("paybillChoices", { params }, keptFor(30_000)).data ?? { plans: [], routers: [] };
  const give = useGiving();
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

/** Typed at the platform's pay bill under a number that is no customer's: it becomes its provider's with the customer who is chosen. */
function OfNobody(props: Props) {
  const params = { id: props.money.id };
  const [providerId, setProviderId] = useState<string | null>(null);
  const candidates = useRead("paybillCandidates", { params });
  const useCustomers: UseCustomers = (q) =>
    useRead("paybillCustomers", {
      params,
      query: { ...(q ? { q } : {}), ...(q && providerId ? { providerId } : {}) },
    });
  const give = useGiving();
  return (
    <AttributeDialog
      {...props}
      candidates={candidates}
      useCustomers={useCustomers}
      choices={null}
      among={
        <ProviderSelect
          label={t("Customer of")}
          placeholder={t("Any provider: by the account number alone")}
          value={providerId}
          onChange={setProviderId}
        />
      }
      giving={(body, key, customer) =>
        give.mutateAsync({ params, body: { ...body, providerId: customer?.provider?.id }, key })
      }
    />
  );
}

const useGiving = () => useAct("attributePaybillPayment", [...paybillReads, ...reconciliationReads]);
