export { accessOf, type DeviceNow, deviceIsListed, deviceNow, type EntitlementRef } from "./access-of.ts";
export { bridgeObjectFor } from "./bridge-object.ts";
export { attachWaiting } from "./cut-off.ts";
export { deliver } from "./deliver.ts";
export { createBridgeCode } from "./enrol-bridge.ts";
export { deviceStatements, entitlementStatements, type Grant } from "./grant.ts";
export { purchaseOf } from "./store.ts";
export { sweepAccess } from "./sweep-access.ts";
