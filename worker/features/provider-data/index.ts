export { sweepErasures } from "./erase-provider.ts";
