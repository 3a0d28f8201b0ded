import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/texts";
import { gigabyte } from "#contract/values/data";
import { renderCustomerPage } from "#web/customer/page.ts";
import type { CustomerLine, CustomerView } from "#web/customer/view.ts";

// What went through a line, on its customer's page: one figure, day by day when asked, and fair use where its package has some.

/** Tests have no text of a stylesheet in pages. */
const style = ["web/ui/tokens.css", "web/customer/customer.css"]
  .map((file) => readFileSync(file, "utf8"))
  .join("");

const line: CustomerLine = {
  id: "l 1",
  packageName: "Home 10",
  price: 1500,
  period: { months: 1 },
  standing: "open",
  paidUntil: Date.UTC(2026, 11, 4, 11, 5),
  blocksAt: Date.UTC(2026, 11, 4, 11, 5),
  isSilent: false,
  why: null,
  isDevice: false,
  daysFrom: null,
  fairUse: null,
  used: 84 * gigabyte,
  usedByDay: null,
  next: null,
  canChange: false,
};

const html = (lines: readonly CustomerLine[], changes: Partial<CustomerView> = {}) =>
  renderCustomerPage({
    language: "en",
    chosen: null,
    link: "ab12.Cd-_",
    brand: {
      companyName: "Kilimani Net",
      headerColor: "#0f6b4f",
      primaryColor: "#0f6b4f",
      logo: null,
      phone: null,
    },
    firstName: "Wanjiku",
    number: "81234567",
    balance: 0,
    paybill: null,
    lines,
    paid: [],
    pay: { why: "Not now." },
    state: "idle",
    problem: null,
    ...changes,
  });
const textOf = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

const days = Array.from({ length: 14 }, (_, back) => ({
  day: new Date(Date.UTC(2026, 10, 30 - back)).toISOString().slice(0, 10),
  bytes: (14 - back) * gigabyte,
}));

describe("usage on a customer's page", () => {
  it("is a figure with a link that keeps the language, and nothing where none was ever counted", () => {
    const page = html([line], { chosen: "sw", language: "sw" });
    expect(textOf(page)).toContain("Umetumia mwezi huu: 84 GB");
    expect(page).toContain('href="/my/ab12.Cd-_?lang=sw&amp;usage=1"');
    const none: CustomerLine = { ...line, used: null };
    expect(html([none])).not.toContain("usage=1");
    const unused: CustomerLine = { ...line, used: 0 };
    expect(textOf(html([unused]))).toContain("Used this month: 0 B");
  });

  it("is told day by day, newest first, in both languages, without a script, on a small page", () => {
    const asked: CustomerLine = { ...line, usedByDay: days };
    const page = html([asked]);
    expect(textOf(page)).toContain("Mon 30 Nov 14 GB Sun 29 Nov 13 GB");
    expect(textOf(page)).toContain("Tue 17 Nov 1 GB");
    expect(page).not.toContain("<script");
    const fairUse = { used: 40 * gigabyte, after: 100 * gigabyte, mbps: 2, isSlow: false };
    const household = Array.from({ length: 5 }, (): CustomerLine => ({ ...asked, fairUse }));
    for (const language of languages) {
      const whole = style + html(household, { language });
      expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(15 * 1024);
      expect(gzipSync(whole).length).toBeLessThanOrEqual(4 * 1024);
    }
  });

  it("says of fair use how much is left, or that it is slower, while the line is on", () => {
    const fairUse = { used: 40 * gigabyte, after: 100 * gigabyte, mbps: 0.512, isSlow: false };
    const fair: CustomerLine = { ...line, fairUse };
    expect(textOf(html([fair]))).toContain("40 GB of 100 GB at full speed are used; then 512 kbps");
    const slow: CustomerLine = { ...line, fairUse: Object.assign({}, fairUse, { isSlow: true }) };
    expect(textOf(html([slow]))).toContain("Slower for now: 100 GB are used. It goes on at 512 kbps");
    expect(textOf(html([slow], { language: "sw" }))).toContain("Kasi imepungua kwa sasa: 100 GB zimetumika");
    const over: CustomerLine = { ...slow, standing: "blocked" };
    expect(textOf(html([over]))).not.toContain("Slower");
  });
});
