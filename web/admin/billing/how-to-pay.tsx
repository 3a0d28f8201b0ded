import { Card, Group, List, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import type { BillingAccount } from "#contract/billing-invoices";
import { inKes } from "../../console/billing/format-billing.ts";
import { CopyButton } from "../../console/copy-button.tsx";
import { t } from "../../console/language.ts";

/** Numbers to type on a phone stand in steps, each with a button that copies it. */
export function HowToPay({ account }: { account: BillingAccount }): ReactElement {
  const { paybill, terms, owed } = account;
  return (
    <Card>
      <Title order={2} size="h4" mb="xs">
        {t("How to pay")}
      </Title>
      {terms === null ? (
        <Text size="sm">{t("Nothing is charged until the platform has configured your billing.")}</Text>
      ) : paybill === null ? (
        <Text size="sm">
          {t("Ask the platform's support how to pay, and name the account number {account}.", {
            account: terms.paymentAccountNumber,
          })}
        </Text>
      ) : (
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>{t("On your phone: M-Pesa, Lipa na M-Pesa, Pay Bill.")}</List.Item>
          <List.Item>
            <Typed name={t("Business number")} value={paybill} />
          </List.Item>
          <List.Item>
            <Typed name={t("Account number")} value={terms.paymentAccountNumber} />
          </List.Item>
          <List.Item>
            {owed > 0
              ? t("Amount: {amount}", { amount: inKes(owed) })
              : t("Amount: what you want to pay in advance.")}
          </List.Item>
          <List.Item>{t("Enter the code of M-Pesa's message under “Submit a payment code”.")}</List.Item>
        </List>
      )}
    </Card>
  );
}

function Typed({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <Group gap="xs" component="span" wrap="wrap">
      <span>{name}:</span>
      <Text span fw={650} style={{ fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" }}>
        {value}
      </Text>
      <CopyButton text={value} name={t("Copy {name}", { name })} />
    </Group>
  );
}
