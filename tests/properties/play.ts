import { vi } from "vitest";
import type { InitiatePayment } from "#contract/payments";
import { type Context, makeContext } from "#worker/context";
import { AppError } from "#worker/errors";
import { addGateway } from "#worker/features/gateways/index";
import { LimitObject } from "#worker/features/limits/limit-object";
import { GatewayObject } from "#worker/features/payments/gateway-object";
import { type CallbackMessage, sweepPayments, takeCallbacks } from "#worker/features/payments/index";
import { initiatePayment } from "#worker/features/payments/initiate-payment";
import { PaymentObject } from "#worker/features/payments/payment-object";
import type { PaymentState } from "#worker/features/payments/payment-state";
import { isCallbackAddress, takeCallback } from "#worker/features/payments/take-callback";
import { sweepSwitches } from "#worker/features/switch/index";
import { operateSwitch } from "#worker/features/switch/operate-switch";
import { createSwitch } from "#worker/features/switch/save-switch";
import { SwitchObject } from "#worker/features/switch/switch-object";
import type { Holding, SwitchState } from "#worker/features/switch/switch-state";
import { demoTill, type TwoProviders } from "../seed/two-providers.ts";
import { DarajaSimulator } from "../simulators/daraja/daraja-simulator.ts";
import { type DarajaClient, darajaClient } from "../simulators/daraja/daraja-world.ts";
import { memoryStore } from "../simulators/daraja/store.ts";
import { forgetEverything } from "../support/kept-by-worker.ts";
import { Broken, meets } from "./broken.ts";
import { chance } from "./chance.ts";
import { dawn, type Ground, until, vars } from "./ground.ts";
import { type Act, type History, visitors } from "./history.ts";
import { judgeAbsorbing, judgeBooks, judgeSwitch, judgeTarget } from "./judge-books.ts";
import { judgePayment } from "./judge-payment.ts";
import { MachineRoom } from "./machine-room.ts";
import { centralTill, type Prompt, type Seen } from "./seen.ts";

const classes = { PAYMENT: PaymentObject, SWITCH: SwitchObject, GATEWAY: GatewayObject, LIMIT: LimitObject };
const otherTill = "512346";
const actor = { actor: "platform", actorId: "1", providerId: null } as const;

type Posted = { url: string; body: string };

/** @throws Broken */
export async function play(ground: Ground, history: History): Promise<void> {
  const played = new Play(ground, history);
  try {
    await played.run();
  } finally {
    played.close();
  }
}

class Play implements Seen {
  private readonly ground: Ground;
  private readonly history: History;
  private readonly room: MachineRoom;
  private readonly ctx: Context;
  private readonly seeded: TwoProviders;
  private readonly simulator: DarajaSimulator;
  private readonly daraja: DarajaClient;
  private readonly timers = new Set<{ at: number; fn: () => void }>();
  /** Callbacks that left the gateway; each may arrive any number of times. */
  private readonly callbacks: Posted[] = [];
  /** Successes that really arrived, by payment. */
  readonly told = new Set<string>();
  /** Payments whose push the gateway took, with how often. */
  private readonly pushes = new Map<string, number>();
  private tokenFetches = 0;
  /** Requests that left and have not reached the gateway. */
  private onTheWay = 0;
  /** All that may cost another token. */
  private tokenReasons = 1;
  switchId = "";
  /** So many payments were admitted when the switch was off at last; null while it may admit. */
  private admittedAtStop: number | null = null;
  /** What a payment was when it was first seen completed. */
  readonly completed = new Map<string, PaymentState>();
  /** Prompts that were paid when they were asked for and that nobody contradicted. */
  readonly plainlyPaid = new Set<string>();
  /** When the gateway is well for good, UTC ms. */
  wellFrom = Number.POSITIVE_INFINITY;
  /** When each cycle was first seen to have reached its target. */
  readonly reachedAt = new Map<number, number>();
  private readonly first: number;
  readonly began: number;
  readonly providerId: string;
  private readonly read = new Map<string, { text: string; state: PaymentState }>();
  private readSwitch: { text: string; state: SwitchState } | undefined;

