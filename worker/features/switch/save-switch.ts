import type { Context } from "../../context.ts";
import type { PaymentSwitch, SwitchChange, SwitchInput, SwitchSettingsInput } from "../../contract/switch.ts";
import { say } from "../../contract/texts.ts";
import { bankById } from "../../contract/values/banks.ts";
import { serviceById } from "../../contract/values/mobile-money.ts";
import { formatShillings } from "../../contract/values/money.ts";
import { switchFaults, targetCents } from "../../contract/values/switch-rules.ts";
import { nairobiMs } from "../../contract/values/time.ts";
import { switches } from "../../db/schema/platform.ts";
import { sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Actor, changesOf, recordIfStatement, recordStatement } from "../audit/index.ts";
import { operatorName } from "../auth/index.ts";
import { notifyOperators } from "../mail/index.ts";
import { configureSwitch } from "./configure-switch.ts";
import { staleId } from "./operate-switch.ts";
import { refuseProvidersAccount } from "./providers-account.ts";
import { type EditableColumns, type SwitchRow, settingsStatement, switchById } from "./store.ts";

type Account = Pick<SwitchRow, "accountType" | "centralPaymentGatewayId">;

/** @throws AppError invalid with everything that is missing, joined with ". " */
export async function createSwitch(ctx: Context, input: SwitchInput, actor: Actor): Promise<PaymentSwitch> {
  const { accountType, centralPaymentGatewayId = "" } = input;
  const settings = checked(input, { accountType: accountType ?? "", centralPaymentGatewayId });
  const account = offeredAccount(accountType, centralPaymentGatewayId);
  await refuseProvidersAccount(ctx, { ...account, ...settings });
  const now = ctx.now();
  const row = { id: crypto.randomUUID(), ...settings, ...account, createdAt: now, updatedAt: now };
  await ctx.platform.batch([
    insertInto(switches, row),
    recordStatement(ctx, {
      ...actor,
      action: "switch.create",
      subject: row.id,
      detail: detailOf({ ...settings, ...account }),
    }),
  ]);
  const { name, centralAccountNumber: after } = settings;
  await notifyOfAccount(ctx, { name, before: null, after, by: actor });
  return configureSwitch(ctx, row.id);
}

/** Changes a switch as a whole; type and service of its account stay. */
export async function updateSwitch(
  ctx: Context,
  id: string,
  { revision, ...input }: SwitchChange,
  actor: Actor,
): Promise<PaymentSwitch> {
  const row = await switchById(ctx, id);
  if (!row) throw staleId();
  const settings = checked(input, row);
  if (settings.centralAccountNumber !== row.centralAccountNumber)
    await refuseProvidersAccount(ctx, { ...row, ...settings });
  const [changed = []] = await ctx.platform.batch([
    settingsStatement(ctx, { id, revision }, settings),
    recordIfStatement(
      ctx,
      {
        ...actor,
        action: "switch.update",
        subject: id,
        detail: { name: settings.name, ...changesOf(detailOf(row), detailOf({ ...row, ...settings })) },
      },
      sql`changes() = 1`,
    ),
  ]);
  if (changed.length === 0) throw await whyNotSaved(ctx, id, revision);
  const { name, centralAccountNumber: after } = settings;
  await notifyOfAccount(ctx, { name, before: row.centralAccountNumber, after, by: actor });
  return configureSwitch(ctx, id);
}

async function whyNotSaved(ctx: Context, id: string, revision: number): Promise<AppError> {
  const row = await switchById(ctx, id);
  if (!row) return staleId();
  return row.revision === revision
    ? refuse("refused", "switch_deactivate_first")
    : refuse("conflict", "switch_changed");
}

function checked(
  input: SwitchSettingsInput,
  account: { accountType: string; centralPaymentGatewayId: string },
): EditableColumns {
  const { name = "", centralAccountNumber = "", switchMode = "manual", isRecurring = false } = input;
  const { recurringDays = [], recurringStartTime = "", recurringEndTime = "" } = input;
  const { allowEmergencyDeactivate = true } = input;
  const targetAmount = String(input.targetAmount ?? "");
  const { accountType, centralPaymentGatewayId } = account;
  const faults = switchFaults({
    accountType,
    centralPaymentGatewayId,
    centralAccountNumber,
    targetAmount,
    name,
    isRecurring,
    recurringDays,
    recurringStartTime,
    recurringEndTime,
  });
  const cents = targetCents(targetAmount);
  if (faults.length > 0 || cents === undefined) {
    const [first = say("switch_cents"), ...others] = faults.map((fault) => say(fault));
    throw new AppError(
      "invalid",
      others.reduce((text, rest) => say("two_joined", { first: text, rest }), first),
    );
  }
  return {
    name,
    centralAccountNumber,
    switchMode,
    isRecurring,
    allowEmergencyDeactivate,
    targetCents: cents,
    recurringDays: [...new Set(recurringDays)],
    recurringStartTime: recurringStartTime || null,
    recurringEndTime: recurringEndTime || null,
  };
}

/** Only what can be collected is offered: T-Kash and services that are switched off are not. */
function offeredAccount(accountType: SwitchInput["accountType"], id: string): Account {
  if (!accountType) throw refuse("invalid", "switch_account_type");
  const service = serviceById(id);
  const isOffered =
    accountType === "bank" ? bankById(id) !== undefined : Boolean(service?.isActive && service.collectable);
  if (!isOffered) throw refuse("invalid", "switch_not_offered");
  return { accountType, centralPaymentGatewayId: id };
}

function detailOf(
  row: Account &
    Pick<SwitchRow, "name" | "centralAccountNumber" | "targetCents" | "switchMode" | "isRecurring">,
): Record<string, unknown> {
  return {
    name: row.name,
    account: `${row.centralPaymentGatewayId} ${row.centralAccountNumber}`,
    target: `KSh ${formatShillings(row.targetCents)}`,
    mode: row.switchMode,
    recurring: row.isRecurring,
  };
}

const ended = (account: string) => `****${account.slice(-4)}`;

/** Where a switch sends visitors' money concerns every operator. @param before null = the switch is new */
async function notifyOfAccount(
  ctx: Context,
  change: { name: string; before: string | null; after: string; by: Actor },
): Promise<void> {
  const { name, before, after, by } = change;
  if (before === after) return;
  const at = ctx.now();
  const who = by.actorId === null ? "the platform" : await operatorName(ctx, by.actorId);
  const moment = new Date(at + nairobiMs).toISOString().slice(0, 16).replace("T", " ");
  await notifyOperators(ctx, {
    subject: `Payment switch ${name}: ${before === null ? "a central account" : "another central account"}`,
    text: [
      `On ${moment} (Nairobi time) ${who} ${before === null ? "configured" : "changed"} where the payment switch ${name} sends what visitors pay.`,
      ...(before === null ? [] : [`Before: account ${ended(before)}`]),
      `Now: account ${ended(after)}`,
      "If you do not know of this, stop the switch at once and disable that account's operator: both are in the super admin console.",
    ].join("\n\n"),
    event: `switch account ${after} ${at}`,
  });
}
