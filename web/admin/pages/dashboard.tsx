import {
  Anchor,
  Button,
  Card,
  Center,
  Group,
  List,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import {
  IconBell,
  IconChevronRight,
  IconCreditCard,
  IconPackage,
  IconRouter,
  IconUsers,
} from "@tabler/icons-react";
import { useAtomValue } from "jotai";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import type { AssignedRouter } from "#contract/routers";
import { date, kes } from "../../console/format.ts";
import { Hint, Warning } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { Empty, Loaded, PageHead } from "../../console/loaded.tsx";
import { signedAtom } from "../../console/session.ts";
import { polled, useRead } from "../api.ts";
import { ProviderCards, RouterCards, RouterChoice, RouterDetails } from "../dashboard/router-cards.tsx";
import { addresses } from "../navigation.ts";

const cards = { cols: { base: 2, md: 4 }, spacing: { base: "xs", sm: "md" } };
const chosenByAddress = { routerId: "" };

export function DashboardPage() {
  const signed = useAtomValue(signedAtom);
  const [{ routerId }, change] = useUrlState(chosenByAddress);
  const params = { providerId: signed?.providerId ?? "" };
  const enabled = params.providerId !== "";
  const routers = useRead("listRoutersOfProvider", { params }, { ...polled(30_000), enabled });
  const loading = (
    <>
      <Skeleton height={44} maw={360} radius="md" role="status" aria-label={t("Loading routers …")} />
      <SimpleGrid {...cards}>
        <ProviderCards />
        <Skeleton height={112} radius="lg" />
        <Skeleton height={112} radius="lg" />
      </SimpleGrid>
      <Skeleton height={88} radius="lg" />
    </>
  );
  return (
    <>
      <PageHead
        title={t("Dashboard")}
        text={t("Welcome back, {name}", { name: signed?.name || signed?.username || t("Admin User") })}
      />
      <Stack gap="md">
        <Attention routers={routers.data} />
        <Loaded
          query={routers}
          loading={loading}
          failed={{
            title: t("Error Loading Routers"),
            text: t("Failed to load routers. Please check your connection and try again."),
          }}
        >
          {(found) => {
            const router = found.find(({ id }) => id === routerId) ?? found[0];
            return (
              <>
                {router ? (
                  <RouterChoice routers={found} router={router} onChoose={(id) => change({ routerId: id })} />
                ) : null}
                <SimpleGrid {...cards}>
                  <ProviderCards />
                  {router ? <RouterCards router={router} /> : null}
                </SimpleGrid>
                {router ? <RouterDetails router={router} /> : <NoRouters />}
              </>
            );
          }}
        </Loaded>
        <RevenuePanel />
        <QuickCards />
      </Stack>
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
        <Button component={Link} to={addresses.routers}>
          {t("Go to Routers")}
        </Button>
      }
    />
  );
}

export function QuickCards() {
  const cards = [
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
    <SimpleGrid component="nav" aria-label={t("Quick links")} cols={{ base: 1, sm: 3 }}>
      {cards.map(({ to, icon: Icon, name, text }) => (
        <Card key={to} component={Link} to={to}>
          <Group wrap="nowrap" gap="sm">
            <ThemeIcon size={40} radius="md" variant="light" aria-hidden>
              <Icon size={22} />
            </ThemeIcon>
            <div>
              <Text fw={600}>{name}</Text>
              <Hint>{text}</Hint>
            </div>
            <IconChevronRight size={18} aria-hidden style={{ marginInlineStart: "auto", flex: "none" }} />
          </Group>
        </Card>
      ))}
    </SimpleGrid>
  );
}

export function Attention({ routers }: { routers: readonly AssignedRouter[] | undefined }) {
  const payments = useRead("paymentStats", {}, polled(20_000));
  const plans = useRead("adminListPlans", {}, polled(60_000));
  const needs: { text: string; to: string }[] = [];
  const notActivated = payments.data?.notActivated ?? 0;
  if (notActivated > 0)
    needs.push({
      text: t(
        "{count, plural, one {# purchase is paid and not activated} other {# purchases are paid and not activated}}",
        { count: notActivated },
      ),
      to: `${addresses.payments}?activation=open`,
    });
  for (const { name, bridgeId, isOnline, isActive } of routers ?? []) {
    if (!isActive) continue;
    if (bridgeId === null)
      needs.push({ text: t("{name}: no bridge installed", { name }), to: addresses.routers });
    else if (!isOnline) needs.push({ text: t("{name} is offline", { name }), to: addresses.routers });
  }
  if (plans.data && !plans.data.some(({ isActive }) => isActive))
    needs.push({ text: t("No plan is on sale"), to: addresses.plans });
  if (needs.length === 0) return null;
  return (
    <Warning icon={<IconBell aria-hidden />} title={t("Needs your attention")}>
      <List listStyleType="none" spacing={0}>
        {needs.map(({ text, to }) => (
          <List.Item key={text}>
            <Anchor component={Link} to={to} c="inherit" underline="always" inline lh="44px">
              {text}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Warning>
  );
}

const Chart = lazy(async () => ({ default: (await import("../dashboard/revenue-chart.tsx")).RevenueChart }));
const chartHeight = 240;

export function RevenuePanel() {
  const days = useRead("revenueByDay", {}, polled(60_000));
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
                <Suspense fallback={loading}>
                  <Chart days={rows} height={chartHeight} />
                </Suspense>
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