  constructor(ground: Ground, history: History) {
    this.ground = ground;
    this.history = history;
    if (!ground.seeded) throw new Error("seed() comes first");
    this.seeded = ground.seeded;
    this.providerId = ground.seeded.demo.id;
    ground.histories += 1;
    vi.setSystemTime(dawn + ground.histories * 3 * 86_400_000);
    this.began = Date.now();
    forgetEverything();
    this.first = ground.histories * visitors;
    this.room = new MachineRoom(ground.database, vars, classes as never, chance(history.seed));
    this.ctx = makeContext(this.room.env);
    this.simulator = new DarajaSimulator({
      clock: Date,
      store: memoryStore(),
      random: chance(history.seed + 1),
      deliver: async (url, body) => {
        this.callbacks.push({ url, body });
        return 200;
      },
      schedule: (ms, fn) => {
        const timer = { at: Date.now() + ms, fn };
        this.timers.add(timer);
        return () => this.timers.delete(timer);
      },
      apps: [
        {
          ...{ consumerKey: "platform-key", consumerSecret: "platform-secret" },
          ...{ shortCode: "600100", passkey: "platform-passkey", tills: [demoTill, otherTill, centralTill] },
        },
      ],
    });
    this.simulator.start();
    this.daraja = darajaClient("http://daraja.test", (request) => this.simulator.fetch(request));
    vi.mocked(globalThis.fetch).mockImplementation((input, init) => this.wire(new Request(input, init)));
  }

  async run(): Promise<void> {
    const { switchId } = await this.newSwitch();
    this.switchId = switchId;
    for (const { turns, ...happening } of this.history.happenings) {
      const act = happening as Act;
      await this.does(act);
      await this.gatewayMoves();
      if (turns === null) await this.quiet();
      else await this.room.some(turns);
      this.watch();
    }
    await this.ends();
    this.judge(await this.daraja.prompts());
  }

  close(): void {
    meets("death", this.room.deaths);
    void this.simulator.stop();
    this.room.close();
    // The next history's switch is the only one that is active.
    this.ground.database.script(
      `UPDATE switches SET is_active = 0, archived_at = 1 WHERE id = '${this.switchId}'`,
    );
  }

  private async newSwitch(): Promise<{ switchId: string }> {
    const made = createSwitch(
      this.ctx,
      {
        ...{ name: "Any", accountType: "mobile_money", centralPaymentGatewayId: "mpesa" },
        ...{ centralAccountNumber: centralTill, targetAmount: this.history.targetCents / 100 },
      },
      actor,
    );
    return { switchId: (await until(this.room, made)).id };
  }

  /** A request that left the house. It takes its turn on the way there and on the way back. */
  private async wire(request: Request): Promise<Response> {
    this.onTheWay += 1;
    await this.room.turn();
    const { pathname } = new URL(request.url);
    if (pathname.includes("/oauth/")) this.tokenFetches += 1;
    const isPush = pathname.includes("/stkpush/");
    if (isPush) this.judgePush(await request.clone().json());
    const response = await this.simulator.fetch(request);
    this.onTheWay -= 1;
    if (isPush && /Unable to lock subscriber/.test(await response.clone().text()))
      this.broken(8, "a second prompt for one phone");
    await this.gatewayMoves();
    await this.room.turn();
    return response;
  }

  /** Property 8: what goes out was written down before, and goes out once. */
  private judgePush({
    CallBackURL,
    AccountReference,
  }: {
    CallBackURL: string;
    AccountReference: string;
  }): void {
    const id = CallBackURL.split("/").at(-2) ?? "";
    const state = this.stateOf(`PAYMENT ${id}`);
    const [row] = this.rows("SELECT status FROM payments WHERE id = ?1", id);
    if (!state || state.pushedAt === null || !row) this.broken(8, `pushed ${id} without a committed row`);
    if (AccountReference.length > 12) this.broken(16, `a reference of ${AccountReference.length} characters`);
    this.pushes.set(id, this.pushes.get(id) ?? 0);
  }

  /** What broke while nobody was looking is told at the next look. */
  private readonly faults: Broken[] = [];
  private broken(property: number, what: string): void {
    this.faults.push(new Broken(property, what));
  }

  rows<Row>(sql: string, ...values: unknown[]): Row[] {
    return this.ground.database.query(sql, values).rows as Row[];
  }

  private stateOf(name: string): PaymentState | undefined {
    const [row] = this.room.stored<{ state: string }>(name, "payment", "SELECT state FROM payment");
    if (!row) return undefined;
    const known = this.read.get(name);
    if (known?.text === row.state) return known.state;
    const state = JSON.parse(row.state) as PaymentState;
    this.read.set(name, { text: row.state, state });
    return state;
  }

