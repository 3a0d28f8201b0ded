import { Alert, Card, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef, useState } from "react";
import { kes } from "../../console/format.ts";
import { Button } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { newKey, RequestError } from "../../console/request.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { focusFirst } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";

/** @param owed what is open now, in KES: offered as the amount */
export function SubmitCode({ owed }: { owed: number }) {
  const form = useForm<CodeFields>({
    initialValues: { paymentCode: "", amountPaid: owed > 0 ? String(owed) : "" },
    validate: codeRules,
  });
  const [problem, setProblem] = useState<string | null>(null);
  const submit = useAct("submitConfirmation", ["/api/admin/billing"]);
  // One key per payment, so that a retry after a lost answer is the same request.
  const key = useRef(newKey());
  const send = form.onSubmit(({ paymentCode, amountPaid }) => {
    setProblem(null);
    const body = { paymentCode: codeOf(paymentCode), amountPaid: Number(amountPaid) };
    submit.mutate(
      { body, key: key.current },
      {
        onSuccess: () => {
          toastSuccess(
            t("Payment code submitted"),
            t("{amount} with the code {code} waits to be verified.", {
              amount: kes(body.amountPaid),
              code: body.paymentCode,
            }),
          );
          key.current = newKey();
          form.reset();
        },
        onError: (cause) => {
          const why = errorText(cause, t("The payment code could not be submitted. Please try again."));
          toastError(t("Not submitted"), why);
          setProblem(why);
          // The server answered: the next attempt needs a new key.
          if (cause instanceof RequestError) key.current = newKey();
        },
      },
    );
  }, focusFirst(form));
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
          {problem ? (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          ) : null}
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
            aria-invalid={form.errors.paymentCode ? true : undefined}
          />
          <TextInput
            name="amountPaid"
            label={t("Amount paid (KSh)")}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            withAsterisk
            {...form.getInputProps("amountPaid")}
            aria-invalid={form.errors.amountPaid ? true : undefined}
          />
          <Button type="submit" busy={submit.isPending}>
            {submit.isPending ? t("Submitting...") : t("Submit code")}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

export type CodeFields = { paymentCode: string; amountPaid: string };

/** As it is sent: without spaces, in capitals. */
export const codeOf = (typed: string) => typed.replace(/\s+/g, "").toUpperCase();

/** The rules of the call `submitConfirmation`. */
export const codeRules = {
  paymentCode: (typed: string) => {
    const code = codeOf(typed);
    if (code === "") return t("Payment code is required");
    return /^[A-Z0-9]{8,12}$/.test(code)
      ? null
      : t("A payment code has 8 to 12 letters and digits, as in the message that you got");
  },
  amountPaid: (typed: string) => {
    if (!/^\s*\d+(\.\d{1,2})?\s*$/.test(typed)) return t("Amount paid is a number of shillings");
    const amount = Number(typed);
    return amount >= 1 && amount <= 10_000_000 ? null : t("Amount paid is between KSh 1 and KSh 10,000,000");
  },
};
