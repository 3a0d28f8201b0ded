/** The front door of the RouterOS simulator. */

export { memoryStore } from "../store.ts";
export type { ControlBody } from "./control.ts";
export type { Faults } from "./faults.ts";
export { type Image, type TrapImage, wellKept } from "./image-kit.ts";
export { trapImages } from "./images.ts";
export { RouterSimulator } from "./router-simulator.ts";
export type { ApiUser, HotspotSettings, RouterOptions } from "./settings.ts";
export type { RouterVersion } from "./version.ts";