  switchState(): SwitchState | undefined {
    const [row] = this.room.stored<{ state: string }>(
      `SWITCH ${this.switchId}`,
      "switch",
      "SELECT state FROM switch",
    );
    if (row && this.readSwitch?.text !== row.state)
      this.readSwitch = { text: row.state, state: JSON.parse(row.state) as SwitchState };
    return this.readSwitch?.state;
  }

  holdings(): Holding[] {
    return this.room
      .stored<{ body: string }>(`SWITCH ${this.switchId}`, "holding", "SELECT body FROM holding")
      .map(({ body }) => JSON.parse(body) as Holding);
  }

  private phoneOf(who: number): string {
    return `2547${String(this.first + who).padStart(8, "0")}`;
  }

  private async promptOf(who: number): Promise<Prompt | undefined> {
    const answer = await this.daraja.call(`/control/prompts?phoneNumber=${this.phoneOf(who)}`);
    return (await answer.json<Prompt[]>())[0];
  }

  private async does(act: Act): Promise<void> {
    switch (act.do) {
      case "buy":
        return this.buys(act);
      case "answer": {
        const fits = { "late-paid": "failed", "late-failed": "paid" }[act.outcome as string] ?? "open";
        const prompts = (await this.daraja.prompts()).filter(({ state }) =>
          fits === "failed" ? state !== "open" && state !== "paid" : state === fits,
        );
        const prompt = prompts[act.which % Math.max(1, prompts.length)];
        if (!prompt || !(await this.daraja.answer(prompt.id, act.outcome)).ok) return;
        meets(act.outcome);
        if (act.outcome === "paid") this.plainlyPaid.add(prompt.id);
        else this.plainlyPaid.delete(prompt.id);
        return;
      }
      case "deliver": {
        const posted = this.callbacks[act.which % Math.max(1, this.callbacks.length)];
        for (let copy = 0; posted && copy < act.copies; copy += 1) this.posts(posted);
        return;
      }
      case "lose":
        this.callbacks.splice(act.which % Math.max(1, this.callbacks.length), 1);
        return;
      case "queue":
        return this.queueHandsOver(act.which, act.again);
      case "forge":
        return this.forges(act);
      case "gateway": {
        const { query, answer, tokens } = act;
        if (tokens === "revoke-next") {
          this.tokenReasons += 1;
          meets("token revoked");
        }
        await this.daraja.set({ query, answer, tokens });
        return;
      }
      case "kill": {
        const names = ["PAYMENT", "SWITCH", "GATEWAY", "LIMIT"].flatMap((binding) =>
          this.room.names(binding),
        );
        const name = names[act.which % Math.max(1, names.length)];
        if (!name) return;
        if (name.startsWith("GATEWAY")) this.tokenReasons += 1;
        this.room.killLater(name, act.after);
        return;
      }
      case "pass":
        // What is on the way arrives within moments, or never: no network keeps a request for minutes.
        while (this.onTheWay > 0) await this.room.some(1);
        return this.pass(act.ms);
      case "sweep":
        this.lets(sweepPayments(this.ctx));
        this.lets(sweepSwitches(this.ctx));
        return;
      case "look": {
        const id = await this.paymentOf(act.who);
        if (id) this.lets(this.room.call(`PAYMENT ${id}`, "ask", []));
        return;
      }
      case "edit":
        return this.editsGateway();
      case "switch":
        return this.operates(act.act);
      default:
        return act satisfies never;
    }
  }

  private lets(work: Promise<unknown>): void {
    work.catch((cause: unknown) => {
      if (!(cause instanceof AppError) && !/the object was reset/.test(String(cause)))
        this.broken(10, String(cause));
    });
  }

