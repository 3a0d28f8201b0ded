import { Alert, Card, Group, Text, Title } from "@mantine/core";
import { IconCash } from "@tabler/icons-react";
import { useState } from "react";
import type { OwnGateway } from "#contract/own-gateways";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Button, Hint, PlainGrid, SecondaryButton, StatusMark, type Tone, When } from "../../console/kit.tsx";
import { gatewayWords, t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { keptFor, may, polled, useAct, useRead } from "../api.ts";
import { nameOf, SetUpAccount } from "./set-up-account.tsx";
import { howShillingStands, isOfUnknownKind, isToProve } from "./shilling.ts";

/** The window that is open: an account is added, or tried by KSh 1. */
type Open = "add" | OwnGateway | null;

export function HowYouArePaid() {
  const [open, setOpen] = useState<Open>(null);
  const [asked, setAsked] = useState(false);
  const gateways = useRead("listOwnGateways", {}, polled(asked ? 3_000 : 60_000));
  const offered = useRead("offeredGateways", {}, keptFor(600_000));
  const mayAdd = (offered.data?.kinds.length ?? 0) > 0;
  const add = mayAdd ? <Button onClick={() => setOpen("add")}>{t("Set up M-Pesa")}</Button> : null;
  return (
    <section aria-labelledby="how-you-are-paid">
      <Group justify="space-between" align="flex-start" mb="xs">
        <div>
          <Title order={2} size="h4" id="how-you-are-paid">
            {t("How you are paid")}
          </Title>
          <Hint>
            {mayAdd
              ? t("By these your visitors pay.")
              : t("By these your visitors pay. The platform's operator sets them: ask there for any change.")}
          </Hint>
        </div>
        {mayAdd && (gateways.data?.length ?? 0) > 0 ? (
          <SecondaryButton onClick={() => setOpen("add")}>{t("Change account")}</SecondaryButton>
        ) : null}
      </Group>
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
            text={
              mayAdd
                ? t(
                    "Visitors can only use vouchers. Enter your till, pay bill or bank account; KSh 1 proves it.",
                  )
                : t("Visitors can only use vouchers. Ask the platform's operator to set up M-Pesa for you.")
            }
            action={add}
          />
        }
      >
        {(list) => (
          <PlainGrid cols={{ base: 1, md: 2 }} spacing="sm" aria-labelledby="how-you-are-paid">
            {list.map((gateway) => (
              <Paid key={gateway.id} gateway={gateway} onTry={() => setOpen(gateway)} />
            ))}
          </PlainGrid>
        )}
      </Loaded>
      {open ? (
        <SetUpAccount
          start={open}
          gateways={gateways.data ?? []}
          offered={offered.data}
          onSent={() => setAsked(true)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </section>
  );
}

function Paid({ gateway, onTry }: { gateway: OwnGateway; onTry: () => void }) {
  const { accountEnd, routerName, environment, status, verification, paybillSince } = gateway;
  // In a sandbox it collects without proof: what asks for KSh 1 below says so above, too.
  const stands = isOfUnknownKind(gateway) ? "needs_verification" : status;
  const [tone, word] =
    gateway.suspendedAt === null ? marks()[stands] : (["bad", t("Not collecting")] as const);
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
      {isReady && verification.at ? (
        <Hint>
          {t("Verified with KSh 1:")} <When iso={verification.at} />
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
          {isToProve(gateway) ? (
            <Group justify="space-between" gap="xs" mt="xs">
              <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
                {howShillingStands(gateway)}
              </Text>
              <Button
                variant={verification.status === "pending" ? "default" : "filled"}
                aria-label={t("Send KSh 1: {name}", { name: `${nameOf(gateway)} •••• ${accountEnd}` })}
                onClick={onTry}
              >
                {t("Send KSh 1")}
              </Button>
            </Group>
          ) : null}
          {isRemovable(gateway) ? <RemoveAccount gateway={gateway} /> : null}
        </Alert>
      )}
    </Card>
  );
}

/** Entered here, and nothing has arrived at it: perhaps it was mistyped. */
const isRemovable = ({ status, credentials, settlement, verification }: OwnGateway): boolean =>
  may("removeOwnGateway") &&
  (status === "waits" || status === "needs_verification") &&
  credentials === "platform" &&
  settlement === "direct" &&
  verification.at === null;

function RemoveAccount({ gateway }: { gateway: OwnGateway }) {
  const remove = useAct("removeOwnGateway", ["/api/admin/payment-gateways"]);
  const name = `${nameOf(gateway)} •••• ${gateway.accountEnd}`;
  const ask = () =>
    confirmAction({
      title: t("Remove {name}?", { name }),
      text: t(
        "KSh 1 never arrived there, so nobody was paid at it. You can enter another account at any time.",
      ),
      action: t("Remove account"),
      onYes: () =>
        void remove
          .mutateAsync({ params: { id: gateway.id } })
          .then(
            ({ message }) => toastSuccess(t("Account removed"), message),
            toastFailure(t("Error"), t("Nothing was changed")),
          ),
    });
  return (
    <Button
      variant="subtle"
      color="red"
      mih={44}
      px={0}
      aria-label={t("Wrong account? Remove it: {name}", { name })}
      onClick={ask}
    >
      {t("Wrong account? Remove it")}
    </Button>
  );
}

const marks = (): Record<OwnGateway["status"], [Tone, string]> => ({
  collects: ["good", t("Collects")],
  stands_by: ["off", t("Stands by")],
  waits: ["wait", t("Takes over once verified")],
  needs_verification: ["wait", t("Needs verification")],
  cannot_collect: ["bad", t("Cannot collect")],
});

function whereTo({ credentials, settlement, paidAs }: OwnGateway): string {
  if (settlement === "collected") return t("The platform collects the money for you.");
  if (credentials === "own")
    return t("The money arrives at your account at once, by credentials of your own.");
  if (paidAs === "till") return t("The money arrives at your till at once, by the platform's app.");
  if (paidAs === "pay_bill") return t("The money arrives at your pay bill at once, by the platform's app.");
  return t("The money arrives at your account at once, by the platform's app.");
}

function whatIsMissing(gateway: OwnGateway): string {
  const { status, fault, credentials, suspendedAt, suspendedFor } = gateway;
  if (suspendedAt !== null)
    return t("It refused three payments in a row, so visitors are not asked to pay by it. {why}", {
      why: gatewayWords(suspendedFor ?? ""),
    });
  // The provider cannot change what the platform brings.
  if (status === "cannot_collect" && credentials === "platform" && fault)
    return t("Visitors cannot pay by it right now. {why}", { why: gatewayWords(fault) });
  if (isOfUnknownKind(gateway))
    return t(
      "This is a sandbox: no real money moves. KSh 1 finds out whether it is a till or a pay bill. Ask the operator for production.",
    );
  if (status === "collects")
    return t("This is a sandbox: no real money moves. Ask the operator for production.");
  if (status === "stands_by")
    return t("Your M-Pesa account is paid first; this one only while that cannot collect.");
  if (status === "waits") return t("Until KSh 1 has arrived by it, your visitors pay as before.");
  if (status === "needs_verification")
    return t("Nobody can pay by it yet: KSh 1 from your own phone proves that the money arrives.");
  return fault
    ? t("Nobody can pay by it yet. {why} Bring it to the operator.", { why: fault })
    : t("Nobody can pay by it yet: the operator has to complete it. Ask there.");
}
