import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { banksFile, listBanks, listMobileMoney, mobileMoneyFile } from "#contract/gateways";
import {
  activateSwitch,
  createSwitch,
  deactivateSwitch,
  deleteSwitch,
  emergencyDeactivateSwitch,
  listSwitches,
  nameSwitchPayee,
  type PaymentSwitch,
  switchTransactions,
  trySwitchAccount,
  undivertedPayments,
  updateSwitch,
} from "#contract/switch";
import { banks } from "#contract/values/banks";
import { mobileMoney } from "#contract/values/mobile-money";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, held, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import {
  button,
  choose,
  dialog,
  fill,
  heads,
  noDialog,
  offers,
  person,
  press,
  rows,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { paymentSwitch } from "../support/platform-rows.ts";

// The payment gateway switch (docs/behaviour/operator-console-money.md, OM-1 to OM-33).

const paused = paymentSwitch();
const active = paymentSwitch({
  isActive: true,
  isRunning: true,
  activatedAt: "2026-11-19T09:00:00.000Z",
  lastTargetReached: "2026-11-17T09:00:00.000Z",
});
/** Beyond its target, without a stop, of a bank, by itself on Mondays. */
const beyond = paymentSwitch({
  id: "s2",
  name: "Reserve",
  accountType: "bank",
  centralPaymentGatewayId: "kcb",
  centralName: "KCB Bank",
  centralAccountNumber: "1234567890",
  currentAmount: 2_600,
  isActive: true,
  allowEmergencyDeactivate: false,
  switchMode: "automatic",
  activationMode: "automatic",
  isRecurring: true,
  recurringDays: ["monday"],
  recurringStartTime: "08:00",
  recurringEndTime: "17:00",
});
const done = { success: true as const, message: "Done.", actualId: "s1" };

beforeEach(() => {
  answer(listBanks, [...banks]);
  answer(listMobileMoney, [...mobileMoney]);
  answer(undivertedPayments, { since: ago(60), silent: 0, count: 0, amount: 0, groups: [] });
});
async function open(...switches: PaymentSwitch[]): Promise<void> {
  answer(listSwitches, switches);
  openSuperadmin("/superadmin/payment-switch");
  await screen.findByRole("heading", { level: 1, name: "Payment Gateway Switch" });
  if (switches.length > 0) await button("View Transactions");
}
const bar = () => screen.getByRole("progressbar", { name: "Collection Progress" });

describe("the page (OM-1 to OM-8)", () => {
  it("is a spinner, a failure, or says that there is none", async () => {
    const release = held(listSwitches, refusal(500));
    openSuperadmin("/superadmin/payment-switch");
    const loading = await screen.findByRole("status", { name: "Loading switches …" });
    expect(loading.querySelectorAll(".mantine-Loader-root")).toHaveLength(1);
    release();
    await see("Error Loading Switches Failed to load payment gateway switches. Please try again.");
    answer(listSwitches, []);
    await press("Try again");
    await see("No Payment Gateway Switch Configured");
    await button("Configure Switch");
  });

  it("shows an active one: status, progress, table", async () => {
    await open(active);
    await see(/Switch Status 1 Active Account M-Pesa 600200 Mode Manual Activated 19 Nov 2026/);
    await see("Tried with KSh 1, received by MLANGO LTD:");
    const [off, stop, other] = await Promise.all(
      ["Deactivate", "Emergency Stop", "View Transactions"].map((name) => button(name)),
    );
    // Apart: Deactivate has another one beside it.
    expect(off?.parentElement).toBe(other?.parentElement);
    expect(off?.parentElement?.contains(stop ?? null)).toBe(false);
    await see(
      "Collection Progress Current Amount KSh 618.75 Target Amount KSh 2,500 24.8% completed KSh 1,881.25 remaining Last target reached: 17 Nov 2026",
    );
    expect(await heads("All Configured Switches")).toEqual([
      ...["Switch Name", "Account Number", "Status", "Target Amount", "Current Amount", "Mode", "Actions"],
    ]);
    expect((await rows("All Configured Switches"))[0]).toMatch(
      /^Head office M-Pesa 600200 Active Running KSh 2,500 KSh 618\.75 Manual/,
    );
    expect(screen.queryByRole("combobox", { name: "Switch" })).toBeNull();
  });

  it("of several means the chosen one, else the first active one (OM-3)", async () => {
    await open(paused, beyond);
    const selector = screen.getByRole<HTMLInputElement>("combobox", { name: "Switch" });
    expect(selector.value).toBe("Reserve · Active");
    expect(await offers("Switch")).toEqual(["Head office", "Reserve · Active"]);
    expect(bar().getAttribute("aria-valuenow")).toBe("100");
    await see("100.0% completed KSh 0 remaining Last target reached: Never");
    await see("Mode Automatic");
    expect(screen.queryByRole("button", { name: /Emergency Stop/ })).toBeNull();
    expect(await button("Delete Reserve")).toHaveProperty("disabled", true);
    await choose("Switch", "Head office");
    await see("24.8% completed");
  });

  it("tells what could not be diverted since the activation (OM-7)", async () => {
    answer(undivertedPayments, {
      since: ago(60),
      silent: 0,
      count: 3,
      amount: 60,
      groups: [{ method: "airtel_money", reason: "pays_no_mpesa", count: 3, amount: 60 }],
    });
    await open(active);
    await see(
      /Not divertible KSh 60 in 3 payments went direct since .* Airtel Money Not divertible KSh 60 · 3 payments Airtel Money cannot pay an M-Pesa till or pay bill\./,
    );
  });

  it("says of one that suspended itself why, and of a stop its reason (OM-13, OM-16)", async () => {
    await open(
      paymentSwitch({ suspendedAt: ago(1), suspendedFor: "Wrong account.", stopReason: "Wrong number" }),
    );
    await see("Suspended");
    await see(/This switch has suspended itself .* Wrong account\. Try the account again, then resume\./);
    await see("Stopped in an emergency: Wrong number");
    await button("Resume");
  });

  it("has a history that is read only while it is open (OM-6)", async () => {
    answer(switchTransactions, []);
    await open(active);
    expect(sentTo(switchTransactions)).toEqual([]);
    await press("View Transactions");
    await see("No switch transactions found");
    await press("Close");
    await noDialog();
    answer(switchTransactions, [
      {
        id: "t1",
        createdAt: "2026-11-20T09:00:00.000Z",
        amount: 50,
        providerId: "p1",
        late: true,
        businessName: "Coast WiFi",
        switchId: "s1",
        switchName: "Head office",
        status: "diverted",
        centralAccountNumberSnapshot: "600200",
      },
    ]);
    await press("View Transactions");
    const history = "Switch Transaction History";
    expect(await heads(history)).toEqual([
      "Date and time",
      "Amount",
      "Provider",
      "Central Account",
      "Status",
    ]);
    const table = screen.getByRole("table", { name: history });
    expect(table.closest("[style*='24rem']")).not.toBeNull();
    expect((await rows(history))[0]).toMatch(/^20 Nov 2026.* KSh 50 Coast WiFi 600200 Diverted Late$/);
  });
});

describe("the form (OM-21 to OM-28)", () => {
  const openForm = async () => {
    await open();
    await press("Configure Switch");
    return dialog("Configure Payment Gateway Switch");
  };
  const value = (form: HTMLElement, label: RegExp) =>
    within(form).getByLabelText<HTMLInputElement>(label, { selector: "input" });
  const send = async () => press("Configure Switch", await dialog());
  const refused = async (...faults: string[]) =>
    expect(await toastAfter(send)).toBe(`Validation Error - ${faults.join(". ")}`);

  it("has these defaults; another provider clears the account, another type both", async () => {
    const form = await openForm();
    expect(value(form, /^Activation Mode/).value).toBe("Manual");
    const isOn = (name: RegExp) => within(form).getByRole<HTMLInputElement>("switch", { name }).checked;
    expect([isOn(/^Recurring Schedule/), isOn(/^Allow Emergency Deactivate/)]).toEqual([false, true]);
    const account = () => value(form, /^Central Account Number/);
    expect(account().disabled).toBe(true);
    expect(await offers("Account Type", form)).toEqual(["Mobile Money", "Bank"]);
    await choose("Account Type", "Bank", form);
    expect(await offers("Specific Provider", form)).toEqual(banks.map(({ name }) => name));
    await choose("Specific Provider", "KCB Bank", form);
    await fill({ "Central Account Number": "1234567890" }, form);
    await choose("Specific Provider", "Equity Bank", form);
    expect(account().value).toBe("");
    await fill({ "Central Account Number": "1234567890" }, form);
    await choose("Account Type", "Mobile Money", form);
    expect([value(form, /^Specific Provider/).value, account().value, account().disabled]).toEqual([
      ...["", "", true],
    ]);
    expect(await offers("Specific Provider", form)).toEqual(["M-Pesa", "Airtel Money"]);
  });

  it("names all faults in one toast, and sends days in lower case", async () => {
    const form = await openForm();
    await refused(
      "Account type (Mobile Money or Bank) is required",
      "Specific provider is required",
      "Central account number is required",
      "Target amount is required",
      "Switch name is required",
    );
    await choose("Account Type", "Mobile Money", form);
    await choose("Specific Provider", "M-Pesa", form);
    const typed = { "Switch Name": "Head office", "Central Account Number": "600200" };
    await fill({ ...typed, "Target Amount (KSh)": "0" }, form);
    await refused("Target amount must be a positive number");
    await fill({ "Target Amount (KSh)": "0x10" }, form);
    await refused("Target amount must be a positive number");
    // As people write it.
    await fill({ "Target Amount (KSh)": "2,500" }, form);
    await person.click(within(form).getByRole("switch", { name: /^Recurring Schedule/ }));
    await refused(
      "At least one day must be selected for recurring schedule",
      "Start time is required for recurring schedule",
      "End time is required for recurring schedule",
    );
    const days = within(within(form).getByRole("group", { name: "Days" })).getAllByRole("checkbox");
    expect(days.map((day) => (day as HTMLInputElement).value)).toEqual([
      ...["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    ]);
    await person.click(days[0] as HTMLElement);
    await fill({ "Start Time": "17:00", "End Time": "08:00" }, form);
    await refused("Start time must be before end time");
    await fill({ "Start Time": "08:00", "End Time": "17:00" }, form);
    answer(createSwitch, refusal(500));
    expect(await toastAfter(send)).toBe("Error - Failed to configure payment gateway switch");
    answer(createSwitch, refusal(409, "The account is in use."));
    expect(await toastAfter(send)).toBe("Error - The account is in use.");
    answer(createSwitch, paused);
    expect(await toastAfter(send)).toBe("Payment gateway switch configured successfully");
    expect(bodiesOf(createSwitch)[2]).toMatchObject({
      name: "Head office",
      accountType: "mobile_money",
      centralPaymentGatewayId: "mpesa",
      centralAccountNumber: "600200",
      targetAmount: 2_500,
      switchMode: "manual",
      isRecurring: true,
      recurringDays: ["monday"],
      recurringStartTime: "08:00",
      recurringEndTime: "17:00",
      allowEmergencyDeactivate: true,
    });
  });

  it("offers what the files have, else what is built in, where the lists cannot be read (OC-38)", async () => {
    answer(listBanks, refusal(500));
    answer(listMobileMoney, refusal(500));
    answer(
      banksFile,
      banks.slice(0, 1).map((bank) => ({ ...bank, id: "file", name: "Bank of the file" })),
    );
    answer(mobileMoneyFile, refusal(500));
    const form = await openForm();
    await choose("Account Type", "Bank", form);
    await waitFor(async () => expect(await offers("Specific Provider", form)).toEqual(["Bank of the file"]));
    await choose("Account Type", "Mobile Money", form);
    expect(await offers("Specific Provider", form)).toEqual(["M-Pesa", "Airtel Money"]);
  });

  it("changes all but account type and provider, from the revision that was read (OM-17, OM-29)", async () => {
    await open(paused);
    await press("Edit Head office");
    const form = await dialog("Edit Switch Settings");
    expect(value(form, /^Account Type/).disabled).toBe(true);
    expect(value(form, /^Specific Provider/).disabled).toBe(true);
    const save = () => press("Save settings", form);
    await fill({ "Switch Name": " ", "Target Amount (KSh)": "-1" }, form);
    expect(await toastAfter(save)).toBe(
      "Validation Error - Switch name is required. Target amount must be a positive number",
    );
    await fill({ "Switch Name": "Head office", "Target Amount (KSh)": "3000" }, form);
    answer(updateSwitch, refusal(500));
    expect(await toastAfter(save)).toBe("Error - Failed to update switch settings");
    const reads = sentTo(listSwitches).length;
    answer(updateSwitch, refusal(409, "Somebody else changed it."));
    expect(await toastAfter(save)).toBe("Error - Somebody else changed it.");
    await waitFor(() => expect(sentTo(listSwitches).length).toBeGreaterThan(reads));
    answer(updateSwitch, paused);
    expect(await toastAfter(save)).toBe("Switch settings updated successfully");
    expect(bodiesOf(updateSwitch)[2]).toMatchObject({ targetAmount: 3_000, revision: 3 });
  });
});

describe("what is done with it (OM-9 to OM-19, OM-30 to OM-33)", () => {
  it("is tried with KSh 1 and its payee named, before it may be activated (OM-10)", async () => {
    const verification = { status: "none", isTried: false, at: null, payee: null, fault: null } as const;
    await open(paymentSwitch({ verification }));
    await see("Before it takes visitors' money, KSh 1 has to reach M-Pesa 600200.");
    expect(await button("Activate")).toHaveProperty("disabled", true);
    await press("Try with KSh 1");
    const form = await dialog("Try M-Pesa 600200 with KSh 1");
    await see("One real shilling is taken from this phone and paid to M-Pesa 600200.", () => form);
    await fill({ "Your phone": "0712 000 555" }, form);
    answer(trySwitchAccount, { success: true, message: "" });
    answer(listSwitches, [paymentSwitch({ verification: { ...verification, status: "paid" } })]);
    expect(await toastAfter(() => press("Ask for KSh 1", form))).toMatch(/^Check your phone - /);
    await see("KSh 1 has arrived. Type who received it, as the prompt named them.");
    expect(screen.queryByText("Account not tried yet")).toBeNull();
    await press("Name the payee");
    const payee = await dialog("Who received the KSh 1?");
    await fill({ "Name on the prompt": "MLANGO LTD" }, payee);
    answer(nameSwitchPayee, paused);
    expect(await toastAfter(() => press("This is the right account", payee))).toBe(
      "Account tried - This account may take money now.",
    );
    expect(bodiesOf(nameSwitchPayee)).toEqual([{ payeeName: "MLANGO LTD" }]);
  });

  it("activating says whose money goes where, and needs the account typed (OM-9, OM-19)", async () => {
    await open(paused);
    await see("Inactive");
    expect(screen.queryByRole("button", { name: /Emergency Stop/ })).toBeNull();
    await press("Activate");
    const question = await dialog("Activate Head office?");
    await see(
      "This will divert all provider earnings to the central account M-Pesa 600200 until the target amount of KSh 2,500 is reached.",
      () => question,
    );
    const begin = () => press("Activate and divert", question);
    expect(await button("Activate and divert", question)).toHaveProperty("disabled", true);
    await fill({ "Type the account number 600200 to confirm": "600200" }, question);
    answer(activateSwitch, refusal(500));
    expect(await toastAfter(begin)).toBe("Error - Failed to activate payment gateway switch");
    const stale = "The switch ID does not match any payment gateway switch. Please choose again.";
    answer(activateSwitch, refusal(404, stale, "not_found", "switch_unknown"));
    const reads = sentTo(listSwitches).length;
    expect(await toastAfter(begin)).toBe(`Error - ${stale}`);
    await waitFor(() => expect(sentTo(listSwitches).length).toBeGreaterThan(reads));
    answer(activateSwitch, done);
    expect(await toastAfter(begin)).toMatch(/^Payment gateway switch activated successfully/);
    await noDialog();
  });

  it.each([
    [
      ...([active, deactivateSwitch, "Deactivate", "Deactivate switch", "deactivate"] as const),
      "Future payments will go directly to providers again.",
    ],
    [
      ...([paused, deleteSwitch, "Delete Head office", "Delete switch", "delete"] as const),
      "It leaves the list for good.",
    ],
  ] as const)("%# is asked about, and says what came of it", async (one, call, name, sure, verb, warning) => {
    await open(one);
    const confirmed = async () => {
      await press(name);
      const question = await dialog();
      expect(words(question)).toContain(warning);
      await press(sure, question);
    };
    answer(call, refusal(500));
    expect(await toastAfter(confirmed)).toBe(`Error - Failed to ${verb} payment gateway switch`);
    await noDialog();
    answer(call, done);
    expect(await toastAfter(confirmed)).toMatch(new RegExp(`^Payment gateway switch ${verb}d successfully`));
  });

  it("an emergency stop needs a reason, which is sent (OM-13)", async () => {
    await open(active);
    await press("Emergency Stop: Head office");
    const form = await dialog();
    const stop = () => press("Emergency Stop", form);
    expect(await toastAfter(stop)).toBe(
      "Validation Error - Please provide a reason for emergency deactivation",
    );
    await person.type(within(form).getByLabelText(/^Reason/), "Wrong account");
    answer(emergencyDeactivateSwitch, refusal(500));
    expect(await toastAfter(stop)).toBe("Error - Failed to emergency deactivate switch");
    answer(emergencyDeactivateSwitch, done);
    expect(await toastAfter(stop)).toMatch(/^Emergency Deactivation Successful/);
    expect(bodiesOf(emergencyDeactivateSwitch)[1]).toEqual({ reason: "Wrong account" });
  });
});
