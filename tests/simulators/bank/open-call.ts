import { bannedWord, isCallBackUrl } from "../gateway-kit/callback-url.ts";
import { lostAnswer, readObject } from "../gateway-kit/http.ts";
import { addPrompt, countCall } from "../gateway-kit/state.ts";
import type { BankEngine } from "./engine.ts";
import { newPrompt, type Push } from "./prompts.ts";
import type { BankApp, Prompt } from "./state.ts";

/** 2547… or 2541…, from that or, where the bank takes it, from 07…. */
export function readPhone(value: unknown, local: boolean): string | undefined {
  const number = typeof value === "string" ? /^(254|0)([17]\d{8})$/.exec(value) : null;
  return number && (local || number[1] === "254") ? `254${number[2]}` : undefined;
}

/** Whole shillings; a bank that writes cents takes `.00`, too. */
export function readAmount(value: unknown): number | undefined {
  const digits = /^([1-9]\d{0,5})(\.00)?$/.exec(
    typeof value === "number" || typeof value === "string" ? String(value) : "",
  )?.[1];
  return digits === undefined || Number(digits) > 250_000 ? undefined : Number(digits);
}

export function readUrl(value: unknown, longest: number, strict: boolean): string | undefined {
  if (typeof value !== "string" || !isCallBackUrl(value, strict)) return undefined;
  const isRefused = value.length > longest || (strict && bannedWord(value) !== undefined);
  return isRefused ? undefined : value;
}

type Body = Record<string, unknown>;
type Bank = BankApp["bank"];
export type AppOf<Of extends Bank> = Extract<BankApp, { bank: Of }>;

/** The app of `bank` whose live token the request carries. */
export function appOfBank<Of extends Bank>(
  engine: BankEngine,
  request: Request,
  bank: Of,
): AppOf<Of> | undefined {
  const isOfBank = (one: BankApp | undefined): one is AppOf<Of> => one?.bank === bank;
  const app = engine.appOfToken(request);
  return isOfBank(app) ? app : undefined;
}

/** How one bank reads and answers a push. */
export type PushCall<Of extends Bank> = {
  readonly bank: Of;
  readonly unauthorised: () => Response;
  readonly malformed: () => Response;
  readonly invalid: (field: string) => Response;
  /** The subscriber has an open prompt. */
  readonly locked: () => Response;
  readonly busy: () => Response;
  readonly internal: () => Response;
  /** In place of the push: the first field that is wrong; undefined for a body of another shape. */
  read(app: AppOf<Of>, body: Body, strict: boolean, headers: Headers): Push | { field: string } | undefined;
  /** What else can stand against a push whose every field is in order. */
  refuse?(engine: BankEngine, app: AppOf<Of>, body: Body, headers: Headers): Response | undefined;
  accepted(prompt: Prompt, body: Body): object;
};

function checkPush<Of extends Bank>(
  call: PushCall<Of>,
  engine: BankEngine,
  { headers }: Request,
  app: AppOf<Of> | undefined,
  body: Body | undefined,
): Response | { app: AppOf<Of>; body: Body; push: Push } {
  const { answer, strict } = engine.state.settings;
  if (!app) return call.unauthorised();
  const push = body && call.read(app, body, strict, headers);
  if (!push) return call.malformed();
  if ("field" in push) return call.invalid(push.field);
  const refused = call.refuse?.(engine, app, body, headers);
  if (refused) return refused;
  if (answer === "busy") return call.busy();
  if (answer === "internal") return call.internal();
  const { prompts } = engine.state;
  const isLocked = prompts.some((one) => one.state === "open" && one.phoneNumber === push.phoneNumber);
  return isLocked ? call.locked() : { app, body, push };
}

/** A push at one bank: its fields and their proof, then a prompt, and the answer that the settings allow. */
export async function takePush<Of extends Bank>(
  call: PushCall<Of>,
  engine: BankEngine,
  request: Request,
): Promise<Response> {
  const body = readObject(await request.text());
  const checked = checkPush(call, engine, request, appOfBank(engine, request, call.bank), body);
  if (checked instanceof Response) {
    engine.count("pushesRefused");
    return checked;
  }
  const { answer } = engine.state.settings;
  const prompt = newPrompt(engine.state, checked.app, checked.push, engine.now(), engine.random);
  engine.commit(addPrompt(countCall(engine.state, "pushesAccepted"), prompt));
  if (answer === "callback-first") {
    engine.answer(prompt, "paid");
    await engine.sendDueCallbacks();
  }
  if (answer === "internal-after-acceptance") return call.internal();
  return answer === "lost-after-acceptance"
    ? lostAnswer()
    : Response.json(call.accepted(prompt, checked.body));
}
