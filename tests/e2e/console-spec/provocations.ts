import { clockProvocations } from "./provoke-clocks.ts";
import { formProvocations } from "./provoke-forms.ts";
import { pageProvocations } from "./provoke-pages.ts";
import { sessionProvocations } from "./provoke-session.ts";

/** Every way in which a row is provoked: each brings an admin there once, and says what was found. */
export const provocations = {
  ...sessionProvocations,
  ...pageProvocations,
  ...formProvocations,
  ...clockProvocations,
};
export type Provocation = keyof typeof provocations;
