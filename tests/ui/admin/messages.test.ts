import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as contract from "#contract/messages";
import { getOwnerNews, type OwnerNews, saveOwnerNews } from "#contract/owner-news";
import { defaultTemplates } from "#contract/values/message-templates";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { button, choose, dialog, fill, person, press, rows, see, toastAfter } from "../support/page.ts";
import { smsAccount as account, message, messageSettings as unset } from "../support/provider-rows.ts";

// SMS to customers: the account, what is sent, what became of it (docs/behaviour/provider-console.md, "Messages").

const at = "2026-11-24T07:00:00.000Z";
const settled = (settings: contract.MessageSettings, message = "Saved.") => {
  return { success: true as const, message, settings };
};
const pick = (service: string, form: HTMLElement) =>
  person.selectOptions(within(form).getByLabelText("SMS service"), service);
const section = async (name: string) => screen.findByRole("region", { name });

it("are set up step by step: an account, a test message, then what is sent", async () => {
  let now = unset;
  answer(contract.messageSettings, () => now);
  answer(contract.saveSmsAccount, () => {
    now = { ...now, account };
    return settled(now, "Saved. Send a test message before it is used.");
  });
  openAdmin("/admin/messages");
  await see("No message was sent yet");
  await press("Set up messages");
  expect(((await screen.findByRole("switch", { name: /^Receipt/ })) as HTMLInputElement).disabled).toBe(true);
  await press("Type the account");
  const form = await dialog("SMS account");
  await press("Save", form);
  await see("Enter the user name of your account, as its provider shows it", () => form);
  await fill({ "User name": "amina", "API key": "atsk_0123456789" }, form);
  await press("Save", form);
  await see(/Not tried yet .*amina .*•••• 1234/, () => screen.getByRole("main"));
  expect(bodiesOf(contract.saveSmsAccount)).toEqual([
    { service: "africastalking", username: "amina", apiKey: "atsk_0123456789" },
  ]);
  expect(document.body.textContent).not.toContain("atsk_0123456789");

  answer(contract.sendTestMessage, refusal(409, "Not sent: the SMS account has no money left."));
  await fill({ "Your own phone": "0712 345 678" });
  await press("Send a test message");
  await see("Not sent: the SMS account has no money left.");
  answer(contract.sendTestMessage, () => {
    now = { ...now, account: { ...account, triedAt: at } };
    return settled(now, "Sent.");
  });
  await press("Send a test message");
  await see("Ready");
  answer(contract.saveMessageSettings, ({ body }) => {
    now = { ...now, ...(body as contract.MessageSettingsInput) };
    return settled(now);
  });
  await person.click(await screen.findByRole("switch", { name: /^Receipt/ }));
  await fill({ "Budget of a month (KES)": "-1" });
  await press("Save");
  await see("Enter the most that a month may cost in KES");
  await fill({ "Budget of a month (KES)": "1000" });
  expect(await toastAfter(() => press("Save"))).toBe("Settings Saved - Saved.");
  expect(bodiesOf(contract.saveMessageSettings)).toEqual([
    {
      receipt: true,
      ending: false,
      outage: false,
      language: "en",
      segmentPrice: 0.8,
      budget: 1000,
      quietFrom: "21:00",
      quietTo: "07:00",
    },
  ]);
  await see("KSh 120 of KSh 1,000 used this month");
});

