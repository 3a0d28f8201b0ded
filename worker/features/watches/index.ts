export { noteSize } from "./note-size.ts";
export { sweepWatches } from "./sweep-watches.ts";
