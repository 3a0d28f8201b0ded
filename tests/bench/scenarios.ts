import { makeVouchers, signIn } from "../support/site/console.ts";
import type { Site } from "../support/site/site.ts";
import type { Visitors } from "../support/site/visitor.ts";
import { type Figures, paced } from "./load.ts";

const hex = (value: number) => value.toString(16).padStart(2, "0").toUpperCase();
const digits = (value: number, length: number) => String(value).padStart(length, "0");

/** Batches of 100, one after the other, as the console asks for them. */
export async function voucherBatches(
  site: Site,
  batches: number,
): Promise<{ codes: string[]; figures: Figures }> {
  const { demo } = site.seeded;
  const cookie = await signIn(site, demo);
  const planId = demo.plans[0]?.id ?? "";
  const codes: string[] = [];
  const figures = await paced(
    Array.from({ length: batches }, (_, index) => index),
    1,
    async () => {
      codes.push(...(await makeVouchers(site, demo, cookie, { planId, quantity: 100 })));
    },
  );
  return { codes, figures };
}

/** Each code by a device of its own, which the router does not list, so from a line of its own. */
export function redeemMany(
  visitors: Visitors,
  codes: string[],
  parallel: number,
  from: number,
): Promise<Figures> {
  const tries = codes.map((code, index) => ({ code, number: from + index }));
  return paced(tries, parallel, async ({ code, number }) => {
    const mac = `02:00:00:01:${hex(number >> 8)}:${hex(number & 255)}`;
    const answer = await visitors.redeem(mac, code, `10.1.${number >> 8}.${number & 255}`);
    if (answer.status !== 200) throw new Error(answer.message);
  });
}

/** Each by a device, a phone and a line of its own. */
export function initiateMany(
  visitors: Visitors,
  planId: string,
  count: number,
  parallel: number,
  from = 0,
): Promise<Figures> {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  return paced(numbers, parallel, async (index) => {
    const answer = await visitors.initiate(
      `02:00:00:02:${hex(index >> 8)}:${hex(index & 255)}`,
      planId,
      `254713${digits(index, 6)}`,
      { network: `10.2.${index >> 8}.${index & 255}` },
    );
    if (!answer.success) throw new Error(answer.message);
  });
}

/** Every prompt that still rings. */
export async function cancelAll(visitors: Visitors): Promise<void> {
  const open = (await visitors.prompts()).filter(({ state }) => state === "open");
  for (const { id } of open) await visitors.answerPrompt(id, "cancelled");
}

/** From the PIN to the page that says online, for each device, which the router sees; polled every 20 ms. */
export async function pinToOnline(
  visitors: Visitors,
  planId: string,
  devices: readonly string[],
  from = 0,
): Promise<Figures> {
  const started: { transactionId: string; promptId: string }[] = [];
  for (const [index, mac] of devices.entries()) {
    const phone = `254714${digits(from + index, 6)}`;
    const { transactionId } = await visitors.initiate(mac, planId, phone);
    started.push({ transactionId, promptId: (await visitors.openPrompt(phone)).id });
  }
  return paced(started, 1, async ({ transactionId, promptId }) => {
    await visitors.answerPrompt(promptId, "paid");
    const end = Date.now() + 20_000;
    while ((await visitors.status(transactionId)).access !== "online") {
      if (Date.now() > end) throw new Error("not online within 20 s");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
}
