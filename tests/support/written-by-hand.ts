import { env } from "cloudflare:workers";
import { directoryChanged } from "#worker/db/directory";
import { concernsSnapshots } from "#worker/db/snapshot";
import { watchD1 } from "./d1-statements.ts";

// Tests write rows of the platform by hand and look at once what follows, without a call of the platform that would deliver them
// to the providers' objects, and without the seconds after which these ask: here every such write is told to all objects.

let isOn = true;

/** Until the next file: what tests write by hand is not told to objects, so that only the product's own telling is seen. */
export function tellNothing(): void {
  isOn = false;
}

export function tellAgain(): void {
  isOn = true;
}

async function tell(): Promise<void> {
  directoryChanged();
  const { results } = await env.DB.prepare("SELECT id FROM providers").all<{ id: string }>();
  await Promise.allSettled(results.map(({ id }) => env.PROVIDER.getByName(id).refreshSnapshot()));
}

watchD1(async (texts, answer) => {
  const done = await answer;
  if (isOn && texts.some(concernsSnapshots)) await tell();
  return done;
});
