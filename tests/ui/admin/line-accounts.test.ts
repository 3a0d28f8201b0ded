import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { getSettings } from "#contract/branding";
import * as accounts from "#contract/customer-accounts";
import { listServedUnpaid, whyLineOffline } from "#contract/line-life";
import * as contract from "#contract/lines";
import { ownRefund, refundOwnPayment } from "#contract/own-refunds";
import { deleteAccountData } from "#contract/provider-data";
import type { Role } from "#contract/values/roles";
import { catchFiles, catchPrints, csvIn } from "../support/browser-ports.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { homeLine } from "../support/line-rows.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { dialog, fill, noDialog, person, press, see, toastAfter, words } from "../support/page.ts";
import { ownRefundOffer, settings } from "../support/provider-rows.ts";

// Money of a customer at the counter: cash in three taps with its receipt, what came in and went out, what goes back.

const line = homeLine("l1", {
  login: "achieng.home",
  standing: "blocked",
  paidUntil: "2026-11-18T09:00:00.000Z",
  blocksAt: "2026-11-18T09:00:00.000Z",
});
const receipt: accounts.CashReceipt = { id: "r1", number: 12, by: "Amina", note: "", undone: null };
const entry = (changes: Partial<accounts.AccountEntry> = {}): accounts.AccountEntry => ({
  at: "2026-11-20T09:00:00.000Z",
  kind: "cash",
  amount: 500,
  transactionId: null,
  receipt: null,
  line: null,
  cash: receipt,
  ...changes,
});
const account = (changes: Partial<accounts.CustomerAccount> = {}): accounts.CustomerAccount => ({
  id: "c1",
  number: "81234567",
  name: "Achieng Otieno",
  phoneNumber: "254712345678",
  email: "",
  formerNumber: "",
  balance: 250,
  entries: [
    entry(),
    entry({ kind: "period", amount: -1500, line: "achieng.home", cash: null }),
    entry({ kind: "payment", amount: 1250, transactionId: "t1", receipt: "SGA1BCDE2F", cash: null }),
  ],
  paybill: "600200",
  backBy: "t1",
  ...changes,
});

const told = (changes: Partial<accounts.AccountStatement["lines"][number]>) => {
  const { transactionId: _id, ...line } = entry(changes);
  return { ...line, balance: changes.balance ?? 0 };
};

async function openLine(role: Role = "owner"): Promise<HTMLElement> {
  answer(contract.listLines, [line]);
  answer(contract.listPackages, []);
  answer(accounts.customerAccount, account());
  answer(listServedUnpaid, []);
  answer(whyLineOffline, { cause: "none", sentence: "" });
  openAdmin("/admin/lines", { signed: { role } });
  await press("Details of achieng.home");
  return dialog("Achieng Otieno");
}

it("takes cash in three taps: the amount stands there, and its receipt follows", async () => {
  const sheet = await openLine("cashier");
  await press("Take cash", sheet);
  const form = await dialog("Cash from Achieng Otieno");
  expect(within(form).getByLabelText<HTMLInputElement>(/^Amount/).value).toBe("1,250");
  const message = "KES 1,250 taken from Achieng Otieno: receipt 12.";
  answer(accounts.takeCash, { success: true, message, receipt, balance: 0 });
  await press("Take KSh 1,250", form);
  const slip = await dialog("Receipt 12");
  for (const said of [message, "Account number 8123 4567", "Paid in cash KSh 1,250", "Taken by Amina"])
    expect(words(slip)).toContain(said);
  expect(bodiesOf(accounts.takeCash)).toEqual([{ amount: 1250 }]);
  await press("Done", slip);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Receipt 12" })).toBeNull());
});

