import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/texts";
import { customerSecurityPolicy, renderBlockedPage, renderCustomerPage } from "#web/customer/page.ts";
import type { CustomerLine, CustomerPaid, CustomerView } from "#web/customer/view.ts";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("base64");
/** Tests have no text of a stylesheet in pages; the build puts this in, without its comments. */
const style = ["web/ui/tokens.css", "web/customer/customer.css"]
  .map((file) => readFileSync(file, "utf8"))
  .join("");
const evil = `</style></script><script>alert(1)</script><img src=x onerror=alert(1)>"'&`;

const line: CustomerLine = {
  id: "l 1",
  packageName: "Home 10",
  price: 1500,
  period: { months: 1 },
  standing: "open",
  // 14:05 in Nairobi.
  paidUntil: Date.UTC(2026, 11, 4, 11, 5),
  blocksAt: Date.UTC(2026, 11, 4, 11, 5),
  isSilent: false,
  why: null,
  isDevice: false,
  daysFrom: null,
  fairUse: null,
  used: null,
  usedByDay: null,
  next: null,
  canChange: false,
};

const changeable: CustomerLine = {
  ...line,
  next: { packageName: "Home 20", price: 3000, period: { months: 1 } },
  canChange: true,
};

const view = (changes: Partial<CustomerView> = {}): CustomerView => ({
  language: "en",
  chosen: null,
  link: "ab12.Cd-_",
  brand: {
    companyName: "Kilimani Net",
    headerColor: "#0f6b4f",
    primaryColor: "#0f6b4f",
    logo: `/media/${"a".repeat(64)}`,
    phone: "0712 000 111",
  },
  firstName: "Wanjiku",
  number: "81234567",
  balance: 0,
  paybill: null,
  lines: [line],
  paid: [],
  pay: { amount: "1500", phone: "2547 ***** 126", once: "0123abcd" },
  state: "idle",
  problem: null,
  ...changes,
});

const paidOf = (changes: Partial<CustomerPaid>): CustomerPaid => ({
  at: Date.UTC(2026, 11, 4, 11, 5),
  kind: "payment",
  amount: 1500,
  method: "mpesa",
  receipt: "SGA1BCDE2F",
  ...changes,
});
const allPaid = [
  paidOf({}),
  paidOf({ method: "airtel_money", receipt: "123" }),
  paidOf({ method: "bank", receipt: "TT1" }),
  paidOf({ kind: "cash", method: null, amount: 500, receipt: "12" }),
  paidOf({ kind: "cash-undone", method: null, amount: -500, receipt: "12" }),
  paidOf({ kind: "refund", amount: -250.5 }),
  paidOf({ kind: "taken-back", amount: -1500 }),
  ...["SGA1BCDE3F", "SGB2CDEF4G", "SGC3DEFG5H"].map((receipt) => paidOf({ receipt })),
];

/** Where no message goes out. */
const asBlocked = { chosen: null, problem: null, asked: null };

const waiting = { kind: "waiting", id: "t-1", amount: 1500 } as const;
const paid = { kind: "paid", id: "t-1", amount: 1500 } as const;
const failed = { kind: "failed", id: "t-1", sentence: "The PIN was wrong." } as const;

const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
const shown = (changes: Partial<CustomerView> = {}) => textOf(renderCustomerPage(view(changes)));
const fieldOf = (html: string, name: string) =>
  new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1];

