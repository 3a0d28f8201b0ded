import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import * as credits from "#contract/credits";
import { type MessageSettings, messageSettings } from "#contract/messages";
import { answer, bodiesOf, refusal } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { dialog, fill, noDialog, press, see, toastAfter } from "../support/page.ts";

// Prepaid credits for messages by the platform's account (docs/behaviour/provider-console.md, PC-129).

const at = "2026-11-24T07:00:00.000Z";
const settings: MessageSettings = {
  sender: "platform",
  platform: { segmentPrice: 1, credits: 4 },
  account: null,
  receipt: false,
  ending: false,
  outage: false,
  language: "en",
  segmentPrice: 1,
  budget: 500,
  spent: 0,
  quietFrom: "21:00",
  quietTo: "07:00",
  templates: [],
  business: "Demo WiFi",
  page: "https://demo.hotspot.test",
};
const entry = (more: Partial<credits.CreditEntry>): credits.CreditEntry => ({
  id: "used.2026-11-24",
  kind: "used",
  day: "2026-11-24",
  at,
  amount: -16,
  segments: 16,
  state: null,
  asked: null,
  receipt: null,
  detail: null,
  ...more,
});
const few: credits.Credits = {
  isOffered: true,
  canBuy: true,
  balance: 4,
  segmentPrice: 1,
  least: 50,
  most: 50_000,
  entries: [
    entry({}),
    entry({ id: "given.proof", kind: "given", amount: 20, segments: null, detail: "Welcome" }),
  ],
};
const bought = (more: Partial<credits.CreditEntry>) =>
  entry({
    id: "bought.p1",
    kind: "bought",
    segments: null,
    amount: 0,
    asked: 100,
    state: "waiting",
    ...more,
  });
const wait = { timeout: 12_000 };

beforeEach(() => {
  answer(messageSettings, settings);
  answer(credits.readCredits, few);
});

it("say what is left, and kinds can be turned on without an account of one's own", async () => {
  openAdmin("/admin/messages?tab=settings");
  await see(/SMS credits KSh 4 About 4 messages, at KSh 1 for 160 characters At zero no receipts/);
  await see(/Given to you .*Welcome/);
  expect(screen.queryByText("Type the account")).toBeNull();
  expect(((await screen.findByRole("switch", { name: /^Receipt/ })) as HTMLInputElement).disabled).toBe(
    false,
  );
  expect(screen.queryByLabelText("Budget of a month (KES)")).toBeNull();
  await press("Use an SMS account of your own");
  await see("Type the account");
});

it("are bought by a prompt, and the window waits with whoever pays", async () => {
  openAdmin("/admin/messages?tab=settings");
  await press("Buy credits");
  const form = await dialog("Buy credits");
  answer(credits.buyCredits, refusal(400, "Enter a whole amount from KSh 50 to KSh 50000"));
  await fill({ "Amount (KES)": "10", "M-Pesa number that pays": "0712 345 678" }, form);
  await press("Ask for KSh 10", form);
  await see("Enter a whole amount from KSh 50 to KSh 50000", () => form);
  answer(credits.buyCredits, { success: true, message: "Check your phone." });
  await press("KSh 100", form);
  await see("About 100 messages", () => form);
  await press("Ask for KSh 100", form);
  await see("Check your phone and enter your M-Pesa PIN.");
  answer(credits.readCredits, { ...few, entries: [bought({}), ...few.entries] });
  expect(bodiesOf(credits.buyCredits).at(-1)).toEqual({ amount: 100, phoneNumber: "0712 345 678" });
  answer(credits.readCredits, {
    ...few,
    balance: 104,
    entries: [bought({ state: "paid", amount: 100, receipt: "TKL1A2B3C4" }), ...few.entries],
  });
  await screen.findByText("Paid: KSh 100", {}, wait);
  await see("You have KSh 104 of credits now. TKL1A2B3C4");
  await press("Done");
  await noDialog();
});

it("that were not paid can be asked for again", async () => {
  openAdmin("/admin/messages?tab=settings");
  await press("Buy credits");
  answer(credits.buyCredits, { success: true, message: "Check your phone." });
  await fill({ "M-Pesa number that pays": "0712 345 678" });
  await press("Ask for KSh 200");
  answer(credits.readCredits, { ...few, entries: [bought({ state: "failed", detail: "1032 Cancelled" })] });
  await screen.findByText(/It was not paid, and nothing was counted/, {}, wait);
  await press("Try again");
  await see("M-Pesa number that pays");
});

it("give way to an account of one's own, and back", async () => {
  const account = {
    service: "africastalking" as const,
    username: "amina",
    senderId: null,
    apiKey: "•••• 1234",
    triedAt: at,
    fault: null,
    pausedUntil: null,
    reportsTo: "https://hotspot.test/cb/m/p1.africastalking.a1/secret",
  };
  answer(messageSettings, { ...settings, sender: "own", account });
  openAdmin("/admin/messages?tab=settings");
  await see("Your own SMS account");
  answer(credits.chooseSender, { success: true, message: "Saved.", settings: { ...settings, account } });
  expect(await toastAfter(() => press("Send with credits instead"))).toBe("SMS account - Saved.");
  expect(bodiesOf(credits.chooseSender)).toEqual([{ sender: "platform" }]);
});
