export {
  type Acting,
  type Admission,
  admit,
  admitByNetwork,
  admitChange,
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
export { admitCodeAsker, admitCodeTo } from "./codes.ts";
export { freeMinutes, type Giver, givenOn, giverOf, noMinutes, returnMinutes, takeMinutes } from "./gifts.ts";
export { claimIdempotencyKey, type KeyClaim, visitorKey } from "./idempotency-key.ts";
export type { LeaseAnswer } from "./lease.ts";
export { type Limit, type LimitCalls, limitFor } from "./limit-for.ts";
export type { PromptAnswer, PromptOutcome } from "./prompt.ts";
export { quotas } from "./quotas.ts";
export type { Act } from "./rules.ts";
export { foreignCodes, freshHostsMs, hostsAsked, staleHostsMs } from "./rules.ts";
