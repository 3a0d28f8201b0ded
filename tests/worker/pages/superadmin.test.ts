import { beforeAll, describe, expect, test } from "vitest";
import { saveTheme, Theme } from "#contract/branding";
import * as system from "#contract/system";
import { grounds, schemeOf } from "#contract/values/console-themes";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { call, hostOf, send } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let cookie: string;

beforeAll(async () => {
  seeded = await seedBoth();
  cookie = await signInOperator(seeded.operator);
});

const names = [
  ...["dashboard", "providers", "routers", "revenue", "payment-switch", "provider-billing", "how-it-runs"],
  ...["advertisements", "reconciliation", "settings", "operators", "audit", "profile"],
] as const;
const open = async (page: string, options: { host?: string; cookie?: string } = {}) => {
  const params = { page };
  const response = await (page === ""
    ? send(system.superadminConsole, {}, options)
    : send(system.superadminConsolePage, { params }, options));
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const profile = async (host: string) => {
  const response = await send(system.providerProfilePage, { params: { id: seeded.demo.id } }, { host });
  return { status: response.status, html: await response.text() };
};

describe("the super admin's pages", () => {
  test.each(["", ...names])("/superadmin/%s is there on the main domain", async (page) => {
    const { status, html } = await open(page);
    expect(status).toBe(200);
    expect(html).toContain("<title>Super Admin Portal</title>");
  });

  test("are the not-found page on every provider's host, whoever asks, and nothing there names their files", async () => {
    const own = await signInProvider(seeded.demo);
    for (const page of ["", ...names])
      for (const who of [{}, { cookie: own }, { cookie }]) {
        const { status, html } = await open(page, { host: hostOf("demo"), ...who });
        expect([page, status]).toEqual([page, 404]);
        expect(html).not.toMatch(/superadmin|Super Admin|id="root"/);
      }
    expect((await profile(hostOf("demo"))).status).toBe(404);
    expect((await profile(hostOf())).status).toBe(200);
  });

  test("are no others: any other path is the not-found page", async () => {
    for (const page of ["nothing", "Dashboard", "login", "__proto__"])
      expect([page, (await open(page)).status]).toEqual([page, 404]);
  });
});

describe("the look of the document", () => {
  const chosen = async (theme: string) => {
    expect((await call(saveTheme, { body: { theme } }, { cookie })).status).toBe(200);
    return open("dashboard", { cookie });
  };

  test.each(Theme.options.filter((theme) => theme !== "system"))(
    "is %s before any script runs, for who chose it",
    async (theme) => {
      const { html, headers } = await chosen(theme);
      expect(html).toContain(
        `<html lang="en" data-theme="${theme}" data-mantine-color-scheme="${schemeOf(theme)}">`,
      );
      const nonce = /style-src 'self' 'nonce-(\w+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
      const ground = grounds[theme as keyof typeof grounds];
      expect(html).toContain(`<style nonce="${nonce}">[data-theme=${theme}]{background:${ground};`);
      // Nothing in this browser is asked.
      expect(html).not.toMatch(/localStorage|prefers-color-scheme/);
      expect(html).toContain(`"theme":"${theme}"`);
      expect(html.indexOf("<style")).toBeLessThan(html.indexOf("<body"));
    },
  );

  test("is the device's where that was chosen, and for everybody who is not signed in", async () => {
    await chosen("cyberpunk");
    for (const who of [
      {},
      { cookie: "__Host-platform=0" },
      { cookie: await signInProvider(seeded.demo, hostOf()) },
    ]) {
      const { html } = await open("dashboard", who);
      expect(html).toContain('<html lang="en" data-theme="system">');
      expect(html).toContain("prefers-color-scheme: dark");
      expect(html).not.toContain("cyberpunk");
    }
    expect((await chosen("system")).html).toContain('<html lang="en" data-theme="system">');
  });

  test("of the provider console is its own", async () => {
    await chosen("blue");
    const html = await (await send(system.adminConsole, {}, { cookie })).text();
    expect(html).not.toMatch(/<html[^>]*data-theme|"theme"/);
    expect(html).toContain("mantine-color-scheme-value");
  });
});

describe("what a console's document shows before a script has drawn", () => {
  const shownOf = (html: string) => /<div id="before">(.*?)<\/div><script/s.exec(html)?.[1] ?? "";

  test("is head, menu and places of cards for a browser with a session's cookie, else the card of log-in", async () => {
    const signed = shownOf((await open("providers", { cookie })).html);
    expect(signed).toContain("System Control Center");
    expect(signed).toContain('class="shell"');
    const stranger = shownOf((await open("providers")).html);
    expect(stranger).toContain("Super Admin Portal");
    expect(stranger).toContain('class="entry"');
  });

  test("names the provider and its address, and says no more to a stranger than to its admin", async () => {
    const admin = async (options: { cookie?: string }) => {
      const host = hostOf("demo");
      const page = await send(system.adminConsolePage, { params: { page: "users" } }, { host, ...options });
      return { html: await page.text(), policy: page.headers.get("content-security-policy") ?? "" };
    };
    const shown = await Promise.all([admin({}), admin({ cookie: await signInProvider(seeded.demo) })]);
    for (const { html, policy } of shown) {
      expect(shownOf(html)).toContain(seeded.demo.businessName);
      expect(shownOf(html)).toContain("demo");
      // The policy lets in what carries its nonce: neither attributes nor handlers.
      const nonce = /'nonce-(\w+)'/.exec(policy)?.[1] ?? "";
      expect(html.match(/<style[^>]*>/g)).toEqual([`<style nonce="${nonce}">`]);
      expect(html).not.toMatch(/ style="| on\w+="/);
    }
  });
});