  /** Property 8: the same wish, several times at once, is one push. */
  private buys({ who, plan, times }: Extract<Act, { do: "buy" }>): void {
    const { demo } = this.seeded;
    const mac = `02:00:00:${(this.first + who)
      .toString(16)
      .padStart(6, "0")
      .replace(/(..)(..)(..)/, "$1:$2:$3")}`;
    const input: InitiatePayment = {
      phoneNumber: this.phoneOf(who),
      planId: demo.plans[plan]?.id ?? "",
      macAddress: mac.toUpperCase(),
      routerId: demo.routers[0]?.id ?? "",
    };
    const ask = {
      url: new URL("http://demo.hotspot.localhost/"),
      tenant: {
        onMain: false,
        provider: { id: demo.id, subdomain: "demo", status: "active" as const },
        router: null,
      },
      input,
      buyerHash: null,
      idempotencyKey: null,
    };
    const answers = Array.from({ length: times }, () => initiatePayment(this.ctx, ask));
    for (const answer of answers) this.lets(answer);
    void Promise.allSettled(answers).then((settled) => {
      const ids = settled.flatMap((one) => (one.status === "fulfilled" ? one.value.transactionId : []));
      const pushed = [...new Set(ids)].filter(
        (id) => this.pushes.has(id) && this.stateOf(`PAYMENT ${id}`)?.status !== "failed",
      );
      if (pushed.length > 1) this.broken(8, `${times} identical requests are ${pushed.length} pushes`);
      if (times > 1 && pushed.length === 1) meets("identical requests");
    });
  }

  private async paymentOf(who: number): Promise<string | undefined> {
    const prompt = await this.promptOf(who);
    return prompt && String(prompt.callBackUrl).split("/").at(-2);
  }

  /** As the worker's address for callbacks does it. */
  private posts({ url, body }: Posted): boolean {
    const [id = "", secret = ""] = url.split("/").slice(-2);
    if (!isCallbackAddress(this.ctx, id, secret)) return false;
    const taken = takeCallback(this.ctx, id, body);
    this.lets(
      taken.then((stored) => {
        if (!stored) return;
        if (/"ResultCode":0\b/.test(body)) this.told.add(id);
        meets("callbacks taken");
      }),
    );
    return true;
  }

  private queueHandsOver(which: number, again: boolean): void {
    if (this.room.queue.length === 0) return;
    const at = which % this.room.queue.length;
    const body = this.room.queue[at] as CallbackMessage;
    if (!again) this.room.queue.splice(at, 1);
    const message = {
      body,
      attempts: 1,
      ack: () => undefined,
      retry: () => {
        this.room.queue.push(body);
      },
    };
    this.lets(takeCallbacks({ messages: [message] } as never, this.room.env));
  }

  /** Property 9: whatever a stranger posts, nothing but a note for a person comes of it. */
  private async forges({ who, how }: Extract<Act, { do: "forge" }>): Promise<void> {
    const prompt = await this.promptOf(who);
    if (!prompt) return;
    await this.quiet();
    const before = this.books();
    const url = String(prompt.callBackUrl);
    const [id = "", secret = ""] = url.split("/").slice(-2);
    const flipped = (text: string) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");
    const address = {
      secret: url.replace(secret, flipped(secret)),
      id: url.replace(id, flipped(id)),
      ...{ amount: url, phone: url, checkout: url },
    }[how];
    const Item = Object.entries({
      Amount: Number(prompt.amount) + (how === "amount" ? 1 : 0),
      MpesaReceiptNumber: "TKL000FAKE",
      PhoneNumber: how === "phone" ? 254711111111 : Number(prompt.phoneNumber),
    }).map(([Name, Value]) => ({ Name, Value }));
    const CheckoutRequestID = how === "checkout" ? "ws_CO_of_nobody" : prompt.checkoutRequestId;
    // Before its answer a push has no name that a stranger could miss: the query about the stranger's decides.
    if (how === "checkout" && !this.stateOf(`PAYMENT ${id}`)?.handle) return;
    const stkCallback = { CheckoutRequestID, ResultCode: 0, ResultDesc: "paid", CallbackMetadata: { Item } };
    const [to = "", by = ""] = address.split("/").slice(-2);
    if (isCallbackAddress(this.ctx, to, by))
      this.lets(takeCallback(this.ctx, to, JSON.stringify({ Body: { stkCallback } })));
    else if (how !== "secret" && how !== "id") this.broken(9, `the right address is refused: ${how}`);
    await this.quiet();
    meets(`forged ${how}`);
    if (this.books() !== before) this.broken(9, `a forged callback (${how}) changed the books`);
  }

  /** Everything that money could have made, as text. */
  private books(): string {
    const tables = ["payments", "ledger", "entitlements", "switch_transactions"];
    return JSON.stringify([
      tables.map((table) => this.rows(`SELECT * FROM ${table} ORDER BY rowid DESC LIMIT 60`)),
      this.switchState()?.collectedCents,
    ]).replace(/"updated_at":\d+/g, "");
  }

