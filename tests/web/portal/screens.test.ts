import { createElement } from "react";
import { renderToString } from "react-dom/server.edge";
import { describe, expect, it } from "vitest";
import { hopHost } from "#contract/values/voucher-link";
import { startFlow } from "#web/portal/flow.ts";
import { english } from "#web/portal/messages/en.ts";
import { Portal } from "#web/portal/portal.tsx";
import { everyRarePart, renderPortal } from "#web/portal/server.tsx";
import { missed, passed, startWatch, timeoutMs, type Watch } from "#web/portal/watch.ts";
import { linksOf, markupOf, textOf } from "./read-html.ts";
import { buy, device, failure, mac, page, routerId, status, success, waiting } from "./sample-pages.ts";

const refreshing = '<noscript><meta http-equiv="refresh" content="4"></noscript>';
const html = (at: Parameters<typeof renderPortal>[0]) => renderPortal(at, null);

describe("where Airtel Money is offered, too", () => {
  const both = { services: ["mpesa" as const, "airtel_money" as const] };
  const airtel = page({ ...buy, tab: "airtel_money" }, both);

  it("has a tab for each service by its name, and the voucher", () => {
    expect(textOf(page(buy, both))).toContain("Complete Payment M-Pesa Airtel Money Voucher 3 Hours");
    const place = `mac=${mac}&routerId=${routerId}`;
    expect(linksOf(page(buy, both))).toEqual(
      expect.arrayContaining([
        `/buy?planId=p2&${place}`,
        `/buy?planId=p2&tab=airtel_money&${place}`,
        `/buy?planId=p2&tab=voucher&${place}`,
      ]),
    );
  });

  it("posts which one is paid by, and M-Pesa without a word", () => {
    expect(markupOf(airtel)).toContain('<input type="hidden" name="service" value="airtel_money"/>');
    expect(markupOf(page(buy, both))).not.toContain('name="service"');
  });

  it("differs from M-Pesa's page in the name alone", () => {
    const renamed = (text: string) => text.replaceAll("M-Pesa", "Airtel Money");
    const form = (text: string) => text.slice(text.indexOf("3 Hours 5 Mbps"));
    expect(form(textOf(airtel))).toBe(renamed(form(textOf(page(buy, both)))));
    const reasons = ["insufficient", "wrong-pin", "cancelled", "network", "service"] as const;
    for (const reason of reasons) {
      const failed = page({ ...failure, reason });
      expect(textOf(page({ ...failure, reason, service: "airtel_money" }))).toBe(renamed(textOf(failed)));
    }
    const waits = textOf(page({ ...waiting, service: "airtel_money" }));
    expect(waits).toContain("Enter your Airtel Money PIN on the prompt to pay KES 20 for 3 Hours.");
    expect(waits).toContain(
      "Already paid? Stay here, you are connected as soon as Airtel Money confirms it.",
    );
    expect(waits).not.toContain("M-Pesa");
    // What is true of Safaricom's SIM cards and receipts alone is left out.
    expect(waits).not.toContain("*234#");
  });

  it("has only the voucher where no service collects", () => {
    const none = page({ ...buy, tab: "voucher" }, { services: [] });
    expect(textOf(none)).toContain("Complete Payment Voucher Only vouchers are taken here at the moment.");
    expect(markupOf(none)).not.toContain('action="/buy"');
    expect(markupOf(none)).toContain('action="/redeem"');
  });
});

describe("paying by hand", () => {
  const typed = { paybill: "600100", account: "1234 5678", amount: 20 };

  it("is shown while the prompt is waited for and after it failed, with what to type", () => {
    const shown = "Or pay by hand Pay bill 600100 Account 1234 5678 Amount KES 20";
    const next =
      "In the M-Pesa menu choose Lipa na M-Pesa, then Pay Bill. You are connected as soon as it is paid.";
    expect(textOf(page({ ...failure, paybill: typed }))).toContain(next);
    expect(textOf(page({ ...waiting, status: status({ paybill: typed }) }))).toContain(shown);
    expect(textOf(page({ ...failure, paybill: typed }))).toContain(shown);
    expect(markupOf(page({ ...failure, paybill: typed }))).toContain('aria-label="Copy: Account"');
  });

  it("is not shown where it is not possible", () => {
    expect(textOf(page(waiting))).not.toContain("pay by hand");
    expect(textOf(page(failure))).not.toContain("pay by hand");
  });
});

