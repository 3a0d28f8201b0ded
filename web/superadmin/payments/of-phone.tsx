import { Group, Progress, Stack, Text } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import type { PaidLine } from "#contract/refunds";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Failed } from "../../console/loaded.tsx";
import { errorText } from "../../console/toast.tsx";
import { callApi } from "../api.ts";

type Found = { rows: PaidLine[]; asked: number; of: number; silent: string[]; next: string | null };
const nothing: Found = { rows: [], asked: 0, of: 0, silent: [], next: "" };

/** Each provider keeps its payers to itself: they are asked a few at a time, and what was found shows at once. */
export function OfPhone(props: {
  phone: string;
  completedOnly: boolean;
  children: (rows: PaidLine[]) => ReactNode;
}) {
  const { phone, completedOnly, children } = props;
  const [found, setFound] = useState(nothing);
  const [fault, setFault] = useState<unknown>(null);
  const [isStopped, stop] = useState(false);
  const { next } = found;
  const isAsking = next !== null && !isStopped && fault === null;
  useEffect(() => {
    if (!isAsking || next === null) return undefined;
    let isGone = false;
    callApi("paymentsOfPhone", { query: { phone, ...(next === "" ? {} : { after: next }) } })
      .then((more) => {
        if (isGone) return;
        setFound((before) => ({
          ...more,
          rows: [...before.rows, ...more.rows],
          asked: before.asked + more.asked,
          silent: [...before.silent, ...more.silent],
        }));
      })
      .catch((cause: unknown) => {
        if (!isGone) setFault(cause);
      });
    return () => {
      isGone = true;
    };
  }, [isAsking, next, phone]);
  const rows = found.rows
    .filter(({ status }) => !completedOnly || status === "completed")
    .sort((a, b) => b.paidAt.localeCompare(a.paidAt));
  return (
    <Stack>
      {isAsking || isStopped ? (
        <Group gap="sm" wrap="nowrap">
          <Stack gap={4} flex={1}>
            <Text size="sm" role="status">
              {t("Asked {asked} of {count, plural, one {# provider} other {# providers}}", {
                asked: found.asked,
                count: found.of,
              })}
            </Text>
            <Progress
              value={found.of === 0 ? 0 : (100 * found.asked) / found.of}
              aria-label={t("Providers asked")}
            />
          </Stack>
          <SecondaryButton onClick={() => stop(!isStopped)}>
            {isStopped ? t("Go on") : t("Stop")}
          </SecondaryButton>
        </Group>
      ) : null}
      {fault === null ? null : (
        <Failed
          title={t("Error Loading Payments")}
          text={errorText(fault, t("Failed to load payments. Please check your connection and try again."))}
          onRetry={() => setFault(null)}
        />
      )}
      {rows.length > 0 ? children(rows) : null}
      {found.silent.length === 0 ? null : (
        <Text size="sm" c="red">
          {t("These do not answer, and may have a payment of this phone: {names}", {
            names: found.silent.join(", "),
          })}
        </Text>
      )}
      {rows.length === 0 && next === null && found.silent.length === 0 ? (
        <Empty
          icon={<IconSearch size={28} aria-hidden />}
          title={t("No payment found")}
          text={t("No provider has a payment of this phone.")}
        />
      ) : null}
    </Stack>
  );
}
