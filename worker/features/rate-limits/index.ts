export {
  type Acting,
  type Admission,
  admit,
  admitByNetwork,
  admitChange,
  admitCodeAsker,
  admitCodeTo,
  admitOrRefuse,
  admitStrangersPhone,
  admitTokenCall,
  browserAttempts,
  browsersPhone,
  deviceOf,
  forgetStrangersPhone,
  inWords,
  isCrowded,
  isOfPhones,
  limited,
  refusedFor,
  tooMany,
} from "./admit.ts";
export type { LeaseAnswer } from "./attempts.ts";
export { admitCustomerCode, admitLinkAsker, admitLinkTo } from "./customer-limits.ts";
export { freeMinutes, type Giver, givenOn, giverOf, noMinutes, returnMinutes, takeMinutes } from "./gifts.ts";
export { claimIdempotencyKey, type KeyClaim, visitorKey } from "./idempotency-key.ts";
export { refuseTooManyRows } from "./import-quota.ts";
export { type Limit, limitFor } from "./limit-for.ts";
export { type LimitAct, type LimitCalls, Limits } from "./limits.ts";
export type { PromptAnswer, PromptOutcome } from "./prompt-state.ts";
export { type Act, foreignCodes, freshListMs, listsAsked, quotas, staleListMs } from "./rules.ts";
