import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { PortalPage } from "#contract/portal";
import { hopHost } from "#contract/values/voucher-link";
import { type PortalScripts, portalSecurityPolicy, renderPortal } from "#web/portal/server.tsx";
import { markupOf } from "./read-html.ts";
import { brand, everyPage, page, plan } from "./sample-pages.ts";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("base64");
const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&`;

const preload = ["/assets/start.js"];
const scripts: PortalScripts = {
  entries: { en: { script: "/assets/en.js", preload }, sw: { script: "/assets/sw.js", preload } },
  rare: {
    purchase: ["/assets/purchase.js", "/assets/start.js"],
    "later-en": ["/assets/later-en.js"],
  },
};

describe("the portal's document", () => {
  it("escapes whatever a provider writes, in markup, title and data", () => {
    const hostile = page(
      { kind: "home" },
      {
        brand: { ...brand, companyName: evil, welcomeMessage: evil, subdomain: evil, supportEmail: evil },
        plans: [plan({ id: `"><b>`, name: evil })],
      },
    );
    const html = renderPortal(hostile, scripts);
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain("<b>");
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
  });

  it("carries its data whole, for the script to start from", () => {
    const hostile = page({ kind: "home" }, { brand: { ...brand, companyName: evil } });
    const html = renderPortal(hostile, null);
    const json = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)?.[1];
    expect(JSON.parse(json ?? "")).toEqual(hostile);
  });

  it("lets no text but a colour into a stylesheet", () => {
    for (const headerColor of [
      "red}</style><script>x</script>",
      "url(//evil.example)",
      "#12",
      "",
      "#0f6b4f;x",
    ]) {
      const html = renderPortal(page({ kind: "home" }, { brand: { ...brand, headerColor } }), null);
      expect(html).toContain(":root{--header:#1e6ff5;");
      expect(html.slice(0, html.indexOf("</head>"))).not.toMatch(/evil|<script|red/);
    }
  });

  it("loads its script last, as a module, and none when there is none", () => {
    expect(renderPortal(page(), scripts)).toMatch(
      /<script type="module" src="\/assets\/en\.js"><\/script><\/body><\/html>$/,
    );
    expect(renderPortal(page(), null)).not.toContain('type="module"');
  });

  it("loads the script of its language, and announces what that fetches and what this page alone needs", () => {
    const announced = (at: PortalPage) =>
      [...renderPortal(at, scripts).matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(
        ([, to]) => to,
      );
    expect(announced(page())).toEqual(["/assets/start.js"]);
    expect(announced(page({ kind: "connected", receipt: null }))).toEqual([
      "/assets/start.js",
      "/assets/purchase.js",
      "/assets/later-en.js",
    ]);
    const swahili = renderPortal(page({ kind: "home" }, { language: "sw" }), scripts);
    expect(swahili).toContain('src="/assets/sw.js"');
    expect(swahili).not.toContain("/assets/en.js");
    expect(swahili).toContain('<html lang="sw"');
  });

  it("is allowed by a policy that names exactly the stylesheets it carries", () => {
    for (const [name, at] of Object.entries(everyPage)) {
      const html = renderPortal(at, scripts);
      const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((match) => match[1] ?? "");
      const policy = portalSecurityPolicy(at, sha256);
      expect(styles, name).toHaveLength(at.ads.length > 0 ? 3 : 2);
      const hashes = styles.map((style) => `'sha256-${sha256(style)}'`).join(" ");
      expect(policy, name).toContain(`style-src ${hashes}`);
    }
    expect(portalSecurityPolicy(page(), sha256)).toMatch(
      /^default-src 'none'; .*script-src 'self'; .*frame-ancestors 'none'$/,
    );
    expect(portalSecurityPolicy(page(), sha256)).not.toContain("unsafe");
  });

  it("styles nothing by attribute and runs nothing inline, which the policy would stop", () => {
    for (const [name, at] of Object.entries(everyPage)) {
      expect(markupOf(at), name).not.toMatch(/ style="| on[a-z]+="|javascript:/);
    }
  });

  it("asks no other host for anything, opens no window and follows only tel: besides its own addresses", () => {
    for (const [name, at] of Object.entries(everyPage)) {
      // The one address outside is nobody's: on the hotspot its router answers it and leads back here.
      const markup = markupOf(at).replaceAll(`"http://${hopHost}/"`, '"/"');
      expect(markup, name).not.toMatch(/https?:|\/\/|target=|mailto:|whatsapp:|intent:/);
      for (const [, address] of markup.matchAll(/(?:href|action|src)="([^"]*)"/g)) {
        expect(address, name).toMatch(/^(\/|tel:)/);
      }
    }
  });

  it("names no device but the one it was asked for", () => {
    for (const [name, at] of Object.entries(everyPage)) {
      const html = renderPortal({ ...at, mac: null }, null);
      expect(html, name).not.toMatch(/([0-9A-F]{2}(:|%3A)){5}[0-9A-F]{2}/i);
    }
  });

  it("keeps ids unique, so that labels and descriptions find their field", () => {
    for (const [name, at] of Object.entries(everyPage)) {
      const ids = [...renderPortal(at, null).matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
      expect(new Set(ids).size, name).toBe(ids.length);
    }
  });
});
