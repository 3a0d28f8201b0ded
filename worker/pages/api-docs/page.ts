import { createHash } from "node:crypto";
import type { Audience, Endpoint } from "../../contract/endpoint.ts";
import { type Scope, scopes } from "../../contract/values/api-token.ts";
import { adminAddresses } from "../../contract/values/console-pages.ts";
import { escapeHtml } from "../../contract/values/html.ts";
import { style as bookStyle, filterScript, headOf } from "../help/page-files.ts";
import { exampleOf, type Field, fieldsOf, holdsOf, type Schema } from "./fields.ts";
import { type OpenApiDocument, openApiDocument } from "./openapi.ts";

// The description of the API as a page, from the same document that programs read. It fetches nothing.

type Operation = {
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

const style = `${bookStyle}
main{max-width:54rem}header div{max-width:52rem}
h3{font-size:1rem;margin:20px 0 4px}h3 code{border:0;padding:0;overflow-wrap:anywhere}
h4{font-size:.875rem;margin:16px 0 4px}
section{border-top:1px solid var(--line);padding-bottom:8px}
summary{cursor:pointer;padding:10px 0;color:var(--link)}
pre{overflow-x:auto;padding:12px;border:1px solid var(--line);border-radius:8px;font-size:.8125rem;line-height:1.5}
dl{margin:0}dt{font-weight:600;margin-top:8px;overflow-wrap:anywhere}dd{margin:0;color:var(--soft);overflow-wrap:anywhere}
.soft{color:var(--soft)}`;

/** Which part of the page a call stands in, and who may ask what stands there. */
const parts = [
  ...scopes.map((scope) => ({ id: scope, title: `Tokens with ${scope}` })),
  { id: "provider", title: "A provider's people, by their session" },
  { id: "visitor", title: "Visitors, without signing in" },
  { id: "platform", title: "Operators of the platform" },
] as const;
type Part = Scope | Extract<Audience, "provider" | "visitor" | "platform">;

function partOf({ scope, audience, kind }: Endpoint): Part | null {
  if (kind !== "json" && kind !== "text") return null;
  if (scope) return scope;
  return (["provider", "platform", "visitor"] as const).find((who) => audience.includes(who)) ?? null;
}

/** @param origin of the host on which it is read: its calls are shown with it */
export function apiPage(endpoints: readonly Endpoint[], about: { version: string; origin: string }): string {
  const document = openApiDocument(endpoints, about);
  const byPart = Map.groupBy(endpoints, partOf);
  const shown = parts.filter(({ id }) => byPart.has(id));
  const links = shown.map(
    ({ id, title }) => `<li><a href="#${id}">${title}</a> (${byPart.get(id)?.length})</li>`,
  );
  const body = shown.map(({ id, title }) => {
    const calls = (byPart.get(id) ?? []).map((one) => callOf(one, document, about.origin));
    return `<h2 class="part" id="${id}">${title}</h2>${calls.join("")}`;
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API – Mlango</title>',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<link rel="icon" href="data:,"><style>${style}</style></head><body>`,
    `${headOf(adminAddresses.api, "To the console")}<main><h1>API</h1>`,
    intro(about),
    '<form role="search" hidden><label for="search">Search the calls</label>',
    '<input id="search" type="search" autocomplete="off">',
    '<p role="status" data-found="found" data-none="No call has these words."></p></form>',
    `<nav aria-label="On this page"><ul>${links.join("")}</ul></nav>`,
    ...body,
    `</main><script>${filterScript}</script></body></html>`,
  ].join("");
}

function intro({ version, origin }: { version: string; origin: string }): string {
  return [
    `<p>Every call of version ${escapeHtml(version)}, from the data that mounts them. A program reads the same as `,
    '<a href="/api/openapi.json">OpenAPI 3.1</a>.</p>',
    "<p>A provider's program calls with a token, which an owner makes on the page <b>API</b> of the console. A token opens the calls of ",
    "the scopes that it was made with, and no others:</p>",
    `<pre tabindex="0">curl -H "Authorization: Bearer $TOKEN" \\\n  "${escapeHtml(origin)}/api/admin/plans"</pre>`,
    "<p>What is refused is answered with a status from 400 on and a sentence in <code>message</code>; <code>code</code> and ",
    "<code>reason</code> are for programs. A token may ask 120 calls a minute. Lists have their total in <code>X-Total-Count</code>; ",
    "moments are ISO 8601 in UTC, amounts KES. Calls that take <code>Idempotency-Key</code> may be sent again with the same key.</p>",
  ].join("");
}

function callOf(one: Endpoint, { paths }: OpenApiDocument, origin: string): string {
  const path = one.path.replace(/:(\w+)/g, "{$1}");
  const operation = paths[path]?.[one.method.toLowerCase()] as Operation;
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, schema }): Field => ({
      name,
      isRequired: required,
      holds: `${holdsOf(schema)}; in the ${place === "query" ? "address, behind ?" : place}`,
    }),
  );
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answer = Object.values(operation.responses["200"]?.content ?? {})[0]?.schema;
  const who =
    one.scope === null && one.roles.length > 0
      ? `<p class="soft">For ${one.roles.map((role) => `${role}s`).join(", ")}.</p>`
      : "";
  return [
    `<section aria-labelledby="${one.name}"><h3 id="${one.name}"><code>${one.method} ${escapeHtml(path)}</code></h3>`,
    `<p>${escapeHtml(one.summary)}</p><details><summary>Fields and example<span hidden> of ${one.name}</span></summary>`,
    who,
    listOf("Parameters", parameters),
    body ? listOf("Body", fieldsOf(body)) : "",
    answer ? listOf("Answer", fieldsOf(answer), "As the summary says.") : "",
    `<h4>Example</h4><pre tabindex="0">${escapeHtml(curlOf(one, operation, body, origin))}</pre></details></section>`,
  ].join("");
}

