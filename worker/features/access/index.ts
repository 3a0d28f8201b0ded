export {
  accessOf,
  boughtNow,
  type DeviceNow,
  deviceNow,
  type EntitlementRef,
} from "./access-of.ts";
export { routerAnswer, routersNow } from "./assigned-routers.ts";
export { attachWaiting, plansWaiting } from "./attach-waiting.ts";
export type { CheckNow } from "./bridge-checks.ts";
export { bridgeObjectFor } from "./bridge-object.ts";
export { buyerOf, elsewhereOf, entitlementByRecovery, purchaseOf } from "./buyer-purchases.ts";
export { allowDevice, cutOff, cutOffDevice, cutOffStatement, resumeStatement } from "./cut-off.ts";
export { deliver, deliverNew } from "./deliver.ts";
export { type Delivery, deliverAgain } from "./deliver-again.ts";
export { createBridgeCode } from "./enrol-bridge.ts";
export { extendPurchase, reopenableMs } from "./extend.ts";
export { type DeviceToGive, type Given, giveDevice } from "./give-device.ts";
export { entitlementStatements, hotspotUserUpdate } from "./grant.ts";
export { bridgeProgram, installCommand } from "./install/install-command.ts";
export { deviceIsListed, refuseFlood, visitorIsListed } from "./listed-devices.ts";
export type { SiteNow } from "./live-view.ts";
export { onlineDevices } from "./online-devices.ts";
export { onlineRouters } from "./online-routers.ts";
export { refuseForeignBridge, revokeBridge, siteNow } from "./own-bridges.ts";
export { recoveryCodeOf, recoveryHashFor, recoveryStart, shownRecoveryCode } from "./recovery-code.ts";
export { removeRouter } from "./remove-router.ts";
export { sweepAccess } from "./sweep-access.ts";
export { withdrawRouter, withSetAside } from "./withdraw-router.ts";
