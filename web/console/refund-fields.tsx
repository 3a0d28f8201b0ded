import { Checkbox, NumberInput, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { kes } from "./format.ts";
import { t } from "./language.ts";

// What is asked of money that goes back, whoever gives it.

type Input = { value?: number | string; error?: ReactNode; onChange?: (value: number | string) => void };

/** @param props.isWhole it does not go back in part @param props.endsRest a part is all that the gateway gives back */
export function RefundAmount(props: { left: number; isWhole: boolean; endsRest: boolean; input: Input }) {
  const { left, isWhole, endsRest, input } = props;
  if (isWhole) return <Text size="sm">{t("It goes back whole: {amount}.", { amount: kes(left) })}</Text>;
  return (
    <NumberInput
      label={t("Amount (KSh)")}
      description={
        endsRest
          ? t("M-Pesa gives a payment back only once: the rest cannot follow this way.")
          : t("At most {amount}.", { amount: kes(left) })
      }
      withAsterisk
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      {...input}
    />
  );
}

export function EndAccess({ input }: { input: object }) {
  return (
    <Checkbox
      label={t("End the access that was bought")}
      description={t("When the money is back. Otherwise the payer stays connected.")}
      {...input}
    />
  );
}
