import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { Said, says } from "./said.ts";
import { ListQuery } from "./transactions.ts";
import { weekDays } from "./values/day-window.ts";
import { gatewayTypes } from "./values/gateway-types.ts";

// The payment gateway switch (docs/behaviour/operator-console-money.md, "Payment switch"): while one is active, what
// visitors pay goes to a central account of the platform until a target is reached.

export const AccountType = z.enum(["mobile_money", "bank"]);
export type AccountType = z.infer<typeof AccountType>;
export const SwitchMode = z.enum(["manual", "automatic"]);
export type SwitchMode = z.infer<typeof SwitchMode>;

const Time = optional(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, says("switch_times")));

/** What can be changed later. Checked as a whole by the use case, which joins what is missing with ". ". */
const settings = {
  name: optional(oneLine(z.string().trim().max(80, says("switch_name_long")), "field_switch_name")),
  centralAccountNumber: optional(z.string().trim().max(60, says("account_too_long"))),
  /** KES. */
  targetAmount: optional(z.union([z.number(), z.string().trim().max(20)], says("switch_positive"))),
  switchMode: optional(SwitchMode),
  isRecurring: optional(z.boolean()),
  recurringDays: optional(z.array(z.enum(weekDays, says("switch_days"))).max(7)),
  /** HH:MM in Africa/Nairobi. */
  recurringStartTime: Time,
  recurringEndTime: Time,
  allowEmergencyDeactivate: optional(z.boolean()),
};

export const SwitchSettingsInput = z.strictObject(settings);
/** @property revision as it was read: what somebody else changed meanwhile is never overwritten */
export const SwitchChange = z.strictObject({ ...settings, revision: z.int(says("switch_revision")) });
export type SwitchChange = z.infer<typeof SwitchChange>;
export type SwitchSettingsInput = z.infer<typeof SwitchSettingsInput>;

export const SwitchInput = z.strictObject({
  ...settings,
  accountType: optional(AccountType),
  /** Id in the list of mobile money services or of banks. */
  centralPaymentGatewayId: optional(z.string().trim().max(60)),
});
export type SwitchInput = z.infer<typeof SwitchInput>;

export const PaymentSwitch = z.object({
  id: z.string(),
  name: z.string(),
  accountType: AccountType,
  centralPaymentGatewayId: z.string(),
  /** Name of that service or bank. */
  centralName: z.string(),
  centralAccountNumber: z.string(),
  /** KES. */
  targetAmount: z.number(),
  /** KES collected since the cycle began; stays when the switch is paused. */
  currentAmount: z.number(),
  /** KES of prompts that are out and may still be paid. */
  reservedAmount: z.number(),
  switchMode: SwitchMode,
  /** The same under a second name (docs/behaviour/operator-console-calls.md, OC-E5). */
  activationMode: SwitchMode,
  configured: z.boolean(),
  /** This platform has the credentials by which its account is paid; false = everything goes direct all the same. */
  collectable: z.boolean(),
  isActive: z.boolean(),
  /** Payments are diverted right now: active, and inside its hours where it has some. */
  isRunning: z.boolean(),
  /** When its hours begin next, while they do not run. */
  opensAt: Moment.nullable(),
  activatedAt: Moment.nullable(),
  lastTargetReached: Moment.nullable(),
  isRecurring: z.boolean(),
  recurringDays: z.array(z.enum(weekDays)),
  recurringStartTime: z.string().nullable(),
  recurringEndTime: z.string().nullable(),
  allowEmergencyDeactivate: z.boolean(),
  /** What was said at the last emergency stop; null once it is active again. */
  stopReason: z.string().nullable(),
  suspendedAt: Moment.nullable(),
  /** Why, and what to do, in a sentence. */
  suspendedFor: z.string().nullable(),
  /** What became of the KSh 1 by which its account is tried. */
  verification: z.object({
    /** `paid`: the operator has yet to name who received it. `named`: done. */
    status: z.enum(["none", "pending", "failed", "paid", "named"]),
    /** This very account was tried with success, and may take money. */
    isTried: z.boolean(),
    at: Moment.nullable(),
    /** As the prompt named who receives. */
    payee: z.string().nullable(),
    fault: z.string().nullable(),
  }),
  /** Of its settings: a change sends back the one that it was made from. */
  revision: z.int(),
  createdAt: Moment,
});
export type PaymentSwitch = z.infer<typeof PaymentSwitch>;

export const SwitchTransaction = z.object({
  /** Id of the payment. */
  id: z.string(),
  createdAt: Moment,
  /** KES. */
  amount: z.number(),
  providerId: z.string(),
  businessName: z.string(),
  switchId: z.string(),
  switchName: z.string(),
  /** The account as it was when the payment was begun. */
  centralAccountNumberSnapshot: z.string(),
  status: z.literal("diverted"),
  /** Paid when its prompt had already been given up: it may lie beyond the target. */
  late: z.boolean(),
});
export type SwitchTransaction = z.infer<typeof SwitchTransaction>;