describe("a customer's page", () => {
  it("says whose it is and how lines stand, in English", () => {
    const text = shown({
      balance: 250.5,
      lines: [
        line,
        { ...line, packageName: "Shop", standing: "blocked", period: { days: 30 } },
        { ...line, standing: "unpaid", paidUntil: null, period: { days: 1 } },
        { ...line, packageName: "Given up", standing: "closed" },
      ],
    });
    for (const words of [
      "Kilimani Net",
      "Hello Wanjiku",
      "Account number 8123 4567",
      "Balance KES 250.50",
      "KES 1,500 a month",
      "Open until Fri 4 Dec 2026, 14:05",
      "KES 1,500 for 30 days",
      "Blocked since Fri 4 Dec 2026, 14:05: pay to be back at once",
      "KES 1,500 a day",
      "Not paid yet",
      "Pay by M-Pesa",
      "Questions? Call 0712 000 111",
      "Kiswahili",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("Given up");
    expect(shown()).not.toContain("Balance");
  });

  it("says how its number is typed by hand, where that is reported, and not while a payment is under way", () => {
    const typed = "Business number 600200 Account number 8123 4567";
    expect(shown({ paybill: "600200" })).toContain(typed);
    expect(shown({ paybill: "600200", language: "sw" })).toContain("Nambari ya biashara 600200");
    expect(shown({ paybill: "600200", pay: { why: "No gateway" } })).toContain(typed);
    expect(shown({ paybill: "600200", state: waiting })).not.toContain("600200");
    expect(shown()).not.toContain("Business number");
  });

  it("says of a line that ended until when it is on, what a part buys, and why it is off", () => {
    const end = Date.UTC(2026, 11, 7, 5, 0);
    const ended: CustomerLine = { ...line, standing: "grace", blocksAt: end, daysFrom: 500 };
    const text = shown({ lines: [ended, { ...line, isSilent: true }] });
    expect(text).toContain("Paid until Fri 4 Dec 2026, 14:05. Pay before Mon 7 Dec 2026, 08:00 to stay on");
    expect(text).toContain("No whole price at hand? KES 500 or more buys days.");
    expect(text).toContain("Your router is not connected");
    const still = shown({ lines: [{ ...line, isSilent: true, isDevice: true }] });
    expect(still).toContain("Nothing comes from your device just now");
    expect(still).not.toContain("Your router is not connected");
    expect(shown({ lines: [{ ...ended, blocksAt: null }] })).toContain(
      "Paid until Fri 4 Dec 2026, 14:05, and still on",
    );
    expect(shown({ lines: [{ ...line, standing: "paused" }] })).toContain(
      "Paused since Fri 4 Dec 2026, 14:05: your days are kept",
    );
    expect(shown({ lines: [{ ...line, standing: "held" }] })).toContain("Blocked by us since Fri 4 Dec");
    expect(shown()).not.toContain("buys days");
    const swahili = shown({ language: "sw", lines: [ended, { ...line, standing: "held" }] });
    expect(swahili).toContain("Lipa kabla ya Jumatatu 7 Des 2026, 08:00 ili iendelee");
    expect(swahili).toContain("Huna bei yote? KES 500 au zaidi hununua siku.");
    expect(swahili).toContain("Tumeifunga tangu");
  });

  it("says why a line has no internet where that was asked, in both languages, and asks by a link", () => {
    const causes = ["router_away", "behind", "refused", "silent", "none"] as const;
    for (const language of languages) {
      const texts = causes.map((why) => {
        const html = renderCustomerPage(view({ language, lines: [{ ...line, isSilent: true, why }] }));
        return /<p role="status">([^<]+)<\/p>/.exec(html)?.[1] ?? "";
      });
      expect(texts).not.toContain("");
      expect(new Set(texts).size).toBe(causes.length);
    }
    const html = renderCustomerPage(view({ chosen: "sw", language: "sw" }));
    expect(html).toContain('href="/my/ab12.Cd-_?lang=sw&amp;why=1"');
    // What is blocked says so itself, and nothing is asked while money is on its way.
    expect(shown({ lines: [{ ...line, standing: "blocked" }] })).not.toContain("See why");
    expect(shown({ state: waiting })).not.toContain("See why");
  });

  it("says to whoever has no link how a blocked line is paid, and knows nobody", () => {
    const { brand } = view();
    const blocked = { ...asBlocked, language: "en", brand, paybill: "600200" } as const;
    const html = renderBlockedPage(blocked);
    const text = textOf(html);
    for (const words of [
      "Kilimani Net",
      "Blocked: pay to be back",
      "Open the link",
      "600200",
      "0712 000 111",
    ])
      expect(text).toContain(words);
    expect(html).toContain('href="/my?lang=sw"');
    expect(html).not.toMatch(/<script|<form|<input/);
    expect(customerSecurityPolicy(blocked, sha256)).not.toContain("script-src");
    expect(textOf(renderBlockedPage({ ...asBlocked, language: "sw", brand, paybill: null }))).not.toContain(
      "Pay Bill",
    );
    const { companyName, ...rest } = brand;
    expect(companyName).toBe("Kilimani Net");
    const forged = renderBlockedPage({
      ...asBlocked,
      language: "en",
      brand: Object.assign({ companyName: evil }, rest),
      paybill: evil,
    });
    expect(forged).not.toContain("<script>alert");
  });

  it("says the same in Swahili", () => {
    const text = shown({
      language: "sw",
      balance: 250,
      lines: [
        line,
        { ...line, standing: "blocked", period: { months: 3 } },
        { ...line, standing: "unpaid", paidUntil: null, period: { days: 30 } },
      ],
    });
    for (const words of [
      "Habari Wanjiku",
      "Nambari ya akaunti 8123 4567",
      "Salio KES 250",
      "KES 1,500 kwa mwezi",
      "Iko wazi hadi Ijumaa 4 Des 2026, 14:05",
      "KES 1,500 kwa miezi 3",
      "Imefungwa tangu Ijumaa 4 Des 2026, 14:05: lipa ili irudi mara moja",
      "Bado haijalipiwa",
      "KES 1,500 kwa siku 30",
      "Lipa kwa M-Pesa",
      "Una swali? Piga 0712 000 111",
      "English",
    ])
      expect(text).toContain(words);
    expect(renderCustomerPage(view({ language: "sw" }))).toContain('<html lang="sw">');
  });

  it("asks for the PIN while a prompt is under way, and looks again by itself", () => {
    const html = renderCustomerPage(view({ state: waiting }));
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="4"></noscript>');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain("<form");
    expect(textOf(html)).toContain("Check your phone and enter your PIN");
    expect(textOf(html)).toContain("KES 1,500");
    // It stays this payment in the other language, and is none after a fresh start.
    expect(html).toContain('href="/my/ab12.Cd-_?payment=t-1&amp;lang=sw"');
    expect(html).toContain('href="/my/ab12.Cd-_"');
    expect(shown({ state: waiting, language: "sw" })).toContain("Angalia simu yako na uweke PIN yako");
    for (const state of ["idle", paid, failed] as const)
      expect(renderCustomerPage(view({ state }))).not.toContain("http-equiv");
  });

  it("says what arrived and until when it is open", () => {
    const html = renderCustomerPage(view({ state: paid }));
    expect(textOf(html)).toContain("KES 1,500 arrived. Your line is open until Fri 4 Dec 2026, 14:05.");
    expect(html).not.toContain("<form");
    expect(shown({ state: paid, language: "sw" })).toContain(
      "KES 1,500 zimefika. Laini yako iko wazi hadi Ijumaa 4 Des 2026, 14:05.",
    );
    expect(shown({ state: paid, lines: [line, line] })).toContain("KES 1,500 arrived. Your lines are open.");
    expect(shown({ state: paid, lines: [line, line], language: "sw" })).toContain("Laini zako ziko wazi.");
  });

  it("calls no line open that a part of its price left blocked", () => {
    const text = shown({ state: paid, lines: [{ ...line, standing: "blocked" }] });
    expect(text).toContain("KES 1,500 arrived.");
    expect(text).not.toContain("open");
  });

  it("says why a payment failed, with the form again", () => {
    for (const language of languages) {
      const html = renderCustomerPage(view({ language, state: failed }));
      expect(html.indexOf("The PIN was wrong.")).toBeGreaterThan(0);
      expect(html.indexOf("The PIN was wrong.")).toBeLessThan(html.indexOf("<form"));
    }
  });

  it("keeps what was typed below what is wrong with it", () => {
    const problem = "Please enter an amount of KES 10 or more, in whole shillings";
    const pay = { amount: 'five"', phone: "0712 34", once: "k" };
    const html = renderCustomerPage(view({ problem, pay, chosen: "en", state: failed }));
    expect(html.indexOf(problem)).toBeLessThan(html.indexOf("<form"));
    // What is wrong now, not with the payment before.
    expect(html).not.toContain(failed.sentence);
    expect(fieldOf(html, "amount")).toBe("five&quot;");
    expect(fieldOf(html, "phone")).toBe("0712 34");
    expect(fieldOf(html, "once")).toBe("k");
    expect(fieldOf(html, "lang")).toBe("en");
    expect(html).toContain('<form method="post" action="/my/ab12.Cd-_/pay">');
    expect(fieldOf(renderCustomerPage(view()), "lang")).toBeUndefined();
  });

  it("says why nothing can be paid now, without a form", () => {
    const html = renderCustomerPage(view({ pay: { why: "Payments are off <today>." } }));
    expect(html).toContain("Payments are off &lt;today&gt;.");
    expect(html).not.toContain("<form");
  });

  it("escapes whatever anybody wrote", () => {
    const html = renderCustomerPage(
      view({
        link: evil,
        brand: { companyName: evil, headerColor: evil, primaryColor: evil, logo: evil, phone: evil },
        firstName: evil,
        number: evil,
        lines: [{ ...line, packageName: evil }],
        pay: { amount: evil, phone: evil, once: evil },
        state: { kind: "failed", id: evil, sentence: evil },
        problem: evil,
      }),
    );
    expect(html).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>"/);
    expect(html.match(/<\/style>/g)).toHaveLength(2);
    expect(html.slice(0, html.indexOf("</head>"))).not.toMatch(/style>[^<]*alert/);
  });

  it("tells what was paid, when and by which way, and what went back, in both languages", () => {
    const [english, kiswahili] = languages.map((language) => shown({ language, paid: allPaid.slice(0, 7) }));
    for (const words of [
      ...["What you paid", "Fri 4 Dec 2026, 14:05 M-Pesa SGA1BCDE2F KES 1,500", "Airtel Money 123 KES 1,500"],
      ...["Bank TT1 KES 1,500", "Cash, receipt 12 KES 500", "Undone: receipt 12 −KES 500"],
      ...["Given back to you −KES 250.50", "Not paid after all: M-Pesa SGA1BCDE2F −KES 1,500"],
    ])
      expect(english).toContain(words);
    for (const words of [
      "Ulicholipa",
      "Taslimu, risiti 12",
      "Imebatilishwa: risiti 12",
      "Umerudishiwa",
      "Benki TT1",
    ])
      expect(kiswahili).toContain(words);
    expect(shown()).not.toContain("What you paid");
    expect(
      renderCustomerPage(view({ paid: [{ ...allPaid[0], receipt: evil } as CustomerPaid] })),
    ).not.toContain("<script>alert");
  });

  it("leads to other packages from a line that may have one, and says what comes with the next payment", () => {
    const html = renderCustomerPage(view({ lines: [changeable], chosen: "sw", language: "sw" }));
    expect(html).toContain('href="/my/ab12.Cd-_/lines/l%201?lang=sw"');
    expect(textOf(html)).toContain("Kuanzia malipo yako yajayo: Home 20, KES 3,000 kwa mwezi");
    expect(shown()).not.toContain("Change package");
    // While money is on its way nothing else is begun.
    expect(shown({ lines: [changeable], state: waiting })).not.toContain("Change package");
  });

  it("weighs 15 KB at most with five lines and ten payments, and has no script but one while it waits", () => {
    for (const language of languages)
      for (const state of ["idle", waiting, paid, failed] as const) {
        const html = renderCustomerPage(
          view({ language, state, lines: Array.from({ length: 5 }, () => changeable), paid: allPaid }),
        );
        const whole = style + html;
        expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(15 * 1024);
        expect(gzipSync(whole).length).toBeLessThanOrEqual(4 * 1024);
        const rest = state === waiting ? html.replace(/<script>[^<]*<\/script>/, "") : html;
        expect(rest).not.toMatch(/<script|javascript:| on\w+=/i);
      }
  });

  it("allows its own stylesheets by their hashes, and nothing from elsewhere", () => {
    const shownNow = view();
    const policy = customerSecurityPolicy(shownNow, sha256);
    const styles = [...renderCustomerPage(shownNow).matchAll(/<style>(.*?)<\/style>/gs)];
    expect(styles).toHaveLength(2);
    const hashes = styles.map(([, style = ""]) => `'sha256-${sha256(style)}'`);
    expect(policy).toContain(`style-src ${hashes.join(" ")};`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe|\*|https?:/);
  });

  it("has the provider's colours, and others on dark phones", () => {
    const dark = { ...view().brand, primaryColor: "#062b20" };
    const html = renderCustomerPage(view({ brand: dark }));
    const [light = "", night = ""] = html.split("@media (prefers-color-scheme:dark)");
    const accent = (text: string) => /--accent-text:(#\w{6})/.exec(text)?.[1];
    expect(light).toContain("--header:#0f6b4f");
    expect(accent(light)).toMatch(/^#/);
    expect(accent(night)).toMatch(/^#/);
    expect(accent(night)).not.toBe(accent(light));
  });

  it("has in its stylesheet every colour that it names", () => {
    const html = renderCustomerPage(view());
    for (const [, name] of style.matchAll(/var\((--[\w-]+)\)/g)) expect(style + html).toContain(`${name}:`);
  });

  it("asks to be kept out of search engines", () => {
    expect(renderCustomerPage(view())).toContain('<meta name="robots" content="noindex,nofollow">');
  });
});
