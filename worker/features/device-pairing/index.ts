export { type Choice, type Chosen, chooseDevice, letIn } from "./choose-device.ts";
export { makerOf } from "./maker.ts";
export { openPairing, type Pairing } from "./open-pairing.ts";
