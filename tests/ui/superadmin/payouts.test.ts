import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import {
  type CollectionSettings,
  readCollectionSettings,
  saveCollectionSettings,
} from "#contract/collection";
import { registerCollectingPaybill } from "#contract/paybill";
import {
  askPayout,
  listPayouts,
  type PayoutLine,
  type PlatformPayouts,
  settlePayout,
} from "#contract/payouts";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { dialog, fill, noDialog, person, press, see, toastAfter, words } from "../support/page.ts";

// Payouts of all providers (docs/behaviour/operator-console-money.md, OM-80 to OM-84).

const off: CollectionSettings = {
  collects: false,
  fee: 0,
  least: 100,
  holdHours: 24,
  account: null,
  consents: 0,
  collectsAt: { shortCode: "600100", environment: "production", typedSince: null, typedFault: null },
};
const unclear: PayoutLine = {
  id: "p1",
  status: "unclear",
  amount: 700,
  fee: 20,
  kind: "phone",
  account: "254712000111",
  reference: null,
  receipt: null,
  createdAt: ago(60),
  updatedAt: ago(59),
  providerId: "demo",
  provider: "Demo WiFi",
  told: "failed",
  detail: "1 The balance is insufficient",
};
const some: PlatformPayouts = {
  collected: 5_000,
  paid: 1_400,
  fees: 40,
  underWay: 720,
  owed: 2_840,
  unclear: 1,
  debts: [{ providerId: "p9", provider: "Mallory Net", amount: 250 }],
  payouts: [unclear],
};
const answered = { success: true as const, message: "The payout has arrived." };
const { providerId: _provider, provider: _name, told: _told, detail: _detail, ...shown } = unclear;

beforeEach(() => {
  answer(readCollectionSettings, off);
  answer(listPayouts, some);
});

it("are turned on after the note on licences, with an account that pays out", async () => {
  openSuperadmin("/superadmin/payouts");
  await see("No account to pay out from is entered yet.");
  await press("Change");
  const form = await dialog("Collecting for providers");
  await see("Holding others' money may need a licence", () => form);
  await person.click(screen.getByRole("switch"));
  await fill({ "Fee of a payout (KES)": "1001" }, form);
  await press("Save", form);
  await see("The fee of a payout is between KSh 0 and KSh 1,000");
  await fill({ "Fee of a payout (KES)": "20", "Short code that pays out": "600300" }, form);
  answer(
    saveCollectionSettings,
    refusal(400, "Paying out needs a short code, an initiator name and its security credential."),
  );
  await press("Save", form);
  await see("Paying out needs a short code, an initiator name and its security credential.");
  await fill({ "Initiator name": "payer", "Security credential": "c2VhbGVk" }, form);
  const account = { shortCode: "600300", initiatorName: "payer", ownApp: false };
  answer(saveCollectionSettings, { ...off, collects: true, fee: 20, account });
  await press("Save", form);
  await noDialog();
  expect(bodiesOf(saveCollectionSettings).at(-1)).toEqual({
    collects: true,
    fee: 20,
    least: 100,
    holdHours: 24,
    shortCode: "600300",
    initiatorName: "payer",
    securityCredential: "c2VhbGVk",
  });
});

it("have what is typed at the platform's pay bill reported, after it was said what that does", async () => {
  openSuperadmin("/superadmin/payouts");
  await see("Payments typed by hand are not received yet.");
  await press("Receive typed payments of the platform's pay bill");
  const question = await dialog("Receive payments typed at 600100?");
  expect(words(question)).toContain(
    "customers of providers that consented pay by typing their account number",
  );
  const refused = "Safaricom has addresses for this pay bill already.";
  answer(registerCollectingPaybill, { success: false, message: refused, paybillSince: null });
  expect(await toastAfter(() => press("Register at Safaricom", question))).toContain(refused);
  const since = { ...off.collectsAt, typedSince: ago(1) } as CollectionSettings["collectsAt"];
  answer(readCollectionSettings, { ...off, collectsAt: since });
  answer(registerCollectingPaybill, {
    success: true,
    message: "They are reported now.",
    paybillSince: ago(1),
  });
  await press("Receive typed payments of the platform's pay bill");
  const again = await dialog("Receive payments typed at 600100?");
  expect(await toastAfter(() => press("Register at Safaricom", again))).toContain("They are reported now.");
  await see("Typed payments are received since:");
});

it("show what is owed, and the unclear ones, which are asked about again", async () => {
  openSuperadmin("/superadmin/payouts");
  await see(/Owed to providers KSh 2,840 .*Under way KSh 720 .*Paid out KSh 1,400 Fees kept: KSh 40/);
  await see(/Some providers owe the platform .*Mallory Net KSh 250/);
  await see("Some payouts are unclear");
  await see("A result said that it failed");
  answer(askPayout, { ...answered, payout: shown });
  expect(await toastAfter(() => press("Ask again: Demo WiFi"))).toBe("Asked - The payout has arrived.");
  expect(sentTo(askPayout)).toHaveLength(1);
});

it("are settled by hand with what the statement shows", async () => {
  openSuperadmin("/superadmin/payouts");
  await press("Say how it ended: Demo WiFi");
  const form = await dialog("How this payout ended");
  await press("Settle", form);
  await see("Say how it ended", () => form);
  await person.click(screen.getByRole("radio", { name: /^It was paid/ }));
  await press("Settle", form);
  await see("Say what the statement shows", () => form);
  await fill({ Receipt: "UKA1234567", "What the statement shows": "It stands there" }, form);
  answer(settlePayout, { ...answered, payout: { ...shown, status: "paid" } });
  expect(await toastAfter(() => press("Settle", form))).toBe("Settled - The payout has arrived.");
  expect(bodiesOf(settlePayout)).toEqual([
    { outcome: "paid", receipt: "UKA1234567", note: "It stands there" },
  ]);
});

it("say that there are none", async () => {
  answer(listPayouts, { ...some, unclear: 0, payouts: [] });
  openSuperadmin("/superadmin/payouts");
  await see("No payouts yet");
});
