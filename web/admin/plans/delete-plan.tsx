import { Button, Group, Modal, Radio, Skeleton, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import type { Plan } from "#contract/plans";
import { Hint, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct, useList } from "../api.ts";

type Fate = "keep" | "revoke";

/** Says what goes and what stays before a plan is deleted, and asks about the vouchers that nobody has used yet. */
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