describe("the payment form as a page", () => {
  it("repeats plan and amount, and posts phone, plan, device and router", () => {
    const markup = markupOf(page(buy));
    expect(textOf(page(buy))).toContain(
      "Complete Payment M-Pesa Voucher 3 Hours 5 Mbps · Unlimited Data You pay KES 20",
    );
    expect(markup).toContain('<form action="/buy" method="post">');
    expect(markup).toContain('<input type="hidden" name="planId" value="p2"/>');
    expect(markup).toContain(`<input type="hidden" name="mac" value="${mac}"/>`);
    expect(markup).toContain(`<input type="hidden" name="routerId" value="${routerId}"/>`);
    expect(markup).toMatch(/<input id="phone"[^>]*type="tel" inputMode="tel"[^>]*name="phoneNumber"/);
    expect(markup).toContain("Pay KES 20</button>");
  });

  it("says in one sentence what will happen next", () => {
    expect(textOf(page(buy))).toContain(
      "A prompt opens on this phone: enter your M-Pesa PIN there to pay KES 20",
    );
  });

  it("has a voucher form with the four hints, one link away", () => {
    const voucher = page({ ...buy, tab: "voucher" });
    expect(linksOf(page(buy))).toContain(`/buy?planId=p2&tab=voucher&mac=${mac}&routerId=${routerId}`);
    expect(markupOf(voucher)).toContain('<form action="/redeem" method="post">');
    expect(markupOf(voucher)).toMatch(/id="panel-phone" hidden=""/);
    expect(markupOf(page(buy))).toMatch(/id="panel-voucher" hidden=""/);
    for (const hint of [
      "Enter the code exactly as provided",
      "Each voucher is single use",
      "Vouchers may expire",
      "Access is instant after redemption",
    ])
      expect(textOf(voucher)).toContain(hint);
  });

  it("shows what is wrong beside what was typed, with the title apart", () => {
    const wrong = page({
      ...buy,
      phoneNumber: "0712",
      problem: "Invalid Phone Number - Please enter a valid Kenyan phone number",
    });
    expect(markupOf(wrong)).toContain(
      "<strong>Invalid Phone Number</strong><span>Please enter a valid Kenyan phone number</span>",
    );
    expect(markupOf(wrong)).toContain('value="0712"');
    expect(markupOf(wrong)).toContain('aria-invalid="true"');
  });

  it("leaves the voucher form usable when the plan is not sold any more", () => {
    const gone = page({ ...buy, planId: "gone", tab: "voucher" });
    expect(markupOf(gone)).toContain('action="/redeem"');
    expect(markupOf(gone)).not.toContain('action="/buy"');
  });
});

describe("waiting for the PIN", () => {
  it("shows amount, plan, how long the prompt is good for by the server's clock, and what to do without one", () => {
    const text = textOf(page(waiting));
    expect(text).toContain("Check your phone");
    expect(text).toContain("to pay KES 20 for 3 Hours");
    expect(text).toContain("Time left 1:37");
    expect(text).toContain("No prompt on your phone?");
  });

  it("stands at the PIN while the payment is pending", () => {
    const markup = markupOf(page(waiting));
    expect(markup).toMatch(
      /step-done.*Prompt sent to your phone.*step-now.*Enter your M-Pesa PIN.*step-later.*Connecting you/,
    );
  });

  it("names the number to the browser that asked for the prompt, with the way out of a mistyped one", () => {
    const own = page({ ...waiting, status: status({ phoneNumber: "254712345699" }) });
    expect(textOf(own)).toContain("Prompt sent to +254 712 345 699 Wrong number?");
    expect(markupOf(own)).toContain('action="/pay/t-1/let-go"');
    expect(textOf(page(waiting))).not.toContain("Wrong number?");
  });

  it("says that a prompt is sent only once the gateway has taken it", () => {
    const unclear = page({
      ...waiting,
      status: status({ prompt: "unclear", phoneNumber: "254712345699" }),
    });
    expect(textOf(unclear)).toContain("Sending the prompt to +254 712 345 699…");
    expect(textOf(unclear)).toContain("We do not know yet whether the prompt went out.");
    expect(textOf(unclear)).not.toContain("Prompt sent");
    expect(markupOf(unclear)).toMatch(/step-now.*Sending the prompt.*step-later.*Enter your M-Pesa PIN/);
  });

  it("asks again by itself where no script does", () => {
    expect(html(page(waiting))).toContain(refreshing);
    expect(html(page(success({ access: "connecting" })))).toContain(refreshing);
    expect(html(page({ ...failure, stillChecking: true }))).toContain(refreshing);
    for (const still of [page(), page(buy), page(success()), page(failure)]) {
      expect(html(still)).not.toContain("refresh");
    }
  });
});

