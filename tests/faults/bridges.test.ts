import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { signIn } from "../support/site/console.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// Two bridges with one identity, and a bridge whose disk is older than what it already reported.

const { site, visitors } = testSite();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function redeemed(voucher: number) {
  const { mac } = newVisitor();
  const { transactionId } = await visitors().redeem(mac, site().stock.demoVouchers[voucher] ?? "");
  await visitors().untilOnline(transactionId);
  return { mac, transactionId };
}

it("a second bridge with the same key is refused, writes nothing on the router and disturbs nobody", async () => {
  const { mac } = await redeemed(0);
  const copy = join(site().dir, "bridge-copy");
  cpSync(site().bridgeDir, copy, {
    recursive: true,
    // A lock is its holder's, and a socket cannot be copied.
    filter: (path) => !/(lock|\.sock)$/.test(path),
  });
  const before = await visitors().routerReport();
  const connections = new Set(before.writes.map((write) => write.connection));
  const second = await site().startBridge(copy);
  await pause(8_000);
  const after = await visitors().routerReport();
  expect(after.writes.filter((write) => !connections.has(write.connection))).toEqual([]);
  expect(await visitors().isLetOut(mac)).toBe(true);
  // The first one still serves.
  await redeemed(1);
  await second.stop();
});

it("a bridge restored from an old disk re-opens nothing that ended meanwhile", async () => {
  const { mac, transactionId } = await redeemed(2);
  const old = join(site().dir, "bridge-old");
  await site().bridge?.stop();
  cpSync(site().bridgeDir, old, { recursive: true });
  await site().startBridge();
  const [entitlement] = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT id FROM entitlements WHERE source_id = ?1",
    transactionId,
  );
  const answer = await ask(site().origin, `/api/admin/entitlements/${entitlement?.id}/disconnect`, {
    method: "POST",
    headers: { cookie: await signIn(site(), site().seeded.demo) },
  });
  expect(answer.status).toBe(200);
  await until(
    "cut off",
    () => visitors().isLetOut(mac),
    (online) => !online,
    10_000,
  );
  // Another sale, so that the worker has acknowledged more than the old disk knows.
  await redeemed(3);
  await site().bridge?.stop();
  rmSync(site().bridgeDir, { recursive: true });
  cpSync(old, site().bridgeDir, { recursive: true });
  await site().startBridge();
  for (let second = 0; second < 8; second += 1) {
    await pause(1_000);
    expect(await visitors().isLetOut(mac)).toBe(false);
  }
  await redeemed(4);
});
