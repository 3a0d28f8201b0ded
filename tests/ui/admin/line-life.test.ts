import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { saveCustomer } from "#contract/adoption";
import * as life from "#contract/line-life";
import * as contract from "#contract/lines";
import { listRouters } from "#contract/routers";
import type { Role } from "#contract/values/roles";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { achieng, homeLine, homePackage } from "../support/line-rows.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  addressNow,
  dialog,
  fill,
  noDialog,
  person,
  press,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { router } from "../support/provider-rows.ts";

// A line after it was made: how it stands in words, and what is done with it by hand.

const line = homeLine("l1", {
  customer: { ...achieng, balance: 0 },
  login: "achieng",
  standing: "open",
  paidUntil: "2026-12-19T09:00:00.000Z",
  blocksAt: "2026-12-22T09:00:00.000Z",
  applied: "open",
});

async function openSheet(changes: Partial<contract.Line> = {}, role: Role = "owner"): Promise<HTMLElement> {
  answer(contract.listLines, [{ ...line, ...changes }]);
  answer(life.listServedUnpaid, []);
  answer(life.whyLineOffline, {
    cause: "silent",
    sentence: "It is on, and its device hung up 18 Nov, 12:00.",
  });
  answer(contract.listPackages, [homePackage(), homePackage({ id: "k2", name: "Fast", price: 3000 })]);
  openAdmin("/admin/lines", { signed: { role } });
  await press("Details of achieng");
  return dialog("Achieng Otieno");
}

it("says until when a line that has ended is still on, that it is paused, or blocked by hand", async () => {
  const sheet = await openSheet({ standing: "grace", paidUntil: "2026-11-18T09:00:00.000Z" });
  expect(words(sheet)).toContain("Ended 18 Nov 2026, still on");
  await see("Why it is offline It is on, and its device hung up 18 Nov, 12:00.");
  expect(words(sheet)).toMatch(/It is blocked .*22 Dec 2026.* unless it is paid\./);
  await press("Close", sheet);
  await noDialog();
  answer(contract.listLines, [
    { ...line, standing: "paused", blocksAt: "2026-11-02T09:00:00.000Z" },
    { ...line, id: "l2", login: "two", standing: "held", blocking: "now", applied: "blocked" },
  ]);
  await press("Paused");
  await see("Paused since 2 Nov 2026");
  await see("Blocked by hand since 22 Dec 2026");
  expect(sentTo(contract.listLines).at(-1)?.query).toEqual({ page: "1", show: "paused" });
});

it("gives three days with three presses", async () => {
  const sheet = await openSheet();
  await press("Give days", sheet);
  const form = await dialog("Give days to Achieng Otieno");
  const message = "3 days for Achieng Otieno: paid until 22 Dec, 12:00.";
  answer(life.giveLineDays, { success: true, message, line });
  expect(await toastAfter(() => press("Give them", form))).toBe(`Days given - ${message}`);
  expect(bodiesOf(life.giveLineDays)).toEqual([{ days: 3 }]);
});

it("says at the field how many days can be given", async () => {
  const sheet = await openSheet();
  await press("Give days", sheet);
  const form = await dialog("Give days to Achieng Otieno");
  await fill({ Days: "40" }, form);
  answer(
    life.giveLineDays,
    refusal(400, "Please enter 1 to 31 days", "invalid", "line_days", [
      { path: "days", text: "Please enter 1 to 31 days" },
    ]),
  );
  await press("Give them", form);
  await see("Please enter 1 to 31 days");
});

it("pauses after a question, and ends the pause at once", async () => {
  const sheet = await openSheet();
  await press("Pause", sheet);
  const message = "Achieng Otieno is paused: 12 days are kept.";
  const paused: contract.Line = { ...line, standing: "paused" };
  answer(life.pauseLine, { success: true, message, line: paused });
  answer(contract.listLines, [paused]);
  const question = await dialog("Pause the line of Achieng Otieno?");
  expect(await toastAfter(() => press("Pause it", question))).toBe(`Line paused - ${message}`);
  answer(life.resumeLine, { success: true, message: "On again.", line });
  expect(await toastAfter(() => press("End the pause"))).toBe("Pause ended - On again.");
});

it("shows what another package makes of the time that is left before it is taken", async () => {
  const sheet = await openSheet();
  await press("More for this line", sheet);
  await press("Change the package", sheet);
  const form = await dialog("Change the package");
  answer(life.previewLinePackage, { daysLeft: 20, daysThen: 10, paidUntil: "2026-12-09T09:00:00.000Z" });
  await person.selectOptions(within(form).getByLabelText("Package"), "k2");
  await person.selectOptions(within(form).getByLabelText("From when"), "now");
  await see("20 days are left: that is 10 days of the new package, until 9 Dec 2026.");
  answer(life.changeLinePackage, { success: true, message: "Achieng Otieno has Fast now.", line });
  expect(await toastAfter(() => press("Save", form))).toBe("Package changed - Achieng Otieno has Fast now.");
  expect(bodiesOf(life.changeLinePackage)).toEqual([{ packageId: "k2", when: "now" }]);
});

it("blocks by hand, and gives a line up after a question", async () => {
  const sheet = await openSheet({ next: { packageName: "Fast", from: null } });
  expect(words(sheet)).toContain("Then Fast, from the next payment on");
  await press("More for this line", sheet);
  await press("When it is blocked", sheet);
  const form = await dialog("When it is blocked");
  await person.selectOptions(within(form).getByLabelText("Blocked"), "now");
  expect(words(form)).toContain("Its time goes on meanwhile");
  answer(life.setLineBlocking, { success: true, message: "Blocked.", line });
  expect(await toastAfter(() => press("Save", form))).toBe("Saved - Blocked.");
  expect(bodiesOf(life.setLineBlocking)).toEqual([{ blocking: "now" }]);
  await press("Give up the line", sheet);
  answer(life.removeLine, { success: true, message: "The line is given up." });
  answer(contract.listLines, []);
  const question = await dialog("Give up the line achieng?");
  expect(await toastAfter(() => press("Give up the line", question))).toBe(
    "Line given up - The line is given up.",
  );
  await noDialog();
});

