import { type DayWindow, openingAt } from "../../contract/values/day-window.ts";
import type { FaultReport } from "../../contract/values/gateway-faults.ts";
import type { GatewayType } from "../../contract/values/gateway-types.ts";

// The state machine of one switch: pure, without a clock of its own. What a payment holds of it stands in its `Holding`,
// handed in and out, so that the counter and the list of payments change in one step.

/** Which central accounts a payment could pay. */
export type Rail = GatewayType;

export type SwitchSettings = {
  /** Rises with each change: an older one never replaces a newer one. */
  rev: number;
  targetCents: number;
  accountType: "mobile_money" | "bank";
  centralPaymentGatewayId: string;
  centralAccountNumber: string;
  mode: "manual" | "automatic";
  /** Null: no hours. */
  window: DayWindow | null;
  /** An automatic switch begins a new cycle by itself after its target was reached. */
  isRecurring: boolean;
  allowEmergencyDeactivate: boolean;
  /** When a push of KSh 1 reached this very account, UTC ms; null = it never did, and nothing may go there. */
  triedAt: number | null;
};

/** Where the money of one payment goes, as it was decided at its beginning. */
export type Diversion = {
  switchId: string;
  cycle: number;
  accountType: "mobile_money" | "bank";
  centralPaymentGatewayId: string;
  centralAccountNumber: string;
};

export type SwitchState = {
  id: string;
  settings: SwitchSettings;
  /** Rises with every change; projections apply only a greater one. */
  seq: number;
  isActive: boolean;
  activatedAt: number | null;
  /** When an automatic switch that is active pauses: the end of the hours that it was opened for. */
  pausesAt: number | null;
  /** An automatic switch opens by itself not before this. */
  heldUntil: number;
  /** 0 = it never was active. */
  cycle: number;
  /** Of this cycle. */
  collectedCents: number;
  reservedCents: number;
  /** This cycle's target was reached: the next activation begins another. */
  isReached: boolean;
  lastTargetReachedAt: number | null;
  stopReason: string | null;
  /** Payments in a row that its account refused. */
  faults: number;
  /** It diverts nothing, and does not open by itself, until its account was tried anew and an operator resumes it. */
  suspendedAt: number | null;
  suspendedFor: FaultReport | null;
  archivedAt: number | null;
};

/** After so many refusals in a row a switch suspends itself. */
const faultsInARow = 3;

export type Holding = Diversion & {
  paymentId: string;
  providerId: string;
  cents: number;
  /** `released`: given up; should it be paid, it counts as late. `taken-back`: counted, and denied by the gateway afterwards. */
  status: "reserved" | "released" | "collected" | "taken-back";
  late: boolean;
  reservedAt: number;
  /** When it was paid. */
  at: number | null;
  /** What its push told of the account has been counted. */
  isNoted?: boolean;
};

export type SwitchEvent =
  | { type: "configured"; settings: SwitchSettings }
  /** Time has passed: hours begin and end. */
  | { type: "tick" }
  | { type: "activated" }
  | { type: "deactivated" }
  | { type: "stopped"; reason: string }
  | { type: "archived" }
  | { type: "reserved"; paymentId: string; providerId: string; cents: number }
  | { type: "paid"; paymentId: string; providerId: string; cents: number; at: number }
  /** Definitely not paid, or given up. */
  | { type: "released"; paymentId: string }
  /** The gateway definitely refused it because of the account, whatever becomes of the payment by another route. */
  | { type: "faulted"; paymentId: string; failure: FaultReport }
  /** Its payer saw the prompt, so the account can be paid. */
  | { type: "worked"; paymentId: string }
  /** The gateway denies what was counted as paid. */
  | { type: "taken-back"; paymentId: string };

export type SwitchRefusal =
  | "active"
  | "inactive"
  | "stop-not-allowed"
  | "archived"
  /** Its account was never tried with success. */
  | "untried"
  /** Suspended, and not tried with success since. */
  | "suspended";

export type Step = {
  state: SwitchState;
  holding: Holding | undefined;
  refusal: SwitchRefusal | null;
};

export function newSwitch(id: string, settings: SwitchSettings): SwitchState {
  return {
    id,
    settings,
    seq: 0,
    isActive: false,
    activatedAt: null,
    pausesAt: null,
    heldUntil: 0,
    cycle: 0,
    collectedCents: 0,
    reservedCents: 0,
    isReached: false,
    lastTargetReachedAt: null,
    stopReason: null,
    faults: 0,
    suspendedAt: null,
    suspendedFor: null,
    archivedAt: null,
  };
}

