import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { listProviders } from "#contract/providers";
import * as calls from "#contract/sign-up-decisions";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { dialog, fill, noDialog, person, press, see, toastAfter } from "../support/page.ts";
import { providers } from "../support/platform-rows.ts";

// Businesses that signed up by themselves (docs/behaviour/operator-console.md, OC-22a and OC-22b).

const lakeside: calls.WaitingSignUp = {
  id: "s1",
  businessName: "Lakeside WiFi",
  name: "Achieng Otieno",
  email: "achieng@lakeside.example",
  phone: "254712345678",
  subdomain: "lakeside",
  provedAt: "2026-11-25T09:00:00.000Z",
};
const region = () => screen.findByRole("region", { name: "Sign-ups" });

beforeEach(() => {
  answer(listProviders, providers());
  answer(calls.listSignUps, { waiting: [lakeside], total: 1, approvesItself: false });
});

it("stand above the providers with who it is, and are approved by one press", async () => {
  openSuperadmin("/superadmin/providers");
  await see(
    /Lakeside WiFi Achieng Otieno · achieng@lakeside.example · \+254 712 345 678 · lakeside .* Provider 1/,
  );
  answer(calls.approveSignUp, refusal(409, "The subdomain lakeside is already taken. Choose another one."));
  expect(await toastAfter(() => press("Approve Lakeside WiFi"))).toBe(
    "Not approved - The subdomain lakeside is already taken. Choose another one.",
  );
  answer(calls.approveSignUp, { success: true, providerId: "s1", message: "For its owner." });
  answer(calls.listSignUps, { waiting: [], total: 0, approvesItself: false });
  const lists = sentTo(listProviders).length;
  expect(await toastAfter(() => press("Approve Lakeside WiFi"))).toBe(
    "Provider approved - Lakeside WiFi signs in with achieng@lakeside.example. A letter tells them so.",
  );
  await see(/Provider 1 .* Businesses sign up at https:\/\/hotspot.test\/signup/);
  expect(sentTo(listProviders).length).toBeGreaterThan(lists);
});

it("are refused with a reason alone", async () => {
  openSuperadmin("/superadmin/providers");
  await press("Refuse Lakeside WiFi");
  const asked = await dialog("Refuse Lakeside WiFi?");
  await press("Refuse", asked);
  await see("Give a reason. It is mailed.");
  await fill({ Reason: "We know no such business." }, asked);
  answer(calls.refuseSignUp, { success: true, message: "Lakeside WiFi is refused, and told so by mail." });
  expect(await toastAfter(() => press("Refuse", asked))).toBe(
    "Sign-up refused - Lakeside WiFi is refused, and told so by mail.",
  );
  expect(bodiesOf(calls.refuseSignUp)).toEqual([{ reason: "We know no such business." }]);
  await noDialog();
});

it("approve themselves where the operator says so", async () => {
  openSuperadmin("/superadmin/providers");
  answer(calls.saveSignUpRules, { approvesItself: true });
  const rule = within(await region()).getByRole("switch");
  expect(await toastAfter(() => person.click(rule))).toBe("Saved");
  expect(bodiesOf(calls.saveSignUpRules)).toEqual([{ approvesItself: true }]);
});

it("say how many wait beyond those that are shown", async () => {
  answer(calls.listSignUps, { waiting: [lakeside], total: 3, approvesItself: false });
  openSuperadmin("/superadmin/providers");
  await see("2 more wait: decide on some to see them.");
});
