export { compareCopies } from "./compare-copies.ts";
export { copiesDue, copyNow, copyToPlatform } from "./copy-to-platform.ts";
