import { Anchor, Card, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { CreditEntry, Credits } from "#contract/credits";
import { kes } from "../../console/format.ts";
import { Button, Hint, StatusMark, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { polled, useRead } from "../api.ts";
import { BuyCredits } from "./buy-credits.tsx";

/** Under this part of what was bought last a letter goes out, too. */
const isFew = ({ balance, segmentPrice }: Credits) => segmentPrice !== null && balance < 10 * segmentPrice;

/** What is left, about how many messages that is, and how to get more. */
export function SmsCreditsCard({ onOwn }: { onOwn: () => void }) {
  const [isBuying, setBuying] = useState(false);
  const { data: credits } = useRead("readCredits", {}, polled(isBuying ? 3_000 : 30_000));
  if (!credits) return null;
  const { balance, segmentPrice, canBuy, entries } = credits;
  return (
    <Card component="section" aria-labelledby="sms-credits">
      <Stack>
        <Title order={2} size="h4" id="sms-credits">
          {t("SMS credits")}
        </Title>
        <div>
          <Text fz={28} fw={700} lh={1.2}>
            {kes(balance)}
          </Text>
          {segmentPrice === null ? null : (
            <Hint>
              {t("About {count} messages, at {price} for 160 characters", {
                count: Math.max(0, Math.floor(balance / segmentPrice)),
                price: kes(segmentPrice),
              })}
            </Hint>
          )}
        </div>
        {isFew(credits) ? (
          <Warning role="status">{t("At zero no receipts, reminders or trial codes go out.")}</Warning>
        ) : null}
        {canBuy ? (
          <Group>
            <Button onClick={() => setBuying(true)}>{t("Buy credits")}</Button>
          </Group>
        ) : (
          <Hint>{t("Ask your platform for credits: it has no M-Pesa account to pay to.")}</Hint>
        )}
        <CreditBook entries={entries} />
        <Anchor component="button" type="button" size="sm" ta="start" onClick={onOwn}>
          {t("Use an SMS account of your own")}
        </Anchor>
      </Stack>
      {isBuying ? <BuyCredits credits={credits} onClose={() => setBuying(false)} /> : null}
    </Card>
  );
}

const kindNames = {
  bought: () => t("Bought"),
  given: () => t("Given to you"),
  used: () => t("Messages"),
} as const;

const states = {
  waiting: () => ({ tone: "wait", word: t("Waits for the PIN") }) as const,
  paid: () => ({ tone: "good", word: t("Paid") }) as const,
  failed: () => ({ tone: "bad", word: t("Not paid") }) as const,
};

function CreditBook({ entries }: { entries: readonly CreditEntry[] }) {
  const shown = entries.filter(({ kind, segments }) => kind !== "used" || segments !== 0);
  if (shown.length === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: "pointer", minHeight: 32 }}>
        {t("What came and went")}
      </Text>
      <Table aria-label={t("What came and went")} mt="xs">
        <Table.Tbody>
          {shown.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td>
                <Text size="sm">
                  {kindNames[entry.kind]()}
                  {entry.segments ? ` · ${entry.segments}` : ""}
                </Text>
                <Text size="xs" c="dimmed">
                  {entry.kind === "used" ? entry.day : <When iso={entry.at} />}
                  {entry.receipt ? ` · ${entry.receipt}` : ""}
                  {entry.detail ? ` · ${entry.detail}` : ""}
                </Text>
                {entry.state && entry.state !== "paid" ? <StatusMark {...states[entry.state]()} /> : null}
              </Table.Td>
              <Table.Td ta="end" style={{ whiteSpace: "nowrap" }}>
                {entry.state === "waiting" || entry.state === "failed"
                  ? kes(entry.asked ?? 0)
                  : kes(entry.amount)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}
