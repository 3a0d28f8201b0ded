import { Group, Text } from "@mantine/core";
import { useId } from "react";
import type { BoughtTopUp } from "#contract/users";
import { bytes, kes } from "../../console/format.ts";
import { Hint, PlainList, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

/** Data that was added to a purchase; nothing where there is none. */
export function TopUps({ topUps }: { topUps: readonly BoughtTopUp[] }) {
  const heading = useId();
  if (topUps.length === 0) return null;
  return (
    <>
      <Text id={heading} size="sm" fw={600} mt="xs">
        {t("Top-ups")}
      </Text>
      <PlainList gap={4} aria-labelledby={heading}>
        {topUps.map((topUp) => (
          <TopUp key={topUp.id} topUp={topUp} />
        ))}
      </PlainList>
    </>
  );
}

function TopUp({ topUp }: { topUp: BoughtTopUp }) {
  const { paidAt, amount, receipt, refunded, isTakenBack } = topUp;
  const back = { amount: kes(refunded) };
  return (
    <li>
      <Group justify="space-between" gap="0 var(--mantine-spacing-xs)">
        <Text size="sm">{t("{data} for {amount}", { data: bytes(topUp.bytes), amount: kes(amount) })}</Text>
        <Hint component="div">
          <When iso={paidAt} />
        </Hint>
      </Group>
      {receipt === null ? null : (
        <Hint style={{ overflowWrap: "anywhere" }}>{t("Receipt {receipt}", { receipt })}</Hint>
      )}
      {refunded === 0 ? null : (
        <Text size="sm">
          {isTakenBack
            ? t("Refunded {amount}, and the unused data taken back", back)
            : t("Refunded {amount}", back)}
        </Text>
      )}
    </li>
  );
}
