import { Card, Divider, Group, Select, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconAlertOctagon, IconHistory, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { isService, serviceNames } from "#contract/values/services";
import { Button, Hint, SecondaryButton, StatusMark, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { AccountVerification, Suspension } from "./account-verification.tsx";
import { accountOf } from "./switch-reading.ts";

export function SwitchStatus(props: {
  switches: readonly PaymentSwitch[];
  one: PaymentSwitch;
  busy: boolean;
  onChoose: (id: string) => void;
  onActivate: () => void;
  onDeactivate: () => void;
  onStop: () => void;
  onHistory: () => void;
  onTry: () => void;
  onName: () => void;
}) {
  const { switches, one, busy } = props;
  const active = switches.filter(({ isActive }) => isActive).length;
  return (
    <Card>
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {t("Switch Status")}
          </Title>
          {active > 0 ? (
            <StatusMark tone="wait" word={t("{count} Active", { count: active })} />
          ) : one.suspendedAt === null ? (
            <StatusMark tone="off" word={t("Inactive")} />
          ) : (
            <StatusMark tone="bad" word={t("Suspended")} />
          )}
        </Group>
        {switches.length > 1 ? (
          <Select
            label={t("Switch")}
            allowDeselect={false}
            data={switches.map(({ id, name, centralAccountNumber, isActive }) => ({
              value: id,
              label: `${name || centralAccountNumber}${isActive ? ` · ${t("Active")}` : ""}`,
            }))}
            value={one.id}
            onChange={(id) => id && props.onChoose(id)}
          />
        ) : null}
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <Fact name={t("Account")}>{accountOf(one)}</Fact>
          <Fact name={t("Mode")}>{one.activationMode === "manual" ? t("Manual") : t("Automatic")}</Fact>
          <Fact name={t("Activated")}>
            <When iso={one.activatedAt} otherwise={t("Never")} />
          </Fact>
        </SimpleGrid>
        <Suspension one={one} />
        {one.collectable ? <AccountVerification one={one} onTry={props.onTry} onName={props.onName} /> : null}
        <Notes one={one} />
        <Group gap="sm">
          {one.isActive ? (
            <SecondaryButton disabled={busy} icon={IconPlayerPause} onClick={props.onDeactivate}>
              {t("Deactivate")}
            </SecondaryButton>
          ) : (
            <SecondaryButton
              disabled={busy || !one.verification.isTried}
              icon={IconPlayerPlay}
              onClick={props.onActivate}
            >
              {one.suspendedAt === null ? t("Activate") : t("Resume")}
            </SecondaryButton>
          )}
          <Button variant="subtle" icon={IconHistory} onClick={props.onHistory}>
            {t("View Transactions")}
          </Button>
        </Group>
        {one.isActive && one.allowEmergencyDeactivate ? (
          // Apart from Deactivate: neither is pressed for the other.
          <>
            <Divider />
            <Button
              color="red"
              style={{ alignSelf: "start" }}
              disabled={busy}
              icon={IconAlertOctagon}
              onClick={props.onStop}
            >
              {t("Emergency Stop")}
            </Button>
          </>
        ) : null}
      </Stack>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="div" fw={600} style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </div>
  );
}

/** What an operator would wonder about: why nothing is diverted, and what goes direct. */
function Notes({ one }: { one: PaymentSwitch }) {
  const { collectable, opensAt, isActive, isRunning, stopReason } = one;
  const account = one.centralPaymentGatewayId;
  const service = one.accountType === "mobile_money" && isService(account) ? account : "mpesa";
  return (
    <Stack gap={4}>
      {collectable ? null : (
        <Warning>
          <Text size="sm">
            {t(
              "Not divertible: this platform has no credentials that pay this account. All payments go direct.",
            )}
          </Text>
        </Warning>
      )}
      {opensAt && !isRunning ? (
        <Text size="sm">
          {isActive ? t("Waits for its hours:") : t("Opens by itself:")} <When iso={opensAt} />
        </Text>
      ) : null}
      {stopReason ? (
        <Text size="sm">{t("Stopped in an emergency: {reason}", { reason: stopReason })}</Text>
      ) : null}
      <Hint>
        {service !== "mpesa"
          ? t("Only {service} payments can pay this account; M-Pesa payments go direct to providers.", {
              service: serviceNames[service],
            })
          : t("M-Pesa payments can pay this account; Airtel Money payments go direct to providers.")}
      </Hint>
    </Stack>
  );
}
