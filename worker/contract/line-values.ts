import * as z from "zod";

// Values of the bridge line that many of its messages hold.

export const Id = z.string().min(1).max(80);
/** Also for spans of time and for bytes. */
export const Count = z.int().min(0);