describe("success", () => {
  it("says so in the specified words, until when and how fast, and leads to what was bought", () => {
    const text = textOf(page(success()));
    expect(text).toContain("Payment Successful! Your internet access has been activated.");
    expect(text).toContain("Online until today at 17:05");
    expect(text).toContain("Speed Up to 5 Mbps");
    expect(text).toContain("Start Browsing the Internet");
    expect(linksOf(page(success()))).toContain(`/connected?mac=${mac}&routerId=${routerId}`);
  });

  it("does not promise the internet before the router has let the device out", () => {
    const text = textOf(page(success({ access: "connecting", expiresAt: null })));
    expect(text).toContain("Payment Successful! Paid. We are connecting you now…");
    expect(text).not.toContain("Start Browsing");
    expect(text).not.toContain("has been activated");
  });

  it("promises nothing at once while the router is away", () => {
    const text = textOf(page(success({ access: "connecting", routerAway: true, expiresAt: null })));
    expect(text).toContain("Payment Successful! Paid. You are let in as soon as the router answers.");
    expect(text).toContain("Waiting for the router…");
    expect(text).not.toMatch(/onnecting you|has been activated/);
  });

  it("tells a device that is not on the WiFi to join it", () => {
    const text = textOf(page(success({ access: "waiting_for_device", expiresAt: null })));
    expect(text).toContain("Your time starts when this device joins the WiFi");
  });
});

describe("failure", () => {
  const common = [
    "Insufficient mobile-money balance",
    "Wrong PIN",
    "Cancelled request",
    "Network issues",
    "Service unavailable",
  ];

  it("gives the server's reason, what to do now, the common reasons and two ways on", () => {
    const text = textOf(page({ ...failure, reason: "insufficient", error: "Not enough money." }));
    expect(text).toContain("Payment Unsuccessful Not enough money. Top up your M-Pesa");
    for (const reason of common) expect(text).toContain(reason);
    expect(text).toContain("Try Again");
    expect(text).toContain("Choose Different Plan");
    const links = linksOf(page(failure));
    expect(links).toContain(`/?mac=${mac}&routerId=${routerId}#plan-p2`);
    expect(links).toContain(`/?mac=${mac}&routerId=${routerId}`);
  });

  it.each(["insufficient", "wrong-pin", "cancelled", "network", "service"] as const)(
    "has words of its own for %s when the server sends none",
    (reason) => {
      const text = textOf(page({ ...failure, reason }));
      expect(text).not.toContain("Payment could not be processed");
      expect(text.length).toBeGreaterThan(textOf(page(failure)).length);
    },
  );

  it("falls back on the specified reason", () => {
    expect(textOf(page(failure))).toContain("Payment Unsuccessful Payment failed Try Again");
    const neverBegan = { ...failure, transactionId: null };
    expect(textOf(page(neverBegan))).toContain("Payment Unsuccessful Payment could not be processed");
  });

  it("calls nothing unsuccessful that it could not ask about", () => {
    const shown = page({ ...failure, stillChecking: true });
    const about = { planId: "p2", planName: "1 Day", amount: 50, service: "mpesa" as const };
    const begun = startWatch({ transactionId: "t-1", ...about, status: status({ status: "pending" }) }, 0);
    const markup = (watch: Watch) =>
      renderToString(
        createElement(Portal, {
          page: shown,
          flow: { ...startFlow(shown), following: true, watch, at: watch.readAt + 10 * timeoutMs },
          actions: null,
          messages: english,
          rare: everyRarePart,
        }),
      );
    const late = passed(begun, 10 * timeoutMs);
    expect(markup(late)).toContain("Payment Unsuccessful");
    // An answer that is lost says nothing of the payment: the words stay (VP-94, VP-95).
    expect(markup(missed(late, 10 * timeoutMs))).toContain("Payment Unsuccessful");
    const unheard = markup(missed(late, 10 * timeoutMs, true));
    expect(unheard).toContain("We cannot see your payment now");
    expect(unheard).toContain("Do not pay a second time.");
    expect(unheard).not.toContain("Payment Unsuccessful");
  });

  it("goes on checking after the time limit, and says so", () => {
    const text = textOf(page({ ...failure, stillChecking: true }));
    expect(text).toContain("Please check your payment status or try again.");
    expect(text).toContain("We keep checking.");
    expect(textOf(page(failure))).not.toContain("We keep checking.");
  });
});