it("says what is wrong with an amount, and why a cashier may take no more", async () => {
  const sheet = await openLine("cashier");
  await press("Take cash", sheet);
  const form = await dialog("Cash from Achieng Otieno");
  const full = "You have taken KES 199,000 in cash today.";
  answer(accounts.takeCash, refusal(409, full, "refused", "cash_day_full"));
  await press("Take KSh 1,250", form);
  await see(full);
  answer(
    accounts.takeCash,
    refusal(400, "Enter the amount", "invalid", "cash_amount", [
      { path: "amount", text: "Enter KES 1 to 250,000, in whole shillings" },
    ]),
  );
  await fill({ Amount: "0" }, form);
  await press(/^Take KSh/, form);
  await see("Enter KES 1 to 250,000, in whole shillings");
});

it("shows what came in and went out, by hand and by M-Pesa, and where the number is typed", async () => {
  const sheet = await openLine("cashier");
  await press("Account", sheet);
  const shown = await dialog("Account of Achieng Otieno");
  await see("Typed at pay bill 600200", () => shown);
  const said = words(shown);
  for (const fact of [
    "Balance KSh 250",
    "Account number 8123 4567",
    "Cash, receipt 12",
    "· Amina",
    "+KSh 500",
    "Paid for achieng.home",
    "−KSh 1,500",
    "Paid by M-Pesa SGA1BCDE2F",
  ])
    expect(said).toContain(fact);
  // A cashier neither undoes nor gives back.
  expect(within(shown).queryByRole("button", { name: "Delete this customer's data" })).toBeNull();
  expect(within(shown).queryByRole("button", { name: "Undo" })).toBeNull();
  expect(within(shown).queryByRole("button", { name: "Give the balance back" })).toBeNull();
  await press("Receipt 12", shown);
  await dialog("Receipt 12");
});

