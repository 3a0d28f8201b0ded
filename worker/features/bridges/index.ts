export { revokeBridge } from "./own-bridges.ts";