/** One step; the same state comes back when nothing changed. @param held what the event's payment holds so far */
export function step(before: SwitchState, held: Holding | undefined, event: SwitchEvent, now: number): Step {
  const state = event.type === "configured" ? before : ticked(before, now);
  const next = (change: Partial<SwitchState>, holding = held): Step => ({
    state: changed(state, change),
    holding,
    refusal: null,
  });
  const refused = (refusal: SwitchRefusal): Step => ({ state, holding: held, refusal });
  const nothing: Step = { state, holding: held, refusal: null };
  switch (event.type) {
    case "configured":
      return { ...nothing, state: configured(before, event.settings, now) };
    case "tick":
      return nothing;
    case "activated":
      if (state.archivedAt !== null) return refused("archived");
      if (state.isActive) return nothing;
      if (state.settings.triedAt === null) return refused("untried");
      return isHeld(state) ? refused("suspended") : next(activation(state, now));
    case "deactivated":
      return state.isActive ? next(pause(state, now)) : nothing;
    case "stopped":
      if (!state.settings.allowEmergencyDeactivate) return refused("stop-not-allowed");
      return state.isActive ? next({ ...pause(state, now), stopReason: event.reason }) : refused("inactive");
    case "archived":
      if (state.isActive) return refused("active");
      return state.archivedAt === null ? next({ archivedAt: now }) : nothing;
    case "reserved":
      return held || !admits(state, now) ? nothing : reserve(state, event, now);
    case "paid":
      return held?.status === "collected" ? nothing : collect(state, held, event, now);
    case "released":
      return held?.status === "reserved" ? release(state, held) : nothing;
    case "faulted":
      return held && !held.isNoted ? fault(state, held, event.failure, now) : nothing;
    case "worked":
      return held && !held.isNoted ? next({ faults: 0 }, { ...held, isNoted: true }) : nothing;
    case "taken-back":
      if (held?.status === "reserved") return release(state, held);
      return held?.status === "collected" ? takeBack(state, held) : nothing;
    default:
      return event satisfies never;
  }
}

/** A payment that begins now is diverted, if there is room for it. */
export function isRunning(state: Pick<SwitchState, "isActive" | "settings">, now: number): boolean {
  return state.isActive && isInside(state.settings.window, now);
}

function admits(state: SwitchState, now: number): boolean {
  return isRunning(state, now) && state.collectedCents + state.reservedCents < state.settings.targetCents;
}

function isInside(window: DayWindow | null, now: number): boolean {
  if (!window) return true;
  const opening = openingAt(window, now);
  return opening !== null && opening.start <= now;
}

/** When time alone changes it next; null = never. */
export function nextTickAt(state: SwitchState, now: number): number | null {
  if (state.isActive) return state.pausesAt;
  const { window } = state.settings;
  if (!window || !opensByItself(state)) return null;
  return openingAt(window, Math.max(now, state.heldUntil))?.start ?? null;
}

function opensByItself(state: SwitchState): boolean {
  const { mode, window, isRecurring, triedAt } = state.settings;
  // A suspended one waits for an operator, whatever was tried since.
  const isAllowed = triedAt !== null && state.suspendedAt === null && state.archivedAt === null;
  return mode === "automatic" && window !== null && isAllowed && (!state.isReached || isRecurring);
}

/** Suspended, and nothing was tried since. */
function isHeld({ suspendedAt, settings }: SwitchState): boolean {
  return suspendedAt !== null && (settings.triedAt ?? 0) <= suspendedAt;
}

function ticked(before: SwitchState, now: number): SwitchState {
  let state = before;
  // Its hours are over: pausing keeps the counter.
  if (state.isActive && state.pausesAt !== null && state.pausesAt <= now)
    state = changed(state, { isActive: false, pausesAt: null });
  if (
    !state.isActive &&
    opensByItself(state) &&
    now >= state.heldUntil &&
    isInside(state.settings.window, now)
  )
    state = changed(state, activation(state, now));
  return state;
}

function activation(state: SwitchState, now: number): Partial<SwitchState> {
  const begun = state.isReached || state.cycle === 0;
  return {
    isActive: true,
    activatedAt: now,
    pausesAt: pauseAfter(state.settings, now),
    stopReason: null,
    faults: 0,
    suspendedAt: null,
    suspendedFor: null,
    ...(begun ? { cycle: state.cycle + 1, collectedCents: 0, reservedCents: 0, isReached: false } : {}),
  };
}

