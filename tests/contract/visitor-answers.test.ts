import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Endpoint } from "#contract/endpoint";
import { endpoints } from "#contract/index";
import { listPlans, PlanForVisitors } from "#contract/plans";
import { PortalAd, PortalBrand } from "#contract/portal";
import { newApp, pageForVisitors, pickerOf, route } from "#worker/http/route";
import { exampleOf, type JsonSchema } from "../support/example.ts";
import { testContext } from "../support/worker-context.ts";
import { ad, page as samplePage } from "../web/portal/sample-pages.ts";
import { each } from "./walk.ts";

// What is added for consoles reaches no visitor.

/** Calls by which somebody signs in: whom they answer is no visitor any more. */
const waysIn = [
  ...["adminLogIn", "platformLogIn", "enterByHandoff"],
  ...["acceptPlatformInvitation", "acceptPersonInvitation"],
];
const isForVisitors = ({ audience, kind, name }: Endpoint) =>
  audience.includes("visitor") && kind === "json" && !waysIn.includes(name);

/** Every object that a schema is made of. */
function objectsIn(schema: unknown): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema, ...Object.values(schema.shape).flatMap(objectsIn)];
  if (schema instanceof z.ZodArray) return objectsIn(schema.element);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return objectsIn(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(objectsIn);
  if (schema instanceof z.ZodRecord) return objectsIn(schema.valueType);
  return [];
}

const told = endpoints.filter(isForVisitors).flatMap(({ answer }) => objectsIn(answer));
const shown = [PlanForVisitors, PortalBrand, PortalAd].flatMap(objectsIn);

const isForConsoles = ({ audience, name }: Endpoint) =>
  !audience.includes("visitor") || waysIn.includes(name);

test.each(each(isForConsoles))("%s shares no schema of its answer with visitors", (_name, { answer }) => {
  expect(objectsIn(answer).filter((schema) => told.includes(schema) || shown.includes(schema))).toEqual([]);
});

/** The same with a private field in every object. */
function withPlanted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlanted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withPlanted(field)]);
  return { ...Object.fromEntries(fields), planted: "private" };
}

const isDescription = ({ name }: Endpoint) => name === "openapi";

describe.each(each((endpoint) => isForVisitors(endpoint) && !isDescription(endpoint)))(
  "%s",
  (_name, { answer }) => {
    const schema = JSON.stringify(z.toJSONSchema(answer, { unrepresentable: "any" }));
    const example = exampleOf(JSON.parse(schema.replaceAll('"type":"array"', '"type":"array","minItems":1')));

    test("tells what its schema names, and nothing that is beside it", () => {
      expect(pickerOf(answer)(withPlanted(example))).toEqual(example);
    });

    test("is made of what can be cut to size", () => {
      const open = objectsIn(answer).filter(({ def }) => def.catchall !== undefined);
      expect(open).toEqual([]);
    });
  },
);

test("a visitor is told this of a plan, and nothing else", () => {
  expect(Object.keys(PlanForVisitors.shape).sort()).toEqual([
    "dataLimitGB",
    "devices",
    "durationHours",
    "fairUseGB",
    "fairUseMbps",
    "hours",
    "id",
    "isActive",
    "name",
    "price",
    "regularPrice",
    "soldUntil",
    "speedMbps",
    "uploadMbps",
  ]);
});

test("a store that returns more leaks nothing by a call", async () => {
  const plan = exampleOf(z.toJSONSchema(PlanForVisitors) as JsonSchema) as PlanForVisitors;
  const app = newApp();
  route(app, listPlans, async () => [withPlanted(plan) as PlanForVisitors]);
  const asked = new Request(`${env.MAIN_ORIGIN}${listPlans.path}`);
  const answer = await app.entry.fetch(asked, testContext(), createExecutionContext());
  expect(await answer.json()).toEqual([plan]);
});

test("a store that returns more leaks nothing by a page", () => {
  const sample = samplePage({ kind: "home" }, { ads: [ad({ id: "1" })] });
  const { plans, brand, ads } = sample;
  const more = {
    plans: withPlanted(plans),
    brand: withPlanted(brand),
    ads: withPlanted(ads),
  } as typeof sample;
  expect(pageForVisitors({ ...sample, ...more })).toEqual(sample);
});
