import { beforeAll, expect, test } from "vitest";
import { listVouchers, revokeVouchers, voucherStats } from "#contract/vouchers";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
beforeAll(async () => {
  seeded = await seedBoth();
});

test("the status ended lists what the figure Expired counts: revoked and expired ones that nobody used", async () => {
  const { demo } = seeded;
  const order = { planId: demo.plans[0]?.id ?? "", quantity: 5 };
  const [revoked, expired, both, used] = await generateVouchers(testContext(), demo.id, order, null);
  if (!revoked || !expired || !both || !used) throw new Error("fewer vouchers than ordered");
  const options = { cookie: await signInProvider(demo), host: hostOf("demo") };
  await call(revokeVouchers, { body: { ids: [revoked.id, both.id] } }, options);
  const database = tenantDatabase(demo.id);
  await database.batch([
    database
      .prepare("UPDATE vouchers SET expires_at = 1000 WHERE id IN (?1, ?2, ?3)")
      .bind(expired.id, both.id, used.id),
    database
      .prepare("UPDATE vouchers SET used_at = 900, used_by = '3C:5A:B4:00:00:01' WHERE id = ?1")
      .bind(used.id),
  ]);
  const listed = await call(listVouchers, { query: { status: "ended" } }, options);
  if (!listed.ok) throw new Error(listed.text);
  expect(listed.answer.map(({ id }) => id).sort()).toEqual([revoked.id, expired.id, both.id].sort());
  expect(listed.headers.get("x-total-count")).toBe("3");
  const stats = await call(voucherStats, {}, options);
  expect(stats.ok && stats.answer).toEqual({ total: 5, active: 1, used: 1, expired: 3 });
});
