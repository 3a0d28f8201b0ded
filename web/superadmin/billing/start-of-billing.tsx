import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { ProviderBilling } from "#contract/billing";
import { day } from "../../console/billing/format-billing.ts";
import { dayOf, plusDays } from "../../console/days.ts";
import { t } from "../../console/language.ts";

/** From when is billed. A later day makes the days before it free; what was billed already stays billed. */
export function StartOfBilling(props: {
  provider: ProviderBilling;
  value: string;
  error: ReactNode;
  "data-path"?: string;
  onChange: (day: string) => void;
}) {
  const { provider, onChange, ...input } = props;
  const first = firstDay(provider);
  return (
    <Stack gap={6}>
      <TextInput
        type="date"
        label={t("Billed from")}
        description={
          provider.billedUntil === null
            ? t("Days before it are free. Empty means today.")
            : t("Billed until {day}. Days between that and this one are free.", {
                day: day(provider.billedUntil),
              })
        }
        min={first}
        {...input}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="xs">
        {[1, 2, 3].map((months) => (
          <Button
            key={months}
            variant="light"
            size="xs"
            mih={44}
            onClick={() => onChange(freeFor(first, months))}
          >
            {t("{count, plural, one {# month free} other {# months free}}", { count: months })}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

/** The first day that can be billed. */
export function firstDay({ billedUntil }: Pick<ProviderBilling, "billedUntil">, today = dayOf()): string {
  return billedUntil === null ? `${today.slice(0, 8)}01` : plusDays(billedUntil, 1);
}

/** The first of a month: billing begins with it again. @param first from which the free months count */
export function freeFor(first: string, months: number): string {
  const [year = 0, month = 1] = first.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}
