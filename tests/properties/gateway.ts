import { vi } from "vitest";
import { demoTill } from "../seed/two-providers.ts";
import { DarajaSimulator } from "../simulators/daraja/daraja-simulator.ts";
import { type DarajaClient, darajaClient } from "../simulators/daraja/daraja-world.ts";
import { memoryStore } from "../simulators/store.ts";
import type { ObjectRuntime } from "./object-runtime.ts";
import { centralTill } from "./observation.ts";
import { prng } from "./prng.ts";
import type { StoredState } from "./stored-state.ts";

/** The till that an edit of the gateway changes to, and back from. */
export const otherTill = "512346";

/** @property isFalse posted by another sender than the gateway */
export type PostedCallback = { url: string; body: string; isFalse?: boolean };

type PushBody = { CallBackURL: string; AccountReference: string; PhoneNumber: string };

/** The gateway of one history. Each request of the worker waits for a turn on its way there and on its way back. */
export class SimulatedGateway {
  readonly daraja: DarajaClient;
  /** Callbacks that the gateway sent; each may arrive any number of times. */
  readonly callbacks: PostedCallback[] = [];
  /** Payments whose push left, with those that were completed by then. */
  readonly pushed = new Map<string, ReadonlySet<string>>();
  /** The first definite failure that the gateway answered about a push, by its request id, and how often its payment had died by then. */
  readonly denied = new Map<string, { at: number; deaths: number }>();
  queries = 0;
  falseCallbacks = 0;
  /** Phones of prompts about which a false callback arrived: it may have ended the payment, and not the prompt. */
  readonly misledPhones = new Set<string>();
  tokenFetches = 0;
  /** How many tokens may have been needed. */
  tokenReasons = 1;
  /** Requests that have not reached the gateway yet. */
  inFlight = 0;
  readonly timers = new Set<{ at: number; fn: () => void }>();
  private readonly simulator: DarajaSimulator;
  /** Accounts that may receive. */
  private readonly tills = [demoTill, otherTill, centralTill];
  private readonly runtime: ObjectRuntime;
  private readonly stored: StoredState;
  private readonly violated: (property: number, what: string) => void;

  constructor(
    runtime: ObjectRuntime,
    stored: StoredState,
    seed: number,
    violated: (property: number, what: string) => void,
  ) {
    this.runtime = runtime;
    this.stored = stored;
    this.violated = violated;
    this.simulator = new DarajaSimulator({
      clock: Date,
      store: memoryStore(),
      random: prng(seed + 1),
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
          consumerKey: "platform-key",
          consumerSecret: "platform-secret",
          shortCode: "600100",
          passkey: "platform-passkey",
          tills: this.tills,
        },
      ],
    });
    this.simulator.start();
    this.daraja = darajaClient("http://daraja.test", (request) => this.simulator.fetch(request));
    vi.mocked(globalThis.fetch).mockImplementation((input, init) => this.wire(new Request(input, init)));
  }

  close(): void {
    void this.simulator.stop();
  }

  setReceivable(till: string, isGood: boolean): void {
    const at = this.tills.indexOf(till);
    if (isGood && at < 0) this.tills.push(till);
    if (!isGood && at >= 0) this.tills.splice(at, 1);
  }

  /** Prompts expire and callbacks leave, when their time has come. */
  async advance(): Promise<void> {
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

  private async wire(request: Request): Promise<Response> {
    const isCallerAlive = this.runtime.isAlive();
    if (!isCallerAlive()) return new Promise(() => undefined);
    this.inFlight += 1;
    await this.runtime.turn();
    const { pathname } = new URL(request.url);
    if (pathname.includes("/oauth/")) this.tokenFetches += 1;
    const isPush = pathname.includes("/stkpush/");
    const push = isPush ? await request.clone().json<PushBody>() : null;
    if (push) this.checkPush(push);
    const asked = pathname.includes("/stkpushquery/") ? await this.noteQuery(request.clone()) : null;
    const response = await this.simulator.fetch(request);
    this.inFlight -= 1;
    const isMisled = push !== null && this.misledPhones.has(push.PhoneNumber);
    if (isPush && !isMisled && /Unable to lock subscriber/.test(await response.clone().text()))
      this.violated(8, "a second prompt for one phone");
    await this.advance();
    await this.runtime.turn();
    if (asked && isCallerAlive()) await this.noteAnswer(asked, response.clone());
    return response;
  }

  private async noteQuery(request: Request): Promise<{ handle: string; name: string }> {
    this.queries += 1;
    const { CheckoutRequestID: handle } = await request.json<{ CheckoutRequestID: string }>();
    const prompt = (await this.daraja.prompts()).find(
      ({ checkoutRequestId }) => checkoutRequestId === handle,
    );
    return { handle, name: `PAYMENT ${String(prompt?.callBackUrl).split("/").at(-2)}` };
  }

  /** An object that died before the answer came has not read it. */
  private async noteAnswer(
    { handle, name }: { handle: string; name: string },
    response: Response,
  ): Promise<void> {
    const { ResultCode: code } = await response.json<{ ResultCode?: string }>();
    if (code === undefined || code === "0" || code === "4999") return;
    const deaths = this.runtime.deathsOf(name);
    if (this.denied.get(handle)?.deaths === deaths) return;
    this.denied.set(handle, { at: Date.now(), deaths });
  }

  /** Property 8: a push is stored before it leaves, and leaves once. */
  private checkPush({ CallBackURL, AccountReference }: PushBody): void {
    const id = CallBackURL.split("/").at(-2) ?? "";
    const state = this.stored.payment(`PAYMENT ${id}`);
    const [row] = this.stored.tenantRows("SELECT status FROM payments WHERE id = ?1", id);
    if (!state || state.pushedAt === null || !row) this.violated(8, `pushed ${id} without a committed row`);
    if (AccountReference.length > 12)
      this.violated(16, `a reference of ${AccountReference.length} characters`);
    const payments = this.runtime.names("PAYMENT").map((name) => this.stored.payment(name));
    const completed = payments.filter((payment) => payment?.status === "completed");
    this.pushed.set(id, new Set(completed.flatMap((payment) => payment?.intent.id ?? [])));
  }
}
