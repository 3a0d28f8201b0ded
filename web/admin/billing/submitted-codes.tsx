import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import type { Confirmation } from "#contract/billing-confirmations";
import { confirmationStatus, inKes } from "../../console/billing/format-billing.ts";
import { When } from "../../console/cells.tsx";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { StatusMark } from "../../console/status-mark.tsx";
import { useList } from "../api.ts";

const shown = 10;

/** What became of the last codes; nothing at all before the first one. */
export function SubmittedCodes(): ReactElement | null {
  const codes = useList("listConfirmations", { query: { pageSize: shown } }, polled(15_000));
  if (!codes.data || codes.data.rows.length === 0) return null;
  return (
    <section aria-labelledby="codes">
      <Title order={2} size="h4" mb="xs" id="codes">
        {t("Payment codes you submitted")}
      </Title>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {codes.data.rows.map((code) => (
          <Code key={code.id} code={code} />
        ))}
      </Stack>
    </section>
  );
}

function Code({ code }: { code: Confirmation }): ReactElement {
  const { paymentCode, amountPaid, status, notes, createdAt } = code;
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={650}>
            {paymentCode} · {inKes(amountPaid)}
          </Text>
          <Text size="sm" c="dimmed">
            <When iso={createdAt} />
          </Text>
        </div>
        <StatusMark {...confirmationStatus(status)} />
      </Group>
      {notes ? (
        <Text size="sm" mt={4} style={{ overflowWrap: "anywhere" }}>
          {notes}
        </Text>
      ) : null}
    </Card>
  );
}
