import { Group, Text } from "@mantine/core";
import type { PaidAccess, PaidLine } from "#contract/refunds";
import type { Offline } from "#contract/users";
import { StatusMark, type Tone } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { whyOffline } from "../../console/why-offline.ts";
import { routerAddress, TextLink } from "../links.tsx";

/** Whether who paid is let in, else why not, in the words of the provider's own console. */
export function AccessState({ row: { access } }: { row: PaidLine }) {
  if (!access) return null;
  const { isOnline, offline, router } = access;
  const cause = offline?.cause;
  const tone = isOnline ? "good" : ((cause && tones[cause]) ?? "off");
  return (
    <Group gap="xs" style={{ rowGap: 0 }}>
      <StatusMark tone={tone} word={accessWord(access)} isLong />
      {router && (cause === "router_away" || cause === "foreign_user") ? (
        <Text span size="sm">
          <TextLink to={routerAddress(router.id)}>{t("Look at {name}", { name: router.name })}</TextLink>
        </Text>
      ) : null}
    </Group>
  );
}

/** What is over or away by itself has no colour: nothing is to be done about it. */
const tones: Partial<Record<Offline["cause"], Tone>> = {
  router_away: "bad",
  foreign_user: "bad",
  not_activated: "bad",
  cut_off: "bad",
  no_device: "wait",
  activating: "wait",
  queued: "wait",
  closed: "wait",
};

export function accessWord(access: PaidAccess): string {
  const { offline } = access;
  if (offline?.cause === "cut_off" && !offline.isPartBack) return t("Disconnected by its provider");
  return whyOffline(access) ?? t("Online");
}
