import { Anchor, Card, SimpleGrid, Stack, Title } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import type { Voucher } from "#contract/vouchers";
import { Hint, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import type { PageData } from "../../console/page-data.ts";
import { newKey } from "../../console/request.ts";
import { toastFailure } from "../../console/toast.tsx";
import { addresses } from "../navigation.ts";
import { visitorPrice } from "../plans/format-plan.ts";
import { useGenerate, usePlans } from "./use-vouchers.ts";

const SoldOne = lazy(async () => ({ default: (await import("./made-dialog.tsx")).SoldOne }));

/** They leave room on a phone; all are in the form. */
const mostPlans = 6;

/** One voucher over the counter: a plan is tapped, and what was made is shared or printed. */
export function SellOne({ page, otherwise = null }: { page: PageData; otherwise?: ReactNode }) {
  const send = useGenerate();
  const [sold, setSold] = useState<readonly Voucher[] | null>(null);
  const [busy, setBusy] = useState(false);
  // By plan, until it was answered: what is asked for again is the same voucher.
  const keys = useRef(new Map<string, string>());
  const plans = usePlans().filter(
    ({ isActive, soldUntil }) => isActive && (soldUntil === null || Date.parse(soldUntil) > Date.now()),
  );
  const sell = async (planId: string) => {
    setBusy(true);
    const key = keys.current.get(planId) ?? newKey();
    keys.current.set(planId, key);
    try {
      setSold(await send({ planId, quantity: 1 }, key));
      keys.current.delete(planId);
    } catch (cause) {
      toastFailure(t("Error"), t("Failed to generate vouchers"))(cause);
    }
    setBusy(false);
  };
  if (plans.length === 0) return otherwise;
  return (
    <Card component="section" aria-labelledby="sell">
      <Stack gap="xs">
        <Title order={2} fz="md" id="sell">
          {t("Sell a voucher")}
        </Title>
        <Hint>{t("Tap a plan: its code is made at once, to share or to print.")}</Hint>
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="xs">
          {plans.slice(0, mostPlans).map(({ id, name, price }) => (
            <SecondaryButton key={id} busy={busy} size="sm" px="xs" mih={48} onClick={() => void sell(id)}>
              {/* One text, so that it wraps between its words. */}
              <span style={{ whiteSpace: "normal", lineHeight: 1.25 }}>
                {name} <span style={{ whiteSpace: "nowrap" }}>KES {visitorPrice(price)}</span>
              </span>
            </SecondaryButton>
          ))}
        </SimpleGrid>
        <Anchor component={Link} to={`${addresses.vouchers}?make=1`} py={10}>
          {t("Make vouchers")}
        </Anchor>
      </Stack>
      <Suspense fallback={null}>
        {sold ? <SoldOne vouchers={sold} page={page} onClose={() => setSold(null)} /> : null}
      </Suspense>
    </Card>
  );
}
