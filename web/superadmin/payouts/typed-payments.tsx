import type { CollectionSettings } from "#contract/collection";
import { t } from "../../console/language.ts";
import { useAct } from "../api.ts";
import { ReportsOfTyped } from "../providers/reports-of-typed.tsx";

/** Whether the gateway reports what people type by hand at the pay bill at which the platform collects. */
export function TypedPayments({ at }: { at: NonNullable<CollectionSettings["collectsAt"]> }) {
  const register = useAct("registerCollectingPaybill", ["/api/superadmin/collection"]);
  const { shortCode, typedSince, typedFault } = at;
  return (
    <ReportsOfTyped
      account={shortCode}
      since={typedSince}
      fault={typedFault}
      name={t("the platform's pay bill")}
      what={t(
        "Safaricom will ask this platform about each payment that somebody types at {account}, and report it. Then customers of providers that consented pay by typing their account number there; any other number is refused before money moves. It reports to no other system afterwards.",
        { account: shortCode },
      )}
      busy={register.isPending}
      onRegister={(on) => register.mutate({}, on)}
    />
  );
}
