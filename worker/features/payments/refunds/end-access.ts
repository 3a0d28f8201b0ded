import type { Context } from "../../../context.ts";
import { AppError } from "../../../errors.ts";
import { cutOff } from "../../entitlements/index.ts";

/** What a refund ends. What does not run any more has ended by itself. */
export async function endAccess(ctx: Context, providerId: string, entitlementId: string): Promise<void> {
  try {
    await cutOff(ctx, providerId, entitlementId);
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === "not_found")) throw cause;
  }
}
