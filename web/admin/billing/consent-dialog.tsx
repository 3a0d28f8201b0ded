import { Checkbox, List, Text } from "@mantine/core";
import { useState } from "react";
import type { Balance } from "#contract/payouts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { errorText } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

const reads = ["/api/admin/balance", "/api/admin/payment-gateways"];

/** Consent that the platform collects, or its end. */
export function ConsentDialog(props: { balance: Balance; withdraws: boolean; onClose: () => void }) {
  const { balance, withdraws, onClose } = props;
  const [agreed, setAgreed] = useState(false);
  const consent = useAct("consentToCollection", reads);
  const withdraw = useAct("withdrawCollection", reads);
  const act = withdraws ? withdraw : consent;
  return (
    <FormModal
      onClose={onClose}
      title={withdraws ? t("Stop collecting by the platform") : t("Let the platform collect for you")}
      busy={act.isPending}
      error={act.isError ? errorText(act.error, t("This could not be saved. Please try again.")) : null}
      action={withdraws ? t("Stop") : t("I consent")}
      busyAction={t("Saving...")}
      disabled={!withdraws && !agreed}
      isDangerous={withdraws}
      onSubmit={(event) => {
        event.preventDefault();
        act.mutate({}, { onSuccess: onClose });
      }}
    >
      {withdraws ? (
        <Text size="sm">
          {t(
            "Visitors cannot pay by M-Pesa until an account of your own collects. What the platform owes you stays yours, and is paid out.",
          )}
        </Text>
      ) : (
        <>
          <List size="sm" spacing={4}>
            <List.Item>
              {t("Visitors pay at the platform's pay bill; its name stands on their prompt.")}
            </List.Item>
            <List.Item>
              {t(
                "Customers of homes and offices can type their account number there by hand, where M-Pesa reports it.",
              )}
            </List.Item>
            <List.Item>
              {t("The platform owes you what it collected, to the cent, and pays it out when you ask.")}
            </List.Item>
            <List.Item>
              {t("A payout costs {fee}, and is at least {least}", {
                fee: kes(balance.fee),
                least: kes(balance.least),
              })}
            </List.Item>
            {balance.holdHours > 0 ? (
              <List.Item>
                {t("What was sold can be paid out {hours, plural, one {an hour} other {# hours}} later.", {
                  hours: balance.holdHours,
                })}
              </List.Item>
            ) : null}
            <List.Item>{t("What is given back to a visitor is taken off your balance.")}</List.Item>
          </List>
          <Checkbox
            label={t("The platform shall collect my visitors' money for me")}
            checked={agreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
          />
        </>
      )}
    </FormModal>
  );
}
