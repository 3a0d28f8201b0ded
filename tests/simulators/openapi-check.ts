import * as z from "zod";

type Json = { [key: string]: unknown };

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under a name, or an empty one. */
function part(of: unknown, name: string): Json {
  const found = isJson(of) ? of[name] : undefined;
  return isJson(found) ? found : {};
}

/** Says what of a gateway's wire does not fit its OpenAPI file; every answer is a list of sentences, empty when all fits. */
export type OpenapiCheck = {
  request(request: { method: string; path: string; headers: Headers; body: string }): string[];
  answer(call: { method: string; path: string }, status: number, body: string): string[];
  /** @param name of the webhook in the file */
  webhook(name: string, body: string): string[];
};

/**
 * Reads an OpenAPI 3.1 file (its schemas are JSON Schema). Paths that are written out win over templates.
 *
 * @throws Error when a reference leads nowhere
 */
export function openapiCheck(document: Json): OpenapiCheck {
  const follow = (value: unknown): Json => {
    if (!isJson(value)) return {};
    if (typeof value.$ref !== "string") return value;
    const names = value.$ref.replace(/^#\//, "").split("/");
    const found = names.reduce<unknown>((at, name) => (isJson(at) ? at[name] : undefined), document);
    if (!isJson(found)) throw new Error(`${value.$ref} leads nowhere`);
    return found;
  };

  // zod reads references into $defs only.
  const inDefs = (value: unknown): Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean> =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/components/schemas/', '"#/$defs/'));
  const schemas = Object.entries(part(document.components, "schemas"));
  const $defs = Object.fromEntries(schemas.map(([name, schema]) => [name, inDefs(schema)]));
  const faults = (schema: unknown, value: unknown, what: string): string[] => {
    const checked = z.fromJSONSchema({ ...inDefs(schema), $defs }).safeParse(value);
    return checked.success ? [] : [`${what}: ${z.prettifyError(checked.error)}`];
  };

  const ofJson = (content: unknown, body: string, what: string): string[] => {
    const schema = part(part(content, "application/json"), "schema");
    try {
      return faults(schema, JSON.parse(body), what);
    } catch (error) {
      if (error instanceof SyntaxError) return [`${what}: is no JSON`];
      throw error;
    }
  };

  const operation = (method: string, path: string): Json | undefined => {
    const paths = part(document, "paths");
    const fits = (template: string) =>
      new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path);
    const template = Object.hasOwn(paths, path) ? path : Object.keys(paths).find(fits);
    const found = template === undefined ? undefined : part(paths, template)[method.toLowerCase()];
    return isJson(found) ? found : undefined;
  };

  return {
    request({ method, path, headers, body }) {
      const call = operation(method, path);
      if (!call) return [`${method} ${path}: is not in the file`];
      const parameters = Array.isArray(call.parameters) ? call.parameters.map(follow) : [];
      const wrongHeaders = parameters
        .filter((parameter) => parameter.in === "header")
        .flatMap(({ name, schema }) => faults(schema, headers.get(String(name)), `header ${name}`));
      if (!isJson(call.requestBody))
        return body === "" ? wrongHeaders : [...wrongHeaders, "a body nobody asks for"];
      const isTyped = /^application\/json\b/.test(headers.get("content-type") ?? "");
      const wrongType = isTyped ? [] : ["header Content-Type: is not application/json"];
      const content = follow(call.requestBody).content;
      return [...wrongHeaders, ...wrongType, ...ofJson(content, body, `${method} ${path}`)];
    },
    answer({ method, path }, status, body) {
      const call = operation(method, path);
      if (!call) return [`${method} ${path}: is not in the file`];
      const responses = part(call, "responses");
      if (!Object.hasOwn(responses, String(status)))
        return [`${method} ${path}: ${status} is not in the file`];
      return ofJson(follow(responses[String(status)]).content, body, `${method} ${path} ${status}`);
    },
    webhook(name, body) {
      const post = part(part(part(document, "webhooks"), name), "post");
      return ofJson(follow(post.requestBody).content, body, `webhook ${name}`);
    },
  };
}
