export {
  accessNow,
  accessOf,
  aheadOf,
  awayIf,
  boughtNow,
  type DeviceNow,
  deviceNow,
  type EntitlementRef,
  type QueuedNow,
  type Reported,
  type ReportedState,
} from "./access-of.ts";
export { attachWaiting, plansWaiting } from "./attach-waiting.ts";
export type {
  AccessNow,
  BridgeApi,
  CheckNow,
  DeviceList,
  DevicesNow,
  RequestAnswer,
  RouterAway,
  RouterNow,
  ScanBegin,
  ScanNow,
  SiteNow,
  ToldTotals,
  UpdateNow,
  UpdateTold,
  WaitingList,
} from "./bridge-api.ts";
export {
  buyerOf,
  elsewhereOf,
  endedOf,
  entitlementByRecovery,
  purchaseOf,
  receiptOf,
} from "./buyer-purchases.ts";
export { carryOn, countLeft } from "./carry-on.ts";
export {
  allowDevice,
  cutOff,
  cutOffDevice,
  cutOffStatement,
  isPartBackOf,
  isUnpaidOf,
  resumeStatement,
} from "./cut-off.ts";
export { deliver, deliverNew, deliverNow } from "./deliver.ts";
export { type Delivery, deliverAgain } from "./deliver-again.ts";
export { desiredEntitlementOf, type EntitlementRecord, isOver, laterOf } from "./desired-state.ts";
export { hangingOn, putOff, setAside } from "./detach-device.ts";
export { devicesNow } from "./devices-now.ts";
export { sessionStatement } from "./event-statements.ts";
export { extendPurchase, reopenableMs } from "./extend.ts";
export { type DeviceToGive, type Given, type GivesWay, giveDevice } from "./give-device.ts";
export { entitlementStatements, hotspotUserUpdate } from "./grant.ts";
export { noteOutage } from "./note-outage.ts";
export { isOpenAt } from "./open-hours-sql.ts";
export { hasOtherPurchase, paidAmong, pairDevice } from "./pair-device.ts";
export { deviceName, planDevices } from "./plan-devices.ts";
export { firstIdIn } from "./purchase-id.ts";
export {
  type EntitlementEvent,
  entitlementIdOfEvent,
  isCoherent,
  isOfLine,
  isOfOfflineVoucher,
  type KnownEvent,
  type LineEvent,
  namesDevice,
  writeEvents,
} from "./record-events.ts";
export { recoveryHashFor, recoveryStart, shownRecoveryCode } from "./recovery-code.ts";
export { removeDevice } from "./remove-device.ts";
export { cameAlong, roam, roamingOf, sendBack } from "./roam.ts";
export { heldAtRouters, heldById, heldByRouters, heldFrom, heldNow, withTopUps } from "./store.ts";
export { accessDue, sweepAccess } from "./sweep-access.ts";
export {
  isTopUpTaken,
  type PaidTopUp,
  type SoldTopUp,
  sellTopUp,
  type TopUpOffer,
  takesTopUp,
  takeTopUpAway,
  topUpStatement,
  topUpsOf,
} from "./top-up.ts";
