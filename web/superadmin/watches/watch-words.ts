import { isBytes, type WatchId } from "#contract/values/watches";
import type { Watch } from "#contract/watches";
import { t } from "../../console/language.ts";
import { addresses, unverifiedAddress } from "../navigation.ts";

export const isBad = ({ value, limit, badSince }: Watch) =>
  badSince !== null || (value !== null && value > limit);

export function watchName(id: WatchId): string {
  const names: Record<WatchId, () => string> = {
    minute: () => t("What is done every minute"),
    wakes: () => t("The providers' own work"),
    unopened: () => t("Databases of providers"),
    mail: () => t("Letters"),
    differences: () => t("Differences of the books"),
    confirmations: () => t("Payments that providers say they made"),
    online: () => t("From paid to online"),
    backup: () => t("Last backup"),
    database: () => t("Size of the database"),
    largest: () => t("Size of the largest provider"),
  };
  return names[id]();
}

/** What is not in order stands first; else as they come. */
export const inOrderOfNeed = (watches: readonly Watch[]): Watch[] => [
  ...watches.filter(isBad),
  ...watches.filter((watch) => !isBad(watch)),
];

/** Where the remedy is done, if on a page of the console. */
export function remedyPlace(id: WatchId): { to: string; words: string } | null {
  if (id === "differences")
    return { to: `${addresses.reconciliation}?tab=differences`, words: t("Open Reconciliation") };
  if (id === "confirmations") return { to: unverifiedAddress, words: t("Open Provider Billing") };
  return null;
}

/** What is measured, and what to do where it is too much. */
export function watchHelp(id: WatchId): { means: string; remedy: string } {
  const help: Record<WatchId, () => { means: string; remedy: string }> = {
    minute: () => ({
      means: t("Since its last run."),
      remedy: t(
        "Nothing is done while it stands still: look at the worker's cron triggers and at its errors.",
      ),
    }),
    wakes: () => ({
      means: t("How late the latest is."),
      remedy: t("An object did not wake by itself and is woken one by one: look at the worker's errors."),
    }),
    unopened: () => ({
      means: t("Since when one does not open."),
      remedy: t(
        "It sells nothing until it opens, which it does by itself: put in service a version that mends the error.",
      ),
    }),
    mail: () => ({
      means: t("Age of the oldest that waits."),
      remedy: t(
        "Look whether MAIL_URL and MAIL_TOKEN are right, and whether the service that sends mail takes letters.",
      ),
    }),
    differences: () => ({
      means: t("Age of the oldest that waits."),
      remedy: t("Reconciliation lists them with both amounts: each one wants a person's decision."),
    }),
    confirmations: () => ({
      means: t("Age of the oldest that waits."),
      remedy: t("Provider Billing lists them: look each one up in the account and verify or reject it."),
    }),
    online: () => ({
      means: t("What half of the last hour's buyers waited at most."),
      remedy: t("Look at the bridges and routers that are away, then at the worker's errors."),
    }),
    backup: () => ({
      means: t("Since a night was put away as a whole."),
      remedy: t(
        "Look whether the store for backups takes files (BACKUP_URL, its key, its room), then at the worker's errors.",
      ),
    }),
    database: () => ({
      means: t("Of 10 GB that it holds at most."),
      remedy: t("See what has grown: audit and mail are the first that can be cut."),
    }),
    largest: () => ({
      means: t("Of 10 GB that a provider's object holds at most; measured each night."),
      remedy: t("Find the provider, and have a developer cut what is oldest of its rows."),
    }),
  };
  return help[id]();
}

/** Where there is nothing to measure. */
export function nothingYet(id: WatchId): string {
  if (id === "minute") return t("Not yet");
  if (id === "online") return t("Too few buyers to tell");
  if (id === "backup") return t("No backup yet");
  return isBytes(id) ? t("Not measured yet") : t("Nothing waits");
}

/** `3 min`, `5 h`, `2 d`; `1.4 GB`, `12 MB`. */
export function watchValue(id: WatchId, value: number): string {
  if (isBytes(id))
    return value >= 2 ** 30
      ? t("{size} GB", { size: (value / 2 ** 30).toFixed(1) })
      : t("{size} MB", { size: Math.ceil(value / 2 ** 20) });
  if (value < 120) return t("{count} s", { count: Math.round(value) });
  if (value < 7_200) return t("{count} min", { count: Math.round(value / 60) });
  if (value < 172_800) return t("{count} h", { count: Math.round(value / 3_600) });
  return t("{count} d", { count: Math.round(value / 86_400) });
}
