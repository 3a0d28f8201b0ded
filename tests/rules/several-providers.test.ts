import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";

/** What asks several providers, by the promise of `tests/worker/one-provider-broken.test.ts` that plays it with one of them broken. */
const played = {
  "a shared host is welcomed": [
    "features/bridges/bridge-site.ts",
    "features/vouchers/offline/record-reports.ts",
  ],
  "events of the others on a shared host": [
    "features/bridges/bridge-reports.ts",
    "features/bridges/record-usage.ts",
    "features/bridges/notify-outage.ts",
  ],
  "the night compares the others": [
    "features/reconciliation/ask-statement.ts",
    "features/reconciliation/compare-statement.ts",
    "features/reconciliation/compare-statements.ts",
    "features/reconciliation/compare-switches.ts",
    "features/reconciliation/differences.ts",
    "features/reconciliation/money-of-difference.ts",
    "features/reconciliation/statement-accounts.ts",
    "features/reconciliation/statement-money.ts",
    "features/reconciliation/sweep-reconciliation.ts",
    "features/reconciliation/unknown-payments.ts",
  ],
  "the night's backup has the others, and it too once it answers": ["features/backups/sweep-backups.ts"],
  "the cron wakes the others": ["wake-providers.ts"],
  "the others are told what the platform changed": ["features/providers/deliver-snapshots.ts"],
  "a deployment opens the others, and names it": ["features/watches/open-providers.ts"],
  "what is listed and measured of all": [
    "features/breakers/success-rates.ts",
    "features/payments/list-paid.ts",
    "features/payments/paybill/list-payments.ts",
    "features/payments/undivertible-payments.ts",
    "features/secrets/store.ts",
    "features/secrets/sweep-secrets.ts",
    "features/users/paid-access.ts",
    "features/watches/pin-to-online.ts",
  ],
};

test("whatever asks several providers is played with one of them broken", async () => {
  const asking: string[] = [];
  for await (const path of glob("worker/{features/**/*,wake-providers}.ts"))
    if (/from ".*\/every-tenant\.ts"/.test(readFileSync(path, "utf8")))
      asking.push(path.slice("worker/".length));
  expect(asking.sort()).toEqual(Object.values(played).flat().sort());
  const promises = readFileSync("tests/worker/one-provider-broken.test.ts", "utf8");
  for (const promise of Object.keys(played)) expect(promises).toContain(promise);
});