it("go out by another service, too: what it does not have is not asked for", async () => {
  let now = unset;
  answer(contract.messageSettings, () => now);
  openAdmin("/admin/messages?tab=settings");
  await press("Type the account");
  const form = await dialog("SMS account");
  await pick("TalkSasa", form);
  expect(within(form).queryByLabelText("User name")).toBeNull();
  await see(/Once TalkSasa approved it for the account: nothing can be sent without one/, () => form);
  await fill({ "API key": "1956|0123456789" }, form);
  await press("Save", form);
  await see("Enter the sender ID that the service approved for your account", () => form);
  const other = { ...account, service: "talksasa", username: "", senderId: "AMINA" } as const;
  answer(contract.saveSmsAccount, () => {
    now = { ...now, account: { ...other, reportsTo: null } };
    return settled(now);
  });
  await fill({ "Sender ID": "AMINA" }, form);
  await press("Save", form);
  const main = () => screen.getByRole("main");
  await see(/Not tried yet .*SMS service TalkSasa Sender ID AMINA API key •••• 1234/, main);
  expect(main().textContent).not.toContain("User name");
  expect(bodiesOf(contract.saveSmsAccount).at(-1)).toEqual({
    service: "talksasa",
    senderId: "AMINA",
    apiKey: "1956|0123456789",
  });
  await see(/This service tells nothing by itself/);
  expect(screen.queryByText("Callback address")).toBeNull();
  // The key of one is not the other's.
  await press("Change account");
  const change = await dialog("SMS account");
  const key = () => within(change).getByLabelText(/^API key/) as HTMLInputElement;
  expect(key().placeholder).toBe("Set; empty keeps it");
  await pick("Africa's Talking", change);
  expect(key().placeholder).toBe("");
  expect(within(change).queryByLabelText(/^User name/)).not.toBeNull();
});

it("of an account without a user name say that its key alone is wrong", async () => {
  const refusing = { ...account, service: "talksasa", fault: "key", pausedUntil: at } as const;
  answer(contract.messageSettings, { ...unset, account: { ...refusing, reportsTo: null } });
  openAdmin("/admin/messages?tab=settings");
  await see(/Refuses .*The API key is wrong\. It is tried again:/);
});

/** What stands at the switch of a kind. */
const switchOf = async (kind: RegExp) =>
  (await screen.findByRole("switch", { name: kind })).closest(".mantine-Switch-root")?.textContent ?? "";

it("say beside their switch what one of them costs, in both languages", async () => {
  answer(contract.messageSettings, {
    ...unset,
    segmentPrice: 1.5,
    templates: unset.templates.map((one) =>
      one.kind === "outage" && one.language === "sw" ? { ...one, text: "a".repeat(161), isOwn: true } : one,
    ),
  });
  openAdmin("/admin/messages?tab=settings");
  expect(await switchOf(/^Receipt/)).toMatch(/another phone\. About KSh 1\.50 each\.$/);
  expect(await switchOf(/^Plan ends soon/)).toMatch(/ends\. About KSh 1\.50 each\.$/);
  expect(await switchOf(/^Time given back/)).toMatch(/outage\. About KSh 1\.50 to KSh 3 each\.$/);
});

it("say no price while nothing can be sent", async () => {
  answer(contract.messageSettings, { ...unset, sender: "platform" });
  openAdmin("/admin/messages?tab=settings");
  expect(await switchOf(/^Receipt/)).toMatch(/another phone\.$/);
});

it("of an account that refuses say why, and from when it is tried again", async () => {
  const refusing = { ...account, triedAt: at, fault: "balance" as const, pausedUntil: at };
  answer(contract.messageSettings, { ...unset, account: refusing });
  openAdmin("/admin/messages?tab=settings");
  await see(/Refuses .*The SMS account has no money left. It is tried again:/);
});

it("are listed with what became of them, and filtered by state and kind", async () => {
  answer(contract.listMessages, [
    message("a"),
    message("b", { kind: "ending", state: "held", reason: "budget", price: null }),
  ]);
  openAdmin("/admin/messages");
  expect(await rows("Messages")).toEqual([
    expect.stringMatching(/254 712 345 678 Receipt Arrived Receipt a KSh 0.80/),
    expect.stringMatching(/Plan ends soon Held back The budget of the month is used up/),
  ]);
  await choose("Status", "Held back");
  await choose("Type", "Plan ends soon");
  await waitFor(() =>
    expect(sentTo(contract.listMessages).at(-1)?.query).toMatchObject({ state: "held", kind: "ending" }),
  );
});

