import * as z from "zod";
import { endpoint } from "./endpoint.ts";

export const health = endpoint({
  name: "health",
  summary: "Is the worker up and does its database answer",
  audience: ["visitor"],
  method: "GET",
  path: "/api/health",
  answer: z.object({ ok: z.boolean(), database: z.boolean(), version: z.string() }),
});

export const openapi = endpoint({
  name: "openapi",
  summary: "This API, generated from the same data that mounts it",
  audience: ["visitor"],
  method: "GET",
  path: "/api/openapi.json",
  answer: z.looseObject({ openapi: z.string() }),
});
