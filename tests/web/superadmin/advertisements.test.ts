import { describe, expect, it } from "vitest";
import { AdInput, type ManagedAd } from "#contract/ads";
import { adFrameDocument } from "#web/portal/ad-frame.ts";
import { type AdFields, bodyOf, fieldsOf, newAd } from "#web/superadmin/advertisements/ad-form.ts";
import { letStylesIn } from "#web/superadmin/advertisements/ad-preview.tsx";
import { monthTrend, revenueTrend } from "#web/superadmin/pages/dashboard.tsx";
import { faultsIn } from "../../support/field-faults.ts";

const filled: AdFields = { ...newAd, title: " Phones ", content: "<p>x</p>" };
/** The fields of which the contract says something before a call. */
const faults = (change: Partial<AdFields>) =>
  Object.keys(faultsIn(AdInput, bodyOf({ ...filled, ...change })));

describe("the form of an advertisement", () => {
  it("takes every limit and nothing beyond", () => {
    const picture = `/media/${"a".repeat(64)}`;
    const good: Partial<AdFields>[] = [
      {},
      { title: "t".repeat(100), description: "d".repeat(500), displayDuration: "5", priority: "10" },
      { displayDuration: "300", priority: "1", imageUrl: picture, externalUrl: "http://x.example" },
      { imageUrl: "data:image/webp;base64,AAAA" },
      { imageUrl: "https://x.example/a.png" },
    ];
    for (const change of good) expect(faults(change)).toEqual([]);
    const bad: [keyof AdFields, string[]][] = [
      ["title", ["", " ", "t".repeat(101)]],
      ["description", ["d".repeat(501)]],
      ["content", ["", "  "]],
      ["imageUrl", ["http://x.example/a.png", "a.png", "javascript:1"]],
      ["externalUrl", ["x.example", "javascript:alert(1)", "ftp://x.example"]],
      ["displayDuration", ["", "4", "301", "7.5", "1e2"]],
      ["priority", ["", "0", "11", "-1", "2.5"]],
    ];
    for (const [field, values] of bad)
      for (const value of values)
        expect([field, value, faults({ [field]: value })]).toEqual([field, value, [field]]);
  });

  it("sends what it says, and shows what was saved", () => {
    expect(bodyOf(filled)).toEqual({
      title: "Phones",
      description: "",
      content: "<p>x</p>",
      imageUrl: "",
      externalUrl: "",
      displayDuration: 30,
      priority: 1,
      startDate: "",
      endDate: "",
      targetAudience: "all",
      isActive: true,
    });
    const ad: ManagedAd = {
      id: "1",
      title: "Phones",
      description: "",
      content: "<p>x</p>",
      imageUrl: null,
      externalUrl: null,
      displayDuration: 30,
      priority: 1,
      startDate: null,
      endDate: null,
      targetAudience: "all",
      isActive: true,
      showsNow: true,
      viewCount: 0,
      clickCount: 0,
      createdAt: "2026-11-20T09:00:00Z",
    };
    expect(bodyOf(fieldsOf(ad))).toEqual(bodyOf(filled));
  });
});

it("the frame of a preview lets in the page's styles and those of the advertisement's own frame, and no text", () => {
  const escaped = (html: string) =>
    html.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const inner = escaped(adFrameDocument("<p>&lt;style&gt;</p>"));
  const page = `<head><style>a{}</style></head><h1>&lt;style&gt;</h1><iframe srcDoc="${inner}"></iframe>`;
  const open = letStylesIn(page, "abc");
  expect(open.match(/nonce/g)).toHaveLength(2);
  expect(open).toContain('<style nonce="abc">a{}');
  expect(open).toContain("&lt;style nonce=&quot;abc&quot;&gt;body{");
  expect(open).toContain("<h1>&lt;style&gt;</h1>");
});

it("trends are words for what was computed", () => {
  const trends = { newProviders: 0, newRouters: 0, revenue: null, month: null };
  expect(revenueTrend(trends)).toBe("Nothing to compare with yet");
  expect(revenueTrend({ ...trends, revenue: 0 })).toBe("As much as in the 30 days before");
  expect(revenueTrend({ ...trends, revenue: -3.5 })).toBe("3.5 % less in 30 days than in the 30 before");
  expect(monthTrend(trends)).toBe("No sales in the same days last month");
  expect(monthTrend({ ...trends, month: 8 })).toBe("8 % more than by this day last month");
});
