import { Button, Group, Modal, Paper, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import type { OfflineVouchersOfPlan } from "#contract/vouchers";
import { useBackCloses } from "../../console/back-closes.ts";
import { useCallForm } from "../../console/call-form.ts";
import { confirmAction } from "../../console/confirm-action.tsx";
import { SecondaryButton, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { keptFor, polled, useAct, useRead } from "../api.ts";
import { visitorPrice } from "../plans/format-plan.ts";
import { quantityOf } from "./order-form.ts";
import { usePlans } from "./use-vouchers.ts";

const rereads = ["/api/admin/vouchers"];

/** Vouchers that a router's bridge keeps, so that they work while the internet is away: what is there, more, and back. */
export function OfflineDialog({ onClose }: { onClose: () => void }) {
  useBackCloses(true, onClose);
  const assigned = useRead("listOfflineVouchers", {}, polled(3_000)).data ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("Vouchers without internet")}
      closeButtonProps={{ "aria-label": t("Close") }}
    >
      <Stack>
        <Text>
          {t(
            "The bridge of a router can keep vouchers itself. While the internet is away, visitors enter them on the page that the WiFi shows; the sale is counted when the connection is back.",
          )}
        </Text>
        {assigned.map((one) => (
          <Kept key={`${one.routerId} ${one.plan.id}`} kept={one} />
        ))}
        <AssignForm />
      </Stack>
    </Modal>
  );
}

function Kept({ kept }: { kept: OfflineVouchersOfPlan }) {
  const { routerId, routerName, plan, waiting, assigned, comingBack, usedThere, isConnected } = kept;
  const back = useAct("returnOfflineVouchers", rereads);
  const takeBack = () =>
    confirmAction({
      title: t("Take back what {routerName} keeps?", { routerName }),
      text: t(
        "They work everywhere again as soon as its bridge has given them back. What is redeemed there until then counts.",
      ),
      action: t("Take back"),
      onYes: () => {
        back
          .mutateAsync({ body: { routerId } })
          .then(({ asked }) =>
            toastSuccess(t("{asked, plural, one {# voucher} other {# vouchers}} asked back", { asked }), ""),
          )
          .catch(toastFailure(t("Error"), t("Nothing was asked back")));
      },
    });
  const held = waiting + assigned;
  return (
    <Paper withBorder p="sm" role="group" aria-label={`${routerName}, ${plan.name}`}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2}>
          <Text fw={600}>{`${routerName}: ${plan.name}`}</Text>
          <Text size="sm">
            {t("{assigned} ready there, {usedThere} used there in 30 days", { assigned, usedThere })}
          </Text>
          {waiting > 0 ? (
            <StatusMark tone="wait" word={t("{waiting} waiting for the bridge of the router", { waiting })} />
          ) : null}
          {comingBack > 0 ? (
            <StatusMark tone="wait" word={t("{comingBack} coming back from there", { comingBack })} />
          ) : null}
          {isConnected ? null : (
            <StatusMark tone="bad" word={t("Its bridge is away: that takes effect when it is back")} />
          )}
        </Stack>
        {held > 0 ? (
          <SecondaryButton
            size="sm"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            loading={back.isPending}
            onClick={takeBack}
          >
            {t("Take back")}
          </SecondaryButton>
        ) : null}
      </Group>
    </Paper>
  );
}

function AssignForm() {
  const plans = usePlans();
  const routers = useRead("listRouters", {}, keptFor(30_000)).data ?? [];
  const assign = useAct("assignOfflineVouchers", rereads);
  const [only] = routers.length === 1 ? routers : [];
  const { form, submit, busy } = useCallForm({
    initialValues: { routerId: null as string | null, planId: null as string | null, quantity: "20" },
    body: (typed) => ({
      routerId: typed.routerId ?? only?.id ?? "",
      planId: typed.planId ?? "",
      quantity: quantityOf(typed.quantity),
    }),
    send: (body, key) => assign.mutateAsync({ body, key }),
    failure: { title: t("Error"), text: t("Nothing was lent") },
    onDone: ({ assigned }) =>
      toastSuccess(t("{assigned, plural, one {# voucher} other {# vouchers}} lent", { assigned }), ""),
  });
  const routerId = form.values.routerId ?? only?.id ?? null;
  const { planId } = form.values;
  return (
    <form onSubmit={submit} aria-label={t("Keep more there")} noValidate>
      <Stack gap="sm">
        <Title order={3} size="h4">
          {t("Keep more there")}
        </Title>
        <Select
          label={t("Router")}
          placeholder={t("Select a router")}
          allowDeselect={false}
          data={routers.map(({ id, name }) => ({ value: id, label: name }))}
          value={routerId}
          onChange={(value) => form.setFieldValue("routerId", value)}
        />
        <Select
          label={t("Plan")}
          placeholder={t("Select a plan")}
          allowDeselect={false}
          nothingFoundMessage={t("Create a plan first.")}
          data={plans.map(({ id, name, price }) => ({
            value: id,
            label: `${name} KES ${visitorPrice(price)}`,
          }))}
          {...form.getInputProps("planId")}
        />
        <TextInput
          label={t("Quantity")}
          description={t("The oldest unused ones, 100 at most. Printed cards stay as they are.")}
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          {...form.getInputProps("quantity")}
        />
        <Button type="submit" loading={busy} disabled={routerId === null || planId === null}>
          {t("Keep them there")}
        </Button>
      </Stack>
    </form>
  );
}
