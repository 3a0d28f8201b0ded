import { describe, expect, it } from "vitest";
import { inService } from "#contract/values/services";
import { english } from "#web/portal/messages/en.ts";
import { swahili } from "#web/portal/messages/sw.ts";
import { planTitle } from "#web/portal/plan-figures.ts";

/** Every text by its path; what a function is given stands in it as ①, ②, …. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, String(value(..."①②③④".slice(0, value.length)))]];
  if (typeof value !== "object" || value === null) throw new Error(`${path} is no text`);
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, path ? `${path}.${key}` : key));
}

const inEnglish = new Map(textsOf(english, ""));
const inSwahili = new Map(textsOf(swahili, ""));

/** Names, examples and signs that are the same in both. */
const shared = ["kes", "buy.phoneExample", "buy.codeExample", "home.mbps", "footer.copyright"];
const isShared = (path: string) =>
  shared.includes(path) || path.startsWith("time.months") || path.endsWith(".reason");

describe("the words of both languages", () => {
  it("have the same keys and lists of the same length", () => {
    expect([...inSwahili.keys()]).toEqual([...inEnglish.keys()]);
  });

  it("are never empty", () => {
    for (const [path, text] of [...inEnglish, ...inSwahili]) expect(text.trim(), path).not.toBe("");
  });

  it("say whatever they are given", () => {
    const given = (text = "") => [...new Set(text.match(/[①②③④]/g))].sort().join("");
    for (const [path, text] of inEnglish) expect(given(inSwahili.get(path)), path).toBe(given(text));
  });

  it("differ, but for names, examples and signs", () => {
    const same = [...inEnglish].filter(([path, text]) => inSwahili.get(path) === text).map(([path]) => path);
    expect(same.filter((path) => !isShared(path))).toEqual([]);
  });
});

it("the toasts say what docs/behaviour quotes (VP-T1 to VP-T8), by the service's name", () => {
  const { dismiss: _, ...toasts } = english.toasts;
  const said = Object.entries(toasts).map(([kind, { title, text }]) => [kind, `${title} - ${text}`]);
  expect(Object.fromEntries(said)).toEqual({
    initiated: "Payment Initiated - Check your phone for the M-Pesa prompt",
    initiationFailed: "Payment Failed - Failed to initiate payment",
    initiationLost: "Payment Error - Failed to initiate payment",
    redeemed: "Success! - Voucher redeemed successfully. You now have internet access!",
    voucherFailed: "Voucher Error - Failed to redeem voucher",
    paid: "Payment Successful! - Your internet access has been activated.",
    queued: "Payment Successful! - It starts when the plan before it ends.",
    closed: "Payment Successful! - It opens by itself at its hour.",
    failed: "Payment Failed - Please try again or contact support.",
    timeout: "Payment Timeout - Please check your payment status or try again.",
  });
  const byAirtel = inService(toasts.initiated.text, "airtel_money");
  expect(byAirtel).toBe("Check your phone for the Airtel Money prompt");
});

describe("lengths of time in Kiswahili", () => {
  it.each([
    [0, 1, 0, "Saa 1"],
    [0, 3, 0, "Masaa 3"],
    [1, 0, 0, "Siku 1"],
    [7, 0, 0, "Siku 7"],
    [1, 12, 0, "Siku 1 na masaa 12"],
    [0, 0, 30, "Dakika 30"],
    [0, 1, 30, "Saa 1 na dakika 30"],
  ])("%i days, %i hours and %i minutes of a plan read %s", (days, hours, minutes, text) => {
    expect(swahili.time.plan(days, hours, minutes)).toBe(text);
  });

  it.each([
    [2, 3, 5, "siku 2 masaa 3"],
    [2, 0, 5, "siku 2"],
    [0, 3, 12, "masaa 3 dk 12"],
    [0, 3, 0, "masaa 3"],
    [0, 0, 5, "dakika 5"],
    [0, 0, 0, "chini ya dakika moja"],
  ])("%i days, %i hours and %i minutes left read %s", (days, hours, minutes, text) => {
    expect(swahili.time.left(days, hours, minutes)).toBe(text);
  });
});

it("a moment in Kiswahili has its part of the day, and no hour that others count from sunrise", () => {
  const said = (clock: string) => swahili.moments.today(clock);
  expect(["00:30", "05:12", "12:00", "16:00", "19:45"].map(said)).toEqual([
    "leo, 00:30 usiku",
    "leo, 05:12 asubuhi",
    "leo, 12:00 mchana",
    "leo, 16:00 jioni",
    "leo, 19:45 usiku",
  ]);
  expect(swahili.moments.tomorrow("05:12")).toBe("kesho, 05:12 asubuhi");
});

it("a plan whose name is its duration is called by the language of the page, and any other by its name", () => {
  const names = ["3 Hours", "1 hour", "7 Days", "Week for two", "3 Hours Night"];
  expect(names.map((name) => planTitle(name, swahili))).toEqual([
    "Masaa 3",
    "Saa 1",
    "Siku 7",
    "Week for two",
    "3 Hours Night",
  ]);
  expect(names.map((name) => planTitle(name, english))).toEqual(names);
});
