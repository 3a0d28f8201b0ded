export { type Choice, type Chosen, chooseDevice, letIn } from "./choose-device.ts";
export { makerOf } from "./maker.ts";
export { type Nearby, openPairing, type Pairing } from "./open-pairing.ts";
