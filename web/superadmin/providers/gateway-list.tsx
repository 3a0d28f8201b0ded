import { ActionIcon, Alert, Button, Card, Group, Stack, Text } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { GatewayConfiguration } from "#contract/gateways";
import { bankById } from "#contract/values/banks";
import { serviceById } from "#contract/values/mobile-money";
import { VerificationPayment } from "../../console/ask-for-shilling.tsx";
import { confirmAction } from "../../console/confirm-action.tsx";
import { gatewayName } from "../../console/format.ts";
import { Hint, PlainList, StatusMark, type Tone, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { PortalNeeds } from "./create-provider.tsx";
import { EditGateway } from "./edit-gateway.tsx";
import { credentialFields, environmentName, type GatewayOwner } from "./gateway-fields.ts";
import { PaybillReports } from "./paybill-reports.tsx";

export function GatewayList(props: {
  gateways: readonly GatewayConfiguration[];
  provider: GatewayOwner;
  empty: ReactElement;
}) {
  const { gateways, provider } = props;
  const [edited, setEdited] = useState<GatewayConfiguration | null>(null);
  const [verified, setVerified] = useState<GatewayConfiguration | null>(null);
  if (gateways.length === 0) return props.empty;
  return (
    <>
      <PlainList gap="xs" aria-label={t("Payment gateways")}>
        {gateways.map((gateway) => (
          <Gateway
            key={gateway.id}
            gateway={gateway}
            provider={provider}
            onEdit={() => setEdited(gateway)}
            onVerify={() => setVerified(gateway)}
          />
        ))}
      </PlainList>
      {edited ? (
        <EditGateway key={edited.id} gateway={edited} provider={provider} onClose={() => setEdited(null)} />
      ) : null}
      {verified ? (
        <VerifyGateway
          key={verified.id}
          gateway={verified}
          provider={provider}
          onClose={() => setVerified(null)}
        />
      ) : null}
    </>
  );
}

function Gateway(props: {
  gateway: GatewayConfiguration;
  provider: GatewayOwner;
  onEdit: () => void;
  onVerify: () => void;
}) {
  const { gateway, provider, onEdit, onVerify } = props;
  const name = `${gatewayName(gateway.paymentGatewayId)} ${gateway.accountNumber}`;
  const remove = useAct("deleteProviderGateway", ["/api/superadmin/providers/"]);
  const deleteIt = () =>
    remove.mutate(
      { params: { id: provider.id, configId: gateway.id } },
      {
        onSuccess: () => toastSuccess(t("Payment Gateway Deleted"), name),
        onError: toastFailure(t("Delete Failed"), t("Failed to delete payment gateway.")),
      },
    );
  const ask = () =>
    confirmAction({
      title: t("Delete {name}?", { name }),
      text: gateway.isActive
        ? t(
            "Visitors of {business} can no longer pay this way. Payments that have begun are finished. This cannot be undone.",
            { business: provider.businessName },
          )
        : t("It takes over nothing: visitors of {business} go on paying as before. This cannot be undone.", {
            business: provider.businessName,
          }),
      action: t("Delete {name}", { name }),
      onYes: deleteIt,
    });
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={4} miw={0}>
          <Text fw={600} style={{ overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" }}>
            {name}
          </Text>
          <Group gap={4}>
            <Status gateway={gateway} />
            <StatusMark
              tone={gateway.environment === "sandbox" ? "wait" : "good"}
              word={environmentName(gateway.environment)}
            />
          </Group>
          <Where gateway={gateway} provider={provider} />
          <Credentials gateway={gateway} />
        </Stack>
        <Group gap={4} wrap="nowrap">
          <ActionIcon variant="subtle" aria-label={t("Edit {name}", { name })} onClick={onEdit}>
            <IconPencil size={20} aria-hidden />
          </ActionIcon>
          <ActionIcon
            color="red"
            aria-label={t("Delete {name}", { name })}
            disabled={remove.isPending}
            onClick={ask}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {gateway.fault ? (
        <Alert color="red" variant="light" mt="xs">
          {t("Saved, cannot collect yet: {why}", { why: gateway.fault })}
        </Alert>
      ) : null}
      {gateway.status === "stands_by" && gateway.suspendedAt === null ? (
        <Text size="sm" mt="xs">
          {t(
            "It is paid nothing: M-Pesa's prompt pays the M-Pesa account of the same routers first, and this one only while that cannot collect.",
          )}
        </Text>
      ) : null}
      {gateway.sharedWith === null ? null : (
        <Warning mt="xs">
          {t("{other} collects at this account, too. If that is not meant, correct the number.", {
            other: gateway.sharedWith,
          })}
        </Warning>
      )}
      {gateway.suspendedAt === null ? null : (
        <Alert color="red" variant="light" mt="xs">
          {t("Stopped: it refused three payments in a row. Put it right, then verify it with KSh 1.")}
        </Alert>
      )}
      {gateway.isActive ? null : (
        <Text size="sm" mt="xs">
          {t("Until then visitors pay as before.")}
        </Text>
      )}
      <Verification gateway={gateway} name={name} onVerify={onVerify} />
      <PortalNeeds gateway={gateway} />
      <PaybillReports gateway={gateway} provider={provider} name={name} />
    </Card>
  );
}

function Status({ gateway }: { gateway: GatewayConfiguration }) {
  const words: Record<GatewayConfiguration["status"], [Tone, string]> = {
    collects: ["good", t("Collects")],
    stands_by: ["off", t("Stands by")],
    needs_verification: ["wait", t("Needs verification")],
    cannot_collect: ["bad", t("Cannot collect")],
  };
  if (!gateway.isActive) return <StatusMark tone="wait" word={t("Takes over once verified")} />;
  if (gateway.suspendedAt !== null) return <StatusMark tone="bad" word={t("Stopped")} />;
  const [tone, word] = words[gateway.status];
  return <StatusMark tone={tone} word={word} />;
}

/** How the KSh 1 stands by which a gateway is tried, and the button that sends it. */
function Verification(props: { gateway: GatewayConfiguration; name: string; onVerify: () => void }) {
  const { gateway, name, onVerify } = props;
  const { status, fault } = gateway.verification;
  if (gateway.status === "cannot_collect") return null;
  const words = {
    none: t("KSh 1 has not been sent yet."),
    pending: t("KSh 1 is on its way: enter your PIN on the phone."),
    verified: t("Verified: KSh 1 has arrived."),
    failed: t("KSh 1 did not arrive: {why}", { why: fault ?? "" }),
  };
  // A sandbox needs no proof; what was found out is said all the same.
  if (gateway.environment === "sandbox" && status === "none") return null;
  return (
    <Group justify="space-between" gap="xs" mt="xs">
      <Text
        size="sm"
        {...(status === "failed" ? { c: "red" } : {})}
        role="status"
        style={{ overflowWrap: "anywhere" }}
      >
        {words[status]}
      </Text>
      {status === "verified" ? null : (
        <Button
          variant={status === "pending" ? "default" : "filled"}
          aria-label={t("Verify with KSh 1: {name}", { name })}
          onClick={onVerify}
        >
          {t("Verify with KSh 1")}
        </Button>
      )}
    </Group>
  );
}

function Where(props: { gateway: GatewayConfiguration; provider: GatewayOwner }) {
  const { service, routerId } = props.gateway;
  const routers = useRead(
    "listRoutersOfProvider",
    { params: { providerId: props.provider.id } },
    { enabled: routerId !== null },
  );
  const router = routers.data?.find(({ id }) => id === routerId)?.name;
  const whose = bankById(service)?.name ?? serviceById(service)?.provider;
  const where =
    routerId === null ? t("All routers") : router ? t("Only at {router}", { router }) : t("One router only");
  return <Hint style={{ overflowWrap: "anywhere" }}>{whose ? `${whose} · ${where}` : where}</Hint>;
}

/** Which credentials are set, by their ends: nobody reads them back. */
function Credentials({ gateway }: { gateway: GatewayConfiguration }) {
  const { useAutoApi, paidAs, configuration, paymentGatewayId, service } = gateway;
  if (useAutoApi) {
    const kinds = { till: t("Paid as a till"), pay_bill: t("Paid as a pay bill") };
    const kind = paidAs === null ? "" : ` · ${kinds[paidAs]}`;
    return (
      <Hint>
        {t("Auto API: the platform's own app collects")}
        {kind}
      </Hint>
    );
  }
  const named = credentialFields(paymentGatewayId, service ?? "", "profile").flatMap(({ name, label }) =>
    configuration[name] ? [`${label} ${configuration[name]}`] : [],
  );
  return <Hint style={{ overflowWrap: "anywhere" }}>{named.join(" · ")}</Hint>;
}

/** Sends KSh 1 by this very gateway; what became of it shows in the list. */
export function VerifyGateway(props: {
  gateway: GatewayConfiguration;
  provider: GatewayOwner;
  onClose: () => void;
}) {
  const { gateway, provider, onClose } = props;
  const verify = useAct("verifyProviderGateway", ["/api/superadmin/providers/"]);
  const { accountNumber: account } = gateway;
  const params = { id: provider.id, configId: gateway.id };
  return (
    <VerificationPayment
      title={t("Verify {name} with KSh 1", { name: `${gatewayName(gateway.paymentGatewayId)} ${account}` })}
      warning={t("One real shilling is taken from this phone and paid to {account} of {business}.", {
        account,
        business: provider.businessName,
      })}
      note={
        gateway.isActive
          ? t("Nothing is sold by it. Once it has arrived, visitors can pay this way.")
          : t("Nothing is sold by it. Once it has arrived, this one takes over.")
      }
      next={t("Enter your PIN. The list says when KSh 1 has arrived.")}
      failure={t("Verification Failed")}
      send={(phoneNumber, key) => verify.mutateAsync({ params, body: { phoneNumber }, key })}
      onClose={onClose}
    />
  );
}
