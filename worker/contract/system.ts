import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { says } from "./said.ts";

export const health = endpoint({
  name: "health",
  summary: "Is the worker up, do its database and its objects answer, and is its work of every minute done",
  audience: ["visitor"],
  method: "GET",
  path: "/api/health",
  answer: z.object({
    ok: z.boolean(),
    database: z.boolean(),
    /** Whether the platform's own books open, which have the tables that each provider's object has. */
    objects: z.boolean(),
    /** Seconds since what is done every minute was done; null = never yet, or not known. */
    minute: z.number().nullable(),
    version: z.string(),
  }),
});

export const openapi = endpoint({
  name: "openapi",
  summary: "This API, generated from the same data that mounts it",
  audience: ["visitor"],
  method: "GET",
  path: "/api/openapi.json",
  answer: z.looseObject({ openapi: z.string() }),
});

export const apiDocs = endpoint({
  name: "apiDocs",
  summary: "This API as a page to read and search, with an example for each call",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/api/docs",
  query: z.looseObject({}),
  answer: z.string(),
  // The same for everybody: no provider's object is asked for it.
  atEntry: true,
});

const console_ = { audience: ["visitor"], kind: "html", method: "GET", answer: z.string() } as const;

export const adminConsole = endpoint({
  ...console_,
  name: "adminConsole",
  summary: "The provider console",
  path: "/admin",
  query: z.looseObject({}),
});

export const adminConsolePage = endpoint({
  ...console_,
  name: "adminConsolePage",
  summary: "A page of the provider console",
  path: "/admin/:page",
  params: z.object({ page: z.string().max(60) }),
  query: z.looseObject({}),
});

export const signUpPage = endpoint({
  ...console_,
  name: "signUpPage",
  summary: "The page on which a business signs up; main domain only",
  path: "/signup",
  query: z.looseObject({}),
});

export const superadminConsole = endpoint({
  ...console_,
  name: "superadminConsole",
  summary: "The super admin console; main domain only",
  path: "/superadmin",
  query: z.looseObject({}),
});

export const superadminConsolePage = endpoint({
  ...console_,
  name: "superadminConsolePage",
  summary: "A page of the super admin console",
  path: "/superadmin/:page",
  params: z.object({ page: z.string().max(60) }),
  query: z.looseObject({}),
});

export const providerProfilePage = endpoint({
  ...console_,
  name: "providerProfilePage",
  summary: "The super admin console's page of one provider",
  path: "/superadmin/providers/:id/profile",
  params: z.object({ id: z.string().max(64) }),
  query: z.looseObject({}),
});

export const clientFile = endpoint({
  name: "clientFile",
  summary: "A built file of the pages; its name carries a hash of its content",
  audience: ["visitor"],
  kind: "media",
  method: "GET",
  path: "/assets/:name",
  params: z.object({ name: z.string().regex(/^[A-Za-z0-9._-]{1,100}$/, says("no_such_file")) }),
  answer: z.unknown(),
});
