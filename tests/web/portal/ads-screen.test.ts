import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToString } from "react-dom/server.edge";
import { describe, expect, it } from "vitest";
import { adFrameStyle } from "#web/portal/ad-frame.ts";
import { adsSeen, rememberAdsSeen } from "#web/portal/ads-seen.ts";
import { startFlow, step } from "#web/portal/flow.ts";
import { english } from "#web/portal/messages/en.ts";
import { Portal } from "#web/portal/portal.tsx";
import { everyRarePart, portalSecurityPolicy, renderPortal } from "#web/portal/server.tsx";
import { linksOf, markupOf, textOf } from "./read-html.ts";
import { ad, device, mac, page, routerId } from "./sample-pages.ts";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("base64");
const where = `mac=${mac}&routerId=${routerId}`;
const picture = `/media/${"1".repeat(64)}`;
const ads = [
  ad({ id: "a1", title: "Fresh bread", description: "From six", imageUrl: picture, displayDuration: 15 }),
  ad({ id: "a2", title: "Boda", content: "<p>Call <b>Kamau</b></p>", externalUrl: "https://boda.example/x" }),
];
const home = { kind: "home" } as const;
const first = page(home, { ads });
const second = page(home, { ads, adIndex: 1 });

describe("the stage of advertisements", () => {
  it("shows one with its picture, its words and the sentences of docs/behaviour", () => {
    const text = textOf(first);
    for (const messages of [
      "Advertisement 1 of 2",
      "Seconds remaining: 15 s",
      "You are browsing advertisement content for free",
      "Fresh bread From six",
      "Skip Continue",
      "Advertisement content is provided free of charge • No data charges apply",
    ]) {
      expect(text).toContain(messages);
    }
    expect(markupOf(first)).toMatch(new RegExp(`<img [^>]*src="${picture}" width="640" height="360"`));
    expect(text).not.toContain("Fresh bread Boda");
    expect(markupOf(first).match(/<span class="ad-dot( ad-dot-on)?"/g)).toHaveLength(2);
  });

  it("has the plans behind it in the same document, readable without scripts and styles", () => {
    expect(textOf(first)).toContain("3 Hours 5 Mbps · Unlimited Data KES 20 Select Plan");
    expect(markupOf(first).indexOf('id="ads"')).toBeLessThan(markupOf(first).indexOf("<header"));
  });

  it("goes on by plain links that say what was seen, and is skipped by one", () => {
    expect(linksOf(first)).toContain(`/?ad=1&seen=a1&${where}`);
    expect(linksOf(second)).toContain(`/?ad=2&seen=a2&${where}`);
    expect(linksOf(first)).toContain(`/?ads=seen&${where}`);
  });

  it("is not there when there is nothing to show, all were shown, or the page is another one", () => {
    for (const at of [page(), page(home, { ads, adIndex: 2 }), page({ kind: "not-found" }, { ads })]) {
      expect(markupOf(at)).not.toContain('id="ads"');
      expect(renderPortal(at, null).match(/<style>/g)).toHaveLength(2);
    }
  });

  it("shows content in a frame that may do nothing and that no key reaches", () => {
    const [frame = ""] = /<iframe[^>]*>/.exec(markupOf(second)) ?? [];
    expect(frame).toContain('sandbox=""');
    expect(frame).toContain('tabindex="-1"');
    expect(frame).toContain('title="Boda"');
    expect(frame).toContain("&lt;p&gt;Call &lt;b&gt;Kamau");
    expect(markupOf(first)).not.toContain("<iframe");
  });

  it("cannot be left by content that closes its frame's attribute", () => {
    const hostile = page(home, { ads: [ad({ id: "x", content: `"></iframe><script>alert(1)</script>` })] });
    expect(markupOf(hostile)).not.toContain("<script>");
    expect(markupOf(hostile).match(/<\/iframe>/g)).toHaveLength(1);
  });

  it("allows its frame exactly one stylesheet, and other pages none for frames", () => {
    expect(portalSecurityPolicy(first, sha256)).toContain(`'sha256-${sha256(adFrameStyle)}'`);
    expect(portalSecurityPolicy(page(), sha256)).not.toContain(sha256(adFrameStyle));
    expect(portalSecurityPolicy(first, sha256)).not.toContain("unsafe");
    expect(markupOf(second)).toContain(`&lt;style&gt;${adFrameStyle.replace(/"/g, "&quot;")}&lt;/style&gt;`);
  });

  it("may show the host's own pictures in its frame in old browsers too, where 'self' means nothing there", () => {
    const own = "https://kilimo.mlango.example";
    expect(portalSecurityPolicy(first, sha256, own)).toContain(`img-src 'self' data: ${own};`);
    expect(portalSecurityPolicy(page(), sha256, own)).toContain("img-src 'self' data:;");
  });

  it("has Visit Website only for a website: kept for later before access, the site itself when online", () => {
    expect(textOf(first)).not.toContain("Visit Website");
    expect(textOf(second)).toContain("Visit Website Opens once you are online");
    expect(linksOf(second)).toContain(`/?ad=1&website=a2&${where}`);
    expect(markupOf(second)).not.toContain("https:");
    const online = page(home, { ads, adIndex: 1, device });
    expect(linksOf(online)).toContain("https://boda.example/x");
    expect(textOf(online)).not.toContain("Opens once you are online");
  });

  it("has the same behind its picture, for fingers; a picture without a website is pressed like content", () => {
    const pressed = (at: typeof first) =>
      renderToString(
        createElement(Portal, {
          page: at,
          flow: step(startFlow(at), { kind: "scripted" }, 0),
          actions: null,
          messages: english,
          rare: everyRarePart,
        }),
      );
    const shop = ad({ id: "p1", imageUrl: picture, externalUrl: "https://boda.example/x" });
    const markup = markupOf(page(home, { ads: [shop] }));
    expect(markup).toMatch(
      /<div class="ad-picture" aria-hidden="true"><a href="[^"]*website=p1[^"]*" class="ad-picture-link" tabindex="-1"><img/i,
    );
    const alone = page(home, { ads: [ad({ id: "p2", imageUrl: picture })] });
    expect(pressed(alone)).toMatch(
      /<div class="ad-picture"><img [^>]*>(<[^>]*>)?<button type="button" class="ad-press" aria-label="I am interested in this: Advertisement p2"/,
    );
    expect(
      pressed(page(home, { ads: [ad({ id: "p3", imageUrl: picture, content: "<p>x</p>" })] })).match(
        /class="ad-press"/g,
      ),
    ).toHaveLength(1);
  });

  it("makes no link of what is no web address", () => {
    const odd = page(home, { ads: [ad({ id: "x", externalUrl: "javascript:alert(1)" })], device });
    expect(markupOf(odd)).not.toContain("javascript:");
    expect(textOf(odd)).not.toContain("Visit Website");
  });

  it("speaks Kiswahili", () => {
    const text = textOf(page(home, { ads, language: "sw" }));
    expect(text).toContain("Tangazo 1 kati ya 2");
    expect(text).toContain("Ruka Endelea");
  });
});

describe("the browser's own note of seen advertisements", () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  const stores = { local: () => store, session: () => store };

  it("is ads-viewed-{mac} = true, for this device alone", () => {
    expect(adsSeen(stores, mac)).toBe(false);
    rememberAdsSeen(stores, mac);
    expect([...kept]).toEqual([[`ads-viewed-${mac}`, "true"]]);
    expect(adsSeen(stores, mac)).toBe(true);
    expect(adsSeen(stores, "3C:5A:B4:01:02:04")).toBe(false);
  });

  it("is not there where storage throws", () => {
    const broken = () => {
      throw new Error("denied");
    };
    const none = { local: broken, session: broken };
    expect(() => rememberAdsSeen(none, mac)).not.toThrow();
    expect(adsSeen(none, mac)).toBe(false);
  });
});
