/** The front door of the RouterOS simulator. */

export { memoryStore } from "../store.ts";
export type { ControlBody } from "./control.ts";
export type { BrokenReply, Faults } from "./faults.ts";
export { type Image, type TrapImage, wellKept } from "./image-kit.ts";
export { trapImages } from "./images.ts";
export type { ActiveReport, HostReport, PhoneReport, RouterReport } from "./report.ts";
export { RouterSimulator } from "./router-simulator.ts";
export type { ApiUser, HotspotSettings, Policy, RouterOptions } from "./settings.ts";
export type { WriteRecord } from "./state.ts";
export type { RouterVersion } from "./version.ts";