const receipt = {
  transactionId: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c",
  receipt: "SKF7X2M1QP",
  phoneNumber: "254712345678",
  amount: 20,
  service: "mpesa" as const,
  recoveryCode: "ABCD-EFGH-JKMN",
};

const queue = [
  {
    planName: "1 Day",
    startsAt: "2026-11-20T13:18:00.000Z",
    receipt: "SKF7X2M1QR",
    recoveryCode: "ABCD-EFGH-JKMP",
  },
  { planName: "Week", startsAt: null, receipt: null, recoveryCode: null },
];

describe("what is left", () => {
  it("shows plan, time, data and speed to anybody with this device", () => {
    const text = textOf(page({ kind: "connected", receipt: null }, { device: { ...device, queue } }));
    expect(text).toContain("You are online Time left 2 h 13 min Until today at 16:18");
    expect(text).toContain("Plan 3 Hours Data left 1.5 GB counted every 15 minutes Speed 5 Mbps");
    expect(text).toContain("What comes next 1 Day Starts today at 16:18 Receipt SKF7X2M1QR");
    expect(text).toContain("Week Starts when the one before it ends");
    expect(text).toContain("Buy more");
    expect(text).not.toContain("Your purchase");
  });

  it("shows receipt and phone to the buyer", () => {
    const text = textOf(page({ kind: "connected", receipt }, { device }));
    expect(text).toContain(
      "Amount KES 20 M-Pesa receipt SKF7X2M1QP Paid by +254 712 345 678 Reference 9F86D081884C",
    );
  });

  it("shows the recovery code to the buyer alone, and says what it is for", () => {
    const bought = textOf(page({ kind: "connected", receipt }, { device }));
    expect(bought).toContain(
      "Recovery code ABCD-EFGH-JKMN Write it down: it moves your internet to another phone.",
    );
    expect(textOf(page({ kind: "connected", receipt: null }, { device }))).not.toContain("Recovery code");
    expect(textOf(page(success({ recoveryCode: "ABCD-EFGH-JKMN" })))).toContain("ABCD-EFGH-JKMN");
    expect(textOf(page(success({ recoveryCode: null })))).not.toContain("Recovery code");
  });

  it("says how many devices use the plan, and how another one joins while there is room", () => {
    const withDevices = (attached: number) =>
      textOf(
        page(
          { kind: "connected", receipt },
          { device: { ...device, devices: { bought: 2, attached, list: [] } } },
        ),
      );
    expect(withDevices(1)).toContain("Devices 1 of 2 devices");
    expect(withDevices(1)).toContain("type the recovery code");
    expect(withDevices(2)).toContain("Devices 2 of 2 devices");
    expect(withDevices(2)).not.toContain("type the recovery code");
    expect(textOf(page({ kind: "connected", receipt }, { device }))).not.toContain("Devices");
  });

  it("opens websites of advertisements only when online", () => {
    const websites = [{ title: "Mama Oliech", url: "https://oliech.example/" }];
    const at = (access: "online" | "connecting") =>
      linksOf(page({ kind: "connected", receipt: null }, { device: { ...device, access }, websites }));
    expect(at("online")).toContain("https://oliech.example/");
    expect(at("connecting")).not.toContain("https://oliech.example/");
  });

  it("shows no amount for a voucher", () => {
    const redeemed = {
      ...receipt,
      receipt: null,
      phoneNumber: null,
      amount: 0,
      recoveryCode: "ABCD-EFGH-JKMN",
    };
    expect(textOf(page({ kind: "connected", receipt: redeemed }, { device }))).not.toContain("Amount");
  });

  it("leads a device without access, or with none left, to the plans", () => {
    expect(textOf(page({ kind: "connected", receipt: null }))).toContain("Not connected yet");
    const over = { ...device, expiresAt: "2026-11-20T11:00:00.000Z" };
    const text = textOf(page({ kind: "connected", receipt: null }, { device: over }));
    expect(text).toContain("Your time has ended");
    expect(text).toContain("See plans");
    expect(text).not.toContain("You are online");
  });
});