  private async editsGateway(): Promise<void> {
    const { demo } = this.seeded;
    const [{ account } = { account: demoTill }] = this.rows<{ account: string }>(
      "SELECT account_number AS account FROM gateways WHERE provider_id = ?1 AND archived_at IS NULL",
      demo.id,
    );
    this.rows("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1", demo.id);
    const gateway = {
      ...{ id: crypto.randomUUID(), providerId: demo.id, routerId: null, type: "mpesa" as const },
      ...{ isActive: true, environment: "sandbox" as const, useAutoApi: true, createdAt: Date.now() },
      accountNumber: account === demoTill ? otherTill : demoTill,
    };
    this.lets(this.ctx.platform.run(addGateway(this.ctx, gateway, null)));
    await this.quiet();
    forgetEverything();
  }

  /** Property 5: once a stop is acknowledged nothing more is admitted. */
  private async operates(type: "activated" | "deactivated" | "stopped"): Promise<void> {
    const act = type === "stopped" ? { type, reason: "why" } : { type };
    if (type === "activated") this.admittedAtStop = null;
    const operated = operateSwitch(this.ctx, this.switchId, act, actor);
    this.lets(operated);
    const isDone = await until(
      this.room,
      operated.then(
        () => true,
        () => false,
      ),
    );
    if (isDone && type !== "activated") {
      this.admittedAtStop = this.holdings().length;
      meets("stopped");
    }
  }

  private async pass(ms: number): Promise<void> {
    // No request is under way for longer than its time-out.
    if (ms > 8_000) await this.quiet();
    vi.setSystemTime(Date.now() + ms);
    if (ms > 3_000_000) this.tokenReasons += 1;
    await this.gatewayMoves();
    this.room.ring(Date.now());
  }

  /** Prompts expire and callbacks leave, when their time has come. */
  private async gatewayMoves(): Promise<void> {
    for (;;) {
      const due = [...this.timers].filter(({ at }) => at <= Date.now());
      if (due.length === 0) return;
      for (const timer of due) {
        this.timers.delete(timer);
        timer.fn();
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private async quiet(): Promise<void> {
    await this.room.drain();
    await this.gatewayMoves();
    await this.room.drain();
  }

  private watched: SwitchState | undefined;
  private watch(): void {
    const [fault] = this.faults;
    if (fault) throw fault;
    for (const name of this.room.names("PAYMENT")) {
      const state = this.stateOf(name);
      if (!state) continue;
      judgeAbsorbing(this, name, state);
    }
    const state = this.switchState();
    if (!state || state === this.watched) return;
    this.watched = state;
    if (this.admittedAtStop !== null && this.holdings().length > this.admittedAtStop)
      throw new Broken(5, "a payment was admitted after the stop");
    if (state.isReached && state.isActive) throw new Broken(5, "active beyond its target");
    if (state.isReached && this.admittedAtStop === null) this.admittedAtStop = this.holdings().length;
    judgeTarget(this, state);
    judgeSwitch(this, state);
  }

  /** The gateway is well again, and time passes until nobody has anything left to do. */
  private async ends(): Promise<void> {
    await this.quiet();
    await this.daraja.set({ query: "normal", answer: "normal", tokens: "normal" });
    this.wellFrom = Date.now();
    while (this.room.queue.length > 0) {
      this.queueHandsOver(0, false);
      await this.quiet();
    }
    const end = Date.now() + 25 * 3_600_000;
    for (;;) {
      const next = Math.min(
        this.room.nextAlarmAt() ?? Number.POSITIVE_INFINITY,
        ...[...this.timers].map(({ at }) => at),
      );
      if (next > end) break;
      this.tokenReasons += next - Date.now() > 3_000_000 ? 1 : 0;
      vi.setSystemTime(Math.max(Date.now(), next));
      await this.gatewayMoves();
      this.room.ring(Date.now());
      await this.quiet();
      this.watch();
    }
    this.tokenReasons += 25;
    vi.setSystemTime(end);
    this.lets(sweepPayments(this.ctx));
    this.lets(sweepSwitches(this.ctx));
    await this.quiet();
    this.watch();
  }

  private judge(prompts: Prompt[]): void {
    for (const name of this.room.names("PAYMENT")) {
      const state = this.stateOf(name);
      if (state) judgePayment(this, state, prompts);
    }
    judgeBooks(this);
    // Property 11: calls at the same time share a token, and a revoked one is renewed once.
    if (this.tokenFetches > this.tokenReasons)
      throw new Broken(11, `${this.tokenFetches} tokens for ${this.tokenReasons} reasons`);
  }
}
