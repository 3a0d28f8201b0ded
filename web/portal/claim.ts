import type { ClaimPurchase, GivesWay, PurchaseClaimed } from "#contract/purchase-recovery";
import type { TextKey } from "#contract/texts";
import type { Attempts } from "./attempts.ts";
import { readPhone } from "./form-rules.ts";
import type { Messages, Problem } from "./messages/en.ts";
import { RefusedError } from "./requests.ts";

// Bringing a purchase to this device, as one small state machine of its own: it is rarely needed, so the page of the
// plans does not carry it.

/** Poll interval and limit for a code that is checked at the gateway. */
const againMs = 5_000;
const patienceMs = 120_000;

export type ClaimState = {
  /**
   * typing: the form waits; asking, checking: the server or the gateway looks; unclear: it found nothing in time; choosing: the
   * plan is full, and who gives way is to be said.
   */
  step: "typing" | "asking" | "checking" | "unclear" | "choosing" | "done";
  givesWay: GivesWay | null;
  codeProblem: Problem | null;
  phoneProblem: Problem | null;
};

type ClaimPorts = {
  ask(payload: ClaimPurchase, key: string): Promise<PurchaseClaimed>;
  attempts: Attempts;
  /** Milliseconds on a clock that only moves forward. */
  now(): number;
  /** Runs something later; returns the way to call it off. */
  after(ms: number, run: () => void): () => void;
  /** This device has it: a document navigation to what it has. */
  arrived(): void;
};

export type Claim = {
  state(): ClaimState;
  /** Returns the way to stop listening. */
  listen(listener: () => void): () => void;
  submit(typedCode: string, typedPhone: string): void;
  /** What was submitted, in place of this device, or of all. */
  choose(typedCode: string, typedPhone: string, instead: string): void;
  /** The page goes: nothing is asked any more. */
  stop(): void;
};

/** What is said at the number, of the refusals that are about it; all others are about the code. */
const ofPhone: Partial<Record<string, (messages: Messages) => Problem>> = {
  claim_phone_needed: ({ claim }) => claim.phoneNeeded,
  phone_invalid: ({ problems }) => problems.phoneInvalid,
  phone_not_mobile: ({ problems }) => problems.phoneNotMobile,
} satisfies Partial<Record<TextKey, (messages: Messages) => Problem>>;

/** A refusal at the field that it is about. */
export function atField(
  problem: Problem | null,
  reason: string | null,
  messages: Messages,
): Pick<ClaimState, "codeProblem" | "phoneProblem"> {
  const said = reason === null ? undefined : ofPhone[reason];
  return said
    ? { codeProblem: null, phoneProblem: said(messages) }
    : { codeProblem: problem, phoneProblem: null };
}

type Place = { mac: string | null; routerId: string | null };

/** @param first what the server's answer to the plain form already says */
export function createClaim(place: Place, first: ClaimState, ports: ClaimPorts, messages: Messages): Claim {
  let state = first;
  let callOff: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const turn = (step: ClaimState["step"], problems: Partial<ClaimState> = {}) => {
    state = { codeProblem: null, phoneProblem: null, givesWay: null, ...problems, step };
    for (const listener of [...listeners]) listener();
  };

  const ask = async (payload: ClaimPurchase, since: number): Promise<void> => {
    const outcome = await ports.ask(payload, ports.attempts.keyFor(payload)).then(
      (answer) => answer.givesWay ?? answer.outcome,
      (cause: unknown) => (cause instanceof RefusedError ? cause : "lost"),
    );
    if (outcome instanceof RefusedError) {
      ports.attempts.answered();
      const problem = { title: "", text: outcome.message || messages.claim.lost };
      return turn("typing", atField(problem, outcome.reason, messages));
    }
    if (typeof outcome === "object") return turn("choosing", { givesWay: outcome });
    const looking = outcome === "checking" || (outcome === "lost" && state.step === "checking");
    if (looking && ports.now() - since < patienceMs) {
      if (state.step !== "checking") turn("checking");
      callOff = ports.after(againMs, () => void ask(payload, since));
      return;
    }
    if (looking) return turn("unclear");
    if (outcome === "lost") return turn("typing", { codeProblem: { title: "", text: messages.claim.lost } });
    turn("done");
    ports.arrived();
  };

  const send = (typedCode: string, typedPhone: string, instead?: string) => {
    const code = typedCode.trim();
    const phone = typedPhone.trim() === "" ? { phone: undefined } : readPhone(typedPhone, messages);
    if (code === "") return turn("typing", { codeProblem: messages.claim.codeNeeded });
    if ("problem" in phone) return turn("typing", { phoneProblem: phone.problem });
    turn("asking", { givesWay: state.givesWay });
    const { mac, routerId } = place;
    const payload = {
      code,
      phoneNumber: phone.phone,
      macAddress: mac ?? undefined,
      routerId: routerId ?? undefined,
      ...(instead === undefined ? {} : { instead }),
    };
    void ask(payload, ports.now());
  };

  return {
    state: () => state,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submit(typedCode, typedPhone) {
      if (state.step === "typing" || state.step === "unclear") send(typedCode, typedPhone);
    },
    choose(typedCode, typedPhone, instead) {
      if (state.step === "choosing") send(typedCode, typedPhone, instead);
    },
    stop() {
      callOff?.();
      listeners.clear();
    },
  };
}