it("leaves a technician the block, but not what would keep a line on for nothing", async () => {
  const sheet = await openSheet({}, "technician");
  expect(within(sheet).queryByRole("button", { name: /Give days|Pause/ })).toBeNull();
  await press("More for this line", sheet);
  await press("When it is blocked", sheet);
  const options = within(await dialog("When it is blocked")).getAllByRole("option");
  expect(options.map(words)).toEqual(["When its time is over", "Now, until I free it"]);
});

it("leaves a cashier the pause, and the customer's name, phone and e-mail", async () => {
  const sheet = await openSheet({}, "cashier");
  within(sheet).getByRole("button", { name: "Pause" });
  await press("More for this line", sheet);
  expect(within(sheet).queryByRole("button", { name: /Give days|package|blocked|Give up/ })).toBeNull();
  await press("Change name, phone or e-mail", sheet);
  const form = await dialog("Change name, phone or e-mail");
  await fill({ "Customer's name": "Achieng O.", "Phone number": "", "E-mail": " achieng@home.ke " }, form);
  answer(saveCustomer, { success: true, message: "Achieng O. is saved." });
  expect(await toastAfter(() => press("Save", form))).toBe("Saved - Achieng O. is saved.");
  expect(bodiesOf(saveCustomer)).toEqual([
    { name: "Achieng O.", phoneNumber: null, email: "achieng@home.ke" },
  ]);
});

it("changes the hours in which lines are blocked", async () => {
  answer(life.listServedUnpaid, []);
  answer(contract.listLines, [line]);
  answer(contract.listPackages, [homePackage()]);
  answer(life.getLineSettings, { cutHours: { from: "08:00", until: "20:00" } });
  openAdmin("/admin/lines");
  await press("Packages");
  await see("Lines are blocked between 08:00 and 20:00; what ends later stays on until then.");
  await press("Change hours");
  const form = await dialog("When lines are blocked");
  await fill({ From: "10:00" }, form);
  answer(life.saveLineSettings, {
    success: true,
    message: "Saved. Lines that are on are told in a moment.",
    settings: { cutHours: { from: "10:00", until: "20:00" } },
  });
  await press("Save", form);
  await screen.findByText(/Lines that are on are told/);
  expect(bodiesOf(life.saveLineSettings)).toEqual([{ cutHours: { from: "10:00", until: "20:00" } }]);
});

it("shows a line as it stands by now, though its filter does not list it any more", async () => {
  const unpaid = homeLine("l1", { login: "achieng" });
  const now: { line: contract.Line } = { line: unpaid };
  answer(contract.listLines, ({ query }) =>
    query.show === "unpaid" && now.line.standing !== "unpaid" ? [] : [now.line],
  );
  answer(contract.listPackages, []);
  answer(life.listServedUnpaid, []);
  answer(life.whyLineOffline, { cause: "none", sentence: "" });
  openAdmin("/admin/lines?show=unpaid");
  await press("Details of achieng");
  const sheet = await dialog("Achieng Otieno");
  expect(words(sheet)).toContain("Status Unpaid");
  await press("Give days", sheet);
  now.line = { ...unpaid, standing: "open", paidUntil: "2026-12-22T09:00:00.000Z", applied: "open" };
  answer(life.giveLineDays, { success: true, message: "3 days.", line: now.line });
  await press("Give them", await dialog("Give days to Achieng Otieno"));
  await waitFor(() => expect(words(sheet)).toContain("Status Open until 22 Dec 2026"));
});

it("gives a line another password, which is read while it is typed", async () => {
  const sheet = await openSheet();
  await press("More for this line", sheet);
  await press("New PPPoE password", sheet);
  const form = await dialog("New PPPoE password");
  await press("Make a good password", form);
  const field = within(form).getByLabelText<HTMLInputElement>(/^PPPoE password/);
  expect([field.type, field.value]).toEqual(["text", expect.stringMatching(/^\S{6,}$/)]);
  answer(life.setLinePassword, { success: true, message: "It has a new password.", line });
  expect(await toastAfter(() => press("Save", form))).toBe("Saved - It has a new password.");
  expect(bodiesOf(life.setLinePassword)).toEqual([{ password: field.value }]);
});

it("moves a line to another router, and closes its sheet: it is another line there", async () => {
  const sheet = await openSheet();
  answer(listRouters, [router("Gate", { id: line.router.id }), router("Market Stall", { id: "r2" })]);
  await press("More for this line", sheet);
  await press("Move to another router", sheet);
  const form = await dialog("Move to another router");
  await within(form).findByRole("option", { name: "Market Stall" });
  expect(within(form).queryByRole("option", { name: line.router.name })).toBeNull();
  await person.selectOptions(within(form).getByLabelText("Router"), "Market Stall");
  answer(life.moveLine, {
    success: true,
    message: "The line of Achieng Otieno goes on at Market Stall.",
    line: { ...line, id: "l2", router: { id: "r2", name: "Market Stall" } },
  });
  expect(await toastAfter(() => press("Move the line", form))).toBe(
    "Line moved - The line of Achieng Otieno goes on at Market Stall.",
  );
  expect(bodiesOf(life.moveLine)).toEqual([{ routerId: "r2" }]);
  await waitFor(() => expect(addressNow()).toBe("/admin/lines"));
});
