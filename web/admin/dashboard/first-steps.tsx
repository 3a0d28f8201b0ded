import { Button, Card, Group, List, Text, ThemeIcon, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "react-router";
import type { AssignedRouter } from "#contract/routers";
import { HelpLink } from "../../console/help-link.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { originOf, type PageData } from "../../console/page-data.ts";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

/** Of a provider that has sold nothing yet: what is done, what is next and where. Gone with the first purchase. */
export function FirstSteps({ routers, page }: { routers: readonly AssignedRouter[]; page: PageData }) {
  const payments = useRead("paymentStats", {}, polled(20_000));
  return payments.data?.totalTransactions === 0 ? <Steps routers={routers} page={page} /> : null;
}

function Steps({ routers, page }: { routers: readonly AssignedRouter[]; page: PageData }) {
  const bridges = useRead("listBridges", {}, polled(30_000));
  const plans = useRead("adminListPlans", {}, polled(60_000));
  const vouchers = useRead("listVoucherBatches", {}, polled(60_000));
  const gateways = useRead("listOwnGateways", {}, polled(60_000));
  const steps = [
    {
      name: t("Install a bridge at your site"),
      text: t("It drives your routers. One line on a computer there installs it."),
      isDone: (bridges.data ?? []).length > 0 || routers.some(({ bridgeId }) => bridgeId !== null),
      to: addresses.routers,
    },
    {
      name: t("Connect a router"),
      text: t("It is done when the router is online."),
      isDone: routers.some(({ isOnline }) => isOnline),
      to: addresses.routers,
    },
    {
      name: t("Put a plan on sale"),
      text: t("A name, a price, a speed and how long it lasts."),
      isDone: (plans.data ?? []).some(({ isActive }) => isActive),
      to: addresses.plans,
    },
    {
      name: t("Set up M-Pesa"),
      text: t("Your till, pay bill or bank account, proven by KSh 1. Until then visitors use vouchers."),
      isDone: (gateways.data ?? []).some(({ status, suspendedAt }) => status === "collects" && !suspendedAt),
      to: addresses.billing,
    },
    {
      name: t("Print a voucher"),
      text: t("It sells at your counter, without a gateway."),
      isDone: (vouchers.data?.batches ?? []).length > 0,
      to: `${addresses.vouchers}?make=1`,
    },
    {
      name: t("Buy the cheapest plan yourself"),
      text: t("Join your own WiFi, pay, and see the sale here."),
      isDone: false,
      to: originOf(page.mainOrigin, page.subdomain),
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card component="section" aria-labelledby="first-steps">
      <Group gap="xs" mb="xs">
        <Title order={2} fz="md" id="first-steps">
          {t("First steps")}
        </Title>
        <HelpLink topic="provider#first-router" about={t("First steps")} />
      </Group>
      <List listStyleType="none" spacing="xs">
        {steps.map((step, place) => (
          <List.Item key={step.name}>
            <Group wrap="nowrap" gap="sm" align="flex-start">
              <ThemeIcon
                size={26}
                radius="xl"
                variant={step.isDone ? "filled" : "light"}
                color={step.isDone ? "teal" : "gray"}
              >
                {step.isDone ? (
                  <IconCheck size={16} aria-label={t("Done")} />
                ) : (
                  <Text size="xs">{place + 1}</Text>
                )}
              </ThemeIcon>
              <div style={{ flex: 1 }}>
                <Text fw={step === next ? 600 : 400} {...(step.isDone ? { c: "dimmed" } : {})}>
                  {step.name}
                </Text>
                {step === next ? (
                  <>
                    <Hint>{step.text}</Hint>
                    {step.to.startsWith("/") ? (
                      <Button component={Link} to={step.to} mt={6}>
                        {t("Go there")}
                      </Button>
                    ) : (
                      <Button component="a" href={step.to} target="_blank" rel="noreferrer" mt={6}>
                        {t("Open my portal")}
                      </Button>
                    )}
                  </>
                ) : null}
              </div>
            </Group>
          </List.Item>
        ))}
      </List>
    </Card>
  );
}
