import { control } from "./control.ts";
import type { Site } from "./site.ts";

type Prompt = { id: string; amount: number; partyB: string };

/** What a person with this phone does with the newest M-Pesa prompt, by the simulator's control. @returns that prompt */
export async function answerPrompt(site: Site, phoneNumber: string, outcome: string): Promise<Prompt> {
  const [prompt] = await control<Prompt[]>(site, `/control/prompts?phoneNumber=${phoneNumber}`);
  if (!prompt) throw new Error(`no prompt rings on ${phoneNumber}`);
  await control(site, `/control/prompts/${prompt.id}`, { outcome });
  return prompt;
}
