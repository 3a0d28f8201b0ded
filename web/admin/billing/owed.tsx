import { Alert, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconLock } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { BillingAccount } from "#contract/billing-invoices";
import { day, formatCycle, formatRate, inKes } from "../../console/billing/format-billing.ts";
import { t } from "../../console/language.ts";
import { StatCard } from "../../console/stat-card.tsx";

/** The figures first; above them what happens if nothing is done. */
export function Owed({ account }: { account: BillingAccount }): ReactElement {
  const { owed, overdue, credit, terms } = account;
  return (
    <Stack>
      <Standing account={account} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <StatCard
          name={t("To pay")}
          value={inKes(owed)}
          note={
            overdue > 0 ? t("{amount} of it is overdue", { amount: inKes(overdue) }) : t("All open invoices")
          }
        />
        <StatCard name={t("Paid in advance")} value={inKes(credit)} note={t("Your next invoices take it")} />
        <StatCard
          name={t("Your rate")}
          value={terms ? formatRate(terms) : "–"}
          note={
            terms
              ? t("{cycle}, due on day {day}", {
                  cycle: formatCycle(terms.billingCycle),
                  day: String(terms.dueDay),
                })
              : t("No billing configured")
          }
        />
      </SimpleGrid>
    </Stack>
  );
}

function Standing({ account }: { account: BillingAccount }): ReactElement | null {
  const { status, suspendedFor, suspendedOn, overdue } = account;
  if (status === "suspended")
    return (
      <Alert color="red" variant="light" icon={<IconLock aria-hidden />} title={t("Account suspended")}>
        <Text size="sm">
          {suspendedFor === "invoice"
            ? t(
                "An invoice was not paid in time, so nothing can be sold now. Pay it and submit the code: you sell again as soon as it is verified.",
              )
            : t("The platform has suspended your account. Please contact its support.")}
        </Text>
      </Alert>
    );
  if (!suspendedOn) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={t("Payment overdue")}
    >
      <Text size="sm">
        {t("If {amount} is not paid, your account is suspended on {day}: nothing can be sold then.", {
          amount: inKes(overdue),
          day: day(suspendedOn),
        })}
      </Text>
    </Alert>
  );
}
