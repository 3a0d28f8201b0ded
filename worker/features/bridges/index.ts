export { revokeBridge } from "./own-bridges.ts";
export { sweepBridgeWaves } from "./sweep-waves.ts";
