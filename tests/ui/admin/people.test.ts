import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { listActivity } from "#contract/audit";
import { listOutages } from "#contract/outages";
import * as people from "#contract/people";
import { adminListPlans } from "#contract/plans";
import { listRouters } from "#contract/routers";
import {
  beginAdminSecondFactor,
  confirmAdminSecondFactor,
  getAdminSecondFactor,
} from "#contract/second-factor";
import { listCash, listTransactions, providerStats, revenueByDay } from "#contract/transactions";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  button,
  dialog,
  fill,
  person,
  choose as pick,
  press,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { noCash, plan, router, someone, transaction } from "../support/provider-rows.ts";

// The provider's people, and what each role sees (docs/behaviour/provider-console.md, "People").

const at = "2026-11-24T07:00:00.000Z";
const linksOf = (area: Element | null) => [...(area?.querySelectorAll("a") ?? [])].map((link) => words(link));
const sidebar = () => linksOf(document.querySelector(".mantine-AppShell-navbar nav"));
const bar = () => linksOf(document.querySelector(".mantine-AppShell-footer"));

beforeEach(() => {
  answer(people.listPeople, [someone("Amina", { role: "owner", isMe: true }), someone("Baraka")]);
  answer(people.listPersonInvitations, []);
});

const menuOf = async (name: string) => {
  await person.click(await button(`More for ${name}`));
};
const choose = async (item: string) => person.click(await screen.findByRole("menuitem", { name: item }));

it("are listed with their roles; oneself has no menu", async () => {
  openAdmin("/admin/people");
  await see(/Amina Owner You .*Baraka Cashier baraka Not signed in · /);
  expect(screen.queryByRole("button", { name: "More for Amina" })).toBeNull();
});

it("are switched off after a question; the server's reason is told", async () => {
  answer(people.disablePerson, refusal(409, "This is the last owner who can sign in."));
  openAdmin("/admin/people");
  await menuOf("Baraka");
  await choose("Switch off");
  const question = await dialog("Switch Baraka off?");
  expect(await toastAfter(() => press("Switch off", question))).toBe(
    "Not changed - This is the last owner who can sign in.",
  );
  expect(sentTo(people.disablePerson)[0]?.params).toEqual({ id: "Baraka" });
});

it("who lost their second factor get it turned off after a question; nobody else is asked about", async () => {
  const baraka = someone("Baraka", { hasSecondFactor: true });
  answer(people.listPeople, [someone("Amina", { role: "owner", isMe: true }), baraka, someone("Chebet")]);
  openAdmin("/admin/people");
  await see(/Baraka .* With a second factor .*Chebet .* Without a second factor/);
  await menuOf("Chebet");
  await screen.findByRole("menuitem", { name: "Change role" });
  expect(screen.queryByRole("menuitem", { name: "Turn the second factor off" })).toBeNull();
  await person.keyboard("{Escape}");
  await menuOf("Baraka");
  await choose("Turn the second factor off");
  const question = await dialog("Turn the second factor of Baraka off?");
  await see(/told by a letter/, () => question);
  answer(people.endPersonSecondFactor, someone("Baraka"));
  expect(await toastAfter(() => press("Turn off", question))).toBe("Second factor off - Baraka");
  expect(sentTo(people.endPersonSecondFactor)[0]?.params).toEqual({ id: "Baraka" });
});

it("are all asked for a second factor by an owner who has one", async () => {
  openAdmin("/admin/people");
  const rule = await screen.findByRole("switch", { name: "Everybody needs a second factor" });
  const why = "Turn your own second factor on first, in your profile.";
  answer(people.savePeopleRules, refusal(409, why));
  expect(await toastAfter(() => person.click(rule))).toBe(`Not changed - ${why}`);
  answer(people.savePeopleRules, { secondFactorRequired: true });
  answer(people.getPeopleRules, { secondFactorRequired: true });
  expect(await toastAfter(() => person.click(rule))).toBe("Saved");
  await waitFor(() => expect(rule).toHaveProperty("checked", true));
});

it("who lack the second factor that an owner asks for are led to it, and then on", async () => {
  const why = "Set up your second factor first: an owner asks everybody here for one.";
  const missing = refusal(403, why, "second_factor_missing");
  answer(providerStats, missing);
  answer(adminListPlans, missing);
  answer(getAdminSecondFactor, { isOn: false, isRequired: true, recoveryCodes: 0 });
  openAdmin("/admin/plans");
  await screen.findByRole("heading", { level: 1, name: "Set up your second factor" });
  expect(await button("Go on to the console")).toHaveProperty("disabled", true);
  await press("Turn the second factor on");
  const form = await dialog("Turn the second factor on");
  await fill({ "Current password": "secret" }, form);
  answer(beginAdminSecondFactor, { address: "otpauth://totp/x?secret=ABCDEFGH", key: "ABCDEFGH" });
  await press("Continue", form);
  await fill({ "Code of your authenticator app": "123456" }, form);
  answer(confirmAdminSecondFactor, { recoveryCodes: ["AAAA-1", "AAAA-2"] });
  answer(getAdminSecondFactor, { isOn: true, isRequired: true, recoveryCodes: 2 });
  await press("Turn on", form);
  await screen.findByRole("list", { name: "Your recovery codes" });
  const figures = { totalRevenue: 0, activeUsers: 0, totalUsers: 0, expiredUsers: 0, onlineUsers: 0 };
  answer(providerStats, figures);
  answer(adminListPlans, []);
  await press("Go on to the console");
  await screen.findByRole("heading", { level: 1, name: "Subscription Plans" });
});

