import type { ReactElement } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { t } from "../../console/language.ts";
import { useAct } from "../api.ts";
import { TrialPayment } from "../ask-for-shilling.tsx";
import { accountOf, rereads } from "./switch-reading.ts";

/** Sends KES 1 to this account by the route that payments will take. */
export function TryAccount({ one, onClose }: { one: PaymentSwitch; onClose: () => void }): ReactElement {
  const trial = useAct("trySwitchAccount", rereads);
  const account = accountOf(one);
  return (
    <TrialPayment
      title={t("Try {account} with KES 1", { account })}
      warning={t("One real shilling is taken from this phone and paid to {account}.", { account })}
      note={t("The prompt on the phone names who receives it. Remember that name: you type it next.")}
      next={t("Read who receives the KES 1 before you enter your PIN.")}
      failure={t("Trial Failed")}
      busy={trial.isPending}
      send={(phoneNumber, key) => trial.mutateAsync({ params: { id: one.id }, body: { phoneNumber }, key })}
      onClose={onClose}
    />
  );
}