/** Opened by hand outside its hours, an automatic switch waits for the next ones and pauses with them. */
function pauseAfter({ mode, window }: SwitchSettings, now: number): number | null {
  return mode === "automatic" && window ? (openingAt(window, now)?.end ?? null) : null;
}

/** The operator's word, or the target, holds until these hours are over. */
function pause(state: SwitchState, now: number): Partial<SwitchState> {
  const { window } = state.settings;
  const opening = window && openingAt(window, now);
  const heldUntil = opening && opening.start <= now ? opening.end : now;
  return { isActive: false, pausesAt: null, heldUntil: Math.max(state.heldUntil, heldUntil) };
}

function configured(state: SwitchState, settings: SwitchSettings, now: number): SwitchState {
  if (settings.rev <= state.settings.rev && state.seq > 0) return state;
  // An account that nobody tried gets nothing, however it came into an active switch.
  const isActive = state.isActive && settings.triedAt !== null;
  const pausesAt = isActive ? pauseAfter(settings, now) : null;
  const next = changed(state, { settings, isActive, pausesAt });
  return ticked(changed(next, reaching(next, now)), now);
}

function reserve(
  state: SwitchState,
  { paymentId, providerId, cents }: Extract<SwitchEvent, { type: "reserved" }>,
  now: number,
): Step {
  const holding: Holding = {
    ...diversionOf(state),
    paymentId,
    providerId,
    cents,
    status: "reserved",
    late: false,
    reservedAt: now,
    at: null,
  };
  return { state: changed(state, { reservedCents: state.reservedCents + cents }), holding, refusal: null };
}

function diversionOf({ id, cycle, settings }: SwitchState): Diversion {
  const { accountType, centralPaymentGatewayId, centralAccountNumber } = settings;
  return { switchId: id, cycle, accountType, centralPaymentGatewayId, centralAccountNumber };
}

function release(state: SwitchState, held: Holding): Step {
  const change = held.cycle === state.cycle ? { reservedCents: state.reservedCents - held.cents } : {};
  return { state: changed(state, change), holding: { ...held, status: "released" }, refusal: null };
}

/** Says nothing of another account, nor of this one since it was tried anew. */
function fault(state: SwitchState, held: Holding, failure: FaultReport, now: number): Step {
  const holding: Holding = { ...held, isNoted: true };
  const { settings, archivedAt, suspendedAt } = state;
  const isAbout =
    held.centralAccountNumber === settings.centralAccountNumber && held.reservedAt > (settings.triedAt ?? 0);
  if (!isAbout || archivedAt !== null || suspendedAt !== null)
    return { state: changed(state, {}), holding, refusal: null };
  const faults = state.faults + 1;
  const suspension: Partial<SwitchState> =
    faults < faultsInARow
      ? {}
      : {
          isActive: false,
          pausesAt: null,
          suspendedAt: now,
          suspendedFor: { ...failure, detail: failure.detail.slice(0, 500) },
        };
  return { state: changed(state, { faults, ...suspension }), holding, refusal: null };
}

/** A target that was reached stays reached: the operator was told. */
function takeBack(state: SwitchState, held: Holding): Step {
  const change = held.cycle === state.cycle ? { collectedCents: state.collectedCents - held.cents } : {};
  return { state: changed(state, change), holding: { ...held, status: "taken-back" }, refusal: null };
}

/** Counted in the cycle that admitted it, whatever the switch does by now. */
function collect(
  state: SwitchState,
  held: Holding | undefined,
  event: Extract<SwitchEvent, { type: "paid" }>,
  now: number,
): Step {
  const { paymentId, providerId, cents, at } = event;
  const wasReserved = held?.status === "reserved";
  const known = held ?? { ...diversionOf(state), paymentId, providerId, reservedAt: at };
  const holding: Holding = { ...known, cents, status: "collected", late: !wasReserved, at, isNoted: true };
  if (holding.cycle !== state.cycle) return { state: changed(state, {}), holding, refusal: null };
  const counted = changed(state, {
    collectedCents: state.collectedCents + cents,
    reservedCents: state.reservedCents - (wasReserved ? held.cents : 0),
    faults: 0,
  });
  return { state: changed(counted, reaching(counted, now)), holding, refusal: null };
}

function reaching(state: SwitchState, now: number): Partial<SwitchState> {
  const { cycle, collectedCents, isReached, settings } = state;
  if (cycle === 0 || isReached || collectedCents < settings.targetCents) return {};
  return { ...pause(state, now), isReached: true, lastTargetReachedAt: now };
}

function changed(state: SwitchState, change: Partial<SwitchState>): SwitchState {
  return { ...state, ...change, seq: state.seq + 1 };
}