it("come by a link with a role, shown once with ways to send it", async () => {
  const address = "https://demo.hotspot.test/admin#invitation=abc";
  const invitation = { id: "i1", name: "Chebet", email: "c@demo.example", role: "technician" as const };
  answer(people.invitePerson, {
    address,
    invitation: { ...invitation, invitedBy: "demo", createdAt: at, expiresAt: at },
  });
  openAdmin("/admin/people");
  await press("Invite");
  const form = await dialog("Invite somebody");
  await press("Make the link", form);
  await see("Enter the full name of whom you invite: at most 100 characters.", () => form);
  await fill({ "Full name": "Chebet", "Email address": "c@demo.example" }, form);
  await person.click(within(form).getByLabelText("Technician"));
  await press("Make the link", form);
  const shown = await dialog("Link for Chebet");
  expect(bodiesOf(people.invitePerson)).toEqual([
    { name: "Chebet", email: "c@demo.example", role: "technician" },
  ]);
  await see(address, () => shown);
  const mail = within(shown).getByRole("link", { name: "E-mail" }).getAttribute("href") ?? "";
  expect(mail.startsWith("mailto:c%40demo.example?subject=Demo%20WiFi&body=")).toBe(true);
  expect(decodeURIComponent(mail)).toContain(address);
});

it("who sell may give away as many minutes a day as an owner says", async () => {
  const cashier = someone("Baraka", { freeMinutes: 120, givenMinutes: 45 });
  answer(people.listPeople, [someone("Amina", { role: "owner", isMe: true }), cashier]);
  answer(people.setFreeMinutes, { ...cashier, freeMinutes: 60 });
  openAdmin("/admin/people");
  await see(/Gave 45 of 120 free minutes today/);
  await menuOf("Baraka");
  await choose("Free minutes");
  const form = await dialog("Free minutes of Baraka");
  await fill({ "Minutes a day": "1.5" }, form);
  await press("Save", form);
  await see("Enter whole minutes a day, from 0 to 14,400", () => form);
  await fill({ "Minutes a day": "60" }, form);
  expect(await toastAfter(() => press("Save", form))).toBe("Baraka - 60 free minutes a day");
  expect(bodiesOf(people.setFreeMinutes)).toEqual([{ minutes: 60 }]);
});

it("are read about by who did what, all of them or one", async () => {
  answer(listActivity, [{ id: "l1", at, kind: "person" as const, who: "Baraka", what: "Made 3 vouchers" }]);
  openAdmin("/admin/people");
  await person.click(await screen.findByRole("link", { name: "Who did what" }));
  await see(/Baraka Made 3 vouchers|Made 3 vouchers .*Baraka/);
  await pick("Person", "Baraka");
  await waitFor(() => expect(sentTo(listActivity).at(-1)?.query.personId).toBe("Baraka"));
  answer(listActivity, [
    { id: "l2", at, kind: "platform" as const, who: null, what: "Made 1 voucher" },
    { id: "l3", at, kind: "customer" as const, who: null, what: "Mercy changed the own line to Home 20" },
  ]);
  await pick("Person", "Everybody");
  await see(/The platform, for you/);
  await see(/A customer/);
});

it("who sell see vouchers, users, plans and payments of today, and no figure of money", async () => {
  answer(listTransactions, [transaction("t1")]);
  answer(listCash, noCash);
  answer(adminListPlans, [plan("Day")]);
  openAdmin("/admin/dashboard", { signed: { role: "cashier" } });
  await see(/Sell a voucher .*Day KES 20 Make vouchers Find a payment .*Payments of today/);
  expect(sidebar().map((name) => name.replace(/ \d+$/, ""))).toEqual([
    ...["Dashboard", "Users", "Lines", "Payments", "Vouchers", "Plans", "Profile", "Messages"],
  ]);
  expect(bar()).toEqual(["Dashboard", "Users", "Payments", "Vouchers"]);
  expect([sentTo(providerStats), sentTo(revenueByDay)]).toEqual([[], []]);
});

it("who sell read plans without a button, and are told whose another page is", async () => {
  answer(adminListPlans, []);
  openAdmin("/admin/plans", { signed: { role: "cashier" } });
  await see("No plans yet");
  expect(screen.queryByRole("button", { name: "Create Plan" })).toBeNull();
  openAdmin("/admin/people", { signed: { role: "cashier" } });
  await see("The owner opens this page");
  expect(sentTo(people.listPeople)).toEqual([]);
});

it("who set up see routers and how many are online, and no money", async () => {
  answer(listRouters, [router("Gate")]);
  answer(listOutages, []);
  openAdmin("/admin/dashboard", { signed: { role: "technician" } });
  await see(/Gate/);
  expect(sidebar().map((name) => name.replace(/ \d+$/, ""))).toEqual([
    ...["Dashboard", "Users", "Lines", "Routers", "Profile"],
  ]);
  expect(bar()).toEqual(["Dashboard", "Users", "Routers"]);
  expect([sentTo(providerStats), sentTo(listTransactions)]).toEqual([[], []]);
});
