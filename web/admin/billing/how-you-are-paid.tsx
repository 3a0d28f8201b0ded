import { Alert, Card, Group, Text, Title } from "@mantine/core";
import { IconCash } from "@tabler/icons-react";
import type { OwnGateway } from "#contract/gateways";
import { bankById } from "#contract/values/banks";
import { Hint, PlainGrid, StatusMark, type Tone, When } from "../../console/kit.tsx";
import { gatewayWords, t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { polled, useRead } from "../api.ts";

export function HowYouArePaid() {
  const gateways = useRead("listOwnGateways", {}, polled(60_000));
  return (
    <section aria-labelledby="how-you-are-paid">
      <Title order={2} size="h4" id="how-you-are-paid">
        {t("How you are paid")}
      </Title>
      <Hint mb="xs">
        {t("By these your visitors pay. The platform's operator sets them: ask there for any change.")}
      </Hint>
      <Loaded
        query={gateways}
        loading={<LoadingRows rows={1} height={120} label={t("Loading payment gateways...")} />}
        failed={{
          title: t("Error Loading Payment Gateways"),
          text: t("Failed to load payment gateways. Please check your connection and try again."),
        }}
        empty={
          <Empty
            icon={<IconCash size={28} aria-hidden />}
            title={t("Nobody can pay you yet")}
            text={t("Visitors can only use vouchers. Ask the platform's operator to set up M-Pesa for you.")}
          />
        }
      >
        {(list) => (
          <PlainGrid cols={{ base: 1, md: 2 }} spacing="sm" aria-labelledby="how-you-are-paid">
            {list.map((gateway) => (
              <Paid key={gateway.id} gateway={gateway} />
            ))}
          </PlainGrid>
        )}
      </Loaded>
    </section>
  );
}

function Paid({ gateway }: { gateway: OwnGateway }) {
  const { accountEnd, routerName, environment, status, verifiedAt, paybillSince } = gateway;
  const [tone, word] =
    gateway.suspendedAt === null ? marks()[status] : (["bad", t("Not collecting")] as const);
  const isReady = status === "collects";
  return (
    <Card component="li" padding="md">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Text fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
          {nameOf(gateway)} •••• {accountEnd}
        </Text>
        <StatusMark tone={tone} word={word} />
      </Group>
      <Hint style={{ overflowWrap: "anywhere" }}>
        {routerName === null ? t("All routers") : t("Only at {router}", { router: routerName })} ·{" "}
        {environment === "sandbox" ? t("Sandbox") : t("Production")}
      </Hint>
      <Text size="sm" mt="xs">
        {whereTo(gateway)}
      </Text>
      {isReady && verifiedAt ? (
        <Hint>
          {t("Verified with KSh 1:")} <When iso={verifiedAt} />
        </Hint>
      ) : null}
      {isReady && paybillSince ? <Hint>{t("Payments typed by hand arrive, too.")}</Hint> : null}
      {isReady && environment === "production" ? null : (
        <Alert
          color={status === "cannot_collect" || gateway.suspendedAt !== null ? "red" : "yellow"}
          variant="light"
          mt="xs"
        >
          {whatIsMissing(gateway)}
        </Alert>
      )}
    </Card>
  );
}

const marks = (): Record<OwnGateway["status"], [Tone, string]> => ({
  collects: ["good", t("Collects")],
  stands_by: ["off", t("Stands by")],
  waits: ["wait", t("Takes over once verified")],
  needs_verification: ["wait", t("Needs verification")],
  cannot_collect: ["bad", t("Cannot collect")],
});

function nameOf({ type, service }: OwnGateway): string {
  const names = { mpesa: "M-Pesa", airtel_money: "Airtel Money", bank: bankById(service)?.name ?? t("Bank") };
  return names[type];
}

function whereTo({ credentials, settlement }: OwnGateway): string {
  if (settlement === "collected") return t("The platform collects the money for you.");
  return credentials === "own"
    ? t("The money arrives at your account at once, by credentials of your own.")
    : t("The money arrives at your account at once, by the platform's app.");
}

function whatIsMissing({ status, fault, credentials, suspendedAt, suspendedFor }: OwnGateway): string {
  if (suspendedAt !== null)
    return t("It refused three payments in a row, so visitors are not asked to pay by it. {why}", {
      why: gatewayWords(suspendedFor ?? ""),
    });
  // The provider cannot change what the platform brings.
  if (status === "cannot_collect" && credentials === "platform" && fault)
    return t("Visitors cannot pay by it right now. {why}", { why: gatewayWords(fault) });
  if (status === "collects")
    return t("This is a sandbox: no real money moves. Ask the operator for production.");
  if (status === "stands_by")
    return t("Your M-Pesa account is paid first; this one only while that cannot collect.");
  if (status === "waits")
    return t("Until the operator has verified it with KSh 1, your visitors pay as before.");
  if (status === "needs_verification")
    return t("Nobody can pay by it yet: the operator has to verify it with KSh 1. Ask there.");
  return fault
    ? t("Nobody can pay by it yet. {why} Bring it to the operator.", { why: fault })
    : t("Nobody can pay by it yet: the operator has to complete it. Ask there.");
}
