import * as contract from "#contract/credits";
import { sweepDeliveries } from "#worker/features/messages/index";
import type {
  AcceptedSms,
  ReportStatus,
  SmsFault,
} from "../../simulators/africastalking/africastalking-simulator.ts";
import {
  type TalkSasaAccount,
  type TalkSasaFault,
  TalkSasaSimulator,
} from "../../simulators/talksasa/talksasa-simulator.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { type CreditWorld, offer } from "./credit-world.ts";

// The platform's account at each of its services, and what that says of a message: by itself, or when it is asked.

type State = "sent" | "delivered" | "failed";

/** @property state as the service told it first @property isTwofold it said something else later */
export type Taken = { id: string; to: string; state: State; isTwofold: boolean };

export type Vendor = {
  /** The account is typed and tried. */
  open(): Promise<void>;
  forget(): void;
  /** What its next request meets. @param which one of `faults` */
  fail(which: number): void;
  /** What it says of those that it takes, before the answer to their request has arrived; null: nothing. */
  saysEarly(word: number | null): void;
  /** Of the message at this place of those that it took, counted round. @param isForeign to another number */
  says(place: number, word: number, isForeign: boolean): Promise<void>;
  /** The provider asks, where the service tells nothing by itself. */
  asks(): Promise<void>;
  taken(): Taken[];
  segments(): number;
};

/** How many things a service says of a message, and how many faults it has. */
export const words = 5;
export const faults = 9;

const reports: readonly ReportStatus[] = ["Success", "Failed", "Rejected", "Sent", "Buffered"];
const lost: readonly SmsFault[] = [
  ...(["lost-before", "lost-after", "bad-gateway-after", "busy"] as const),
  ...(["risk-hold", "gateway-error", "odd"] as const),
];
const finalOf = (status: ReportStatus): State | null => {
  if (status === "Success") return "delivered";
  return status === "Failed" || status === "Rejected" ? "failed" : null;
};

/** Africa's Talking posts its reports: late, twice, never, against each other, before the message has a name here. */
export function reporting(here: CreditWorld): Vendor {
  const { sms } = here;
  const told = new Map<string, State[]>();
  let early: number | null = null;
  const report = async (one: AcceptedSms, word: number, isForeign: boolean) => {
    const status = reports[word] ?? "Sent";
    const final = finalOf(status);
    if (final && !isForeign) told.set(one.id, [...(told.get(one.id) ?? []), final]);
    await sms.report(one, status, isForeign ? { phoneNumber: "+254712999999" } : {});
  };
  const take = async (request: Request) => {
    try {
      const answer = await sms.handle(request);
      if (!answer) throw new Error(`no test needs ${request.url}`);
      return answer;
    } finally {
      const word = early;
      if (word !== null)
        for (const one of sms.accepted.filter(({ id }) => !told.has(id))) {
          told.set(one.id, []);
          await report(one, word, false);
        }
    }
  };
  return {
    async open() {
      here.world.others.set("api.africastalking.com", take);
      await offer(here, { service: "africastalking" });
    },
    forget() {
      sms.accepted.length = 0;
      sms.mend();
      told.clear();
    },
    fail: (which) => sms.fail(lost[which % lost.length] ?? "busy"),
    saysEarly: (word) => {
      early = word;
    },
    async says(place, word, isForeign) {
      const one = sms.accepted[place % sms.accepted.length];
      if (one) await report(one, word, isForeign);
    },
    asks: async () => undefined,
    taken: () =>
      sms.accepted.map(({ id, to }) => {
        const [first, ...later] = told.get(id) ?? [];
        return { id, to: to.slice(1), state: first ?? "sent", isTwofold: later.some((one) => one !== first) };
      }),
    segments: () => sms.accepted.reduce((sum, { cents }) => sum + cents / 80, 0),
  };
}

const statuses: readonly (readonly [status: string, error: string | null])[] = [
  ["Delivered", null],
  ["completed", "Message rejected: source_address filter mismatch"],
  ["Undelivered", null],
  ["completed", null],
  ["processing", null],
];
const unread: readonly TalkSasaFault[] = [
  ...(["lost-before", "lost-after", "bad-gateway-after", "error-after", "disk-full-after"] as const),
  ...(["garbage-after", "busy", "page", "odd"] as const),
];
/** `over`: it says no more, and nobody asks. */
const endOf = ({ status, error }: { status: string; error: string | null }): State | "over" | null => {
  if (error !== null || status === "Undelivered") return "failed";
  if (status === "Delivered") return "delivered";
  return status === "completed" ? "over" : null;
};

/** TalkSasa is asked, in the intervals of a day: its answer is lost, late, or another one the next time. */
export function talkSasaAsked(here: CreditWorld): Vendor {
  const account: TalkSasaAccount = { token: "7|of-the-platform", senderIds: ["MLANGO"], units: 1_000_000 };
  const simulator = new TalkSasaSimulator({ accounts: [account], now: Date.now });
  let early: number | null = null;
  const become = (uid: string, word: number) => {
    const [status = "processing", error = null] = statuses[word] ?? [];
    simulator.became({ uid }, status, error);
  };
  const named = new Set<string>();
  return {
    async open() {
      here.world.others.set("bulksms.talksasa.com", async (request) => {
        try {
          const answer = await simulator.handle(request);
          if (!answer) throw new Error(`no test needs ${request.url}`);
          return answer;
        } finally {
          const word = early;
          for (const { uid } of simulator.accepted.filter((one) => !named.has(one.uid))) {
            named.add(uid);
            if (word !== null) become(uid, word);
          }
        }
      });
      await here.renew();
      const { token: apiKey } = account;
      const body = { service: "talksasa", senderId: "MLANGO", apiKey, segmentPrice: 1, gift: 20 } as const;
      const saved = await call(contract.savePlatformSms, { body }, here.operator);
      const tried = await call(
        contract.tryPlatformSms,
        { body: { phoneNumber: "0712 345 678" } },
        here.operator,
      );
      if (!saved.ok || !tried.ok) throw new Error(`${saved.text} ${tried.text}`);
    },
    forget() {
      simulator.accepted.length = 0;
      simulator.mend();
      named.clear();
      // In turn as since 2026 and as before.
      simulator.answersBy = simulator.answersBy === "queue" ? "report" : "queue";
    },
    fail: (which) => simulator.fail(unread[which % unread.length] ?? "busy"),
    saysEarly: (word) => {
      early = word;
    },
    async says(place, word, isForeign) {
      const one = simulator.accepted[place % simulator.accepted.length];
      if (one && !isForeign) become(one.uid, word);
    },
    asks: () => sweepDeliveries(testContext(), here.providerId),
    taken: () =>
      simulator.accepted.map(({ uid, to, said, status, error }) => {
        const first = said.map(endOf).find((end) => end !== null) ?? null;
        const now = endOf({ status, error });
        const state = first === null || first === "over" ? "sent" : first;
        return { id: uid, to, state, isTwofold: first !== null && now !== null && now !== first };
      }),
    segments: () => simulator.accepted.reduce((sum, { units }) => sum + units, 0),
  };
}
