import type { AirtelPrompt } from "../../simulators/airtel/airtel-world.ts";
import type { Site } from "./site.ts";
import { until } from "./visitor.ts";

/**
 * The payer's phone asks for a PIN, and gets this.
 * @param phone 2547…
 * @param outcome paid, cancelled, wrong-pin, insufficient, over-limit, timed-out
 */
export async function answerAirtel(site: Site, phone: string, outcome: string): Promise<AirtelPrompt> {
  const prompts = `${site.gatewayOrigin}/control/airtel/prompts`;
  const found = await until(
    "a prompt of Airtel",
    async () => {
      const answer = await fetch(`${prompts}?msisdn=${phone.slice(3)}&state=open`);
      return ((await answer.json()) as AirtelPrompt[])[0];
    },
    (prompt) => prompt !== undefined,
  );
  const answer = await fetch(`${prompts}/${found?.id}`, {
    method: "POST",
    body: JSON.stringify({ outcome }),
  });
  if (!answer.ok) throw new Error(`the prompt took no ${outcome}: ${await answer.text()}`);
  return (await answer.json()) as AirtelPrompt;
}
