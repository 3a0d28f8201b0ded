import { within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import * as credits from "#contract/credits";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { dialog, fill, noDialog, person, press, see, toastAfter } from "../support/page.ts";

// The platform's SMS account and the credits of providers (docs/behaviour/operator-console.md, OC-87a).

const at = "2026-11-24T07:00:00.000Z";
const none: credits.PlatformSms = {
  account: null,
  segmentPrice: 1,
  gift: 20,
  books: { left: 480, bought: 1_000, given: 40, used: 560, segments: 560 },
};
const account = {
  service: "africastalking" as const,
  username: "mlango",
  senderId: null,
  apiKey: "•••• form",
  triedAt: null,
  fault: null,
  faultAt: null,
  reportsTo: "https://hotspot.test/cb/m/platform.africastalking.platform/secret",
};
const settled = (settings: credits.PlatformSms, message = "Saved.") => ({
  success: true as const,
  message,
  settings,
});
const demo: credits.ProviderCredits = {
  providerId: "demo",
  businessName: "Demo WiFi",
  balance: 4,
  bought: 100,
  given: 20,
  used: 116,
  segments: 116,
};

beforeEach(() => {
  answer(credits.readPlatformSms, none);
  answer(credits.listProviderCredits, [demo]);
});

it("is typed, tried, and then open to providers", async () => {
  let now = none;
  answer(credits.readPlatformSms, () => now);
  openSuperadmin("/superadmin/sms");
  await press("Type the account");
  const form = await dialog("SMS account");
  answer(credits.savePlatformSms, () => {
    now = { ...now, account };
    return settled(now, "Saved. Send a test message before it is used.");
  });
  await fill({ "User name": "mlango", "API key": "atsk_of_the_platform" }, form);
  await fill(
    { "What providers pay for a segment (KES)": "1.20", "What a new provider is given (KES)": "30" },
    form,
  );
  await press("Save", form);
  await see(/Not tried yet .*mlango .*•••• form/);
  expect(bodiesOf(credits.savePlatformSms)).toEqual([
    {
      service: "africastalking",
      username: "mlango",
      apiKey: "atsk_of_the_platform",
      segmentPrice: 1.2,
      gift: 30,
    },
  ]);
  answer(credits.tryPlatformSms, refusal(409, "Not sent: the SMS account has no money left."));
  await fill({ "Your own phone": "0712 345 678" });
  await press("Send a test message");
  await see("Not sent: the SMS account has no money left.");
  answer(credits.tryPlatformSms, () => {
    now = { ...now, account: { ...account, triedAt: at } };
    return settled(now, "Sent.");
  });
  await press("Send a test message");
  await see("Ready");
});

it("may be at another service: what that does not have is not asked for", async () => {
  let now: credits.PlatformSms = none;
  answer(credits.readPlatformSms, () => now);
  openSuperadmin("/superadmin/sms");
  await press("Type the account");
  const form = await dialog("SMS account");
  await press("Save", form);
  await see("Enter the user name of your account, as its provider shows it", () => form);
  await person.selectOptions(within(form).getByLabelText("SMS service"), "TalkSasa");
  expect(within(form).queryByLabelText(/^User name/)).toBeNull();
  await press("Save", form);
  await see("Enter the sender ID that the service approved for your account", () => form);
  const other = { ...account, service: "talksasa", username: "", senderId: "MLANGO" } as const;
  answer(credits.savePlatformSms, () => {
    now = { ...now, account: { ...other, reportsTo: null, fault: "key" } };
    return settled(now);
  });
  await fill({ "API key": "7|of-the-platform", "Sender ID": "MLANGO" }, form);
  await press("Save", form);
  await see(/The API key is wrong\. .*SMS service TalkSasa Sender ID MLANGO API key •••• form/);
  expect(bodiesOf(credits.savePlatformSms)).toEqual([
    { service: "talksasa", senderId: "MLANGO", apiKey: "7|of-the-platform", segmentPrice: 1, gift: 20 },
  ]);
  await see(/This service tells nothing by itself/);
  expect(document.body.textContent).not.toContain("Callback address");
});

it("that refuses says why; the books are summed, and each provider's credits are listed", async () => {
  answer(credits.readPlatformSms, { ...none, account: { ...account, triedAt: at, fault: "balance" } });
  openSuperadmin("/superadmin/sms");
  await see(/Refuses .*The SMS account has no money left\./);
  await see(/Credits left KSh 480 .*Bought KSh 1,000 .*Given KSh 40 .*Used KSh 560 560 segments in 30 days/);
  await see(/Demo WiFi In 30 days used KSh 116, bought KSh 100 KSh 4/);
});

it("gives a provider credits, with what for", async () => {
  openSuperadmin("/superadmin/sms");
  await press("Give Demo WiFi credits");
  const form = await dialog("Give Demo WiFi credits");
  answer(credits.giveCredits, refusal(400, "Enter what it is given for"));
  await fill({ "Amount (KES)": "50" }, form);
  await press("Give", form);
  await see("Enter what it is given for", () => form);
  answer(credits.giveCredits, {
    success: true,
    message: "Done. Demo WiFi has KSh 54 of credits.",
    balance: 54,
  });
  await fill({ "What for": "The outage of Monday" }, form);
  expect(await toastAfter(() => press("Give", form))).toBe(
    "SMS credits - Done. Demo WiFi has KSh 54 of credits.",
  );
  await noDialog();
  expect(sentTo(credits.giveCredits).at(-1)?.body).toEqual({ amount: 50, note: "The outage of Monday" });
});
