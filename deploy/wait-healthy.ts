import { setTimeout as sleep } from "node:timers/promises";
import { Refused } from "./refused.ts";

const betweenMs = 3_000;

/** Asks the new platform until it answers, saying what is waited for. @throws Refused after the limit, with the last reason */
export async function waitHealthy(
  origin: string,
  limitMs: number,
  say: (line: string) => void,
): Promise<void> {
  const end = Date.now() + limitMs;
  let said = "";
  for (;;) {
    const reason = await ask(origin);
    if (!reason) return;
    if (reason !== said) say(`waiting for ${origin}: ${reason}`);
    said = reason;
    if (Date.now() + betweenMs > end)
      throw new Refused(
        `${origin} does not answer yet: ${reason}. Everything is made; names and certificates of a new domain take up to a day. Run the same command again then.`,
      );
    await sleep(betweenMs);
  }
}

/** Why it does not work yet; undefined when it does. */
async function ask(origin: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${origin}/api/health`, {
      redirect: "manual",
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.ok) return undefined;
    return `the worker answers ${answer.status}`;
  } catch (cause) {
    const code = String((cause as { cause?: { code?: string } }).cause?.code ?? cause);
    if (/ENOTFOUND|EAI_AGAIN/.test(code)) return "its name is not known yet";
    if (/CERT|SSL|TLS|EPROTO|ALERT/i.test(code)) return "its certificate is not there yet";
    return `no connection (${code})`;
  }
}