it("that were held back say the next step, and go out again; an unclear one only after a question", async () => {
  const held = message("a", { state: "held", reason: "budget" });
  const unclear = message("b", { phoneNumber: "254722000000", state: "unclear" });
  answer(contract.listMessages, [held, unclear]);
  answer(contract.sendMessageAgain, {
    success: false,
    message: "Not sent: the budget is used up.",
    sent: held,
  });
  openAdmin("/admin/messages");
  await press(/^Message to .*712 345 678/);
  const first = await dialog(/712 345 678$/);
  await see(/Raise the budget in the settings, then send it again/, () => first);
  expect(await toastAfter(() => press("Send again", first))).toBe(
    "Not sent - Not sent: the budget is used up.",
  );
  await press("Close", first);
  answer(contract.sendMessageAgain, { success: true, message: "Sent.", sent: { ...unclear, state: "sent" } });
  await press(/^Message to .*722 000 000/);
  await press("Send again", await dialog(/722 000 000$/));
  expect(sentTo(contract.sendMessageAgain)).toHaveLength(1);
  await press("Send again", await dialog("Send it again?"));
  await waitFor(() =>
    expect(sentTo(contract.sendMessageAgain).map(({ params }) => params.id)).toEqual(["a", "b"]),
  );
});

it("that were held back for want of credits say that they go out by themselves, but for a campaign", async () => {
  const held = { state: "held", reason: "credits", price: null } as const;
  answer(contract.listMessages, [
    message("a", held),
    message("b", { ...held, kind: "campaign", phoneNumber: "254722000000" }),
  ]);
  openAdmin("/admin/messages");
  await press(/^Message to .*712 345 678/);
  const receipt = await dialog(/712 345 678$/);
  await see(/It is sent by itself once there are credits, while it is of use/, () => receipt);
  await press("Close", receipt);
  await press(/^Message to .*722 000 000/);
  const campaign = await dialog(/722 000 000$/);
  await see(/The SMS credits are used up/, () => campaign);
  expect(campaign.textContent).not.toContain("by itself");
});

it("have texts in both languages, checked and counted as they are typed, and ours again", async () => {
  answer(contract.messageSettings, unset);
  answer(contract.saveMessageTemplate, ({ body }) => {
    const { kind, language, text } = body as { kind: "receipt"; language: "sw"; text?: string };
    const own = { kind, language, text: text ?? defaultTemplates[kind][language], isOwn: text !== undefined };
    const others = unset.templates.filter((one) => one.kind !== kind || one.language !== language);
    const now = { ...unset, templates: [...others, own] };
    answer(contract.messageSettings, now);
    return settled(now);
  });
  openAdmin("/admin/messages?tab=texts");
  const languages = await screen.findByRole("radiogroup", { name: "Language of the texts" });
  await person.click(within(languages).getByRole("radio", { name: "Kiswahili" }));
  const receipt = await section("Receipt");
  await see("KSh 100 zimelipwa kwa 1 Day", () => receipt);
  await fill({ Text: "{business}: {planet}" }, receipt);
  await see("{planet} means nothing in this message. It can use {business}, {plan}", () => receipt);
  expect(((await button("Save", receipt)) as HTMLButtonElement).disabled).toBe(true);
  await fill({ Text: `{business}: ${"a".repeat(150)}` }, receipt);
  await see("2 segments, 161 characters, KSh 1.60", () => receipt);
  await press("Save", receipt);
  await press("Back to the default text", receipt);
  await see("KSh 100 zimelipwa kwa 1 Day", () => receipt);
  expect(bodiesOf(contract.saveMessageTemplate)).toEqual([
    { kind: "receipt", language: "sw", text: `{business}: ${"a".repeat(150)}` },
    { kind: "receipt", language: "sw" },
  ]);
});

