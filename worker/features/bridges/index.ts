export { createBridgeCode } from "./enrol-bridge.ts";
export { revokeBridge } from "./own-bridges.ts";
