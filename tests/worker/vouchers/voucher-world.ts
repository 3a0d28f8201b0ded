import { deletePlan } from "#contract/plans";
import {
  generateVouchers,
  listVoucherBatches,
  listVouchers,
  redeemVoucher,
  revokeVouchers,
  type Voucher,
  voucherStats,
} from "#contract/vouchers";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { newMac } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// What tests of a provider's vouchers share.

export type World = TwoProviders & { cookies: { demo: string; savanna: string } };
export type Who = "demo" | "savanna";

export async function voucherWorld(): Promise<World> {
  const seeded = await seedBoth();
  const [demo, savanna] = [await signInProvider(seeded.demo), await signInProvider(seeded.savanna)];
  return { ...seeded, cookies: { demo, savanna } };
}

const as = (world: World, who: Who) => ({ host: hostOf(who), cookie: world.cookies[who] });

type Wanted = { quantity?: number; plan?: number; expiresAt?: string; who?: Who };

export async function make(world: World, wanted: Wanted = {}): Promise<Voucher[]> {
  const { quantity = 1, plan = 0, expiresAt, who = "demo" } = wanted;
  const body = { planId: world[who].plans[plan]?.id, quantity, expiresAt };
  const answer = await call(generateVouchers, { body }, as(world, who));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer.vouchers;
}

export async function list(world: World, query: Record<string, string> = {}, who: Who = "demo") {
  const answer = await call(listVouchers, { query }, as(world, who));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return { vouchers: answer.answer, total: Number(answer.headers.get("x-total-count")) };
}

export async function batches(world: World, after?: string, who: Who = "demo") {
  const answer = await call(listVoucherBatches, { query: after ? { after } : {} }, as(world, who));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer;
}

export async function stats(world: World, who: Who = "demo") {
  const answer = await call(voucherStats, {}, as(world, who));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer;
}

export const revoke = (world: World, ids: string[], who: Who = "demo") =>
  call(revokeVouchers, { body: { ids } }, as(world, who));

export const remove = (world: World, planId: string, vouchers?: string, who: Who = "demo") =>
  call(
    deletePlan,
    { params: { id: planId }, ...(vouchers === undefined ? {} : { query: { vouchers } }) },
    as(world, who),
  );

/** As a device on the provider's first router. */
export function redeem(provider: SeededProvider, voucherCode: string, macAddress = newMac()) {
  const body = { voucherCode, macAddress, routerId: provider.routers[0]?.id };
  return call(redeemVoucher, { body }, { host: hostOf(provider.subdomain) });
}

export async function setVouchers(
  { demo }: World,
  vouchers: readonly Pick<Voucher, "id">[],
  values: { used_at?: number; revoked_at?: number; expires_at?: number },
): Promise<void> {
  const set = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
  const ids = JSON.stringify(vouchers.map(({ id }) => id));
  await tenantDatabase(demo.id)
    .prepare(`UPDATE vouchers SET ${set.join(", ")} WHERE id IN (SELECT value FROM json_each(?1))`)
    .bind(ids)
    .run();
}
