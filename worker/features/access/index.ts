export {
  accessOf,
  boughtNow,
  type DeviceNow,
  deviceIsListed,
  deviceNow,
  type EntitlementRef,
} from "./access-of.ts";
export { attachWaiting } from "./attach-waiting.ts";
export { bridgeObjectFor } from "./bridge-object.ts";
export { buyerOf, elsewhereOf, entitlementByRecovery, purchaseOf } from "./buyer-purchases.ts";
export { allowDevice, cutOffDevice } from "./cut-off.ts";
export { deliver, deliverNew } from "./deliver.ts";
export { type Delivery, deliverAgain } from "./deliver-again.ts";
export { createBridgeCode } from "./enrol-bridge.ts";
export { extendPurchase, reopenableMs } from "./extend.ts";
export { type DeviceToGive, type Given, giveDevice } from "./give-device.ts";
export { entitlementStatements, hotspotUserUpdate } from "./grant.ts";
export { onlineDevices } from "./online-devices.ts";
export { recoveryCodeOf, recoveryHashOf } from "./recovery-code.ts";
export { sweepAccess } from "./sweep-access.ts";
