export { compareCopies, type WrongCopies } from "./compare-copies.ts";
export { copiesDue, copyNow, copyToPlatform } from "./copy-to-platform.ts";