describe("bringing a purchase to this device", () => {
  const claim = {
    kind: "claim",
    code: "SKF7X2M1QP",
    phoneNumber: "0712",
    problem: null,
    reason: null,
    checking: false,
    givesWay: null,
  } as const;

  it("posts one code, the paying number and the device without scripts", () => {
    const markup = markupOf(page(claim));
    expect(markup).toContain('<form action="/claim" method="post">');
    expect(markup).toMatch(/<textarea id="claim-code"[^>]*name="code"[^>]*>\s*SKF7X2M1QP<\/textarea>/);
    expect(markup).toMatch(/autoCorrect="off" spellCheck="false"|autocorrect="off" spellcheck="false"/i);
    expect(markup).toMatch(/<input id="claim-phone"[^>]*type="tel"[^>]*name="phoneNumber"[^>]*value="0712"/);
    expect(markup).toContain(`<input type="hidden" name="mac" value="${mac}"/>`);
    expect(markup).toContain(`<input type="hidden" name="routerId" value="${routerId}"/>`);
    expect(textOf(page(claim))).toContain("Number that paid (for a receipt)");
  });

  it("shows a refusal at the code, tied to it", () => {
    const markup = markupOf(page({ ...claim, problem: "We know no purchase with this code." }));
    expect(markup).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*aria-describedby="claim-code-problem/);
    expect(markup).toMatch(/id="claim-code-problem" role="alert"[^>]*><p class="problem"><span>We know no/);
  });

  it("asks a visitor without scripts to press again while M-Pesa is asked", () => {
    expect(textOf(page({ ...claim, checking: true }))).toContain("Press the button again in a minute.");
    expect(textOf(page(claim))).not.toContain("Press the button again");
  });

  it("says when the device is not known, because nothing can be brought to it", () => {
    expect(textOf(page(claim, { mac: null }))).toContain("Join the WiFi with it first.");
  });

  it("is one link away while waiting, after a failure and beside what is left, with nothing secret in it", () => {
    const link = `/claim?mac=${mac}&routerId=${routerId}`;
    for (const from of [page(waiting), page(failure), page({ kind: "connected", receipt })]) {
      expect(linksOf(from)).toContain(link);
    }
  });

  it("offers what this cookie bought on another device address, by its recovery code", () => {
    const elsewhere = [
      { planName: "3 Hours", expiresAt: "2026-11-20T15:05:00.000Z", recoveryCode: "ABCD-EFGH-JKMN" },
      { planName: "Day Pass", expiresAt: null, recoveryCode: "BBBB-EFGH-JKMN" },
    ];
    const none = page({ kind: "connected", receipt: null }, { elsewhere });
    expect(textOf(none)).toContain("3 Hours, until today at 18:05, is on another device Use it here (02:03)");
    expect(textOf(none)).toContain("Day Pass is on another device Use it here");
    expect(markupOf(none)).toContain('<input type="hidden" name="code" value="ABCD-EFGH-JKMN"/>');
    expect(markupOf(none).match(/action="\/claim"/g)).toHaveLength(2);
  });
});

