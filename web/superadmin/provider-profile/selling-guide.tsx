import { Anchor, Card, Group, Text, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { GatewayConfiguration } from "#contract/gateways";
import type { Provider } from "#contract/providers";
import type { AssignedRouter } from "#contract/routers";
import { Button, Hint, PlainList, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { polled, useRead } from "../api.ts";
import { routersForAddress } from "../links.tsx";
import { addresses, profileAddress } from "../navigation.ts";
import { VerifyGateway } from "../providers/gateway-list.tsx";

/** What a new provider still lacks to sell, step by step; gone once it has sold. It goes on by itself as things come about. */
export function SellingGuide({ provider }: { provider: Provider }) {
  const { id } = provider;
  const revenue = useRead("providerRevenue", { params: { id } }, polled(30_000)).data;
  const sells = revenue !== undefined && revenue.allTime > 0;
  const isNew = revenue !== undefined && !sells;
  const gateways = useRead("listProviderGateways", { params: { id } }, { ...polled(3_000), enabled: isNew });
  const routers = useRead(
    "listRoutersOfProvider",
    { params: { providerId: id } },
    { ...polled(15_000), enabled: isNew },
  );
  const [tried, tryOut] = useState<GatewayConfiguration | null>(null);
  if (!isNew || !gateways.data || !routers.data) return null;
  const collects = gateways.data.filter(({ status }) => status === "collects");
  const collecting = collects.find(({ environment }) => environment === "production") ?? collects[0];
  const [untried] = gateways.data.filter(({ status }) => status !== "collects");
  const plans = revenue.selling.plansOnSale;
  const online = routers.data.filter(({ isOnline }) => isOnline).length;
  return (
    <Card component="section" aria-labelledby="selling-guide" mb="md">
      <Title order={2} fz="md" id="selling-guide">
        {t("Until it sells")}
      </Title>
      <PlainList gap="md" mt="sm">
        <Step
          isDone={collecting !== undefined}
          name={t("A way to take money")}
          text={
            collecting
              ? collecting.environment === "sandbox"
                ? t(
                    "It collects to {account} in the sandbox: visitors get online, and no real money comes.",
                    {
                      account: collecting.accountNumber,
                    },
                  )
                : t("It collects to {account}.", { account: collecting.accountNumber })
              : untried
                ? t("{account} is set. A test sale of KSh 1 to your own phone proves it.", {
                    account: untried.accountNumber,
                  })
                : t("Where visitors' money goes: a till, a pay bill or a bank account.")
          }
        >
          {collecting ? null : untried ? (
            <Button onClick={() => tryOut(untried)}>{t("Test sale of KSh 1")}</Button>
          ) : (
            <Button component={Link} to={`${profileAddress(id)}?tab=gateways`}>
              {t("Configure Payment Gateway")}
            </Button>
          )}
        </Step>
        {plans === undefined ? null : (
          <Step
            isDone={plans > 0}
            name={t("A plan on sale")}
            text={
              plans > 0
                ? t("{count, plural, one {# plan} other {# plans}} can be bought.", { count: plans })
                : t("Made in its own console, which Access Provider Dashboard opens.")
            }
          />
        )}
        <Step
          isDone={online > 0}
          name={t("A router")}
          text={
            routers.data.length === 0
              ? t("Added by the provider in its own console, or here.")
              : [
                  t("{online} of {count} reached.", { online, count: routers.data.length }),
                  ...(online > 0 ? [] : whyAway(routers.data)),
                ].join(" ")
          }
        >
          {online > 0 ? null : (
            <Anchor
              component={Link}
              to={
                routers.data.length === 0
                  ? routersForAddress(id)
                  : `${addresses.routers}?provider=${encodeURIComponent(id)}`
              }
              lh="44px"
            >
              {t("Open routers")}
            </Anchor>
          )}
        </Step>
        <Step isDone={false} name={t("The first sale")} text={t("Shows here once a visitor has paid.")} />
      </PlainList>
      {tried ? <VerifyGateway gateway={tried} provider={provider} onClose={() => tryOut(null)} /> : null}
    </Card>
  );
}

/** Named by router where there is more than one. */
const whyAway = (routers: readonly AssignedRouter[]): string[] =>
  routers
    .slice(0, 3)
    .map(({ name, statusText }) => (routers.length === 1 ? `${statusText}.` : `${name}: ${statusText}.`));

function Step(props: { isDone: boolean; name: string; text: string; children?: ReactNode }) {
  const { isDone, name, text, children } = props;
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <div style={{ flex: "1 1 220px" }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StatusMark tone={isDone ? "good" : "wait"} word={isDone ? t("Done") : t("To do")} />
          </Group>
          <Hint>{text}</Hint>
        </div>
        {children}
      </Group>
    </li>
  );
}
