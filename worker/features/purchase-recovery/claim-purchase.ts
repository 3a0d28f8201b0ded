import type { Context } from "../../context.ts";
import type { ClaimOutcome, ClaimPurchase, PurchaseClaimed } from "../../contract/purchase-recovery.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { parseClaimCode } from "../../contract/values/claim-code.ts";
import { markOf } from "../../contract/values/mac.ts";
import { AppError, refuse } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { type GivesWay, giveDevice } from "../entitlements/index.ts";
import { type Acting, admitOrRefuse, freshListMs, visitorKey } from "../rate-limits/index.ts";
import { routerOf, visitorIsListed } from "../routers/index.ts";
import { findPurchase } from "./find-purchase.ts";

export type ClaimAsk = {
  url: URL;
  tenant: Tenant;
  input: ClaimPurchase;
  buyerHash: string | null;
  /** As `networkOf` tells it. */
  network: string;
  idempotencyKey: string | null;
};

const messages: Record<ClaimOutcome, Text> = {
  moved: say("claim_moved"),
  attached: say("claim_added"),
  here: say("claim_had_already"),
  moving: say("claim_on_its_way"),
  checking: say("claim_checking"),
  choose: say("claim_choose"),
};

/** "I have paid" and "move to this phone": brings a purchase to the device that proves it. */
export async function claimPurchase(ctx: Context, ask: ClaimAsk): Promise<Made<typeof PurchaseClaimed>> {
  const { input } = ask;
  if (input.code.trim() === "") throw refuse("invalid", "claim_empty");
  const at = await routerOf(ctx, ask.url, ask.tenant, input);
  const { providerId, router, subject } = at;
  if (!subject) throw refuse("invalid", "join_wifi_with_device");
  const place = { providerId, routerId: router.id, subject };
  const code = parseClaimCode(input.code);
  if (!code) throw refuse("refused", "claim_unreadable");
  // Before anything is looked up: no codes are tried for a device that is not there.
  const listed = await visitorIsListed(ctx, at, ask.network, freshListMs);
  refuseAbsent(listed);
  const who = { ...place, network: ask.network, browser: ask.buyerHash, listed };
  await countTry(ctx, who, ask.idempotencyKey, input);
  const found = await findPurchase(ctx, providerId, code, input.phoneNumber);
  if (found === "checking") return answer("checking");
  if (found === "unknown") throw refuse("not_found", "claim_nothing_found");
  const instead = input.instead ?? null;
  const given = await giveDevice(ctx, { ...place, ...found, buyerHash: ask.buyerHash, instead });
  return typeof given === "string" ? answer(given) : { ...answer("choose"), givesWay: shown(given) };
}

function refuseAbsent(isListed: boolean | null): void {
  if (isListed === false) throw refuse("refused", "claim_wifi_first");
  if (isListed === null) throw new AppError("unavailable", say("hotspot_silent"), { retryAfter: 60 });
}

function answer(outcome: ClaimOutcome): Made<typeof PurchaseClaimed> {
  const isDone = outcome !== "checking" && outcome !== "choose";
  return { success: isDone, outcome, message: messages[outcome], givesWay: null };
}

/** No address is told, and not whose the devices are. */
function shown({ gives, devices }: GivesWay): Made<typeof PurchaseClaimed>["givesWay"] {
  const joined = (at: number) => new Date(at).toISOString();
  return {
    gives,
    devices: devices.map(({ device, subject, attachedAt }) => ({
      device,
      mark: markOf(subject),
      joinedAt: joined(attachedAt),
    })),
  };
}

const admitted = "admitted";

/** A repeat of an admitted request is no new try. Neighbours who name this device count as browsers of their own. */
async function countTry(
  ctx: Context,
  who: Acting,
  idempotencyKey: string | null,
  body: unknown,
): Promise<void> {
  const key = await visitorKey(ctx, who, idempotencyKey, body);
  if (key.known === admitted) return admitOrRefuse(ctx, "claimAgain", who);
  await admitOrRefuse(ctx, "claim", who);
  await key.keep(admitted);
}
