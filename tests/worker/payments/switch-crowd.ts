import { abortAllDurableObjects, listDurableObjectIds, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { SwitchObject } from "#worker/features/switch/switch-object";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";
import { type Buyer, centralTill, type PaymentWorld } from "./payment-world.ts";

// A crowd of visitors around a switch's target, through the whole worker: calls, objects, gateway, callbacks, D1. Some
// cancel, some never answer, some pay after their failure; callbacks come twice or not at all; every object dies twice
// while calls are under way.

/** Three routers sell, and each takes 120 payments a minute. */
const perMinute = 200;

export async function crowdAroundTarget(world: PaymentWorld, visitors: number): Promise<void> {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await world.daraja.set({ expireAfterMs: 3_600_000 });
  const operator = await operatorCalls(world.seeded);
  const targetCents = visitors * 800;
  const id = idOf(
    await operator.create({ centralAccountNumber: centralTill, targetAmount: targetCents / 100 }),
  );
  expect((await operator.activate(id)).ok).toBe(true);
  const crowd = new Crowd(world, Math.max(20, visitors / 10));

  const orphan = stopAfterReservation(Math.floor(visitors / 4));
  await Promise.all([crowd.come(Math.floor(visitors / 2), { silent: true }), everythingDiesAt(orphan)]);
  expect(orphan.deaths).toBe(1);
  const full = await held(id);
  expect(full).toMatchObject({ isActive: true, isReached: false, lastTargetReachedAt: null });
  expect(full.collectedCents + full.reservedCents).toBeGreaterThan(targetCents / 2);

  // Prompts that nobody answered expire, lost callbacks are asked for, and what the dead held is given back. The visitor whose
  // payment died before anything went out asked again, under the same key: it began anew, with the same room.
  await crowd.timePasses(id, 62 * 60_000);
  await crowd.timePasses(id, 24 * 3_600_000);
  expect((await held(id)).reservedCents).toBe(0);
  expect(await env.PAYMENT.getByName(orphan.paymentId).read()).toMatchObject({
    pushedAt: expect.any(Number),
  });

  const killed = stopAtPush(world, Math.floor(visitors / 4));
  await Promise.all([crowd.come(visitors - crowd.came, { silent: false }), everythingDiesAt(killed)]);
  expect(killed).toMatchObject({ deaths: 1, answer: expect.stringContaining('"ResponseCode":"0"') });
  // How many were under way is chance; where a prompt might have gone out, they hold their room for a day.
  for (let wave = 0; wave < 4 && !(await held(id)).isReached; wave += 1) {
    await crowd.timePasses(id, 25 * 3_600_000);
    await crowd.come(Math.floor(visitors / 2), { silent: false });
  }
  const reached = await held(id);
  expect(reached).toMatchObject({ isActive: false, isReached: true, cycle: 1 });

  await crowd.payLate();
  await crowd.timePasses(id, 11 * 60_000);
  await crowd.timePasses(id, 25 * 3_600_000);
  const last = await held(id);
  // Off once and dated once, whatever money came after.
  expect(last).toMatchObject({
    isActive: false,
    cycle: 1,
    reservedCents: 0,
    lastTargetReachedAt: reached.lastTargetReachedAt,
  });
  expect(crowd.refused).toBeGreaterThan(0);
  await expectBooks(world, id, last.collectedCents, targetCents);
}

class Crowd {
  came = 0;
  /** Initiations that died with their objects and were asked again. */
  refused = 0;
  private readonly world: PaymentWorld;
  private readonly atOnce: number;
  private readonly late: string[] = [];
  private readonly ended = new Set<string>();
  private hasDiverted = false;
  private before: Promise<void> = Promise.resolve();

  constructor(world: PaymentWorld, atOnce: number) {
    this.world = world;
    this.atOnce = atOnce;
  }

  /** @param silent some never touch their prompt, and some callbacks are lost */
  async come(visitors: number, kinds: { silent: boolean }): Promise<void> {
    const until = this.came + visitors;
    const payer = async () => {
      while (this.came < until) {
        const at = this.came;
        this.came += 1;
        if (at % perMinute === perMinute - 1) vi.setSystemTime(Date.now() + 61_000);
        await this.visit(at, kinds);
      }
    };
    await Promise.all(Array.from({ length: this.atOnce }, payer));
    await this.world.callbacks();
  }

  private async visit(at: number, { silent }: { silent: boolean }): Promise<void> {
    const { daraja } = this.world;
    const isSavanna = at % 3 === 2;
    const buyer = this.world.buyer(isSavanna ? "savanna" : "demo");
    const { plans, routers } = buyer.provider;
    const planId = plans[at % (isSavanna ? 2 : 3)]?.id;
    await this.initiate(buyer, { planId, routerId: routers[at % routers.length]?.id }, `visitor ${at}`);
    const [prompt] = await buyer.prompts();
    if (!prompt || (silent && at % 11 === 10)) return;
    // Which of the others are led to the switch's account is chance; one of those is certainly paid late.
    const isFirst = !this.hasDiverted && prompt.partyB === centralTill;
    this.hasDiverted ||= isFirst;
    const cancels = isFirst || at % 5 === 1;
    if (isFirst || (cancels && at % 2 === 0)) this.late.push(prompt.id);
    const lost = silent && at % 13 === 5;
    const callbacks = lost ? "lost" : at % 7 === 3 ? "duplicate" : "normal";
    await this.inTurn(async () => {
      await daraja.set({ callbacks, copies: 2 });
      expect((await daraja.answer(prompt.id, cancels ? "cancelled" : "paid")).ok).toBe(true);
    });
    await this.world.callbacks();
  }

  /** How callbacks go is one setting for all: whoever sets it answers before the next does, or no callback might be lost at all. */
  private inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.before.then(act);
    this.before = done.catch(() => undefined);
    return done;
  }

  /** As our page does it: whoever hears of no result asks again under the same key. */
  private async initiate(buyer: Buyer, over: Record<string, unknown>, key: string): Promise<void> {
    const headers = { "idempotency-key": key };
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await buyer.initiate(over, { headers });
      if (answer.ok) return;
      expect(answer.status).toBeGreaterThanOrEqual(500);
      this.refused += 1;
    }
    throw new Error("no visitor is turned away for ever");
  }

  async payLate(): Promise<void> {
    await this.world.daraja.set({ callbacks: "normal" });
    expect(this.late.length).toBeGreaterThan(0);
    for (const prompt of this.late)
      expect((await this.world.daraja.answer(prompt, "late-paid")).ok).toBe(true);
    await this.world.callbacks();
  }

  /** Alarms ring once each, those of payments first. */
  async timePasses(switchId: string, ms: number): Promise<void> {
    vi.setSystemTime(Date.now() + ms);
    const open = (await listDurableObjectIds(env.PAYMENT)).filter((id) => !this.ended.has(String(id)));
    await Promise.all(
      open.map(async (id) => {
        const stub = env.PAYMENT.get(id);
        await runDurableObjectAlarm(stub);
        if ((await stub.read())?.status === "completed") this.ended.add(String(id));
      }),
    );
    await this.world.callbacks();
    await runDurableObjectAlarm(switchStub(switchId));
  }
}

