import { vi } from "vitest";
import { demoTill } from "../seed/two-providers.ts";
import { DarajaSimulator } from "../simulators/daraja/daraja-simulator.ts";
import { type DarajaClient, darajaClient } from "../simulators/daraja/daraja-world.ts";
import { memoryStore } from "../simulators/gateway-kit/store.ts";
import { chance } from "./chance.ts";
import type { MachineRoom } from "./machine-room.ts";
import type { Readings } from "./readings.ts";
import { centralTill } from "./seen.ts";

/** The till that a provider who edits his gateway changes to, and back from. */
export const otherTill = "512346";

/** @property isLie it is none of the gateway's own */
export type Posted = { url: string; body: string; isLie?: boolean };

type PushBody = { CallBackURL: string; AccountReference: string; PhoneNumber: string };

/** The gateway of one history, and the line to it: whatever leaves the house takes its turn there and back. */
export class GatewaySide {
  readonly daraja: DarajaClient;
  /** Callbacks that left the gateway; each may arrive any number of times. */
  readonly callbacks: Posted[] = [];
  /** Payments whose push left, with those that were completed by then. */
  readonly pushed = new Map<string, ReadonlySet<string>>();
  /** The first definite "no" that the gateway answered about a push, by its name, and how often its payment had died by then. */
  readonly denied = new Map<string, { at: number; deaths: number }>();
  queries = 0;
  lies = 0;
  /** Phones about whose prompt a lie was told by its payment's own address: it may have ended the payment, and not the prompt. */
  readonly liedTo = new Set<string>();
  tokenFetches = 0;
  /** All that may cost another token. */
  tokenReasons = 1;
  /** Requests that left and have not reached the gateway. */
  onTheWay = 0;
  readonly timers = new Set<{ at: number; fn: () => void }>();
  private readonly simulator: DarajaSimulator;
  /** Accounts that may receive. */
  private readonly tills = [demoTill, otherTill, centralTill];
  private readonly room: MachineRoom;
  private readonly readings: Readings;
  private readonly broken: (property: number, what: string) => void;

  constructor(
    room: MachineRoom,
    readings: Readings,
    seed: number,
    broken: (property: number, what: string) => void,
  ) {
    this.room = room;
    this.readings = readings;
    this.broken = broken;
    this.simulator = new DarajaSimulator({
      clock: Date,
      store: memoryStore(),
      random: chance(seed + 1),
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
          ...{ shortCode: "600100", passkey: "platform-passkey", tills: this.tills },
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

  letsReceive(till: string, isGood: boolean): void {
    const at = this.tills.indexOf(till);
    if (isGood && at < 0) this.tills.push(till);
    if (!isGood && at >= 0) this.tills.splice(at, 1);
  }

  /** Prompts expire and callbacks leave, when their time has come. */
  async moves(): Promise<void> {
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

  /** A request that left the house. It takes its turn on the way there and on the way back. */
  private async wire(request: Request): Promise<Response> {
    const isAskerAlive = this.room.isAlive();
    if (!isAskerAlive()) return new Promise(() => undefined);
    this.onTheWay += 1;
    await this.room.turn();
    const { pathname } = new URL(request.url);
    if (pathname.includes("/oauth/")) this.tokenFetches += 1;
    const isPush = pathname.includes("/stkpush/");
    const push = isPush ? await request.clone().json<PushBody>() : null;
    if (push) this.judgePush(push);
    const asked = pathname.includes("/stkpushquery/") ? await this.askedAbout(request.clone()) : null;
    const response = await this.simulator.fetch(request);
    this.onTheWay -= 1;
    const isLied = push !== null && this.liedTo.has(push.PhoneNumber);
    if (isPush && !isLied && /Unable to lock subscriber/.test(await response.clone().text()))
      this.broken(8, "a second prompt for one phone");
    await this.moves();
    await this.room.turn();
    if (asked && isAskerAlive()) await this.notesAnswer(asked, response.clone());
    return response;
  }

  private async askedAbout(request: Request): Promise<{ handle: string; name: string }> {
    this.queries += 1;
    const { CheckoutRequestID: handle } = await request.json<{ CheckoutRequestID: string }>();
    const prompt = (await this.daraja.prompts()).find(
      ({ checkoutRequestId }) => checkoutRequestId === handle,
    );
    return { handle, name: `PAYMENT ${String(prompt?.callBackUrl).split("/").at(-2)}` };
  }

  /** Who asked and died before the answer came never heard it. */
  private async notesAnswer(
    { handle, name }: { handle: string; name: string },
    response: Response,
  ): Promise<void> {
    const { ResultCode: code } = await response.json<{ ResultCode?: string }>();
    if (code === undefined || code === "0" || code === "4999") return;
    const deaths = this.room.deathsOf(name);
    if (this.denied.get(handle)?.deaths === deaths) return;
    this.denied.set(handle, { at: Date.now(), deaths });
  }

  /** Property 8: what goes out was written down before, and goes out once. */
  private judgePush({ CallBackURL, AccountReference }: PushBody): void {
    const id = CallBackURL.split("/").at(-2) ?? "";
    const state = this.readings.payment(`PAYMENT ${id}`);
    const [row] = this.readings.rows("SELECT status FROM payments WHERE id = ?1", id);
    if (!state || state.pushedAt === null || !row) this.broken(8, `pushed ${id} without a committed row`);
    if (AccountReference.length > 12) this.broken(16, `a reference of ${AccountReference.length} characters`);
    const payments = this.room.names("PAYMENT").map((name) => this.readings.payment(name));
    const completed = payments.filter((payment) => payment?.status === "completed");
    this.pushed.set(id, new Set(completed.flatMap((payment) => payment?.intent.id ?? [])));
  }
}
