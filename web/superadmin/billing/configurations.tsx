import { Anchor, Button, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { Link } from "react-router";
import type { ProviderBilling } from "#contract/billing";
import { day, formatCycle, formatRate } from "../../console/billing/format-billing.ts";
import { dayOf } from "../../console/days.ts";
import { kes } from "../../console/format.ts";
import { Fact, Hint, PlainGrid, SecondaryButton, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageNumber } from "../../console/list-params.ts";
import { polled, useList } from "../api.ts";
import { profileAddress } from "../navigation.ts";
import { ProviderStatus } from "../providers/provider-card.tsx";
import { type ChangePlace, ListFrame, type ListPlace, rowsPerPage } from "./list-frame.tsx";

type CardActs = {
  onEdit: (provider: ProviderBilling) => void;
  onInvoices: (provider: ProviderBilling) => void;
  onNote: (provider: ProviderBilling) => void;
};

export function Configurations(
  props: { url: ListPlace & { providerId: string }; change: ChangePlace; overdue: number } & CardActs,
) {
  const { url, change, overdue, ...acts } = props;
  const { q, providerId } = url;
  const status = url.status === "overdue" ? url.status : undefined;
  const isNarrow = providerId !== "" || status !== undefined;
  const query = { q, providerId, status, page: pageNumber(url.page), pageSize: rowsPerPage };
  const list = useList("listProviderBilling", { query }, polled(30_000));
  return (
    <ListFrame
      list={list}
      url={url}
      change={change}
      search={t("Search providers")}
      filtered={q !== "" || isNarrow}
      filter={
        isNarrow ? (
          <SecondaryButton onClick={() => change({ providerId: "", status: "", page: "1" })}>
            {t("Show all providers")}
          </SecondaryButton>
        ) : overdue > 0 ? (
          <SecondaryButton onClick={() => change({ status: "overdue", page: "1" })}>
            {t("{count, plural, one {# is overdue} other {# are overdue}}", { count: overdue })}
          </SecondaryButton>
        ) : null
      }
      onClear={() => change({ q: "", providerId: "", status: "", page: "1" })}
      empty={{
        icon: <IconBuildingStore size={28} aria-hidden />,
        title: t("No Providers Yet"),
        text: t("Create a provider first; then say here how it is billed."),
      }}
    >
      {(rows) => (
        <PlainGrid cols={{ base: 1, sm: 2, lg: 3 }} aria-label={t("Billing Configurations")}>
          {rows.map((row) => (
            <ConfigurationCard key={row.id} provider={row} {...acts} />
          ))}
        </PlainGrid>
      )}
    </ListFrame>
  );
}

function ConfigurationCard({
  provider,
  onEdit,
  onInvoices,
  onNote,
}: { provider: ProviderBilling } & CardActs) {
  const { businessName: name, email, status, suspendedFor, owed, owedSince } = provider;
  const { provider_billing_config: config } = provider;
  return (
    <Card component="li" data-testid="billing-card">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Stack gap={2} miw={0}>
          <Title order={2} fz="md" style={{ overflowWrap: "anywhere" }}>
            <Anchor component={Link} to={profileAddress(provider.id)} inherit>
              {name}
            </Anchor>
          </Title>
          <Hint style={{ overflowWrap: "anywhere" }}>{email || t("No email")}</Hint>
        </Stack>
        <ProviderStatus status={status} />
      </Group>
      {suspendedFor === "invoice" ? (
        <Text size="sm" mt={4}>
          {t("Suspended for an unpaid invoice")}
        </Text>
      ) : null}
      {config ? (
        <SimpleGrid component="dl" cols={2} spacing="xs" verticalSpacing={8} my="sm">
          <Fact isSmall name={t("Billing Model")}>
            {formatRate(config)}
          </Fact>
          <Fact isSmall name={t("Billing Cycle")}>
            {t("{cycle}, due on day {day}", {
              cycle: formatCycle(config.billingCycle),
              day: String(config.dueDay),
            })}
          </Fact>
          <Fact isSmall name={t("Payment Account")}>
            {config.paymentAccountNumber || t("Not set")}
          </Fact>
          <Fact isSmall name={t("Owed")}>
            {kes(owed)}
            {owed > 0 && owedSince && owedSince < dayOf() ? (
              <StatusMark isPlain tone="bad" word={t("Was due on {day}", { day: day(owedSince) })} />
            ) : null}
          </Fact>
          {config.billedFrom > dayOf() ? (
            <Fact isSmall name={t("Billed from")}>
              {day(config.billedFrom)}
            </Fact>
          ) : null}
        </SimpleGrid>
      ) : (
        <Text my="sm">{t("No billing configured")}</Text>
      )}
      <Group gap="xs" grow preventGrowOverflow={false} mt="auto">
        <Button
          variant={config ? "default" : "filled"}
          aria-label={config ? t("Edit {name}", { name }) : t("Configure {name}", { name })}
          onClick={() => onEdit(provider)}
        >
          {config ? t("Edit") : t("Configure")}
        </Button>
        <SecondaryButton aria-label={t("Invoices of {name}", { name })} onClick={() => onInvoices(provider)}>
          {t("Invoices")}
        </SecondaryButton>
        <SecondaryButton
          aria-label={t("Note a payment of {name}", { name })}
          onClick={() => onNote(provider)}
        >
          {t("Note a payment")}
        </SecondaryButton>
      </Group>
    </Card>
  );
}