it("saves the statement as a file that no spreadsheet runs, and prints it", async () => {
  const files = catchFiles();
  const { prints } = catchPrints();
  const undone = { at: "2026-11-21T09:00:00.000Z", by: "Amina", why: "=1+1" };
  answer(getSettings, settings);
  answer(accounts.customerStatement, {
    number: "81234567",
    name: "Achieng Otieno",
    before: 100.5,
    balance: 350.5,
    lines: [
      told({ balance: 600.5 }),
      told({ kind: "period", amount: -250, line: "=cmd", cash: null, balance: 350.5 }),
      told({ amount: -0.5, cash: { ...receipt, note: "=2+2" }, balance: 350 }),
      told({ kind: "cash-undone", amount: 0.5, cash: { ...receipt, undone }, balance: 350.5 }),
    ],
  });
  const sheet = await openLine("cashier");
  await press("Account", sheet);
  const shown = await dialog("Account of Achieng Otieno");
  await press("Statement as CSV", shown);
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toMatch(/^account-81234567-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await csvIn(files[0])).split("\r\n");
  expect(lines[0]).toBe("Time,What,In (KES),Out (KES),Balance (KES)");
  expect(lines[1]).toBe(",Balance before,,,100.5");
  expect(lines[2]).toBe('2026-11-20 12:00:00,"Cash, receipt 12 · Amina",500,,600.5');
  expect(lines[3]).toBe("2026-11-20 12:00:00,Paid for =cmd,,250,350.5");
  expect(lines.at(-1)).toBe(",Balance now,,,350.5");
  expect(lines.every((line) => !/(^|,)"?[=+@-]/.test(line))).toBe(true);
  await press("Print the statement", shown);
  await waitFor(() => expect(prints).toHaveLength(1));
  for (const part of ["Achieng Otieno", "8123 4567", "Paid for =cmd", "KSh 250", "Balance nowKSh 350.50"])
    expect(prints[0]).toContain(part);
});

it("says so where the account can not be read", async () => {
  answer(accounts.customerStatement, refusal(500));
  const sheet = await openLine("cashier");
  await press("Account", sheet);
  const shown = await dialog("Account of Achieng Otieno");
  expect(await toastAfter(() => press("Statement as CSV", shown))).toBe(
    "No statement - Failed to read the account. Please try again.",
  );
});

it("lets the owner undo what was noted by mistake", async () => {
  const sheet = await openLine();
  await press("Account", sheet);
  const shown = await dialog("Account of Achieng Otieno");
  await press("Undo", shown);
  const form = await dialog("Undo receipt 12");
  await see("Time that it paid for is taken off its lines.");
  await fill({ Why: "Typed twice" }, form);
  const message = "Receipt 12 is undone: the account and the sales are without it again.";
  answer(accounts.undoCash, { success: true, message, receipt, balance: 0 });
  expect(await toastAfter(() => press("Undo KSh 500", form))).toBe(`Undone - ${message}`);
  expect(bodiesOf(accounts.undoCash)).toEqual([{ reason: "Typed twice" }]);
});

it("gives a balance back through the gateway where it does, else in cash", async () => {
  answer(ownRefund, { ...ownRefundOffer, amount: 1250, left: 250, endsAccess: false });
  const sheet = await openLine();
  await press("Account", sheet);
  await press("Give the balance back", await dialog("Account of Achieng Otieno"));
  const form = await dialog("Give the balance back");
  await see("KSh 250 goes to the phone that paid last.");
  await fill({ Reason: "Moves away" }, form);
  const refund = { id: "f1", status: "pending" as const, amount: 250, detail: null, receipt: null };
  answer(refundOwnPayment, { success: true, message: "The refund is on its way.", refund });
  expect(await toastAfter(() => press("Give back KSh 250", form))).toBe(
    "Given back - The refund is on its way.",
  );
  expect(bodiesOf(refundOwnPayment)).toEqual([{ amount: 250, reason: "Moves away" }]);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Give the balance back" })).toBeNull());

  await press("Give the balance back", await dialog("Account of Achieng Otieno"));
  const again = await dialog("Give the balance back");
  await person.click(within(again).getByRole("radio", { name: "In cash" }));
  await see("Hand over KSh 250: your sales fall by as much.");
  await fill({ Reason: "Moves away" }, again);
  answer(accounts.giveCashBack, {
    success: true,
    message: "KES 250 given back to Achieng Otieno: receipt 13.",
    receipt: { ...receipt, number: 13 },
    balance: 0,
  });
  await press("Give back KSh 250", again);
  await waitFor(() =>
    expect(bodiesOf(accounts.giveCashBack)).toEqual([{ amount: 250, reason: "Moves away" }]),
  );
});

it("offers cash alone where no payment may go back, and asks no gateway about it", async () => {
  const sheet = await openLine();
  answer(accounts.customerAccount, account({ backBy: null, paybill: null }));
  await press("Account", sheet);
  const shown = await dialog("Account of Achieng Otieno");
  await press("Give the balance back", shown);
  await see("Hand over KSh 250: your sales fall by as much.");
  expect(sentTo(ownRefund)).toEqual([]);
  expect(words(shown)).not.toContain("Typed at pay bill");
});

it("deletes a customer's data for the owner, who is asked first; what has to end is said", async () => {
  const sheet = await openLine();
  await press("Account", sheet);
  await press("Delete this customer's data", await dialog("Account of Achieng Otieno"));
  await see("Account number and money stay in your books without a name.");
  answer(deleteAccountData, refusal(409, "1 line is not given up."));
  expect(await toastAfter(() => press("Delete the data"))).toBe("Not Deleted - 1 line is not given up.");
  expect(sentTo(deleteAccountData)[0]).toMatchObject({ params: { id: "c1" } });
});

it("has nothing of it for a technician", async () => {
  const sheet = await openLine("technician");
  expect(within(sheet).queryByRole("button", { name: "Take cash" })).toBeNull();
  expect(within(sheet).queryByRole("button", { name: "Account" })).toBeNull();
  await press("Close", sheet);
  await noDialog();
});

it("shows of who was brought in from another system the number there, the e-mail address and what came along", async () => {
  const sheet = await openLine();
  answer(
    accounts.customerAccount,
    account({
      email: "achieng@x.ke",
      formerNumber: "A-77",
      entries: [entry({ kind: "brought-in", amount: 500, cash: null })],
    }),
  );
  await press("Account", sheet);
  const shown = await dialog("Account of Achieng Otieno");
  expect(words(shown)).toContain("A-77");
  expect(words(shown)).toContain("achieng@x.ke");
  expect(words(shown)).toContain("Brought in from another system");
});
