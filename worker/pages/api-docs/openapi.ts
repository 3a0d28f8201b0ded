import * as z from "zod";
import { type Audience, type Endpoint, type Kind, Refusal } from "../../contract/endpoint.ts";
import { scopes } from "../../contract/values/api-token.ts";

type Json = Record<string, unknown>;
export type OpenApiDocument = {
  openapi: string;
  info: Json;
  servers: Json[];
  tags: Json[];
  paths: Record<string, Json>;
  components: Json;
};

const bodyType: Record<Kind, string> = {
  json: "application/json",
  callback: "application/json",
  form: "application/x-www-form-urlencoded",
  html: "application/json",
  text: "application/json",
  media: "application/json",
  socket: "application/json",
};
const answerType: Record<Kind, string> = {
  json: "application/json",
  callback: "application/json",
  form: "text/html",
  html: "text/html",
  text: "text/plain",
  media: "application/octet-stream",
  socket: "application/json",
};

const audiences: Record<Audience, string> = {
  visitor: "Anybody on the WiFi; no log-in",
  provider: "A provider's admin, by the session cookie of that provider's host or of the main domain",
  platform: "A super admin, by the session cookie of the main domain",
  gateway: "A payment gateway; the address itself carries the secret",
  bridge: "A site's bridge",
};
const schemeOf: Partial<Record<Audience, string>> = {
  provider: "providerSession",
  platform: "platformSession",
};

/** From the data that mounts and guards it. @param about version of the product, and the origin it is served from */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  about: { version: string; origin: string },
): OpenApiDocument {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Mlango", version: about.version, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: about.origin }],
    tags: Object.entries(audiences).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Refusal: schemaOf(Refusal, "output") },
      responses: {
        Refusal: {
          description: "Refused, in a sentence; `message` and `error` are the same",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
        },
      },
      securitySchemes: {
        providerSession: { type: "apiKey", in: "cookie", name: "__Host-admin" },
        platformSession: { type: "apiKey", in: "cookie", name: "__Host-platform" },
        providerToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "mlango_<provider>_<secret>",
          description: `An API token of a provider, without a cookie. A call names the scope that its token needs, one of: ${scopes.join(", ")}.`,
        },
      },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  const parameters = [
    ...parametersOf(endpoint.params, "path"),
    ...parametersOf(endpoint.query, "query"),
    ...(endpoint.idempotent ? [idempotencyKey] : []),
  ];
  const body = schemaOf(endpoint.body, "input");
  const takesBody = endpoint.method !== "GET" && (hasProperties(body) || body.additionalProperties !== false);
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: endpoint.audience,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody
      ? { requestBody: { required: true, content: { [bodyType[endpoint.kind]]: { schema: body } } } }
      : {}),
    responses: {
      ...(endpoint.kind === "socket"
        ? { "101": { description: "The connection becomes a WebSocket" } }
        : {
            "200": {
              description: "Done",
              content: { [answerType[endpoint.kind]]: { schema: schemaOf(endpoint.answer, "output") } },
            },
          }),
      default: { $ref: "#/components/responses/Refusal" },
    },
    security: securityOf(endpoint),
  };
}

/** One alternative per audience, and a token where one may ask; `{}` stands for a call that needs no session. */
function securityOf({ audience, scope }: Endpoint): Json[] {
  const bySession = audience.map((who) => {
    const scheme = schemeOf[who];
    return scheme ? { [scheme]: [] } : {};
  });
  return scope === null ? bySession : [...bySession, { providerToken: [scope] }];
}

function parametersOf(schema: z.ZodType, place: "path" | "query"): Json[] {
  const object = schemaOf(schema, "input");
  const required = Array.isArray(object.required) ? object.required : [];
  const properties = Object.entries((object.properties ?? {}) as Json);
  return properties.map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Kept 24 h: a repeat gets the first answer, another body under the same key is 409",
  schema: { type: "string", maxLength: 255 },
};

function hasProperties(schema: Json): boolean {
  return Object.keys((schema.properties ?? {}) as Json).length > 0;
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
