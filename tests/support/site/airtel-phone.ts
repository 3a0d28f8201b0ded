import type { AirtelPrompt } from "../../simulators/airtel/airtel-world.ts";
import { control } from "./control.ts";
import type { Site } from "./site.ts";
import { until } from "./visitor.ts";

/**
 * The payer's phone asks for a PIN, and gets this.
 * @param phone 2547…
 * @param outcome paid, cancelled, wrong-pin, insufficient, over-limit, timed-out
 */
export async function answerAirtel(site: Site, phone: string, outcome: string): Promise<AirtelPrompt> {
  const prompts = "/control/airtel/prompts";
  const found = await until(
    "a prompt of Airtel",
    async () => (await control<AirtelPrompt[]>(site, `${prompts}?msisdn=${phone.slice(3)}&state=open`))[0],
    (prompt) => prompt !== undefined,
  );
  return control(site, `${prompts}/${found?.id}`, { outcome });
}
