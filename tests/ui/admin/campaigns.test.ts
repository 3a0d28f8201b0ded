import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as contract from "#contract/campaigns";
import { answer, bodiesOf, refusal } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { dialog, person, press, see, toastAfter } from "../support/page.ts";
import { campaign, campaignOutlook } from "../support/provider-rows.ts";

// Campaigns: who agreed, who gets one, what it costs, what became of it (docs/behaviour/provider-console.md, PC-134a).

const settled = (one: contract.Campaign, message: string) => {
  return { success: true as const, message, campaign: one };
};
const path = "/admin/messages?tab=campaigns";
const list = (...rows: contract.Campaign[]) => answer(contract.listCampaigns, rows);

it("is asked for first, and says so where nobody has agreed", async () => {
  answer(contract.campaignOutlook, { ...campaignOutlook, asks: false, agreed: 0 });
  list();
  openAdmin(path);
  await see("Turn the question on first: you may write to those alone who agreed.");
  expect(screen.queryByRole("button", { name: "New campaign" })).toBeNull();
  answer(contract.askForOffers, { success: true, message: "From now on the payment form asks." });
  const ask = screen.getByRole("switch", { name: /^Ask buyers whether they want offers by SMS/ });
  expect(await toastAfter(() => person.click(ask))).toBe(
    "Settings Saved - From now on the payment form asks.",
  );
  expect(bodiesOf(contract.askForOffers)).toEqual([{ asks: true }]);
});

it("names how many it goes to and what that costs before it is sent, in four taps", async () => {
  answer(contract.campaignOutlook, campaignOutlook);
  list();
  openAdmin(path);
  await press("New campaign");
  const form = await dialog("New campaign");
  const send = () => within(form).getByRole("button", { name: /^Send to/ });
  // Nothing is written yet.
  expect((send() as HTMLButtonElement).disabled).toBe(true);
  expect(
    (within(form).getByRole("radio", { name: "Not online for 14 days (0)" }) as HTMLInputElement).disabled,
  ).toBe(true);
  await person.click(
    within(form).getByRole("radio", { name: "Time ended within 7 days, not bought again (40)" }),
  );
  await person.type(within(form).getByLabelText("Text"), "half price tonight");
  expect(send().textContent).toBe("Send to 40 for KSh 32");
  await see("1 segment, 70 characters, KSh 0.80", () => form);
  await person.click(within(form).getByRole("radio", { name: "Everybody who agreed (212)" }));
  // More than is left.
  await see("KSh 100 of SMS credits are left.", () => form);
  answer(contract.sendCampaign, refusal(409, "It is 213 customers and KSh 170.40 by now."));
  await person.click(send());
  await see("It is 213 customers and KSh 170.40 by now.", () => form);
  await person.click(within(form).getByRole("radio", { name: "At Market (17)" }));
  answer(contract.sendCampaign, settled(campaign(), "Written to 17 customers."));
  expect(await toastAfter(() => person.click(send()))).toBe("Campaign sent - Written to 17 customers.");
  expect(bodiesOf(contract.sendCampaign).at(-1)).toEqual({
    audience: "router",
    routerId: "r2",
    text: "Demo WiFi: half price tonight",
    people: 17,
    cost: 13.6,
  });
});

it("shows what became of its messages, is stopped after a question, and goes on at a price that is named", async () => {
  answer(contract.campaignOutlook, campaignOutlook);
  list(campaign());
  openAdmin(path);
  await see("20 waiting · 18 arrived · 1 perhaps sent · 1 not sent");
  await see("KSh 16 of at most KSh 32 · nothing came back yet");
  const held = campaign({
    states: { waiting: 0, sent: 0, delivered: 18, failed: 1, unclear: 1, held: 20 },
    resumable: 20,
    resumePrice: 20,
    returned: { people: 3, amount: 60 },
  });
  answer(contract.stopCampaign, settled(held, "Stopped. What was not sent yet stays here."));
  await press("Stop");
  const question = await dialog("Stop this campaign?");
  list(held);
  await press("Stop", question);
  await see("KSh 16 of at most KSh 32 · KSh 60 came back from 3 within a week");
  answer(contract.resumeCampaign, settled(campaign(), "It goes on."));
  list(campaign());
  expect(await toastAfter(() => press("Send to the other 20 for KSh 20"))).toBe(
    "Campaign goes on - It goes on.",
  );
  expect(bodiesOf(contract.resumeCampaign)).toEqual([{ cost: 20 }]);
});

it("says what stands in its way", async () => {
  answer(contract.campaignOutlook, { ...campaignOutlook, hindrance: "no_account" });
  list();
  openAdmin(path);
  await see(/No SMS account is typed yet/);
  expect(screen.getByRole("link", { name: "Set up messages" }).getAttribute("href")).toContain(
    "tab=settings",
  );
  expect(screen.queryByRole("button", { name: "New campaign" })).toBeNull();
});
