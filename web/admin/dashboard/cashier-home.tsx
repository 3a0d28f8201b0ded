import { Card, SimpleGrid, Stack, TextInput, Title } from "@mantine/core";
import { IconCreditCard, IconSearch } from "@tabler/icons-react";
import { useAtomValue } from "jotai";
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Hint, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { signedAtom } from "../../console/session.ts";
import { polled, useList } from "../api.ts";
import { addresses } from "../navigation.ts";
import { PaymentsList } from "../payments/payments-list.tsx";
import { useRetry } from "../payments/use-retry.ts";
import { SellOne } from "../vouchers/sell-one.tsx";

const shown = 10;

/** What is done at a counter: sell a voucher, find a payment, and bring who paid online. */
export function CashierHome({ page }: { page: PageData }) {
  const signed = useAtomValue(signedAtom);
  const go = useNavigate();
  const retrying = useRetry();
  const payments = useList("listTransactions", { query: { page: 1, pageSize: shown } }, polled(15_000));
  return (
    <>
      <PageHead
        title={t("Dashboard")}
        text={t("Welcome back, {name}", { name: signed?.name || signed?.username || "" })}
      />
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <SellOne page={page} otherwise={<Hint>{t("No plan is on sale")}</Hint>} />
          <FindPayment onFind={(q) => void go(`${addresses.payments}?${new URLSearchParams({ q })}`)} />
        </SimpleGrid>
        <section aria-labelledby="today">
          <Title order={2} size="h4" id="today" mb="xs">
            {t("Payments of today")}
          </Title>
          <Loaded
            query={payments}
            loading={<LoadingRows rows={5} height={64} label={t("Loading …")} />}
            failed={{ title: t("Error Loading Payments"), text: t("Please try again.") }}
            empty={
              <Empty
                icon={<IconCreditCard size={28} aria-hidden />}
                title={t("No payment today yet")}
                text={t("Payments and redeemed vouchers stand here within seconds.")}
              />
            }
          >
            {({ rows }) => (
              <PaymentsList
                rows={rows}
                page={{ number: 1, size: shown, total: rows.length, go: () => undefined }}
                busy={false}
                acts={{ ...retrying, open: ({ id }) => void go(`${addresses.payments}?payment=${id}`) }}
              />
            )}
          </Loaded>
          <SecondaryButton component={Link} to={addresses.payments} mt="sm">
            {t("All payments of today")}
          </SecondaryButton>
        </section>
      </Stack>
    </>
  );
}

function FindPayment({ onFind }: { onFind: (typed: string) => void }) {
  const [typed, setTyped] = useState("");
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") onFind(typed.trim());
  };
  return (
    <Card component="form" onSubmit={find} aria-labelledby="find">
      <Stack gap="sm">
        <Title order={2} size="h4" id="find">
          {t("Find a payment")}
        </Title>
        <Hint>{t("Paid and not connected? Find the payment and press Retry.")}</Hint>
        <TextInput
          aria-label={t("Phone, receipt or device")}
          placeholder={t("Phone, receipt or device")}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SecondaryButton type="submit">{t("Find")}</SecondaryButton>
      </Stack>
    </Card>
  );
}