const switchStub = (id: string) => env.SWITCH.getByName(id);

async function held(id: string) {
  const state = await switchStub(id).read();
  if (!state) throw new Error("the switch does not know itself");
  return state;
}

/** Kills every object as soon as one stands still. Not from inside of one: the runtime does not survive that. */
async function everythingDiesAt(seen: { stops: number; deaths: number }): Promise<void> {
  while (seen.stops === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  seen.deaths += 1;
  await abortAllDurableObjects();
}

/** A switch has taken room for a payment, which does not hear of it. */
function stopAfterReservation(turn: number) {
  const real = SwitchObject.prototype.reserve;
  const seen = { stops: 0, deaths: 0, paymentId: "", cents: 0 };
  let turns = 0;
  vi.spyOn(SwitchObject.prototype, "reserve").mockImplementation(async function (
    this: SwitchObject,
    payment,
  ) {
    const answer = await real.call(this, payment);
    turns += 1;
    if (turns < turn || seen.stops > 0 || answer === null) return answer;
    Object.assign(seen, { ...payment, stops: 1 });
    return new Promise(() => undefined);
  });
  return seen;
}

/** A push has reached the gateway, and its answer is not heard. Nobody dies before: the gateway would not have it. */
function stopAtPush(world: PaymentWorld, turn: number) {
  const seen = { stops: 0, deaths: 0, answer: "" };
  let turns = 0;
  world.wire = async (request) => {
    if (!request.url.includes("/stkpush/")) return undefined;
    turns += 1;
    if (turns !== turn) return undefined;
    seen.answer = await (await fetch(request)).text();
    seen.stops += 1;
    return new Promise<Response>(() => undefined);
  };
  return seen;
}

/** Switch, D1 and the gateway's own memory agree on each shilling, and the target was passed by less than one payment. */
async function expectBooks(
  world: PaymentWorld,
  id: string,
  collectedCents: number,
  targetCents: number,
): Promise<void> {
  type Sum = { count: number; cents: number };
  const sumOf = async (sql: string, ...values: string[]): Promise<Sum> => {
    const sums = await rowsOfAllTenants<Sum>(sql, ...values);
    const total = (name: keyof Sum) => sums.reduce((all, one) => all + (one[name] ?? 0), 0);
    return { count: total("count"), cents: total("cents") };
  };
  const posted = await env.DB.prepare(
    `SELECT count(*) AS count, sum(cents) AS cents, sum((1 - late) * cents) AS onTime, sum(late) AS late,
      max((1 - late) * cents) AS biggest FROM switch_transactions WHERE switch_id = ?1`,
  )
    .bind(id)
    .first<Sum & { onTime: number; late: number; biggest: number }>();
  if (!posted) throw new Error("no row");
  const { count, cents, onTime, late, biggest } = posted;
  expect(cents).toBe(collectedCents);
  expect(late).toBeGreaterThan(0);
  expect(onTime).toBeGreaterThanOrEqual(targetCents);
  expect(onTime).toBeLessThan(targetCents + biggest);
  const completed =
    "SELECT count(*) AS count, sum(amount_cents) AS cents FROM payments WHERE status = 'completed'";
  expect(await sumOf(`${completed} AND switch_id = ?1 AND settlement = 'diverted'`, id)).toEqual({
    count,
    cents,
  });
  expect(
    await sumOf(
      "SELECT count(*) AS count, sum(cents) AS cents FROM ledger WHERE account = ?1",
      `central account ${id}`,
    ),
  ).toEqual({ count, cents });
  const { results } = await env.DB.prepare("SELECT payment_id AS id FROM switch_transactions").all<{
    id: string;
  }>();
  const diverted = await rowsOfAllTenants<{ id: string }>(
    "SELECT id FROM payments WHERE status = 'completed' AND settlement = 'diverted'",
  );
  const sorted = (rows: readonly { id: string }[]) => rows.map((row) => row.id).sort();
  expect(sorted(diverted)).toEqual(sorted(results));
  // What each prompt says of its receiver is where the money went.
  const paid = (await world.daraja.prompts()).filter(({ state }) => state === "paid");
  const central = paid.filter(({ partyB }) => partyB === centralTill);
  const sum = (prompts: typeof paid) =>
    prompts.reduce((total, { amount }) => total + Number(amount) * 100, 0);
  expect([central.length, sum(central)]).toEqual([count, cents]);
  expect(await sumOf(completed)).toEqual({ count: paid.length, cents: sum(paid) });
  const callbackOf = (paymentId: string) =>
    paid.some((prompt) => String(prompt.callBackUrl).includes(paymentId));
  expect(results.every((row) => callbackOf(row.id))).toBe(true);
}
