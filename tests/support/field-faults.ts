import type * as z from "zod";
import { fieldFaults } from "#contract/said";
import { textIn } from "#contract/texts";

/** What the server says of a body, by the fields' paths. */
export function faultsIn(schema: z.ZodType, body: unknown): Record<string, string> {
  const { error } = schema.safeParse(body, { reportInput: true });
  const faults = error ? fieldFaults(error.issues) : [];
  return Object.fromEntries(faults.map(({ path, text }) => [path, textIn("en", text)]));
}
