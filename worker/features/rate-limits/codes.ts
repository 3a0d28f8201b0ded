import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { randomHex } from "../../keys.ts";
import { type Acting, deviceOf, inWords, limited } from "./admit.ts";
import { limitFor } from "./limit-for.ts";
import { codeRules } from "./rules.ts";

type CodeAsker = Pick<Acting, "providerId" | "network" | "routerId" | "subject">;

/**
 * Who asks that a code is sent: its device, which the router lists, then its network. What one of the two refuses counts with neither:
 * a device that asks on and on leaves the codes of its network to the others.
 * @throws AppError too_many
 */
export async function admitCodeAsker(
  ctx: Context,
  { providerId, network, ...place }: CodeAsker,
): Promise<void> {
  const device = deviceOf(place);
  const ofDevice = device === null ? null : limitFor(ctx, { providerId, of: { device } });
  const value = randomHex(64);
  const byDevice = await ofDevice?.attempt({ key, value, ...codeRules.device });
  if (byDevice && !byDevice.allowed) throw tooManyHere(byDevice.retryAfterMs);
  const byNetwork = await limitFor(ctx, { providerId, of: { network } }).attempt({
    key,
    ...codeRules.network,
  });
  if (byNetwork.allowed) return;
  await ofDevice?.forget({ keys: [key], value });
  throw tooManyHere(byNetwork.retryAfterMs);
}

const key = "codes";

const tooManyHere = (retryAfterMs: number) =>
  limited(say("code_limit_here", { when: inWords(retryAfterMs) }), retryAfterMs);

/** The phone that a code would go to: for all providers together, since it rings whoever asks. @throws AppError too_many */
export async function admitCodeTo(ctx: Context, phone: string): Promise<void> {
  const { soon, day } = codeRules.phone;
  const counted = await limitFor(ctx, { phone }).attempt(
    { key: "codes at once", ...soon },
    { key: "codes", ...day },
  );
  if (counted.allowed) return;
  throw limited(say("code_limit_phone", { when: inWords(counted.retryAfterMs) }), counted.retryAfterMs);
}
