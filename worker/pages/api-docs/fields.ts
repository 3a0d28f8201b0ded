// A JSON schema as rows that a person reads: each field with what it may hold.

export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: unknown;
};

/** `name` has the path to a field within others: `plan.price`, `vouchers[].code`. */
export type Field = { name: string; holds: string; isRequired: boolean };

/** What a schema may name below itself is told so deep. */
const deepest = 3;
const unbounded = 9_007_199_254_740_991;

export function fieldsOf(schema: Schema, path = "", depth = 0): Field[] {
  const inner = innerOf(schema);
  if (inner.items) return depth >= deepest ? [] : fieldsOf(inner.items, `${path}[]`, depth + 1);
  const required = new Set(inner.required ?? []);
  return Object.entries(inner.properties ?? {}).flatMap(([key, value]) => {
    const name = path === "" ? key : `${path}.${key}`;
    const own = { name, holds: holdsOf(value), isRequired: required.has(key) && holdsOf(value) !== "" };
    return [own, ...(depth >= deepest ? [] : fieldsOf(value, name, depth + 1))];
  });
}

/** What may also be null is told as what it is otherwise. */
function innerOf(schema: Schema): Schema {
  const [only, ...more] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
  return only && more.length === 0 ? innerOf(only) : schema;
}

export function holdsOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(", ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(holdsOf))].join(" or ");
  const type = [schema.type ?? []].flat().join(" or ");
  if (type === "array") return listOf(schema);
  const from = schema.minimum ?? schema.exclusiveMinimum;
  const [least, most] = type === "string" ? [schema.minLength, schema.maxLength] : [from, schema.maximum];
  const bounds = [
    least === undefined || least <= -unbounded ? "" : `${type === "string" ? "at least" : "from"} ${least}`,
    most === undefined || most >= unbounded ? "" : `${type === "string" ? "at most" : "to"} ${most}`,
  ].filter((part) => part !== "");
  const signs = type === "string" && bounds.length > 0 ? " signs" : "";
  const format = schema.format === undefined ? "" : ` (${schema.format})`;
  return `${type || "anything"}${format}${bounds.length > 0 ? `, ${bounds.join(" ")}${signs}` : ""}`;
}

function listOf({ items, minItems, maxItems }: Schema): string {
  const many = [
    minItems === undefined ? "" : `at least ${minItems}`,
    maxItems === undefined ? "" : `at most ${maxItems}`,
  ].filter((part) => part !== "");
  const of = items && !items.properties ? `list of ${holdsOf(items)}` : "list";
  return many.length === 0 ? of : `${of}, ${many.join(" and ")}`;
}

/** A body with what is required, and nothing else. */
export function exampleOf(schema: Schema, name = ""): unknown {
  const inner = innerOf(schema);
  if (inner.const !== undefined) return inner.const;
  if (inner.enum) return inner.enum[0];
  const [first] = inner.anyOf ?? inner.oneOf ?? [];
  if (first) return exampleOf(first, name);
  switch ([inner.type ?? []].flat()[0]) {
    case "object":
      return Object.fromEntries(
        (inner.required ?? []).flatMap((key) => {
          const value = inner.properties?.[key];
          return value && holdsOf(value) !== "anything" ? [[key, exampleOf(value, key)]] : [];
        }),
      );
    case "array":
      return inner.items && inner.minItems ? [exampleOf(inner.items, name)] : [];
    case "integer":
    case "number":
      return Math.max(1, inner.minimum ?? 1);
    case "boolean":
      return true;
    default:
      return inner.format === "date-time" ? "2026-12-31T20:59:00.000Z" : name.toUpperCase() || "TEXT";
  }
}