describe("which device goes online", () => {
  const mark = mac.slice(-5);

  it("is said before anything is paid or redeemed, with the way to the right one", () => {
    for (const tab of ["mpesa", "voucher"] as const) {
      const form = page({ ...buy, tab });
      expect(textOf(form)).toContain(`For the device ending in ${mark}. Not this one?`);
      expect(linksOf(form)).toContain(`http://${hopHost}/`);
    }
    expect(textOf(page(buy, { mac: null }))).not.toContain("For the device");
  });

  it("is said on the button that gives it what waits, and that is a form without scripts", () => {
    for (const screen of [{ kind: "home" }, { kind: "connected", receipt: null }] as const) {
      const waits = page(screen, { waiting: ["3 Hours", "Day Pass"] });
      expect(textOf(waits)).toContain(
        `Paid, and for no device yet: 3 Hours, Day Pass Connect this device (${mark})`,
      );
      expect(markupOf(waits)).toMatch(/<form[^>]* action="\/connect"/);
      expect(markupOf(waits)).toContain(`<input type="hidden" name="mac" value="${mac}"/>`);
    }
  });

  it("is not said to be connected just now while its router is away", () => {
    for (const screen of [{ kind: "home" }, { kind: "connected", receipt: null }] as const) {
      const text = textOf(page(screen, { access: "connecting", routerAway: true }));
      expect(text).toContain("Paid. You are let in as soon as the router answers.");
      expect(text).not.toContain("Connecting you");
    }
  });

  it("is no sale of one more plan without a question, with scripts and without", () => {
    const form = buy;
    const question = "This device is paid for already. Pay for one more plan?";
    expect(textOf(page(form))).not.toContain(question);
    const asked = page(form, { access: "connecting" });
    expect(textOf(asked)).toContain(question);
    expect(markupOf(asked)).toMatch(
      /<details><summary[^>]*>[^<]*Pay for one more plan\?<\/summary><form[^>]* action="\/buy"/,
    );
  });

  it("shows no time before it has started, and is not moved on", () => {
    const bought = { ...device, access: "connecting" as const, expiresAt: null };
    const screen = { kind: "connected", receipt } as const;
    const text = textOf(page(screen, { device: bought, routerAway: true }));
    expect(text).toContain("Plan 3 Hours");
    expect(text).not.toMatch(/Time left|–|Move it to a TV/);
    expect(textOf(page(screen, { device }))).toMatch(/Time left.*Move it to a TV/);
  });

  it("is not said to have anything by more than a word to who did not buy it", () => {
    const messages = { online: "You are online", connecting: "Connecting you…" } as const;
    for (const access of ["online", "connecting"] as const) {
      expect(textOf(page({ kind: "home" }, { access }))).toContain(messages[access]);
      const seen = textOf(page({ kind: "connected", receipt: null }, { access }));
      expect(seen).toContain("What is left is shown in the browser in which it was bought.");
      expect(seen).not.toMatch(/Time left|Data left|3 Hours/);
    }
  });
});

describe("while the router is away", () => {
  const line = "The hotspot does not answer right now. You can pay; your time starts when it is back.";

  it("home says so above the plans, and the form at its button, without a promise of seconds", () => {
    const home = textOf(page({ kind: "home" }, { routerAway: true }));
    expect(home.indexOf(line)).toBeGreaterThan(0);
    expect(home.indexOf(line)).toBeLessThan(home.indexOf("Choose your plan"));
    const form = textOf(page(buy, { routerAway: true }));
    expect(form).toContain(`${line} Pay KES 20`);
    expect(form).not.toContain("seconds later");
    expect(textOf(page(buy))).toContain("seconds later");
    for (const screen of [{ kind: "home" as const }, buy]) expect(textOf(page(screen))).not.toContain(line);
  });

  it("who is online reads it where it matters: when paying", () => {
    const online = { device, access: "online" as const, routerAway: true };
    expect(textOf(page({ kind: "home" }, online))).not.toContain(line);
    expect(textOf(page(buy, online))).toContain(line);
  });
});

describe("pages about nothing", () => {
  it("says what was refused and leads back", () => {
    const refused = page({
      kind: "refused",
      title: "Closed for now",
      text: "Please try again later.",
      hasHome: true,
    });
    expect(textOf(refused)).toContain("Closed for now Please try again later. Back to the plans");
  });

  it("says 404 in the specified words", () => {
    const text = textOf(page({ kind: "not-found" }));
    expect(text).toContain("404 Page Not Found Did you forget to add the page to the router?");
  });

  it("titles every screen for the list of open pages", () => {
    expect(html(page(waiting))).toContain("<title>Check your phone · Kilimo WiFi</title>");
    expect(html(page({ kind: "not-found" }))).toContain("<title>404 Page Not Found · Kilimo WiFi</title>");
  });

  it("reads a waiting payment that is paid as further than the PIN", () => {
    const paid = page({ ...waiting, status: status({ status: "completed", access: "connecting" }) });
    expect(textOf(paid)).toContain("Payment Successful!");
  });
});
