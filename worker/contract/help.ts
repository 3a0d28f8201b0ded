import * as z from "zod";
import { endpoint } from "./endpoint.ts";

const page = {
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  query: z.looseObject({}),
  answer: z.string(),
  // The same for everybody: no provider's object is asked for it.
  atEntry: true,
} as const;

export const helpIndex = endpoint({
  ...page,
  name: "helpIndex",
  summary: "The list of handbooks, in the reader's language",
  path: "/help",
});

export const helpBook = endpoint({
  ...page,
  name: "helpBook",
  summary: "One handbook, in the reader's language; the operator's in English, on the main domain alone",
  path: "/help/:book",
  params: z.object({ book: z.string().max(60) }),
});
