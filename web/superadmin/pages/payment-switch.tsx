import { Card, Center, Group, Loader, Progress, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconArrowsSplit2, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { confirmAction } from "../../console/confirm-action.tsx";
import { kes } from "../../console/format.ts";
import { Button, Hint, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, PageHead } from "../../console/loaded.tsx";
import { polled, useList } from "../api.ts";
import { TryAccount } from "../payment-switch/account-verification.tsx";
import { ActivateDialog, NamePayee, StopDialog, SwitchDialog } from "../payment-switch/switch-dialog.tsx";
import { SwitchHistory } from "../payment-switch/switch-history.tsx";
import { accountOf, everySwitch, progressOf, selectedOf } from "../payment-switch/switch-reading.ts";
import { SwitchStatus } from "../payment-switch/switch-status.tsx";
import { SwitchTable } from "../payment-switch/switch-table.tsx";
import { NotDivertiblePayments } from "../payment-switch/undivertible-payments.tsx";
import { useSwitchActs } from "../payment-switch/use-switch-acts.ts";

type Opened =
  | { kind: "create" | "history"; one: null }
  | { kind: "edit" | "activate" | "stop" | "try" | "name"; one: PaymentSwitch };

export function PaymentSwitchPage() {
  const [chosen, choose] = useState<string | null>(null);
  const [opened, open] = useState<Opened | null>(null);
  const switches = useList("listSwitches", everySwitch, polled(10_000));
  const acts = useSwitchActs();
  const close = () => open(null);
  const create = (
    <Button icon={IconPlus} onClick={() => open({ kind: "create", one: null })}>
      {t("Configure Switch")}
    </Button>
  );
  const pause = (one: PaymentSwitch) =>
    confirmAction({
      title: t("Deactivate {name}?", { name: one.name }),
      text: t(
        "Future payments will go directly to providers again. {current} of {target} are collected for {account}; the counter stays.",
        { current: kes(one.currentAmount), target: kes(one.targetAmount), account: accountOf(one) },
      ),
      action: t("Deactivate switch"),
      onYes: () => void acts.deactivate(one.id),
    });
  const remove = (one: PaymentSwitch) =>
    confirmAction({
      title: t("Delete {name}?", { name: one.name }),
      text: t("It leaves the list for good. What it diverted stays in the transaction history."),
      action: t("Delete switch"),
      onYes: () => void acts.remove(one.id),
    });
  return (
    <>
      <PageHead
        title={t("Payment Gateway Switch")}
        text={t("Sends what visitors pay to a central account until a target is reached.")}
        actions={(switches.data?.total ?? 0) > 0 ? create : null}
      />
      <Loaded
        query={switches}
        loading={
          <Center py="xl" role="status" aria-label={t("Loading switches …")}>
            <Loader />
          </Center>
        }
        failed={{
          title: t("Error Loading Switches"),
          text: t("Failed to load payment gateway switches. Please try again."),
        }}
      >
        {({ rows }) => {
          const one = selectedOf(rows, chosen);
          if (!one)
            return (
              <Empty
                icon={<IconArrowsSplit2 size={28} aria-hidden />}
                title={t("No Payment Gateway Switch Configured")}
                text={t("Nothing is diverted until a switch is configured and activated.")}
                action={create}
              />
            );
          return (
            <Stack gap="lg">
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                <SwitchStatus
                  switches={rows}
                  one={one}
                  busy={acts.busy}
                  onChoose={choose}
                  onActivate={() => open({ kind: "activate", one })}
                  onDeactivate={() => pause(one)}
                  onStop={() => open({ kind: "stop", one })}
                  onTry={() => open({ kind: "try", one })}
                  onName={() => open({ kind: "name", one })}
                  onHistory={() => open({ kind: "history", one: null })}
                />
                <CollectionProgress one={one} />
              </SimpleGrid>
              {one.isActive ? <NotDivertiblePayments one={one} /> : null}
              <SwitchTable
                switches={rows}
                busy={acts.busy}
                onEdit={(edited) => open({ kind: "edit", one: edited })}
                onStop={(stopped) => open({ kind: "stop", one: stopped })}
                onDelete={remove}
              />
            </Stack>
          );
        }}
      </Loaded>
      {opened?.kind === "create" || opened?.kind === "edit" ? (
        <SwitchDialog edited={opened.one} onClose={close} />
      ) : null}
      {opened?.kind === "activate" ? <ActivateDialog one={opened.one} acts={acts} onClose={close} /> : null}
      {opened?.kind === "stop" ? <StopDialog one={opened.one} acts={acts} onClose={close} /> : null}
      {opened?.kind === "try" ? <TryAccount one={opened.one} onClose={close} /> : null}
      {opened?.kind === "name" ? <NamePayee one={opened.one} onClose={close} /> : null}
      {opened?.kind === "history" ? <SwitchHistory onClose={close} /> : null}
    </>
  );
}

export function CollectionProgress({ one }: { one: PaymentSwitch }) {
  const { percent, remaining } = progressOf(one);
  const done = t("{percent}% completed", { percent: percent.toFixed(1) });
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t("Collection Progress")}
        </Title>
        <Group justify="space-between" align="flex-end" gap="xs">
          <div>
            <Text size="xs" c="dimmed">
              {t("Current Amount")}
            </Text>
            <Text fz={28} fw={700} lh={1.2} style={{ fontVariantNumeric: "tabular-nums" }}>
              {kes(one.currentAmount)}
            </Text>
          </div>
          <Text ta="right">
            <Text span size="xs" c="dimmed" display="block">
              {t("Target Amount")}
            </Text>
            <Text span fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
              {kes(one.targetAmount)}
            </Text>
          </Text>
        </Group>
        <Progress.Root size="lg">
          <Progress.Section value={percent} aria-label={t("Collection Progress")} aria-valuetext={done} />
        </Progress.Root>
        <Group justify="space-between" gap="xs">
          <Text size="sm">{done}</Text>
          <Text size="sm">{t("{amount} remaining", { amount: kes(remaining) })}</Text>
        </Group>
        {one.reservedAmount > 0 ? (
          <Hint>{t("{amount} in prompts that may still be paid", { amount: kes(one.reservedAmount) })}</Hint>
        ) : null}
        <Text size="sm">
          {t("Last target reached:")} <When iso={one.lastTargetReached} otherwise={t("Never")} />
        </Text>
      </Stack>
    </Card>
  );
}
