import { Card, Stack, Text, TextInput, Title } from "@mantine/core";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { FormProblem } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Button } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

/** @param owed what is open now, in KES: offered as the amount */
export function SubmitCode({ owed }: { owed: number }) {
  const submit = useAct("submitConfirmation", ["/api/admin/billing"]);
  const {
    form,
    submit: send,
    busy,
    error,
  } = useCallForm({
    initialValues: { paymentCode: "", amountPaid: owed > 0 ? String(owed) : "" },
    body: ({ paymentCode, amountPaid }) => ({
      paymentCode: codeOf(paymentCode),
      amountPaid: neededNumber(amountPaid),
    }),
    send: (body, key) => submit.mutateAsync({ body, key }),
    failure: {
      title: t("Not submitted"),
      text: t("The payment code could not be submitted. Please try again."),
    },
    onDone: (_, { amountPaid, paymentCode }) => {
      toastSuccess(
        t("Payment code submitted"),
        t("{amount} with the code {code} waits to be verified.", {
          amount: kes(Number(amountPaid)),
          code: codeOf(paymentCode),
        }),
      );
      form.reset();
    },
  });
  return (
    <Card>
      <Title order={2} size="h4" mb="xs">
        {t("Submit a payment code")}
      </Title>
      <form onSubmit={send} noValidate>
        <Stack gap="sm">
          <Text size="sm">
            {t("After paying, send us the code. A person compares it with the money that arrived.")}
          </Text>
          <TextInput
            name="paymentCode"
            label={t("Payment code")}
            placeholder="TKQ12AB9XZ"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            withAsterisk
            {...form.getInputProps("paymentCode")}
          />
          <TextInput
            name="amountPaid"
            label={t("Amount paid (KSh)")}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            withAsterisk
            {...form.getInputProps("amountPaid")}
          />
          <FormProblem text={error} />
          <Button type="submit" busy={busy}>
            {busy ? t("Submitting...") : t("Submit code")}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

/** As it is sent: without spaces, in capitals. */
export const codeOf = (typed: string) => typed.replace(/\s+/g, "").toUpperCase();
