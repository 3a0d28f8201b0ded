export { sweepWatches } from "./sweep-watches.ts";
