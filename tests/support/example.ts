import * as z from "zod";
import type { Endpoint } from "#contract/endpoint";

export type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
};

/** What this endpoint takes as body, read from the contract. */
export function bodySchema(endpoint: Endpoint): JsonSchema {
  return z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** What a parameter of the path may be, where only some words are; undefined: anything. */
export function wordsOfParam(endpoint: Endpoint, name: string): readonly unknown[] | undefined {
  const schema = z.toJSONSchema(endpoint.params, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return schema.properties?.[name]?.enum;
}

/** What the address must say after its `?`, read from the contract: parameters that may be left out are. */
export function queryNeeded(endpoint: Endpoint): Record<string, string> {
  const schema = z.toJSONSchema(endpoint.query, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const needed = (schema.required ?? []).flatMap((name) => {
    const field = schema.properties?.[name];
    // What is read before it is checked has no type of its own: it may be absent.
    return field?.type ? [[name, String(exampleOf(field, {}, name))]] : [];
  });
  return Object.fromEntries(needed);
}

/** Values that a schema cannot know but that a real call would carry, by the name of the field. */
const usual: Record<string, unknown> = {
  price: "25",
  regularPrice: "50",
  soldUntil: "2031-12-31T20:59:00.000Z",
  hours: { from: "22:00", until: "06:00" },
  // Given in place of others.
  speedKbps: undefined,
  durationMinutes: undefined,
  routerIds: undefined,
  // Below the speed and the data limit of the example.
  fairUseGB: 0.5,
  fairUseMbps: 0.5,
  phoneNumber: "0712345678",
  macAddress: "AA:BB:CC:00:11:22",
  voucherCode: "ABCDEFGHJK",
  code: "ABCD-EFGH-JKMN-PQRS",
  host: "192.168.88.1",
  fileHash: "0".repeat(64),
};

/**
 * A plausible value for a schema: every field set, the first of several choices.
 * @param named values by field name, before all others
 */
export function exampleOf(schema: JsonSchema, named: Record<string, unknown> = {}, name = ""): unknown {
  if (name in named) return named[name];
  if (name in usual) return usual[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return exampleOf(choice, named, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, exampleOf(value, named, key)]),
      );
    case "array":
      return schema.items && schema.minItems ? [exampleOf(schema.items, named, name)] : [];
    case "number":
    case "integer":
      return Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      return exampleText(schema.format);
    default:
      return "some text";
  }
}

function exampleText(format: string | undefined): string {
  if (format === "date-time") return "2031-01-01T00:00:00Z";
  if (format === "date") return "2031-01-01";
  if (format === "email") return "somebody@example.com";
  if (format === "ipv4") return "192.168.88.10";
  if (format === "uri") return "https://example.com/";
  if (format === "uuid") return "3f0d2c1e-6f63-4a8e-9a55-6c1f4be1a001";
  return "some text";
}

/** Of another JSON type than the schema takes; undefined where it takes anything. */
export function wrongTypeFor(schema: JsonSchema): unknown {
  const choices = schema.anyOf ?? schema.oneOf ?? [schema];
  const types = choices.flatMap((choice) => choice.type ?? []);
  if (types.length === 0 && !choices.some((choice) => choice.enum)) return undefined;
  return types.includes("object") ? ["not an object"] : { not: ["what was asked for"] };
}
