import { Group, Modal, Radio, Skeleton, Stack, Text } from "@mantine/core";
import { IconPackage, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { Plan } from "#contract/plans";
import { speedText } from "#contract/values/speed";
import { useBackCloses } from "../../console/back-closes.ts";
import { DataList } from "../../console/data-list.tsx";
import { IconButton } from "../../console/icon-button.tsx";
import { Button, Hint, SecondaryButton, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { may, useAct, useList, useRead } from "../api.ts";
import { planDuration, planExtras, planPrice } from "../plans/format-plan.ts";
import { PlanDialog } from "../plans/plan-dialog.tsx";

type Doing = { edit: Plan | null } | { remove: Plan } | null;

export function PlansPage() {
  const plans = useRead("adminListPlans");
  const [doing, setDoing] = useState<Doing>(null);
  const stop = () => setDoing(null);
  const create = may("createPlan") ? (
    <Button icon={IconPlus} onClick={() => setDoing({ edit: null })}>
      {t("Create Plan")}
    </Button>
  ) : null;
  const isEmpty = plans.data?.length === 0;
  return (
    <>
      <PageHead
        title={t("Subscription Plans")}
        text={t("What visitors can buy on your WiFi")}
        actions={isEmpty ? null : create}
      />
      <Loaded
        query={plans}
        loading={<LoadingRows rows={5} height={72} label={t("Loading plans...")} />}
        failed={{
          title: t("Error Loading Plans"),
          text: t("Failed to load plans. Please check your connection and try again."),
        }}
        empty={
          <Empty
            icon={<IconPackage size={28} />}
            title={t("No plans yet")}
            {...(create
              ? { text: t("Create your first plan: a name, a price, a speed and how long it lasts.") }
              : {})}
            action={create}
          />
        }
      >
        {(list) => (
          <PlanList
            plans={list}
            onEdit={(plan) => setDoing({ edit: plan })}
            onDelete={(plan) => setDoing({ remove: plan })}
          />
        )}
      </Loaded>
      {doing && "edit" in doing ? <PlanDialog plan={doing.edit} onClose={stop} /> : null}
      {doing && "remove" in doing ? <DeletePlan plan={doing.remove} onClose={stop} /> : null}
    </>
  );
}

type Acts = { onEdit: (plan: Plan) => void; onDelete: (plan: Plan) => void };

export function PlanList({ plans, ...acts }: { plans: readonly Plan[] } & Acts) {
  return (
    <DataList
      rows={plans}
      rowKey={({ id }) => id}
      label={t("Plans")}
      columns={[
        { key: "name", title: t("Plan Name"), render: (plan) => <Name plan={plan} /> },
        { key: "price", title: t("Price (KES)"), right: true, render: ({ price }) => planPrice(price) },
        { key: "duration", title: t("Duration"), render: ({ durationHours }) => planDuration(durationHours) },
        { key: "status", title: t("Status"), render: (plan) => <Status plan={plan} /> },
        ...(may("updatePlan")
          ? [
              {
                key: "actions",
                title: t("Actions"),
                right: true,
                width: 124,
                render: (plan: Plan) => <Actions plan={plan} isSmall {...acts} />,
              },
            ]
          : []),
      ]}
      card={(plan) => (
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={0} miw={0}>
            <Name plan={plan} />
            <Text size="sm">
              {t("KSh {price} for {duration}", {
                price: planPrice(plan.price),
                duration: planDuration(plan.durationHours),
              })}{" "}
              <Status plan={plan} isPlain />
            </Text>
          </Stack>
          {may("updatePlan") ? <Actions plan={plan} {...acts} /> : null}
        </Group>
      )}
    />
  );
}

function Name({ plan }: { plan: Plan }) {
  const gives = [speedText(plan.speedMbps), ...planExtras(plan)];
  return (
    <div>
      <Text size="sm" lh="20px" fw={600} style={{ overflowWrap: "anywhere" }}>
        {plan.name}
      </Text>
      <Hint size="xs" lh="16px">
        {gives.join(" · ")}
      </Hint>
    </div>
  );
}

function Status({ plan, isPlain = false }: { plan: Plan; isPlain?: boolean }) {
  if (plan.isActive && plan.soldUntil !== null && Date.parse(plan.soldUntil) <= Date.now())
    return <StatusMark tone="off" word={t("Offer ended")} isPlain={isPlain} />;
  return plan.isActive ? (
    <StatusMark tone="good" word={t("Active")} isPlain={isPlain} />
  ) : (
    <StatusMark tone="off" word={t("Inactive")} isPlain={isPlain} />
  );
}

function Actions({ plan, isSmall = false, onEdit, onDelete }: { plan: Plan; isSmall?: boolean } & Acts) {
  const size = isSmall ? { size: 36 } : {};
  const edit = t("Edit {name}", { name: plan.name });
  const remove = t("Delete {name}", { name: plan.name });
  return (
    <Group gap={isSmall ? 0 : 4} wrap="nowrap" justify="flex-end">
      <IconButton icon={IconPencil} name={edit} {...size} onClick={() => onEdit(plan)} />
      <IconButton icon={IconTrash} name={remove} color="red" {...size} onClick={() => onDelete(plan)} />
    </Group>
  );
}

type Fate = "keep" | "revoke";

/** Says what goes and what stays before a plan is deleted, and asks about the unused vouchers. */
export function DeletePlan({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const [vouchers, setVouchers] = useState<Fate>("keep");
  const unused = useList(
    "listVouchers",
    {
      query: { planId: plan.id, status: "active", pageSize: 1 },
    },
    { staleTime: 0 },
  );
  const remove = useAct("deletePlan", ["/api/admin/plans", "/api/admin/vouchers"]);
  const sending = useRef(false);
  const count = unused.data?.total ?? 0;

  const deleteIt = async () => {
    if (sending.current) return;
    sending.current = true;
    try {
      const { revoked } = await remove.mutateAsync({ params: { id: plan.id }, query: { vouchers } });
      toastSuccess(
        t("Plan deleted"),
        revoked > 0
          ? t("{revoked, plural, one {# voucher} other {# vouchers}} revoked", { revoked })
          : plan.name,
      );
      onClose();
    } catch (cause) {
      const text = t("Failed to delete the plan");
      const why = errorText(cause, "");
      toastError(t("Error"), why ? `${text}. ${why}` : text);
      sending.current = false;
    }
  };
  const close = () => {
    if (!remove.isPending) onClose();
  };

  useBackCloses(true, close);
  return (
    <Modal
      opened
      onClose={close}
      title={t("Delete {name}?", { name: plan.name })}
      closeButtonProps={{ "aria-label": t("Close") }}
    >
      <Stack>
        <Text size="sm">
          {t(
            "It is no longer sold and leaves this list; this cannot be undone. Whoever bought it stays online until the end, and sales and reports keep it.",
          )}
        </Text>
        {unused.data === undefined && !unused.isError ? <Skeleton height={96} radius="md" /> : null}
        {unused.data !== undefined && count === 0 ? <Hint>{t("It has no unused vouchers.")}</Hint> : null}
        {count > 0 || unused.isError ? (
          <Radio.Group
            label={
              unused.isError
                ? t("What happens to its unused vouchers?")
                : t(
                    "What happens to its {count, plural, one {# unused voucher} other {# unused vouchers}}?",
                    { count },
                  )
            }
            value={vouchers}
            onChange={(value) => setVouchers(value === "revoke" ? "revoke" : "keep")}
          >
            <Stack gap="xs" pt="xs">
              <Radio
                size="md"
                value="keep"
                label={t("Keep them")}
                description={t("They can still be redeemed, for what the plan gave when they were made.")}
              />
              <Radio
                size="md"
                value="revoke"
                label={t("Revoke them")}
                description={t("They stop working for good.")}
              />
            </Stack>
          </Radio.Group>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <SecondaryButton onClick={close} disabled={remove.isPending} data-autofocus>
            {t("Cancel")}
          </SecondaryButton>
          <Button
            color="red"
            onClick={() => void deleteIt()}
            disabled={remove.isPending || unused.isPending}
            aria-busy={remove.isPending}
          >
            {remove.isPending
              ? t("Deleting...")
              : vouchers === "revoke"
                ? t("Delete plan and revoke vouchers")
                : t("Delete plan")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
