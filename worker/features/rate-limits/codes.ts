import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { AppError } from "../../errors.ts";
import { type Acting, deviceOf, inWords } from "./admit.ts";
import { limitFor } from "./limit-for.ts";
import { codeRules } from "./rules.ts";

type CodeAsker = Pick<Acting, "providerId" | "network" | "routerId" | "mac">;

/** Who asks that a code is sent: its network, then its device, which the router lists. @throws AppError too_many */
export async function admitCodeAsker(
  ctx: Context,
  { providerId, network, ...place }: CodeAsker,
): Promise<void> {
  const device = deviceOf(place);
  const subjects = [
    { of: { network }, rule: codeRules.network },
    ...(device === null ? [] : [{ of: { device }, rule: codeRules.device }]),
  ];
  for (const { of, rule } of subjects) {
    const counted = await limitFor(ctx, { providerId, of }).attempt({ key: "codes", ...rule });
    if (!counted.allowed)
      throw new AppError("too_many", say("code_limit_here", { when: inWords(counted.retryAfterMs) }), {
        retryAfter: counted.retryAfterMs / 1_000,
      });
  }
}

/** The phone that a code would go to: for all providers together, since it rings whoever asks. @throws AppError too_many */
export async function admitCodeTo(ctx: Context, phone: string): Promise<void> {
  const { soon, day } = codeRules.phone;
  const counted = await limitFor(ctx, { phone }).attempt(
    { key: "codes at once", ...soon },
    { key: "codes", ...day },
  );
  if (counted.allowed) return;
  throw new AppError("too_many", say("code_limit_phone", { when: inWords(counted.retryAfterMs) }), {
    retryAfter: counted.retryAfterMs / 1_000,
  });
}
