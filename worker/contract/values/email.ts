import { plain } from "./pasted.ts";

const longest = 254;

/** The first address in what was typed or pasted (`Mercy <m@x.ke>`, `mailto:m@x.ke`), or undefined where none reads like one. */
export function parseEmail(typed: string): string | undefined {
  return plain(typed)
    .split(/[,;<>\s]+/)
    .map((one) => one.replace(/^mailto:/i, ""))
    .find((one) => one.length <= longest && /^[^\s@"():]+@[^\s@."():]+(?:\.[^\s@."():]+)+$/.test(one));
}
