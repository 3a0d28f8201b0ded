import { Alert, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { PaymentConfirmation } from "#contract/billing-confirmations";
import { inKes } from "../../console/billing/format-billing.ts";
import { t } from "../../console/language.ts";
import { newKey } from "../../console/request.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

/** The list, its count, the counters, and how the provider stands. */
const rereads = [
  "/api/superadmin/payment-confirmations",
  "/api/superadmin/billing-",
  "/api/superadmin/provider-billing",
  "/api/superadmin/providers",
  "/api/superadmin/stats",
];

/** Verifies or rejects a payment code, after saying how much money is meant and what happens. */
export function useDecision({
  provider_payment_confirmations: confirmation,
  providers: provider,
}: PaymentConfirmation): {
  verify: () => void;
  reject: () => void;
  busy: boolean;
} {
  const verify = useAct("verifyConfirmation", rereads);
  const reject = useAct("rejectConfirmation", rereads);
  const { id, amountPaid, paymentCode: code } = confirmation;
  const name = provider.businessName;
  const amount = inKes(amountPaid);
  const params = { id };
  const doVerify = () =>
    verify.mutate(
      { params, body: {}, key: newKey() },
      {
        onSuccess: ({ message, providerStatus }) =>
          toastSuccess(
            t("Payment Verified"),
            providerStatus === "active"
              ? t("Payment has been verified and provider account reactivated.")
              : message,
          ),
        onError: (cause) =>
          toastError(
            t("Verification Failed"),
            errorText(cause, t("Failed to verify the payment. Please try again.")),
          ),
      },
    );
  const doReject = () =>
    reject.mutate(
      { params, body: { notes: "Invalid payment confirmation" }, key: newKey() },
      {
        onSuccess: () =>
          toastSuccess(t("Payment Rejected"), t("{name} may submit the code again.", { name })),
        onError: (cause) =>
          toastError(
            t("Rejection Failed"),
            errorText(cause, t("Failed to reject the payment. Please try again.")),
          ),
      },
    );
  const isSuspended = provider.suspendedFor === "invoice";
  return {
    verify: () =>
      ask({
        title: t("Verify {amount} of {name}?", { amount, name }),
        lines: [
          t("Compare the code {code} with the money that arrived on the platform's account first.", { code }),
          isSuspended
            ? t(
                "{amount} then pays the oldest invoices of {name}, and its account is reactivated: it sells again.",
                {
                  amount,
                  name,
                },
              )
            : t("{amount} then pays the oldest invoices of {name}. This cannot be undone.", { amount, name }),
        ],
        action: t("Verify {amount}", { amount }),
        onYes: doVerify,
      }),
    reject: () =>
      ask({
        title: t("Reject {amount} of {name}?", { amount, name }),
        lines: [
          t(
            "No money is counted, and the account stays as it is. The provider is told and may submit the code again.",
          ),
        ],
        action: t("Reject {code}", { code }),
        color: "red",
        onYes: doReject,
      }),
    busy: verify.isPending || reject.isPending,
  };
}

function ask(question: {
  title: string;
  lines: string[];
  action: string;
  /** Of the button that does it; the look's own unless told. */
  color?: "red";
  onYes: () => void;
}): void {
  modals.openConfirmModal({
    title: question.title,
    children: <Warning lines={question.lines} />,
    labels: { confirm: question.action, cancel: t("Cancel") },
    ...(question.color ? { confirmProps: { color: question.color } } : {}),
    onConfirm: question.onYes,
  });
}

/** Other people's money wears its own surface. */
function Warning({ lines }: { lines: string[] }): ReactElement {
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap="xs">
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