/** Why a payment cannot pay a switch's account: by the account's kind, the payment's method, or whose app could ask. */
export const NotDivertible = z.enum([
  /** What it was paid by cannot pay such an account. */
  ...gatewayTypes.map((type) => `pays_no_${type}` as const),
  /** Its gateway works in another environment (sandbox, production) than the platform's own app. */
  "environment",
  /** The platform has no credentials that pay the account. */
  "no_credentials",
]);
export type NotDivertible = z.infer<typeof NotDivertible>;

/** What went direct since a switch was activated because it could not be diverted. */
export const UndivertedPayments = z.object({
  /** Its activation; null = it is not active, and nothing is counted. */
  since: Moment.nullable(),
  /** Providers that did not answer: theirs are not counted. */
  silent: z.int(),
  count: z.int(),
  /** KES. */
  amount: z.number(),
  /** The greatest sum first. */
  groups: z.array(
    z.object({
      method: z.enum(gatewayTypes),
      reason: NotDivertible,
      count: z.int(),
      /** KES. */
      amount: z.number(),
    }),
  ),
});
export type UndivertedPayments = z.infer<typeof UndivertedPayments>;

const SwitchPath = z.object({ id: z.string().trim().max(64) });
const said = z.object({ success: z.literal(true), message: Said });

export const listSwitches = endpoint({
  name: "listSwitches",
  summary: "All payment gateway switches, newest first; total in X-Total-Count",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/payment-gateway-switches",
  query: ListQuery,
  answer: z.array(PaymentSwitch),
});

export const switchTransactions = endpoint({
  name: "switchTransactions",
  summary: "What was diverted, newest first; total in X-Total-Count",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/payment-gateway-switch/transactions",
  query: ListQuery.extend({
    switchId: optional(z.string().max(64)),
    providerId: optional(z.string().max(64)),
  }),
  answer: z.array(SwitchTransaction),
});

export const undivertedPayments = endpoint({
  name: "undivertedPayments",
  summary: "What was paid since a switch was activated and could not reach its account, by method and reason",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/payment-gateway-switch/:id/not-divertible",
  params: SwitchPath,
  answer: UndivertedPayments,
});

export const createSwitch = endpoint({
  name: "createSwitch",
  summary: "Configure a switch; it diverts nothing until it is activated or its hours begin",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payment-gateway-switch",
  body: SwitchInput,
  fresh: true,
  answer: PaymentSwitch,
});

export const updateSwitch = endpoint({
  name: "updateSwitch",
  summary: "Change a switch's settings as a whole; prompts that are out stay as they were decided",
  audience: ["platform"],
  method: "PUT",
  path: "/api/superadmin/payment-gateway-switch/:id",
  params: SwitchPath,
  body: SwitchChange,
  fresh: true,
  answer: PaymentSwitch,
});

const TestPhone = z.strictObject({
  phoneNumber: z.string(says("phone_required")).trim().min(1, says("phone_required")).max(40),
});

export const trySwitchAccount = endpoint({
  name: "trySwitchAccount",
  summary:
    "Send KSh 1 to the operator's phone, to this switch's account by the route that payments will take",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payment-gateway-switch/:id/try",
  params: SwitchPath,
  body: TestPhone,
  fresh: true,
  answer: said,
  hasSuccess: true,
  idempotent: true,
});

export const nameSwitchPayee = endpoint({
  name: "nameSwitchPayee",
  summary: "Name who received the KSh 1, as the prompt did: only then the account may take money",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payment-gateway-switch/:id/payee",
  params: SwitchPath,
  body: z.strictObject({
    payeeName: z
      .string(says("switch_payee"))
      .trim()
      .min(2, says("switch_payee"))
      .max(80, says("switch_payee_long")),
  }),
  fresh: true,
  answer: PaymentSwitch,
});

const acted = said.extend({ actualId: z.string() });

export const activateSwitch = endpoint({
  name: "activateSwitch",
  summary: "Divert payments from now on, until the target is reached; a second call changes nothing",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payment-gateway-switch/:id/activate",
  params: SwitchPath,
  fresh: true,
  answer: acted,
  hasSuccess: true,
});

export const deactivateSwitch = endpoint({
  name: "deactivateSwitch",
  summary: "New payments go directly to providers again; the counter stays",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payment-gateway-switch/:id/deactivate",
  params: SwitchPath,
  answer: acted,
  hasSuccess: true,
});

export const emergencyDeactivateSwitch = endpoint({
  name: "emergencyDeactivateSwitch",
  summary: "Stop at once, with a reason; refused where the switch does not allow it",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payment-gateway-switch/:id/emergency-deactivate",
  params: SwitchPath,
  body: z.strictObject({
    reason: z
      .string(says("switch_reason"))
      .trim()
      .min(1, says("switch_reason"))
      .max(500, says("switch_reason_long")),
  }),
  answer: acted,
  hasSuccess: true,
});

export const deleteSwitch = endpoint({
  name: "deleteSwitch",
  summary: "It leaves the list; what it diverted stays. Refused while it is active",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/payment-gateway-switch/:id",
  params: SwitchPath,
  answer: said,
  hasSuccess: true,
});
