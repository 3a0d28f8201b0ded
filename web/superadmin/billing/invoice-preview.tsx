import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useState } from "react";
import type { BillingConfigInput } from "#contract/billing";
import type { InvoicePreview as Preview } from "#contract/billing-corrections";
import { day, days, formatInvoiceRow } from "../../console/billing/format-billing.ts";
import { kes } from "../../console/format.ts";
import { Hint, PlainList, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

/** What the next invoice would be by what is typed. */
export function InvoicePreview(props: {
  providerId: string;
  body: () => Parameters<typeof asInput>[0];
  /** A preview of other values is not shown. */
  typed: object;
}) {
  const { providerId, body, typed } = props;
  const [shown, show] = useState<{ of: string; preview: Preview } | null>(null);
  const ask = useAct("previewInvoice");
  const of = JSON.stringify(typed);
  const look = () => {
    ask.mutate(
      { params: { providerId }, body: asInput(body()) },
      {
        onSuccess: (preview) => show({ of, preview }),
        onError: toastFailure(t("No Preview"), t("Failed to compute the invoice. Please try again.")),
      },
    );
  };
  return (
    <Stack gap="xs">
      <SecondaryButton icon={IconEye} busy={ask.isPending} onClick={look}>
        {t("Preview the next invoice")}
      </SecondaryButton>
      <div role="status">{shown?.of === of ? <Shown preview={shown.preview} /> : null}</div>
    </Stack>
  );
}

/** Empty numbers are null in the form; the call reads them as absent. */
function asInput(body: Record<string, unknown>): BillingConfigInput {
  return body as BillingConfigInput;
}

function Shown({ preview }: { preview: Preview }) {
  const { periodStart, periodEnd, dueDate, rows, amount, credit } = preview;
  return (
    <Paper withBorder p="sm" aria-label={t("Preview")}>
      <Group justify="space-between" gap="xs">
        <Title order={3} fz="sm">
          {days(periodStart, periodEnd)}
        </Title>
        <Text fw={650}>{kes(amount)}</Text>
      </Group>
      <Hint>{t("Due {day}", { day: day(dueDate) })}</Hint>
      <PlainList gap={4} mt="xs">
        {rows.map((row) => (
          <li key={`${row.kind} ${row.from}`}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">{formatInvoiceRow(row)}</Text>
              <Text size="sm">{kes(row.amount)}</Text>
            </Group>
          </li>
        ))}
      </PlainList>
      {credit > 0 ? (
        <Hint mt="xs">{t("{amount} is paid in advance and is taken first.", { amount: kes(credit) })}</Hint>
      ) : null}
      <Hint mt="xs">{t("With the sales until today; nothing is saved.")}</Hint>
    </Paper>
  );
}
