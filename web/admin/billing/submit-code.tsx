import { Alert, Button, Card, NumberInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactElement, useRef, useState } from "react";
import { inKes } from "../../console/billing/format-billing.ts";
import { t } from "../../console/language.ts";
import { newKey, RequestError } from "../../console/request.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { type CodeFields, codeOf, codeRules } from "./code-fields.ts";

/** @param owed what is open now, in KES: offered as the amount */
export function SubmitCode({ owed }: { owed: number }): ReactElement {
  const form = useForm<CodeFields>({
    initialValues: { paymentCode: "", amountPaid: owed > 0 ? String(owed) : "" },
    validate: codeRules,
  });
  const [problem, setProblem] = useState<string | null>(null);
  const submit = useAct("submitConfirmation", ["/api/admin/billing"]);
  // One key per payment: a press that got no answer is repeated as the same one.
  const key = useRef(newKey());
  const send = form.onSubmit(
    ({ paymentCode, amountPaid }) => {
      setProblem(null);
      const body = { paymentCode: codeOf(paymentCode), amountPaid: Number(amountPaid) };
      submit.mutate(
        { body, key: key.current },
        {
          onSuccess: () => {
            toastSuccess(
              t("Payment code submitted"),
              t("{amount} with the code {code} waits to be verified.", {
                amount: inKes(body.amountPaid),
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
            // A refusal was an answer: what comes next is another request.
            if (cause instanceof RequestError) key.current = newKey();
          },
        },
      );
    },
    (errors) => {
      const [first] = Object.keys(errors);
      if (first) form.getInputNode(first)?.focus();
    },
  );
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
          <NumberInput
            name="amountPaid"
            label={t("Amount paid (KES)")}
            min={0}
            decimalScale={2}
            hideControls
            inputMode="decimal"
            withAsterisk
            value={form.values.amountPaid}
            onChange={(value) => form.setFieldValue("amountPaid", String(value))}
            error={form.errors.amountPaid}
            aria-invalid={form.errors.amountPaid ? true : undefined}
          />
          <Button type="submit" disabled={submit.isPending} aria-busy={submit.isPending}>
            {submit.isPending ? t("Submitting...") : t("Submit code")}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
