import * as z from "zod";
import { endpoint } from "./endpoint.ts";

// What a customer does on the own page beside paying: the link anew, and another package, which needs the phone at hand.

export const sendMyLink = endpoint({
  name: "sendMyLink",
  summary:
    "Sends the link to a customer's page to the customer's own phone; the answer is the same whether there is such a customer or not",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/my",
  body: z.looseObject({}),
  answer: z.string(),
});

const line = z.object({ link: z.string().max(80), line: z.string().max(100) });

export const customerPackages = endpoint({
  name: "customerPackages",
  summary: "Packages that a customer may choose for a line, with what each makes of the time that is left",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/my/:link/lines/:line",
  params: line,
  query: z.looseObject({}),
  answer: z.string(),
});

export const askPackageChange = endpoint({
  name: "askPackageChange",
  summary:
    "A customer chooses another package: a code goes to the customer's own phone, and nothing changes yet",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/my/:link/lines/:line",
  params: line,
  body: z.looseObject({}),
  answer: z.string(),
});

const change = z.object({ link: z.string().max(80), change: z.string().max(100) });

export const packageChangePage = endpoint({
  name: "packageChangePage",
  summary: "The package that a customer chose, and the field for its code",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/my/:link/changes/:change",
  params: change,
  query: z.looseObject({}),
  answer: z.string(),
});

export const provePackageChange = endpoint({
  name: "provePackageChange",
  summary: "The code that came to the customer's phone: the line has the other package then",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/my/:link/changes/:change",
  params: change,
  body: z.looseObject({}),
  answer: z.string(),
});
