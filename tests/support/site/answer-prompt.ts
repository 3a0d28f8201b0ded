import type { Site } from "./site.ts";

type Prompt = { id: string; amount: number; partyB: string };

/** What a person with this phone does with the newest M-Pesa prompt, by the simulator's control. @returns that prompt */
export async function answerPrompt(site: Site, phoneNumber: string, outcome: string): Promise<Prompt> {
  const prompts = `${site.gatewayOrigin}/control/prompts`;
  const listed = (await (await fetch(`${prompts}?phoneNumber=${phoneNumber}`)).json()) as Prompt[];
  const [prompt] = listed;
  if (!prompt) throw new Error(`no prompt rings on ${phoneNumber}`);
  const answer = await fetch(`${prompts}/${prompt.id}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ outcome }),
  });
  if (!answer.ok) throw new Error(`the prompt took no ${outcome}: ${await answer.text()}`);
  return prompt;
}
