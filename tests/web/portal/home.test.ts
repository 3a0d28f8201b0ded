import { describe, expect, it } from "vitest";
import { renderPortal } from "../../../web/portal/server.tsx";
import { linksOf, markupOf, textOf } from "./read-html.ts";
import { brand, device, mac, page, plan, plans, routerId } from "./sample-pages.ts";

describe("the portal's home", () => {
  it("shows every plan with its name, duration, whole price, speed and data", () => {
    const text = textOf(page());
    for (const name of ["Quick Hour", "Day Pass", "Office"]) expect(text).toContain(name);
    expect(text).toContain("1 Hour Quick Hour");
    expect(text).toContain("3 Hours 5 Mbps · Unlimited Data KES 20");
    expect(text).toContain("1 Day Day Pass 5 Mbps · 2 GB data KES 50");
    expect(text).toContain("3 Days Office 5 Mbps · Unlimited Data · 4 devices KES 1,250");
  });

  it("calls the second plan, and only that, the most popular", () => {
    const markup = markupOf(page());
    expect(markup.split("Most Popular")).toHaveLength(2);
    expect(markup).toMatch(/id="plan-p2"><p class="popular">Most Popular<\/p>/);
    expect(markupOf(page({ kind: "home" }, { plans: plans.slice(0, 1) }))).not.toContain("Most Popular");
  });

  it("lets every plan be bought by a plain link that carries device and router on", () => {
    const links = linksOf(page()).filter((link) => link.startsWith("/buy?planId="));
    for (const { id } of plans) expect(links).toContain(`/buy?planId=${id}&mac=${mac}&routerId=${routerId}`);
    expect(textOf(page()).match(/Select Plan/g)).toHaveLength(plans.length);
  });

  it("leads to the voucher form without scripts as well, even while nothing is on sale", () => {
    expect(linksOf(page())).toContain(`/buy?planId=p1&tab=voucher&mac=${mac}&routerId=${routerId}`);
    const empty = page({ kind: "home" }, { plans: [] });
    expect(linksOf(empty)).toContain(`/buy?tab=voucher&mac=${mac}&routerId=${routerId}`);
    expect(textOf(empty)).toContain("No plans on sale right now");
  });

  it("wears the provider's name, welcome, badge and label in the first answer", () => {
    const text = textOf(page());
    expect(text).toContain("Welcome to Kilimo WiFi");
    expect(text).toContain(brand.welcomeMessage);
    expect(text).toContain("Connected to free WiFi");
    expect(text).toContain("kilimo Provider Network");
    const main = textOf(page({ kind: "home" }, { brand: { ...brand, subdomain: null } }));
    expect(main).not.toContain("Provider Network");
  });

  it("shows the logo where there is one, and the initial otherwise", () => {
    const withLogo = page({ kind: "home" }, { brand: { ...brand, logoUrl: "/media/abc" } });
    expect(markupOf(withLogo)).toContain('src="/media/abc"');
    expect(markupOf(page())).toMatch(/aria-hidden="true">K<\/span>/);
  });

  it("says why to choose the service and how to reach support", () => {
    const text = textOf(page());
    expect(text).toContain("Why Choose Our Service");
    for (const point of ["Instant Activation", "Secure Payments", "24/7 Support"])
      expect(text).toContain(point);
    expect(linksOf(page())).toContain("tel:0712345678");
    expect(text).toContain("help@kilimowifi.example");
    expect(text).toContain("© 2026 Kilimo WiFi · Powered by MikroTik");
  });

  it("takes the copyright year from the server's time in Nairobi", () => {
    const newYear = page({ kind: "home" }, { now: "2026-12-31T22:00:00.000Z" });
    expect(textOf(newYear)).toContain("© 2027 Kilimo WiFi");
  });

  it("tells a device with access what it has, until when and how much is left", () => {
    const text = textOf(page({ kind: "home" }, { device }));
    expect(text).toContain("You are online 3 Hours · until today at 16:18 2 h 13 min left · 1.5 GB left");
    expect(linksOf(page({ kind: "home" }, { device }))).toContain(
      `/connected?mac=${mac}&routerId=${routerId}`,
    );
  });

  it("does not call a device online whose time is over", () => {
    const over = { ...device, expiresAt: "2026-11-20T11:04:59.000Z" };
    const text = textOf(page({ kind: "home" }, { device: over }));
    expect(text).toContain("Your time has ended");
    expect(text).not.toContain("You are online");
  });

  it("shows a purchase on its way before the router has confirmed it", () => {
    const paid = { ...device, access: "connecting" as const, expiresAt: null, dataLeftBytes: null };
    expect(textOf(page({ kind: "home" }, { device: paid }))).toContain("Paid. Connecting you… 3 Hours");
  });

  it("shows the step of a payment that somebody made for this device, and asks again by itself", () => {
    const waiting = page(
      { kind: "home" },
      {
        pending: {
          transactionId: null,
          planName: "3 Hours",
          amount: 20,
          service: "mpesa",
          isOverdue: false,
        },
      },
    );
    expect(textOf(waiting)).toContain("A payment of KES 20 for 3 Hours is waiting for its M-Pesa PIN.");
    expect(renderPortal(waiting, null)).toContain('<meta http-equiv="refresh" content="4">');
  });

  it("explains how to join a WiFi where no router is known, and claims no WiFi there", () => {
    const nowhere = page(
      { kind: "home" },
      { plans: [], mac: null, routerId: null, brand: { ...brand, subdomain: null } },
    );
    expect(textOf(nowhere)).toContain("Join a WiFi first");
    expect(textOf(nowhere)).not.toContain("Connected to free WiFi");
    // Who sells WiFi finds there where to begin; a provider's own page leads nowhere else.
    expect(renderPortal(nowhere, null)).toContain('href="/signup"');
    const own = page({ kind: "home" }, { plans: [], mac: null, routerId: null });
    expect(renderPortal(own, null)).not.toContain('href="/signup"');
  });

  it("warns a device that the router did not name", () => {
    expect(textOf(page({ kind: "home" }, { mac: null }))).toContain("We cannot see your device");
    expect(textOf(page())).not.toContain("We cannot see your device");
  });

  it("keeps a plan's own price text readable when it is no price", () => {
    const odd = page({ kind: "home" }, { plans: [plan({ id: "x", price: "free" })] });
    expect(textOf(odd)).toContain("KES free");
  });
});