it("that people wrote are read where the list is kept, and their writers put on it by one press", async () => {
  const one = { id: "m1", phoneNumber: "254722000011", text: "Sitaki ujumbe zaidi", at };
  const two = { id: "m2", phoneNumber: "MPESA", text: "STOP", at };
  answer(contract.listOptOuts, []);
  answer(contract.listIncomingMessages, [one, two]);
  answer(contract.setOptOut, () => {
    answer(contract.listIncomingMessages, [two]);
    return { success: true as const, message: "No messages go to it any more." };
  });
  answer(contract.removeIncomingMessage, () => {
    answer(contract.listIncomingMessages, []);
    return { success: true as const };
  });
  openAdmin("/admin/messages?tab=settings", { signed: { role: "cashier" } });
  await person.click(await screen.findByRole("tab", { name: "No messages to" }));
  await see("Sitaki ujumbe zaidi");
  // Nothing can be sent to what is no phone.
  expect(screen.queryByRole("button", { name: "Send no messages to MPESA" })).toBeNull();
  await press(/^Send no messages to/);
  await waitFor(() => expect(screen.queryByText("Sitaki ujumbe zaidi")).toBeNull());
  await press("Read: nothing to do for MPESA");
  await waitFor(() => expect(screen.queryByText("Written to your short code")).toBeNull());
  expect(bodiesOf(contract.setOptOut)).toEqual([{ phoneNumber: "254722000011", optedOut: true }]);
});

it("go to no number on the list, which a cashier keeps, too, without the settings", async () => {
  answer(contract.listOptOuts, []);
  answer(contract.listIncomingMessages, []);
  answer(contract.setOptOut, ({ body }) => {
    const { optedOut } = body as { optedOut: boolean };
    answer(contract.listOptOuts, optedOut ? [{ phoneNumber: "254712345678", at }] : []);
    return { success: true as const, message: "No messages go to it any more." };
  });
  openAdmin("/admin/messages?tab=settings", { signed: { role: "cashier" } });
  await see("No message was sent yet");
  expect(screen.queryByRole("tab", { name: "Settings" })).toBeNull();
  await person.click(await screen.findByRole("tab", { name: "No messages to" }));
  await fill({ Phone: "12" });
  await press("Add to the list");
  await see("Enter a Kenyan mobile number, such as 0712 345 678");
  await fill({ Phone: "0712345678" });
  await press("Add to the list");
  await press(/^Take .* off the list/);
  await press("Take off the list", await dialog(/^Send messages to/));
  await see("No number on the list");
  expect(bodiesOf(contract.setOptOut)).toEqual([
    { phoneNumber: "0712345678", optedOut: true },
    { phoneNumber: "254712345678", optedOut: false },
  ]);
  expect(sentTo(contract.messageSettings)).toEqual([]);
});

it("to the owner are chosen beside them: by letter or SMS, at which hour, and alarms; why no SMS goes is said", async () => {
  const news: OwnerNews = {
    morning: "off",
    hour: 7,
    alarms: false,
    language: "en",
    email: "amina@demo.example",
    phoneNumber: "254712000001",
    hindrance: "no_account",
  };
  answer(getOwnerNews, news);
  answer(saveOwnerNews, ({ body }) => {
    const settings = { ...news, ...(body as Partial<OwnerNews>) };
    return { success: true as const, message: "Saved.", settings };
  });
  openAdmin("/admin/messages?tab=you");
  const by = await screen.findByRole("radiogroup", { name: "Each morning by" });
  expect(screen.queryByLabelText("At")).toBeNull();
  await person.click(within(by).getByRole("radio", { name: "E-mail" }));
  await see("To amina@demo.example.");
  await person.selectOptions(screen.getByLabelText("At"), "06:00");
  expect(screen.queryByText(/No SMS account is typed yet/)).toBeNull();
  await press("Save");
  await person.click(within(by).getByRole("radio", { name: "SMS" }));
  await see("To +254 712 000 001, paid as your other messages are.");
  await see("No SMS account is typed yet. Until then you get letters at amina@demo.example.");
  await person.click(screen.getByRole("switch", { name: /^SMS when a router is away/ }));
  await press("Save");
  await waitFor(() =>
    expect(bodiesOf(saveOwnerNews)).toEqual([
      { morning: "mail", hour: 6, alarms: false, language: "en" },
      { morning: "sms", hour: 6, alarms: true, language: "en" },
    ]),
  );
});
