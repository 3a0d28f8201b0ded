import { Group } from "@mantine/core";
import { IconCash, IconReceipt2 } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { Line } from "#contract/lines";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { may } from "../api.ts";

const TakeCash = lazy(async () => ({ default: (await import("./take-cash.tsx")).TakeCash }));
const AccountWindow = lazy(async () => ({ default: (await import("./account-window.tsx")).AccountWindow }));

/** What is done with the money of a line's customer: cash is taken from here by two taps. */
export function AccountActs({ line }: { line: Line }) {
  const [doing, setDoing] = useState<"cash" | "account" | null>(null);
  const stop = () => setDoing(null);
  if (!may("customerAccount")) return null;
  return (
    <>
      <Group gap="sm" grow preventGrowOverflow={false}>
        {may("takeCash") ? (
          <Button leftSection={<IconCash size={18} aria-hidden />} onClick={() => setDoing("cash")}>
            {t("Take cash")}
          </Button>
        ) : null}
        <SecondaryButton icon={IconReceipt2} onClick={() => setDoing("account")}>
          {t("Account")}
        </SecondaryButton>
      </Group>
      <Suspense fallback={null}>
        {doing === "cash" ? <TakeCash line={line} onClose={stop} /> : null}
        {doing === "account" ? <AccountWindow customer={line.customer} onClose={stop} /> : null}
      </Suspense>
    </>
  );
}
