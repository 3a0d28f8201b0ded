import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { readTrial, saveTrial, type Trial } from "#contract/trials";
import { answer, bodiesOf } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { fill, press, see, toastAfter } from "../support/page.ts";

// The free trial of a provider (docs/behaviour/provider-console.md, "Free trial").

const trial: Trial = {
  isOn: false,
  minutes: 15,
  speedMbps: 2,
  uploadMbps: 1,
  perDay: 20,
  againAfterDays: null,
  codesPerDay: 40,
  smsPrice: 0.8,
  hindrance: null,
  today: [],
};
const offer = async () =>
  (await screen.findByRole("switch", { name: /^Offer a free trial/ })) as HTMLInputElement;

it("is set with what its SMS cost at most, and turned on", async () => {
  answer(readTrial, trial);
  openAdmin("/admin/trial");
  (await offer()).click();
  await see("Nobody has asked for a trial today.");
  await see(/At most 40 codes a day at each router, KSh 0.80 for each SMS: KSh 32 a day\./);
  await fill({ "Trials a day at each router": "0" });
  await press("Save");
  await see("Enter how many a day, from 1 to 500");
  await fill({ "Trials a day at each router": "50", Minutes: "30", "Again after days": "90" });
  await see(/At most 100 codes a day .* KSh 80 a day\./);
  const chosen = { isOn: true, minutes: 30, perDay: 50, againAfterDays: 90, codesPerDay: 100 };
  answer(saveTrial, { success: true, message: "Saved.", trial: { ...trial, ...chosen } });
  expect(await toastAfter(() => press("Save"))).toBe("Settings Saved - Saved.");
  expect(bodiesOf(saveTrial)).toEqual([
    { isOn: true, minutes: 30, speedMbps: 2, uploadMbps: 1, perDay: 50, againAfterDays: 90 },
  ]);
});

it("cannot be turned on without an SMS account that took a test, and leads there", async () => {
  answer(readTrial, { ...trial, hindrance: "untried" });
  openAdmin("/admin/trial");
  expect((await offer()).disabled).toBe(true);
  await see("Send a test message under Messages first.");
  const link = await screen.findByRole("link", { name: "Set up messages" });
  expect(link.getAttribute("href")).toBe("/admin/messages?tab=settings");
});

it("that is on can always be turned off, and says why nobody is offered one and what was given today", async () => {
  const today = [
    { routerId: "r1", name: "Main Gate", codes: 12, given: 9 },
    { routerId: "r2", name: "", codes: 1, given: 0 },
  ];
  answer(readTrial, { ...trial, isOn: true, hindrance: "no_account", today });
  openAdmin("/admin/trial");
  expect((await offer()).disabled).toBe(false);
  await see("Codes go out by your own SMS account. Type it under Messages first.");
  const list = await screen.findByRole("list", { name: "Today" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual(["Main Gate9 of 20 trials, 12 of 40 codes", "Former router0 of 20 trials, 1 of 40 codes"]);
});
