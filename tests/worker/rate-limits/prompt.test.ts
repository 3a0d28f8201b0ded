import { expect, test } from "vitest";
import {
  type Prompt,
  type PromptAsk,
  promptAnswer,
  strangers,
} from "#worker/features/rate-limits/prompt-state";

const minute = 60_000;
const hour = 60 * minute;
const holdMs = 128_000;

/** A phone over time, kept as its object keeps it. */
class Phone {
  now = 0;
  prompts: Prompt[] = [];
  ask(over: Partial<PromptAsk> = {}) {
    const ask = { lane: strangers, visitor: `visitor ${this.prompts.length}`, order: "a", ...over };
    const answer = promptAnswer(this.prompts, ask, this.now);
    const paymentId = String(this.prompts.length);
    if (answer.kind === "granted")
      this.prompts.unshift({ ...ask, paymentId, at: this.now, until: this.now + holdMs, outcome: null });
    return answer;
  }
  ends(outcome: Prompt["outcome"]): void {
    const [last] = this.prompts;
    if (last) this.prompts[0] = { ...last, outcome, until: this.now };
  }
  /** Asks as ever new strangers until it is granted, and gives the minutes that it took. */
  minutesUntilGranted(): number {
    const began = this.now;
    while (this.ask().kind !== "granted") this.now += minute;
    return (this.now - began) / minute;
  }
}

test("cancelled at once, again and again by ever new strangers: a quiet minute each, then 10, 30 and 60 minutes", () => {
  const phone = new Phone();
  const waits: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    waits.push(phone.minutesUntilGranted());
    phone.ends("unpaid");
  }
  expect(waits).toEqual([0, 1, 1, 10, 30, 60, 60, 60]);
});

test("never the rest of the day: however many there were, the next is at most an hour away", () => {
  const phone = new Phone();
  for (let turn = 0; turn < 60; turn += 1) {
    expect(phone.minutesUntilGranted()).toBeLessThanOrEqual(60);
    phone.ends("unpaid");
  }
});

test("a prompt that nobody answered counts as a cancelled one; a wrong PIN or an empty account does not", () => {
  const phone = new Phone();
  for (const outcome of [null, null, "unpaid"] as const) {
    expect(phone.ask().kind).toBe("granted");
    phone.ends(outcome);
    phone.now += 3 * minute;
  }
  expect(phone.ask()).toMatchObject({ kind: "unanswered", paymentId: "2", retryAfterMs: 7 * minute });
  const other = new Phone();
  for (let turn = 0; turn < 5; turn += 1) {
    expect(other.ask().kind).toBe("granted");
    other.ends("answered");
  }
});

test("who cancelled may have meant another plan: one more prompt goes at once, the next after its minute", () => {
  const phone = new Phone();
  const me = { visitor: "me" };
  phone.ask(me);
  phone.ends("unpaid");
  expect(phone.ask({ visitor: "another" })).toMatchObject({ kind: "busy", retryAfterMs: minute });
  expect(phone.ask({ ...me, order: "b" }).kind).toBe("granted");
  phone.ends("unpaid");
  expect(phone.ask(me)).toMatchObject({ kind: "busy", retryAfterMs: minute });
});

test("who has paid with this phone is counted alone, and waits a minute at most for a stranger's prompt", () => {
  const phone = new Phone();
  for (let turn = 0; turn < 4; turn += 1) {
    phone.minutesUntilGranted();
    phone.ends("unpaid");
  }
  expect(phone.ask().kind).toBe("unanswered");
  const owner = { lane: "cookie", visitor: "owner", order: "b" };
  expect(phone.ask(owner).kind).toBe("granted");
  phone.ends("paid");
  phone.now += 10 * hour;
  phone.ask();
  expect(phone.ask(owner)).toMatchObject({ kind: "busy", retryAfterMs: minute });
  phone.now += minute;
  expect(phone.ask(owner).kind).toBe("granted");
});

test("the same order is the same payment, in whichever count it is", () => {
  const phone = new Phone();
  phone.ask();
  expect(phone.ask({ lane: "cookie", visitor: "owner" })).toEqual({ kind: "same", paymentId: "0" });
});

test("what was paid is followed at once, six times in ten minutes", () => {
  const phone = new Phone();
  for (let turn = 0; turn < 6; turn += 1) {
    expect(phone.ask().kind).toBe("granted");
    phone.ends("paid");
  }
  expect(phone.ask()).toEqual({ kind: "limited", retryAfterMs: 10 * minute });
});

test("a payment without a result is named, to be asked for before anything is sent", () => {
  const phone = new Phone();
  phone.ask();
  phone.now += holdMs;
  expect(phone.ask({ order: "b" })).toEqual({ kind: "granted", unsettled: "0" });
});
