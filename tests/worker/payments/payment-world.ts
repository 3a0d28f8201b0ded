import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { vi } from "vitest";
import {
  initiatePayment,
  type PaymentInitiated,
  type PaymentStatus,
  paymentStatus,
} from "#contract/payments";
import { airtelCallbackUrl } from "#worker/features/gateways/airtel";
import type { PaymentState } from "#worker/features/payments/core/payment-state";
import type { Kept } from "#worker/features/payments/core/payment-storage";
import type { PaymentObject } from "#worker/features/payments/payment-object";
import {
  demoTill,
  type SeededProvider,
  savannaApp,
  seedGateways,
  type TwoProviders,
} from "../../seed/two-providers.ts";
import { AirtelSimulator } from "../../simulators/airtel/airtel-simulator.ts";
import { type AirtelClient, airtelClient } from "../../simulators/airtel/airtel-world.ts";
import { DarajaSimulator } from "../../simulators/daraja/daraja-simulator.ts";
import { type DarajaClient, darajaClient } from "../../simulators/daraja/daraja-world.ts";
import type { Schedule } from "../../simulators/gateway-kit/clock.ts";
import type { Deliver } from "../../simulators/gateway-kit/engine.ts";
import { memoryStore } from "../../simulators/store.ts";
import { forgetAlarm, paymentAlarms } from "../../support/object-alarms.ts";
import { usedIds } from "../../support/used-objects.ts";
import { type Answer, type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

/** Far ahead of the real clock, so that no alarm rings by itself: `advance` rings them, each at its moment. */
const startAt = Date.UTC(2031, 2, 4, 9, 0, 0);

type Prompt = Awaited<ReturnType<DarajaClient["prompts"]>>[number];
export type Initiated = Answer<typeof initiatePayment>;
export type Wire = (request: Request) => Promise<Response | undefined> | Response | undefined;

/** Two providers, a gateway under `fetch`, and a clock that moves only when told. */
export type PaymentWorld = {
  readonly seeded: TwoProviders;
  /** The gateway of the present test. */
  readonly daraja: DarajaClient & { counts(): Promise<Record<string, number>> };
  /** Airtel Money of the same test; `airtelApp` is an app of its portal that reports to the worker. */
  readonly airtel: AirtelClient;
  /** Further gateways, by host: a test puts its own here. */
  readonly others: Map<string, (request: Request) => Promise<Response>>;
  /** How a gateway reaches the worker, and the clock's timers. */
  readonly outside: { deliver: Deliver; schedule: Schedule };
  /** Sees each request to the gateway first, and may answer it. */
  wire: Wire | null;
  /** Bodies of callbacks, in the order they were posted to the worker. */
  readonly delivered: { url: string; body: string; status: number }[];
  /** A new gateway with nothing open, and no alarm of earlier payments rings any more: call it before each test. */
  renew(): Promise<void>;
  /** Lets time pass: prompts end, callbacks arrive and alarms ring in order; all is done when it resolves. */
  advance(ms: number): Promise<void>;
  /** Only what the gateways have due arrives. No alarm is looked for, so that a crowd of payments costs no more than itself. */
  callbacks(): Promise<void>;
  buyer(provider?: "demo" | "savanna"): Buyer;
  close(): Promise<void>;
};

/** Somebody with a phone, a device and the first plan in mind. Every one is another person. */
export type Buyer = {
  readonly phone: string;
  readonly mac: string;
  readonly provider: SeededProvider;
  readonly host: string;
  body(over?: Record<string, unknown>): Record<string, unknown>;
  initiate(over?: Record<string, unknown>, options?: CallOptions): Promise<Initiated>;
  /** Initiates, and fails the test unless a prompt went out. */
  start(over?: Record<string, unknown>, options?: CallOptions): Promise<PaymentInitiated>;
  status(id: string): Promise<PaymentStatus>;
  /** Prompts on this phone, newest first. */
  prompts(): Promise<Prompt[]>;
  /** What the person does with the newest prompt; callbacks that leave at once have arrived when it resolves. */
  answer(outcome: string, more?: Record<string, unknown>): Promise<void>;
};

/** Where switches divert to: a till that the platform's app may ask for, and KCB's pay bill for an account there. */
export const centralTill = "600900";
export const kcbPayBill = "522522";
/** A provider's own, that the platform's app may ask for. */
export const otherPayBill = "880100";

/** By which a provider collects Airtel Money itself. */
export const airtelApp = {
  clientId: "demo-id",
  clientSecret: "demo-secret",
  callbackKey: "demo-callback-key",
};
/** Who may give Savanna's money back; its gateway has it once a test says so. */
export const refunder = { initiatorName: "savanna-refunds", securityCredential: "c2VhbGVkLXBhc3N3b3Jk" };
const airtelHost = "openapiuat.airtel.africa";

export function paymentStub(id: string): DurableObjectStub<PaymentObject> {
  return env.PAYMENT.getByName(id);
}

/** Kills the object where it stands: what is not in its storage is gone. */
export async function kill(id: string): Promise<void> {
  const killed = runInDurableObject(paymentStub(id), (_object, state) => state.abort("killed by the test"));
  await Promise.race([killed.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 200))]);
  forgetAlarm(String(paymentStub(id).id));
}

