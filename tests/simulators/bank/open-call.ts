import { bannedWord, isCallBackUrl } from "../daraja/callback-url.ts";
import type { BankEngine } from "./engine.ts";
import { answerPrompt, newPrompt, openPromptOn, type Push } from "./prompts.ts";
import { addPrompt, type BankApp, countCall, type Prompt } from "./state.ts";

/** The text as a JSON object; undefined when it is none. */
export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

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

/** Each bank's words for the faults that all of them have. */
export type Faults = { locked: () => Response; busy: () => Response; internal: () => Response };

/** What becomes of a push whose every field was found in order: a prompt, and the answer that the settings allow. */
export async function acceptPush(
  engine: BankEngine,
  app: BankApp,
  push: Push,
  faults: Faults,
  accepted: (prompt: Prompt) => object,
): Promise<Response> {
  const { answer } = engine.state.settings;
  const refused = (response: Response) => {
    engine.commit(countCall(engine.state, "pushesRefused"));
    return response;
  };
  if (answer === "busy") return refused(faults.busy());
  if (answer === "internal") return refused(faults.internal());
  if (openPromptOn(engine.state, push.phoneNumber)) return refused(faults.locked());
  const prompt = newPrompt(engine.state, app, push, engine.now(), engine.random);
  engine.commit(addPrompt(countCall(engine.state, "pushesAccepted"), prompt));
  if (answer === "callback-first") {
    engine.report(answerPrompt(engine.state, prompt, "paid", engine.now(), engine.random));
    await engine.sendDueCallbacks();
  }
  if (answer === "internal-after-acceptance") return faults.internal();
  if (answer === "lost-after-acceptance") {
    return new Response("<html><body>504 Gateway Time-out</body></html>", {
      status: 504,
      headers: { "Content-Type": "text/html" },
    });
  }
  return Response.json(accepted(prompt));
}
