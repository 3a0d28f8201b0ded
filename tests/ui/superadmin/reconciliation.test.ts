import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import {
  attributePaybillPayment,
  listPaybillPayments,
  type PaybillPayment,
  paybillCandidates,
  paybillChoices,
  paybillCustomers,
} from "#contract/paybill";
import { listProviders } from "#contract/providers";
import {
  compareNow,
  type Difference,
  type DifferenceGroup,
  listDifferenceGroups,
  listDifferences,
  listRefunds,
  listRuns,
  type ReconciliationRun,
  type RefundLine,
  reconciliationCounts,
  replayDeadLetter,
  resolveDifference,
  resolveDifferences,
} from "#contract/reconciliation";
import {
  listPaid,
  notePaybillRefund,
  paybillRefundOffer,
  refundOffer,
  refundPayment,
} from "#contract/refunds";
import { platformBooks } from "#contract/values/platform-books";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import {
  addressNow,
  choose,
  dialog,
  fill,
  noDialog,
  person,
  press,
  row,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { nothingWaits, paidLine, refundOffered } from "../support/platform-rows.ts";

// Reconciliation (docs/behaviour/operator-console-money.md, OM-54 to OM-79). What the worker makes of it stands in
// tests/e2e/superadmin-reconciliation.test.ts and superadmin-refunds.test.ts.

const difference = (kind: Difference["kind"], changes: Partial<Difference> = {}): Difference => ({
  id: kind,
  providerId: "p1",
  provider: "Coast WiFi",
  at: ago(60),
  kind,
  transactionId: null,
  detail: {},
  replayable: false,
  giveBack: null,
  resolvedAt: null,
  resolvedBy: null,
  resolution: null,
  ...changes,
});
const typed: PaybillPayment = {
  id: "600200-SHJ1",
  providerId: "p1",
  provider: "Coast WiFi",
  paybill: "600200",
  receipt: "SHJ1",
  amount: 50,
  asked: null,
  account: "JOHN",
  payer: null,
  paidAt: ago(60),
  receivedAt: ago(60),
  status: "unmatched",
  transactionId: null,
  note: null,
  resolvedAt: null,
};
const offer = refundOffered({ receipt: "SGA1" });
beforeEach(() => {
  answer(reconciliationCounts, { ...nothingWaits, differences: 2, paybill: 1 });
  answer(listProviders, []);
});
async function open(query = ""): Promise<void> {
  openSuperadmin(`/superadmin/reconciliation${query}`);
  await screen.findByRole("heading", { level: 1, name: "Reconciliation" });
}

const run: ReconciliationRun = {
  day: "2026-11-19",
  startedAt: ago(900),
  finishedAt: ago(800),
  state: "done",
  step: null,
  counts: {
    payments: 212,
    asked: 3,
    repaired: 1,
    statements: 2,
    learned: 4,
    differences: 2,
    paidCents: 423_000,
  },
  broken: null,
  faults: [],
  silent: [],
};

describe("differences (OM-54, OM-58 to OM-66)", () => {
  const unknown = difference("unknown-receipt", {
    id: "u",
    providerId: platformBooks,
    provider: "",
    detail: { receipt: "SFP7", statementCents: 150_000, account: "prov-hill", billedTo: "Hill Net" },
  });

  it("say what is known, whose it is and what to do; filters live in the address", async () => {
    answer(listDifferences, [unknown, difference("dead-letter", { replayable: true })]);
    await open("?state=open");
    await screen.findByRole("tab", { name: "Differences (2)" });
    expect(await row("Differences", "SFP7")).toMatch(
      /Money we do not know Receipt SFP7 · Gateway: KSh 1,500 · Account prov-hill · Invoices of Hill Net .* The platform Resolve$/,
    );
    await choose("Kind", "Callback not delivered");
    await choose("Provider", "The platform");
    const query = { kind: "dead-letter", providerId: platformBooks, state: "open" };
    await waitFor(() => expect(sentTo(listDifferences).at(-1)?.query).toMatchObject(query));
    expect(addressNow()).toContain("kind=dead-letter");
    answer(replayDeadLetter, refusal(409, "The payment is not kept any more."));
    expect(await toastAfter(() => press("Replay"))).toBe("Not delivered - The payment is not kept any more.");
  });

  it("of one kind are explained once, where it first stands", async () => {
    answer(listDifferences, [unknown, { ...unknown, id: "v", detail: { receipt: "SFP8" } }]);
    await open("?state=open");
    const means = "The gateway received this, and no payment of ours has its receipt.";
    expect(await row("Differences", "SFP7")).toContain(means);
    expect(await row("Differences", "SFP8")).not.toContain(means);
  });

  it("are resolved with a note of what was done", async () => {
    answer(listDifferences, [unknown]);
    await open("?state=open");
    await press("Resolve Money we do not know of The platform");
    const form = await dialog("Resolve: Money we do not know");
    await see("Resolving moves no money by itself.", () => form);
    await press("Resolve", form);
    await see("Say what was done", () => form);
    await fill({ "What was done": "Their invoice of October" }, form);
    answer(resolveDifference, refusal(500));
    await press("Resolve", form);
    await see("Failed to resolve this. Please try again.", () => form);
    answer(resolveDifference, { success: true, message: "It is kept." });
    expect(await toastAfter(() => press("Resolve", form))).toBe("Resolved - It is kept.");
    expect(bodiesOf(resolveDifference)[1]).toMatchObject({ note: "Their invoice of October" });
  });

  it.each([
    ["", listDifferenceGroups, "Error Loading Reconciliation", "Everything agrees"],
    ["?state=open", listDifferences, "Error Loading Reconciliation", "Everything agrees"],
    [
      "?tab=paybill",
      listPaybillPayments,
      "Error Loading Money Without a Purchase",
      "All typed money has its purchase",
    ],
    ["?tab=refunds", listRefunds, "Error Loading Refunds", "No refunds yet"],
    ["?tab=nights", listRuns, "", "No night was compared yet"],
  ] as const)("%s that fails or is empty says so", async (query, call, failed, empty) => {
    answer(listRuns, [run]);
    answer(call, refusal(500));
    await open(query);
    await see(failed);
    answer(call, []);
    await press("Try again");
    await see(empty);
  });
});

it.each(["", "?state=open"])("%s says where no night was compared yet", async (query) => {
  answer(listDifferenceGroups, []);
  answer(listDifferences, []);
  answer(listRuns, []);
  await open(query);
  await see("No night was compared yet Books, gateways and payments are compared every night at 02:30.");
});

it("what narrows one tab's list hides nothing of another's", async () => {
  answer(listDifferences, []);
  answer(listRefunds, []);
  await open("?state=open&kind=unknown-receipt&q=600200");
  await person.click(await screen.findByRole("tab", { name: /^Refunds/ }));
  await waitFor(() => expect(addressNow()).toBe("/superadmin/reconciliation?tab=refunds"));
  await see("No refunds yet");
});

it("nights say how far they came, and can be compared again (OM-57, OM-64)", async () => {
  const fault = "The provider has no Kenyan mobile number, which a statement asks for.";
  const faults = [
    { providerId: "p1", provider: "Coast WiFi", shortCodes: ["600100", "600900"], fault, nextAt: ago(-60) },
  ];
  answer(listRuns, [
    run,
    { ...run, day: "2026-11-11", counts: {} },
    { ...run, day: "2026-11-10", counts: { statements: 1 } },
    { ...run, day: "2026-11-12", state: "given-up", step: "switches" },
    {
      ...run,
      day: "2026-11-18",
      state: "comparing",
      step: "again",
      silent: [{ providerId: "p1", provider: "Coast WiFi", nextAt: ago(-60) }],
    },
    {
      ...run,
      day: "2026-11-21",
      state: "interrupted",
      broken: { step: "again", tries: 3, nextAt: ago(-60) },
      faults,
    },
  ]);
  await open("?tab=nights");
  expect(await row("Nights", "19 Nov")).toMatch(
    /2 differences 212 payments, 3 asked again, 1 repaired, 2 statements Paid KSh 4,230, .* 4 receipts learned from statements/,
  );
  expect(await row("Nights", "11 Nov")).toContain("Nothing to compare 0 payments");
  expect(await row("Nights", "10 Nov")).toContain("Everything agrees 0 payments, 1 statement");
  expect(await row("Nights", "12 Nov")).toContain("could not be finished within a week");
  expect(await row("Nights", "21 Nov")).toMatch(
    /Asking once more for what is missing fails\. Tried 3 times; again at .* No statement of 600100, 600900 \(Coast WiFi\): The provider has no Kenyan mobile number, .* It is asked for again at /,
  );
  expect(await row("Nights", "18 Nov")).toMatch(
    /Not all compared .* Coast WiFi does not answer: its payments are not compared to the end\. It is asked again at /,
  );
  answer(compareNow, { success: true, message: "It is compared." });
  expect(await toastAfter(() => press("Compare now: 19 Nov 2026"))).toBe("Comparing - It is compared.");
});

it("refunds say in our words how they stand, a gateway's behind them, and lead to payment and provider", async () => {
  const line: RefundLine = {
    id: "f1",
    providerId: "p1",
    provider: "Coast WiFi",
    transactionId: "t7",
    paidReceipt: "SHA1",
    paybill: null,
    amount: 50,
    status: "failed",
    reason: "Paid twice",
    receipt: null,
    detail: "The initiator information is invalid.",
    createdAt: ago(9),
    updatedAt: ago(5),
  };
  answer(listRefunds, [
    line,
    {
      ...line,
      id: "f2",
      status: "unknown",
      reason: "No access",
      detail: "internal error; reference = 6plhh7",
    },
  ]);
  await open("?tab=refunds");
  expect(await row("Refunds", "Paid twice")).toContain(
    "Nothing was given back. What was said: The initiator information is invalid.",
  );
  const unknown = await row("Refunds", "No access");
  expect(unknown).toContain("The gateway did not say whether the money went back.");
  expect(unknown).not.toContain("6plhh7");
  const leads = (name: string) =>
    screen.getAllByRole<HTMLAnchorElement>("link", { name })[0]?.getAttribute("href");
  expect(leads("Paid with receipt SHA1")).toBe("/superadmin/payments?q=t7");
  expect(leads("Coast WiFi")).toBe("/superadmin/providers/p1/profile");
});

describe("typed money (OM-55, OM-69, OM-70)", () => {
  beforeEach(() => {
    answer(listPaybillPayments, [typed]);
  });

  it("is given to a purchase of a plan for a device, after it was said in words", async () => {
    answer(paybillCandidates, []);
    answer(paybillCustomers, { hasCustomers: false, customers: [] });
    const choices = {
      plans: [{ id: "x", name: "Day", price: "50.00" }],
      routers: [{ id: "r", name: "Gate" }],
    };
    answer(paybillChoices, choices);
    await open("?tab=paybill");
    expect(await row("Typed payments", "SHJ1")).toContain("Pay bill 600200, account typed: JOHN");
    await press("Give to a purchase: SHJ1");
    const form = await dialog();
    await see("No unpaid purchase of that day costs KSh 50.", () => form);
    await person.click(within(form).getByRole("radio", { name: /A new purchase/ }));
    await choose("Plan", /^Day/, form);
    await choose("Router", "Gate", form);
    await fill({ "Phone of the buyer": "0733 000 111", Device: "4C:5E:0C:A1:00:77" }, form);
    await see("KSh 50 of SHJ1 buys Day for 4C:5E:0C:A1:00:77. This cannot be undone.", () => form);
    answer(attributePaybillPayment, {
      success: true,
      message: "",
      paybillPayment: { ...typed, status: "attributed" },
    });
    expect(await toastAfter(() => press("Give KSh 50", form))).toMatch(/^Money given to a purchase/);
  });

  it("of nobody at the platform's pay bill goes to a customer of a provider that is collected for", async () => {
    answer(listPaybillPayments, [{ ...typed, providerId: platformBooks, provider: null }]);
    answer(paybillCandidates, []);
    const mercy = {
      id: "c1",
      number: "81234567",
      name: "Mercy",
      phoneNumber: "2547 ***** 200",
      provider: { id: "p1", name: "Coast WiFi" },
    };
    answer(paybillCustomers, { hasCustomers: true, customers: [mercy] });
    await open("?tab=paybill");
    expect(await row("Typed payments", "SHJ1")).toContain("The platform");
    await press("Give to a purchase: SHJ1");
    const form = await dialog();
    await see("8123 4567 · 2547 ***** 200 · Coast WiFi", () => form);
    expect(within(form).queryByRole("radio", { name: /A new purchase/ })).toBeNull();
    await person.click(within(form).getByRole("radio", { name: /Account of Mercy/ }));
    answer(attributePaybillPayment, {
      success: true,
      message: "",
      paybillPayment: { ...typed, status: "attributed" },
    });
    expect(await toastAfter(() => press("Give KSh 50", form))).toMatch(/^Money given to a customer/);
    expect(bodiesOf(attributePaybillPayment)).toEqual([{ customerId: "c1", providerId: "p1" }]);
  });

  it("that the gateway cannot give back is noted with the reference of what was sent by hand (OM-76)", async () => {
    const why = "Only a person can send it back.";
    const account = { settlement: "direct", kind: "paybill", number: "600200", reference: null } as const;
    answer(paybillRefundOffer, {
      ...offer,
      amount: 50,
      left: 50,
      endsAccess: false,
      planName: null,
      why,
      byHand: true,
      account,
    });
    await open("?tab=paybill");
    await press("Give back: SHJ1");
    const form = await dialog("Give money back");
    await see(
      /The gateway cannot give this back Only a person can .* Nothing is sent: this notes what was done/,
      () => form,
    );
    const note = () => press("Note KSh 50 as given back", form);
    await note();
    await see("Say under which reference it went back", () => form);
    await fill({ Reference: "SHZ9", Reason: "From the owner's phone" }, form);
    const refund = { id: "f1", status: "done", amount: 50, detail: null, receipt: "SHZ9" } as const;
    answer(notePaybillRefund, { success: true, message: "It is back.", refund });
    expect(await toastAfter(note)).toBe("Given back - It is back.");
    expect(bodiesOf(notePaybillRefund)).toEqual([{ reason: "From the owner's phone", reference: "SHZ9" }]);
  });
});

it("a payment is found and given back in part; what failed is not repeated unseen (OM-56, OM-73, OM-79)", async () => {
  answer(listPaid, [paidLine({ receipt: "SGA1", notDivertible: "pays_no_mpesa" })]);
  answer(refundOffer, offer);
  await open("?tab=refunds&view=find&q=SGA1");
  expect(await row("Payments", "SGA1")).toContain("Not divertible");
  await press("Give back SGA1 of 2547 ***** 126");
  const form = await dialog("Give money back");
  await see(
    "KSh 20 to 2547 ***** 126 Coast WiFi pays: it goes out of its own account, M-Pesa till 4455.",
    () => form,
  );
  await press("Give back KSh 20", form);
  await see("Say why it is given back", () => form);
  await fill({ "Amount (KSh)": "21", Reason: "Slow all evening" }, form);
  await press(/^Give back KSh/, form);
  await see("Only KSh 20 is left to give back", () => form);
  await fill({ "Amount (KSh)": "5" }, form);
  await see("M-Pesa gives a payment back only once: the rest cannot follow this way.", () => form);
  expect(sentTo(refundPayment)).toEqual([]);
  answer(refundPayment, refusal(500));
  const send = () => press("Give back KSh 5", form);
  await send();
  await see("Failed to give it back. Look at the list of refunds before you try again.", () => form);
  const refund = { id: "f1", status: "pending", amount: 5, detail: null, receipt: null } as const;
  answer(refundPayment, { success: true, message: "Its result follows.", refund });
  expect(await toastAfter(send)).toBe("Refund sent - Its result follows.");
  await noDialog();
  expect(new Set(sentTo(refundPayment).map(({ key }) => key)).size).toBe(1);
  expect(words(screen.getByRole("main"))).toContain("SGA1");
});

it("collected money that was paid out goes back only once the operator means it (OM-78a)", async () => {
  answer(listPaid, [paidLine({ receipt: "SGA1", settlement: "collected" })]);
  const account = { settlement: "collected", kind: "paybill", number: "600100", reference: null } as const;
  answer(refundOffer, { ...offer, account, balance: 5 });
  await open("?tab=refunds&view=find&q=SGA1");
  await press("Give back SGA1 of 2547 ***** 126");
  const form = await dialog("Give money back");
  await see("The platform owes Coast WiFi KSh 5 now, and KSh -15 after this.", () => form);
  await fill({ Reason: "Slow all evening" }, form);
  await press("Give back KSh 20", form);
  await see("Say that you mean it", () => form);
  expect(sentTo(refundPayment)).toEqual([]);
  await person.click(screen.getByRole("checkbox", { name: "Give it back all the same" }));
  const refund = { id: "f1", status: "pending", amount: 20, detail: null, receipt: null } as const;
  answer(refundPayment, { success: true, message: "Its result follows.", refund });
  expect(await toastAfter(() => press("Give back KSh 20", form))).toBe("Refund sent - Its result follows.");
  expect(bodiesOf(refundPayment)).toMatchObject([{ providerId: "p1", intoDebt: true }]);
});

it("differences of one cause stand together, lead to their gateways, and are resolved with one note (OM-54a)", async () => {
  const group: DifferenceGroup = {
    kind: "unknown-receipt" as const,
    providerId: "p1",
    provider: "Coast WiFi",
    account: "600200",
    count: 130,
    since: ago(90),
    until: ago(30),
    asked: null,
    reported: 5_200,
  };
  answer(listDifferenceGroups, [group]);
  await open();
  const list = await screen.findByRole("list", { name: "Differences by cause" });
  expect(words(list)).toContain(
    "Money we do not know · 130 differences Coast WiFi · Account 600200 · Reported: KSh 5,200",
  );
  expect(within(list).getByRole("link", { name: "Coast WiFi" }).getAttribute("href")).toBe(
    "/superadmin/providers/p1/profile?tab=gateways",
  );
  await press("Resolve all (130): Money we do not know of Coast WiFi");
  const form = await dialog("Resolve all: Money we do not know");
  await press("Resolve all (130)", form);
  await see("Say what was done", () => form);
  await fill({ "What was done": "A wrong account for an hour" }, form);
  answer(resolveDifferences, {
    success: true,
    message: "130 differences are resolved.",
    resolved: 130,
    left: 0,
  });
  expect(await toastAfter(() => press("Resolve all (130)", form))).toBe(
    "Resolved - 130 differences are resolved.",
  );
  await noDialog();
  expect(bodiesOf(resolveDifferences)[0]).toEqual({
    kind: "unknown-receipt",
    providerId: "p1",
    account: "600200",
    until: group.until,
    note: "A wrong account for an hour",
  });
});