/** What the object itself has stored of a payment. */
function keptOf(id: string): Promise<Kept> {
  return runInDurableObject(paymentStub(id), (_object, { storage }) => {
    const kept = storage.kv.get<Kept>("payment");
    if (!kept) throw new Error("nothing is kept of this payment");
    return kept;
  });
}

export async function stateOf(id: string): Promise<PaymentState> {
  return (await keptOf(id)).state;
}

/** What a payment still has to do, oldest first. */
export async function owed(id: string): Promise<string[]> {
  return (await keptOf(id)).outbox.map(({ effect }) => effect);
}

/** Of all files of this runtime: what one of them still had under way then reaches nobody in the next. */
let people = 0;

export async function openWorld(): Promise<PaymentWorld> {
  vi.useFakeTimers({ toFake: ["Date"], now: startAt });
  const seeded = await seedBoth();
  await seedGateways(testContext(), seeded);

  const timers = new Set<{ at: number; fn: () => void }>();
  const schedule: Schedule = (ms, fn) => {
    const timer = { at: Date.now() + ms, fn };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  const delivered: PaymentWorld["delivered"] = [];
  let isClosed = false;
  const underway = new Set<Promise<number>>();
  const deliver = (url: string, body: string, headers: Record<string, string>) => {
    const posted = exports.default
      .fetch(new Request(url, { method: "POST", body, headers }))
      .then(async (response) => {
        await response.arrayBuffer();
        delivered.push({ url, body, status: response.status });
        return response.status;
      });
    const done = posted.finally(() => underway.delete(done));
    underway.add(done);
    return posted;
  };

  let simulator: DarajaSimulator | undefined;
  const gateway = () => {
    if (!simulator) throw new Error("renew() comes first");
    return simulator;
  };
  let airtelGateway: AirtelSimulator | undefined;
  const airtel = (request: Request) => {
    if (!airtelGateway) throw new Error("renew() comes first");
    return airtelGateway.fetch(request);
  };
  const client = darajaClient("http://daraja.test", (request) => gateway().fetch(request));
  const underFetch = () =>
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const { host } = new URL(request.url);
      if (host === airtelHost) return (await world.wire?.(request.clone())) ?? airtel(request);
      const other = world.others.get(host);
      if (other) return other(request);
      if (host !== "daraja.test" && host !== "api.safaricom.co.ke")
        throw new Error(`no test needs ${request.url}`);
      return (await world.wire?.(request.clone())) ?? gateway().fetch(request);
    });

  let earlier = new Set<string>();
  const world: PaymentWorld = {
    seeded,
    daraja: {
      ...client,
      counts: async () => (await client.call("/control/calls")).json<Record<string, number>>(),
    },
    airtel: airtelClient(`https://${airtelHost}`, airtel),
    others: new Map(),
    outside: { deliver, schedule },
    wire: null,
    delivered,
    async renew() {
      await simulator?.stop();
      await airtelGateway?.stop();
      earlier = new Set(usedIds(env.PAYMENT));
      timers.clear();
      delivered.length = 0;
      world.wire = null;
      underFetch();
      const { shortCode, ...own } = savannaApp;
      simulator = new DarajaSimulator({
        clock: Date,
        store: memoryStore(),
        deliver,
        ask: async (url, body, headers) => {
          const response = await exports.default.fetch(new Request(url, { method: "POST", body, headers }));
          return { status: response.status, body: await response.text() };
        },
        schedule,
        apps: [
          {
            consumerKey: "platform-key",
            consumerSecret: "platform-secret",
            shortCode: "600100",
            passkey: "platform-passkey",
            initiatorName: "platform-refunds",
            securityCredential: "c2VhbGVkLXBsYXRmb3Jt",
            tills: [demoTill, centralTill],
            partyBs: [kcbPayBill, otherPayBill],
          },
          { ...own, shortCode, ...refunder },
        ],
      });
      simulator.start();
      const { callbackKey, ...app } = airtelApp;
      const callbackUrl = airtelCallbackUrl(testContext(), "sandbox", app.clientId);
      airtelGateway = new AirtelSimulator({
        clock: Date,
        store: memoryStore(),
        deliver,
        schedule,
        apps: [{ ...app, portal: { callbackUrl, callbackKey } }],
      });
      airtelGateway.start();
    },
    async advance(ms) {
      const until = Date.now() + ms;
      for (;;) {
        await Promise.all(underway);
        const alarms = await dueAlarms(until, earlier);
        if (isClosed) throw new Error("this world is closed: its test ran on after its file");
        const due = [...[...timers].map((timer) => ({ at: timer.at, timer })), ...alarms]
          .filter(({ at }) => at <= until)
          .sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        vi.setSystemTime(Math.max(Date.now(), due.at));
        if ("timer" in due) {
          timers.delete(due.timer);
          due.timer.fn();
        } else {
          await runDurableObjectAlarm(env.PAYMENT.get(env.PAYMENT.idFromString(due.id)));
          forgetAlarm(due.id);
        }
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      vi.setSystemTime(until);
    },
    async callbacks() {
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= Date.now());
        for (const timer of due) {
          timers.delete(timer);
          timer.fn();
        }
        if (due.length === 0 && underway.size === 0) return;
        await Promise.all(underway);
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
    buyer(of = "demo") {
      people += 1;
      const provider = seeded[of];
      const phone = `2547${String(people).padStart(8, "0")}`;
      const mac = `02:00:00:00:${people.toString(16).padStart(4, "0").replace(/../, "$&:")}`.toUpperCase();
      const host = hostOf(provider.subdomain);
      const body = (over: Record<string, unknown> = {}) => ({
        phoneNumber: `0${phone.slice(3)}`,
        planId: provider.plans[0]?.id,
        macAddress: mac,
        routerId: provider.routers[0]?.id,
        ...over,
      });
      // A line of its own, and a browser without cookies.
      const own = { "cf-connecting-ip": `10.${people >> 16}.${(people >> 8) & 255}.${people & 255}` };
      const initiate: Buyer["initiate"] = (over, options) =>
        call(
          initiatePayment,
          { body: body(over) },
          { host, ...options, headers: { ...own, ...options?.headers } },
        );
      const prompts = async () =>
        (await client.call(`/control/prompts?phoneNumber=${phone}`)).json<Prompt[]>();
      return {
        phone,
        mac,
        provider,
        host,
        body,
        initiate,
        async start(over, options) {
          const answer = await initiate(over, options);
          if (!answer.ok || !answer.answer.success) throw new Error(`not started: ${answer.text}`);
          return answer.answer;
        },
        async status(id) {
          const answer = await call(paymentStatus, { params: { id } }, { host });
          if (!answer.ok) throw new Error(`no status: ${answer.text}`);
          return answer.answer;
        },
        prompts,
        async answer(outcome, more) {
          const [newest] = await prompts();
          const answer = await client.answer(newest?.id ?? "none", outcome, more);
          if (!answer.ok) throw new Error(`the prompt took no ${outcome}: ${await answer.text()}`);
          await world.advance(0);
        },
      };
    },
    async close() {
      // A test that was given up for its time runs on, and would move the clock of the files after it.
      isClosed = true;
      await Promise.all(underway);
      await simulator?.stop();
      await airtelGateway?.stop();
      vi.restoreAllMocks();
      vi.useRealTimers();
    },
  };
  await world.renew();
  return world;
}

async function dueAlarms(until: number, except: ReadonlySet<string>): Promise<{ at: number; id: string }[]> {
  const alarms = await paymentAlarms(usedIds(env.PAYMENT).filter((id) => !except.has(id)));
  return alarms.filter(({ at }) => at <= until);
}
