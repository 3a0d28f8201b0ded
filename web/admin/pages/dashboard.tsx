import {
  Button,
  Card,
  Center,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconCreditCard, IconPackage, IconRouter, IconUsers } from "@tabler/icons-react";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useReducer } from "react";
import { Link } from "react-router";
import { date, kes } from "../../console/format.ts";
import { HelpLink } from "../../console/help-link.tsx";
import { Hint } from "../../console/kit.tsx";
import { useKnownOnce } from "../../console/known-once.ts";
import { language, t } from "../../console/language.ts";
import { LateChart } from "../../console/late-chart.tsx";
import { Empty, Loaded, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { signedAtom } from "../../console/session.ts";
import { may, polled, useRead } from "../api.ts";
import { Attention, useAttentionKnown } from "../dashboard/attention.tsx";
import { MorningCard } from "../dashboard/morning-card.tsx";
import { cards, keepRouter, keptRouter, ProviderFigures } from "../dashboard/provider-figures.tsx";
import { RouterCards, RouterChoice, RouterDetails } from "../dashboard/router-cards.tsx";
import { addresses } from "../navigation.ts";
import { SellOne } from "../vouchers/sell-one.tsx";

// Of who has sold nothing yet.
const FirstSteps = lazy(async () => ({
  default: (await import("../dashboard/first-steps.tsx")).FirstSteps,
}));
// The first screens of who sees no figures of money.
const CashierHome = lazy(async () => ({
  default: (await import("../dashboard/cashier-home.tsx")).CashierHome,
}));
const TechnicianHome = lazy(async () => ({
  default: (await import("../dashboard/technician-home.tsx")).TechnicianHome,
}));

export function DashboardPage({ page }: { page: PageData }) {
  if (may("providerStats")) return <OwnerDashboard page={page} />;
  return <Suspense>{may("generateVouchers") ? <CashierHome page={page} /> : <TechnicianHome />}</Suspense>;
}

function OwnerDashboard({ page }: { page: PageData }) {
  const signed = useAtomValue(signedAtom);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const params = { providerId: signed?.providerId ?? "" };
  const enabled = params.providerId !== "";
  const routers = useRead("listRoutersOfProvider", { params }, { ...polled(30_000), enabled });
  const isKnown = useAttentionKnown(routers);
  const payments = useRead("paymentStats", {}, polled(20_000));
  const isSoldKnown = useKnownOnce(payments);
  const isNew = payments.data?.sold === 0;
  // A newcomer sees First steps alone, until this browser is told otherwise.
  const [wholeOf, showWholeOf] = useLocalStorage({
    key: "whole-dashboard",
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  const loading = (
    <>
      <Skeleton height={44} maw={360} radius="md" role="status" aria-label={t("Loading routers …")} />
      <SimpleGrid cols={2} spacing={cards.spacing}>
        <Skeleton height={112} radius="lg" />
        <Skeleton height={112} radius="lg" />
      </SimpleGrid>
      <Skeleton height={88} radius="lg" />
    </>
  );
  const choose = (id: string) => {
    keepRouter(id);
    redraw();
  };
  const head = (
    <PageHead
      title={t("Dashboard")}
      text={t("Welcome back, {name}", { name: signed?.name || signed?.username || t("Admin User") })}
    />
  );
  const isAlone = isNew && wholeOf !== params.providerId;
  const steps = isNew ? (
    <Suspense fallback={loading}>
      <FirstSteps
        routers={routers.data ?? []}
        page={page}
        {...(isAlone ? { onShowAll: () => showWholeOf(params.providerId) } : {})}
      />
    </Suspense>
  ) : null;
  if (isAlone)
    return (
      <>
        {head}
        {isKnown ? (
          <Stack gap="md">
            <Attention routers={routers.data} isNew />
            {steps}
          </Stack>
        ) : (
          loading
        )}
      </>
    );
  return (
    <>
      {head}
      <Stack gap="md">
        <MorningCard />
        <ProviderFigures isHeld={!isSoldKnown} />
        {isKnown ? (
          <>
            <Attention routers={routers.data} />
            {steps}
            <SellOne page={page} />
          </>
        ) : (
          loading
        )}
      </Stack>
      <div hidden={!isKnown}>
        <Stack gap="md" mt="md">
          <Loaded
            query={routers}
            loading={loading}
            failed={{
              title: t("Error Loading Routers"),
              text: t("Failed to load routers. Please check your connection and try again."),
            }}
          >
            {(found) => {
              const router = keptRouter(found);
              if (!router) return <NoRouters />;
              return (
                <>
                  <RouterChoice routers={found} router={router} onChoose={choose} />
                  <SimpleGrid cols={2} spacing={cards.spacing}>
                    <RouterCards router={router} />
                  </SimpleGrid>
                  <RouterDetails router={router} />
                </>
              );
            }}
          </Loaded>
          <RevenuePanel />
          <QuickCards />
        </Stack>
      </div>
    </>
  );
}

function NoRouters() {
  return (
    <Empty
      icon={<IconRouter size={28} aria-hidden />}
      title={t("No Routers Found")}
      text={t("Connect a router to sell internet and see its sales here.")}
      action={
        <>
          <Button component={Link} to={addresses.routers}>
            {t("Go to Routers")}
          </Button>
          <HelpLink topic="provider#first-router" />
        </>
      }
    />
  );
}

export function QuickCards() {
  const links = [
    {
      to: addresses.users,
      icon: IconUsers,
      name: t("Manage Users"),
      text: t("Who is online, and until when"),
    },
    {
      to: addresses.plans,
      icon: IconPackage,
      name: t("Manage Plans"),
      text: t("What you sell, and for how much"),
    },
    {
      to: addresses.payments,
      icon: IconCreditCard,
      name: t("View Payments"),
      text: t("What came in, and from whom"),
    },
  ];
  return (
    <SimpleGrid component="nav" aria-label={t("Quick links")} cols={3} spacing={cards.spacing}>
      {links.map(({ to, icon: Icon, name, text }) => (
        <Card key={to} component={Link} to={to} p="sm">
          <Group wrap="nowrap" gap="xs">
            <ThemeIcon size={32} radius="md" variant="light" aria-hidden visibleFrom="sm">
              <Icon size={18} />
            </ThemeIcon>
            <div>
              <Text fw={600} size="sm" lh={1.25}>
                {name}
              </Text>
              <Hint size="xs" visibleFrom="sm">
                {text}
              </Hint>
            </div>
          </Group>
        </Card>
      ))}
    </SimpleGrid>
  );
}

const chartHeight = 240;

export function RevenuePanel() {
  const days = useRead("revenueByDay", {}, polled(30_000));
  const loading = (
    <Skeleton height={chartHeight} radius="md" role="status" aria-label={t("Loading revenue …")} />
  );
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="revenue-days">
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="md" id="revenue-days">
          {t("Revenue, last 30 days")}
        </Title>
        {days.data ? (
          <Text fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
            {kes(days.data.reduce((sum, { revenue }) => sum + revenue, 0))}
          </Text>
        ) : null}
      </Group>
      <Loaded
        query={days}
        loading={loading}
        failed={{
          title: t("Error Loading Revenue"),
          text: t("The revenue of the last days could not be read."),
        }}
      >
        {(rows) =>
          rows.every(({ revenue }) => revenue === 0) ? (
            <Center h={chartHeight}>
              <Text c="dimmed">{t("No sales in the last 30 days")}</Text>
            </Center>
          ) : (
            <>
              <div aria-hidden>
                <LateChart days={rows} height={chartHeight} />
              </div>
              <VisuallyHidden>
                <table>
                  <caption>{t("Revenue, last 30 days")}</caption>
                  <thead>
                    <tr>
                      <th scope="col">{t("Day")}</th>
                      <th scope="col">{t("Payments")}</th>
                      <th scope="col">{t("Revenue")}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ day, count, revenue }) => (
                      <tr key={day}>
                        <th scope="row">{date(day, language())}</th>
                        <td>{count}</td>
                        <td>{kes(revenue)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </VisuallyHidden>
            </>
          )
        }
      </Loaded>
    </Paper>
  );
}
