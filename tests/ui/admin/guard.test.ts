import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { allowLeaks, endLeak, lookNow, nameLeakAgain, readGuard } from "#contract/leaks";
import { listRoutersOfProvider } from "#contract/routers";
import { paymentStats, revenueByDay, routerStats } from "#contract/transactions";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { dialog, person, press, see, toastAfter, words } from "../support/page.ts";
import { guardNow as guard, guardLook, leak, quietSales, router, tv } from "../support/provider-rows.ts";

// The shilling guard (docs/behaviour/provider-console.md, "Shilling guard").

const page = () => document.querySelector("main") as HTMLElement;

beforeEach(() => {
  answer(listRoutersOfProvider, [router("Gate")]);
  answer(paymentStats, quietSales);
});

it("says one sentence and what the statement says, and looks again by one press", async () => {
  answer(readGuard, guard());
  openAdmin("/admin/guard");
  await see("KSh 0 lost of 41,230 yesterday; 2 devices online that nobody pays for.", page);
  await see("The statement of 28 Nov 2026 agrees with the books", page);
  answer(lookNow, () => {
    answer(readGuard, guard([leak("l1")]));
    return guard([leak("l1")]);
  });
  await press("Look now");
  await see("Passes the hotspot without a log-in", page);
  expect(sentTo(lookNow)).toHaveLength(1);
});

it("before the first look says so, and a look that fails leaves the page as it is", async () => {
  answer(readGuard, { look: null, leaks: [], routers: [], nights: [] });
  answer(lookNow, refusal(503, "The routers rest."));
  openAdmin("/admin/guard");
  await see("Nothing was looked at yet. It is done each night, or now.", page);
  expect(await toastAfter(() => press("Look now"))).toBe("Error - The routers rest.");
});

it("each is let be by one press, or ended after a question that says what happens", async () => {
  answer(
    readGuard,
    guard([
      leak("l1"),
      leak("l2", { kind: "user", name: "vc-1", macAddress: null, about: "1h", isOnline: false }),
    ]),
  );
  openAdmin("/admin/guard");
  await see("A user of another system may log in", page);
  answer(allowLeaks, { success: true, message: "Let be: 1." });
  expect(await toastAfter(() => press(`Let be: ${tv}`))).toBe("Shilling guard - Let be: 1.");
  expect(bodiesOf(allowLeaks)).toEqual([{ ids: ["l1"] }]);
  answer(endLeak, { success: true, message: "Ended at the router." });
  await press("End vc-1");
  const question = await dialog("End vc-1?");
  await see("The user is switched off at Gate and logged out. It is not deleted.", () => question);
  expect(await toastAfter(() => press("End it", question))).toBe("Shilling guard - Ended at the router.");
  expect(sentTo(endLeak)[0]?.params).toEqual({ id: "l2" });
});

it("selling leads to the portal's own page for that device at that router", async () => {
  answer(readGuard, guard([leak("l1")]));
  openAdmin("/admin/guard");
  const link = await screen.findByRole("link", { name: `Sell to it: ${tv}` });
  expect(link.getAttribute("href")).toBe(`/?routerId=r1&mac=${encodeURIComponent(tv)}`);
});

it("who paid and is kept out leads to the user, with what was paid; there is nothing to sell or end", async () => {
  answer(
    readGuard,
    guard([leak("l1", { kind: "kept_out", about: "", isOnline: false, amount: 50, canEnd: false })]),
  );
  openAdmin("/admin/guard");
  await see("Paid, on the WiFi, and not let in", page);
  expect(words(page())).toContain("KSh 50 were paid");
  expect(screen.getByRole("link", { name: "Open the user" }).getAttribute("href")).toBe(
    `/admin/users?q=${encodeURIComponent(tv)}`,
  );
  expect(screen.queryByRole("link", { name: /Sell to/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /^End/ })).toBeNull();
});

