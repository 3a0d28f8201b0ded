import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/texts";
import {
  type ChangeView,
  type PackageChoice,
  type PackagesView,
  renderChangePage,
  renderPackagesPage,
} from "#web/customer/packages.ts";
import { type BlockedView, customerSecurityPolicy, renderBlockedPage } from "#web/customer/page.ts";

// What a customer does beside paying: the link anew, and another package. Plain forms, in both languages.

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("base64");
const style = ["web/ui/tokens.css", "web/customer/customer.css"]
  .map((file) => readFileSync(file, "utf8"))
  .join("");
const evil = `</style></script><script>alert(1)</script><img src=x onerror=alert(1)>"'&`;
const brand = {
  companyName: "Kilimani Net",
  headerColor: "#0f6b4f",
  primaryColor: "#0f6b4f",
  logo: null,
  phone: "0712 000 111",
};
const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

const choice: PackageChoice = {
  id: "p 2",
  packageName: "Home 20",
  price: 3000,
  period: { months: 1 },
  downMbps: 20,
  upMbps: 10,
  // 14:05 in Nairobi.
  now: { daysLeft: 20.5, daysThen: 10.2, paidUntil: Date.UTC(2026, 11, 4, 11, 5) },
  isForRenewal: true,
  isPresent: false,
};
const packages = (changes: Partial<PackagesView> = {}): PackagesView => ({
  language: "en",
  chosen: null,
  link: "ab12.Cd-_",
  problem: null,
  brand,
  lineId: "l 1",
  present: { packageName: "Home 10", price: 1500, period: { months: 1 } },
  next: null,
  choices: [choice],
  phone: "2547 ***** 126",
  ...changes,
});
const change = (changes: Partial<ChangeView> = {}): ChangeView => ({
  language: "en",
  chosen: null,
  link: "ab12.Cd-_",
  problem: null,
  brand,
  id: "c1",
  lineId: "l 1",
  package: choice,
  begins: "now",
  state: "asked",
  phone: "2547 ***** 126",
  ...changes,
});
const blocked = (changes: Partial<BlockedView> = {}): BlockedView => ({
  language: "en",
  chosen: null,
  problem: null,
  brand,
  paybill: null,
  asked: { who: "", isSent: false },
  ...changes,
});

describe("the page of packages", () => {
  it("says of each what it costs, gives, and makes of the time, and takes it by a plain form", () => {
    const html = renderPackagesPage(packages());
    const text = textOf(html);
    for (const words of [
      "Choose a package",
      "You have Home 10, KES 1,500 a month",
      "We send a code by SMS to your phone 2547 ***** 126. Nothing changes before you type it here.",
      "Home 20 KES 3,000 a month 20 Mbps down, 10 Mbps up",
      "Now: the 20.5 days that are left become 10.2, until Fri 4 Dec 2026, 14:05.",
      "Change now From my next payment",
      "Back to my page",
      "Questions? Call 0712 000 111",
    ])
      expect(text).toContain(words);
    expect(html).toContain('<form method="post" action="/my/ab12.Cd-_/lines/l%201">');
    expect(html).toContain('name="package" value="p 2"');
    expect(html).toContain('href="/my/ab12.Cd-_/lines/l%201?lang=sw"');
    expect(customerSecurityPolicy(packages(), sha256)).not.toContain("script-src");
  });

  it("has no form where no code can come", () => {
    const html = renderPackagesPage(packages({ phone: null }));
    expect(html).not.toMatch(/<form|<button/);
    expect(textOf(html)).toContain("To change your package, please call us.");
    expect(textOf(html)).toContain("KES 3,000 a month");
  });

  it("offers at once only what may begin at once, and to stay where something else was chosen", () => {
    const stay = { ...choice, now: null, isPresent: true };
    const text = textOf(renderPackagesPage(packages({ choices: [stay], next: choice })));
    expect(text).toContain("From your next payment: Home 20, KES 3,000 a month");
    expect(text).toContain("Stay on it");
    expect(text).not.toMatch(/Change now|Now:/);
    expect(textOf(renderPackagesPage(packages({ choices: [] })))).toContain("There is no other package");
  });

  it("weighs 15 KB at most with ten packages", () => {
    for (const language of languages) {
      const html = renderPackagesPage(
        packages({ language, choices: Array.from({ length: 10 }, () => choice) }),
      );
      expect(Buffer.byteLength(style + html)).toBeLessThanOrEqual(15 * 1024);
      expect(html).not.toMatch(/<script|javascript:| on\w+=/i);
    }
  });
});

describe("the page of a change", () => {
  it("asks for the code, keeps the language, and says when it begins", () => {
    const html = renderChangePage(change({ chosen: "sw", language: "sw" }));
    expect(html).toContain('<form method="post" action="/my/ab12.Cd-_/changes/c1">');
    expect(html).toContain('name="lang" value="sw"');
    expect(html).toContain('autocomplete="one-time-code"');
    expect(textOf(html)).toContain("Badilisha sasa kwenda Home 20");
    expect(textOf(renderChangePage(change({ begins: "renewal" })))).toContain(
      "From your next payment: Home 20",
    );
    expect(textOf(renderChangePage(change({ problem: "This is not the code." })))).toContain(
      "This is not the code.",
    );
  });

  it("has no field once it is done, or over", () => {
    for (const state of ["done", "over"] as const)
      expect(renderChangePage(change({ state }))).not.toContain("<form");
    expect(textOf(renderChangePage(change({ state: "done" })))).toContain("Done: you have Home 20 now.");
    expect(textOf(renderChangePage(change({ state: "over" })))).toContain("Choose again");
  });
});

describe("the page of who has no link at hand", () => {
  it("sends it, says so alike for anybody, and keeps what was typed below what is wrong", () => {
    const html = renderBlockedPage(
      blocked({ problem: "Enter your account number", asked: { who: "81", isSent: false } }),
    );
    expect(html).toContain('<form method="post" action="/my">');
    expect(html).toContain('name="who" value="81"');
    expect(html.indexOf("Enter your account number")).toBeLessThan(html.indexOf("<form"));
    const sent = renderBlockedPage(blocked({ asked: { who: "81", isSent: true } }));
    expect(textOf(sent)).toContain("If we have a customer by that number");
    expect(sent).not.toContain("<form");
    expect(textOf(renderBlockedPage(blocked({ asked: null })))).toContain("Link lost? Call us");
  });
});

it("escapes whatever anybody wrote", () => {
  const bad = { ...choice, id: evil, packageName: evil };
  const pages = [
    renderPackagesPage(
      packages({
        link: evil,
        lineId: evil,
        problem: evil,
        present: bad,
        next: bad,
        choices: [bad],
        phone: evil,
      }),
    ),
    renderChangePage(
      change({ link: evil, id: evil, lineId: evil, problem: evil, package: bad, phone: evil }),
    ),
    renderBlockedPage(blocked({ problem: evil, paybill: evil, asked: { who: evil, isSent: false } })),
  ];
  for (const html of pages) {
    expect(html).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>"/);
    expect(html.match(/<\/style>/g)).toHaveLength(2);
  }
});