function listOf(title: string, fields: readonly Field[], none = ""): string {
  if (fields.length === 0) return none === "" ? "" : `<h4>${title}</h4><p class="soft">${none}</p>`;
  const isAnswer = title === "Answer";
  const rows = fields.map(({ name, holds, isRequired }) => {
    const needed = isRequired && !isAnswer ? " (required)" : "";
    return `<dt><code>${escapeHtml(name)}</code>${needed}</dt><dd>${escapeHtml(holds)}</dd>`;
  });
  return `<h4>${title}</h4><dl>${rows.join("")}</dl>`;
}

/** A command that works once what is in capitals is filled in. */
function curlOf(one: Endpoint, operation: Operation, body: Schema | undefined, origin: string): string {
  const inPath = one.path.replace(/:(\w+)/g, (_, name: string) => name.toUpperCase());
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema, name)))}`);
  const address = `"${origin}${inPath}${query.length > 0 ? `?${query.join("&")}` : ""}"`;
  const isChange = one.method !== "GET";
  const lines = [
    one.method === "GET" ? "curl" : `curl -X ${one.method}`,
    ...signedBy(one, origin, isChange),
    ...(body
      ? [
          `-H "Content-Type: application/json"`,
          `-d '${JSON.stringify(exampleOf(body)).replaceAll("'", "'\\''")}'`,
        ]
      : []),
    address,
  ];
  return lines.join(" \\\n  ");
}

/** A browser's calls that change something name the page they come from. */
function signedBy({ scope, audience }: Endpoint, origin: string, isChange: boolean): string[] {
  if (scope) return ['-H "Authorization: Bearer $TOKEN"'];
  const cookie = audience.includes("provider")
    ? ['-b "__Host-admin=$SESSION"']
    : audience.includes("platform")
      ? ['-b "__Host-platform=$SESSION"']
      : [];
  return [...cookie, ...(isChange ? [`-H "Origin: ${origin}"`] : [])];
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export const policy = [
  "default-src 'none'",
  "img-src data:",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(filterScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
