import { setTimeout as sleep } from "node:timers/promises";
import { blockQuestions, dialledBlockQuestions } from "./block-questions.ts";
import { dialledQuestions } from "./dialled-questions.ts";
import { networkQuestions } from "./network-questions.ts";
import { phoneQuestions } from "./phone-questions.ts";
import { type Clock, clean, type Question } from "./question.ts";
import type { RouterLine, Said } from "./router-line.ts";
import { routerQuestions } from "./router-questions.ts";

/** What one router answered, as it is kept. */
export type Result = {
  router: { board: string; version: string; architecture: string };
  at: string;
  /** For how long it was waited for something to happen. */
  waitMs: number;
  answers: Record<string, string>;
  transcript: readonly Said[];
};

export const ofRouter: readonly Question[] = [...routerQuestions, ...blockQuestions, ...networkQuestions];
const ofClient: readonly Question[] = [...dialledQuestions, ...dialledBlockQuestions];
export const questions: readonly Question[] = [...ofRouter, ...phoneQuestions, ...ofClient];

const ownClock: Clock = {
  now: () => performance.now(),
  async sleep(ms) {
    await sleep(ms);
  },
};

/**
 * Asks everything that can be asked here.
 * @param mac of a phone on the hotspot; null leaves out what takes one
 * @param dials password of a client that dials in as `mlango-hardware`; null leaves out what takes one
 */
export async function drive(
  line: RouterLine,
  {
    mac,
    dials,
    waitMs,
    say,
    clock = ownClock,
  }: { mac: string | null; dials: string | null; waitMs: number; say(text: string): void; clock?: Clock },
): Promise<Result> {
  const left = await clean(line);
  if (left > 0) say(`${left} rows of an earlier run were removed.`);
  const [box = {}] = await line.rows("/system/resource/print");
  const answers: Record<string, string> = {};
  const asked = [...ofRouter, ...(mac === null ? [] : phoneQuestions), ...(dials === null ? [] : ofClient)];
  for (const { id, asks, answer } of asked) {
    // One that fails keeps no other from being asked.
    answers[id] = await answer({ line, mac, dials, waitMs, clock }).catch(
      (cause) => `failed: ${String(cause.message ?? cause)}`,
    );
    say(`${asks}\n    ${answers[id]}`);
  }
  await clean(line);
  return {
    router: {
      board: box["board-name"] ?? "unknown",
      version: box.version ?? "unknown",
      architecture: box["architecture-name"] ?? "unknown",
    },
    at: new Date().toISOString(),
    waitMs,
    answers,
    transcript: line.transcript,
  };
}
