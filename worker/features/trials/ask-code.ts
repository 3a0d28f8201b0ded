import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import { say } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { normalisePhone, parseKenyanMobile } from "../../contract/values/phone.ts";
import { AppError, refuse } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { randomHex } from "../../keys.ts";
import { type NotSent, sendCode } from "../messages/index.ts";
import { admitCodeAsker, admitCodeTo } from "../rate-limits/index.ts";
import { routerForSale, visitorIsListed } from "../routers/index.ts";
import { trialFor } from "./offer-trial.ts";
import { codesPerDay } from "./settings.ts";
import { askStatements, codeMs, openAsk, takeBackStatements } from "./store.ts";

type CodeAsk = {
  url: URL;
  tenant: Tenant;
  input: { phoneNumber: string; macAddress?: string | undefined; routerId?: string | undefined };
  /** As `networkOf` tells it. */
  network: string;
  /** Of the page, and of the SMS. */
  language: Language;
};

/**
 * Sends a code to the phone that shall prove itself. Whether the phone had a trial is not looked at here: who asks learns it by the code
 * alone.
 * @returns the id by which the code is entered
 */
export async function askCode(ctx: Context, ask: CodeAsk): Promise<string> {
  const phone = phoneIn(ask.input.phoneNumber);
  const sale = await routerForSale(ctx, ask.url, ask.tenant, ask.input);
  const { providerId, router, subject } = sale;
  if (!subject) throw refuse("invalid", "join_wifi_with_device");
  const place = { providerId, routerId: router.id, subject };
  const trial = await trialFor(ctx, place);
  refuseAbsent(await visitorIsListed(ctx, sale, ask.network));
  const db = ctx.tenant(providerId);
  // The same press again: its code is on its way.
  const known = await db.first(openAsk(phone, subject, router.id, ctx.now()));
  if (known) return known.id;
  await admitCodeAsker(ctx, { ...place, network: ask.network });
  const now = ctx.now();
  const id = randomHex(128);
  const day = nairobiDay(now);
  const most = { codes: codesPerDay(trial), given: trial.perDay };
  const statements = askStatements({ id, phone, subject, routerId: router.id, now }, day, most);
  const asked = (await db.batch(statements)).at(-1)?.[0] as { id: string } | undefined;
  if (!asked) throw refuse("refused", "trial_used_up");
  if (asked.id !== id) return asked.id;
  try {
    await admitCodeTo(ctx, phone);
    const until = now + codeMs;
    const { language } = ask;
    const about = { minutes: trial.minutes };
    const notSent = await sendCode(ctx, providerId, { id, phone, language, about, until });
    if (notSent !== null) throw refuse("refused", refusals[notSent]);
  } catch (cause) {
    await db.batch(takeBackStatements(id, { routerId: router.id, day }));
    throw cause;
  }
  return id;
}

/** What is wrong with the provider's account is nothing for visitors. */
const refusals = { account: "trial_no_sms_now", phone: "trial_no_sms_to" } as const satisfies Record<
  NotSent,
  string
>;

function phoneIn(typed: string): string {
  if (typed.trim() === "") throw refuse("invalid", "trial_phone_needed");
  const phone = parseKenyanMobile(typed);
  if (phone === undefined)
    throw refuse("invalid", "phone" in normalisePhone(typed) ? "phone_not_mobile" : "phone_invalid");
  return phone;
}

/** An SMS costs money: it goes out for a device that is there. */
function refuseAbsent(isListed: boolean | null): void {
  if (isListed === false) throw refuse("refused", "claim_wifi_first");
  if (isListed === null) throw new AppError("unavailable", say("hotspot_silent"), { retryAfter: 60 });
}
