import { beforeAll, expect, test } from "vitest";
import { endpoints } from "#contract/index";
import { apiDocs } from "#contract/system";
import { scopes } from "#contract/values/api-token";
import { call, hostOf } from "../support/worker-call.ts";
import { seedBoth } from "../support/worker-context.ts";

// The description of the API as a page.

beforeAll(async () => {
  await seedBoth();
});

const read = async (host: string) => {
  const page = await call(apiDocs, {}, { host });
  if (!page.ok) throw new Error(page.text);
  return page;
};
const sectionOf = (text: string, name: string) =>
  (new RegExp(`<section aria-labelledby="${name}">.*?</section>`, "s").exec(text)?.[0] ?? "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'");

test("has every call that a program, a person or a visitor makes, and those of tokens by their scope", async () => {
  const { text } = await read(hostOf("demo"));
  const missing = endpoints
    .filter(
      ({ kind, audience }) =>
        kind === "json" && !audience.every((who) => who === "gateway" || who === "bridge"),
    )
    .filter(({ name }) => sectionOf(text, name) === "");
  expect(missing.map(({ name }) => name)).toEqual([]);
  for (const scope of scopes) {
    const part = text.slice(text.indexOf(`<h2 class="part" id="${scope}"`));
    const own = part.slice(0, part.indexOf("<h2", 10));
    for (const one of endpoints.filter((endpoint) => endpoint.scope === scope))
      expect(own, one.name).toContain(`<section aria-labelledby="${one.name}">`);
  }
});

test("shows a command for each call, of the host on which it is read, with what the call needs", async () => {
  const host = hostOf("demo");
  const { text } = await read(host);
  const made = sectionOf(text, "generateVouchers");
  expect(made).toContain('-H "Authorization: Bearer $TOKEN"');
  expect(made).toContain(`{"planId":"PLANID","quantity":1}`);
  expect(made).toContain(`"http://${host}/api/admin/vouchers/generate"`);
  expect(made).toContain("<code>planId</code> (required)");
  const session = sectionOf(text, "revokeVouchers");
  expect(session).toContain("__Host-admin=$SESSION");
  expect(session).toContain(`-H "Origin: http://${host}"`);
  expect((await read(hostOf("savanna"))).text).toContain(`http://${hostOf("savanna")}/api/admin/plans`);
});

test("runs nothing and fetches nothing that is not its own", async () => {
  const { text, headers } = await read(hostOf());
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(text).not.toMatch(/<(script|link|img)[^>]+(src|href)="(?!data:)/);
});
