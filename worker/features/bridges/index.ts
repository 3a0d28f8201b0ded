export { createBridgeCode } from "./enrol-bridge.ts";