it("who paid and is blocked at the router is unblocked after a question", async () => {
  answer(readGuard, guard([leak("l1", { kind: "kept_out", about: "noisy", isOnline: false, amount: 50 })]));
  openAdmin("/admin/guard");
  await see("Paid, and blocked at the router", page);
  answer(endLeak, { success: true, message: "Ended at the router." });
  await press(`Unblock ${tv}`);
  const question = await dialog(`Unblock ${tv}?`);
  await see("The row that blocks it is removed at Gate. It is let in, with what was paid.", () => question);
  expect(await toastAfter(() => press("Unblock", question))).toBe("Shilling guard - Ended at the router.");
});

it("one address in two places is ended where nothing pays for it, and nothing is ended where each is paid", async () => {
  const copy = { kind: "copy", about: "10.5.50.11, 10.5.50.60" } as const;
  answer(
    readGuard,
    guard([leak("l1", copy), leak("l2", { ...copy, name: "02:00:00:00:00:78", canEnd: false })]),
  );
  openAdmin("/admin/guard");
  await see("One device address in two places at once: a copy, or a repeater", page);
  await see(
    "One device address in two places at once, each paid for or not let in: a copy, or a repeater",
    page,
  );
  expect(screen.getAllByRole("button", { name: /^End/ })).toHaveLength(1);
  expect(screen.queryByRole("link", { name: /Sell to/ })).toBeNull();
  answer(endLeak, { success: true, message: "Ended at the router." });
  await press(`End ${tv}`);
  const question = await dialog(`End ${tv}?`);
  await see(
    "The one that came later, or is not paid for, is logged out at Gate. Whoever copies an address may come back.",
    () => question,
  );
  expect(await toastAfter(() => press("End it", question))).toBe("Shilling guard - Ended at the router.");
  expect(sentTo(endLeak)[0]?.params).toEqual({ id: "l1" });
});

it("many alike at one router are let be together", async () => {
  const many = [1, 2, 3].map((n) =>
    leak(`l${n}`, { kind: "user", name: `vc-${n}`, macAddress: null, isOnline: false }),
  );
  answer(readGuard, guard(many));
  answer(allowLeaks, { success: true, message: "Let be: 3." });
  openAdmin("/admin/guard");
  await toastAfter(async () =>
    press(await screen.findByRole("button", { name: /^Let all 3 be at Gate/ }).then(words)),
  );
  expect(bodiesOf(allowLeaks)).toEqual([{ ids: ["l1", "l2", "l3"] }]);
});

it("what was let be is one tap away, with who let it be, and is named again by one press", async () => {
  const allowed = { note: "The hall", by: "Amina", at: "2026-11-28T09:00:00.000Z" };
  answer(readGuard, guard([leak("l1", { allowed })]));
  answer(nameLeakAgain, { success: true, message: "It is named again." });
  openAdmin("/admin/guard");
  const summary = await screen.findByText("Let be: 1");
  expect(screen.queryByRole("heading", { name: "To decide" })).toBeNull();
  await person.click(summary);
  await see("Amina · 28 Nov 2026, 12:00 · The hall", page);
  expect(await toastAfter(() => press(`Name again: ${tv}`))).toBe("Shilling guard - It is named again.");
  expect(sentTo(nameLeakAgain)[0]?.params).toEqual({ id: "l1" });
});

it("a router that was not looked at is named with why", async () => {
  const hindrance = "The bridge at this site is not connected.";
  answer(readGuard, guard([], { routers: [{ id: "r1", name: "Gate", at: null, hindrance, left: 0 }] }));
  openAdmin("/admin/guard");
  await see(`Gate: ${hindrance}`, page);
});

it("stands on the dashboard only where something is to be decided", async () => {
  answer(readGuard, guard([leak("l1"), leak("l2", { allowed: { note: "", by: "A", at: guardLook.at } })]));
  answer(revenueByDay, []);
  answer(routerStats, { todaySales: 120, monthlyRevenue: 4_500.5 });
  openAdmin("/admin/dashboard");
  const line = await screen.findByRole("link", { name: "The shilling guard found 1 thing to decide" });
  expect(line.getAttribute("href")).toBe("/admin/guard");
});

it("is nobody's but the owner's", async () => {
  openAdmin("/admin/guard", { signed: { role: "technician" } });
  await screen.findByRole("heading", { level: 1 });
  expect(sentTo(readGuard)).toEqual([]);
  expect(within(document.body).queryByRole("link", { name: "Shilling guard" })).toBeNull();
});
