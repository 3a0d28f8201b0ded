import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { getOperatorRules, listAdmins } from "#contract/admins";
import {
  acceptPlatformInvitation,
  createInvitation,
  listInvitations,
  platformInvitation,
  withdrawInvitation,
} from "#contract/invitations";
import { getSecondFactor } from "#contract/second-factor";
import { rootSecrets } from "#contract/secrets";
import { endSessionOfOperator, endSessionsOfOperator, listSessionsOfOperator } from "#contract/sessions";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { dialog, fill, noDialog, press, see, toastAfter, words } from "../support/page.ts";

// Who becomes an operator, and where operators are signed in (docs/behaviour/operator-console.md, OC-88a, OC-88b).

describe("an invitation (OC-88a)", () => {
  const code = "ab".repeat(32);
  const invitation = {
    id: "i1",
    name: "Amina Odhiambo",
    email: "amina@mlango.example",
    invitedBy: "grace",
    createdAt: ago(1),
    expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  };
  beforeEach(() => {
    answer(listAdmins, []);
    answer(getOperatorRules, { secondFactorRequired: false });
    answer(rootSecrets, { secrets: [], since: null, finishedAt: null, advice: "-", canTakeOut: false });
  });

  it("is made with a name, its link is shown this once, and it is withdrawn after a question", async () => {
    answer(listInvitations, []);
    openSuperadmin("/superadmin/operators");
    await see("Nobody is invited.");
    await press("Invite an operator");
    const form = await dialog("Invite an operator");
    await press("Make the link", form);
    await see("Enter the full name of whom you invite: at most 100 characters.", () => form);
    expect(sentTo(createInvitation)).toEqual([]);
    await fill({ "Full name": "Amina Odhiambo", "Email address": "amina@mlango.example" }, form);
    answer(createInvitation, refusal(429, "Too many. Wait."));
    await press("Make the link", form);
    await see("Too many. Wait.", () => within(form).getByRole("alert"));
    const address = `http://hotspot.test/superadmin#invitation=${code}`;
    answer(createInvitation, { invitation, address });
    answer(listInvitations, [invitation]);
    await press("Make the link", form);
    const link = await dialog("Link for Amina Odhiambo");
    expect(words(link)).toContain(address);
    expect(bodiesOf(createInvitation)[1]).toEqual({ name: "Amina Odhiambo", email: "amina@mlango.example" });
    await press("Close", link);
    await noDialog();
    await see(/Amina Odhiambo amina@mlango.example by grace, good until/);
    expect(words(document.body)).not.toContain(code);
    answer(withdrawInvitation, { success: true });
    const withdraw = async () => {
      await press("Withdraw the invitation of Amina Odhiambo");
      await press("Withdraw", await dialog("Withdraw the invitation of Amina Odhiambo?"));
    };
    expect(await toastAfter(withdraw)).toBe("Invitation withdrawn - Amina Odhiambo");
  });

  it("is accepted with a username and a password, and leads into the console", async () => {
    const { name, invitedBy, expiresAt } = invitation;
    answer(platformInvitation, { name, invitedBy, expiresAt });
    openSuperadmin(`/superadmin#invitation=${code}`, { signed: null });
    await see("grace invites you, Amina Odhiambo, to run this platform.");
    await press("Accept and sign in");
    await see("Enter a username.");
    await see("Password is required");
    const typed = { Username: "amina", "New password": "a long sentence" };
    await fill({ ...typed, "Confirm new password": "another sentence" });
    await press("Accept and sign in");
    await see("Passwords do not match");
    expect(sentTo(acceptPlatformInvitation)).toEqual([]);
    await fill({ "Confirm new password": "a long sentence" });
    answer(acceptPlatformInvitation, refusal(409, "This username is already taken. Choose another one."));
    await press("Accept and sign in");
    await see("This username is already taken.", () => screen.getByRole("alert"));
    answer(getSecondFactor, { isOn: false, isRequired: true, recoveryCodes: 0 });
    const admin = { id: "amina", username: "amina", name, email: "", role: "Super Administrator" };
    answer(acceptPlatformInvitation, admin);
    await press("Accept and sign in");
    await screen.findByRole("heading", { level: 1, name: "Set up your second factor" });
    expect(bodiesOf(acceptPlatformInvitation)[1]).toEqual({
      code,
      username: "amina",
      password: "a long sentence",
    });
  });

  it("that opens nothing says why, and leads to the sign-in page", async () => {
    const why = "This invitation was used, withdrawn, or is older than three days. Ask for a new one.";
    answer(platformInvitation, refusal(403, why));
    openSuperadmin(`/superadmin#invitation=${code}`, { signed: null });
    await screen.findByRole("heading", { level: 1, name: "This invitation opens nothing" });
    await see(why);
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "To the sign-in page" });
    expect(link.getAttribute("href")).toBe("/superadmin");
  });
});

it("leads whoever has no second factor to their own before the rule", async () => {
  answer(listInvitations, []);
  answer(listAdmins, []);
  answer(getOperatorRules, { secondFactorRequired: false });
  answer(rootSecrets, { secrets: [], since: null, finishedAt: null, advice: "-", canTakeOut: false });
  answer(getSecondFactor, { isOn: false, isRequired: false, recoveryCodes: 0 });
  openSuperadmin("/superadmin/operators");
  const own = await screen.findByRole("link", { name: "Turn yours on in your profile" });
  expect(own.getAttribute("href")).toBe("/superadmin/profile");
});

describe("another operator's sessions (OC-88b)", () => {
  it("are listed with those in providers' consoles, ended one by one, and all after a question", async () => {
    answer(listInvitations, []);
    answer(getOperatorRules, { secondFactorRequired: false });
    answer(rootSecrets, { secrets: [], since: null, finishedAt: null, advice: "-", canTakeOut: false });
    const admin = { email: "", providerId: null, createdAt: ago(9), disabledAt: null, lastSeenAt: null };
    answer(listAdmins, [
      { ...admin, id: "grace", username: "grace", name: "Grace", hasSecondFactor: true, isMe: true },
      { ...admin, id: "second", username: "second", name: "Second", hasSecondFactor: true, isMe: false },
    ]);
    const session = { host: "hotspot.test", createdAt: ago(60), lastSeenAt: ago(5), isThis: false };
    answer(listSessionsOfOperator, [
      { ...session, id: "1", browser: "Chrome, Linux", actingFor: null },
      { ...session, id: "2", browser: "Safari, iOS", actingFor: "Coast WiFi" },
    ]);
    openSuperadmin("/superadmin/operators");
    await screen.findByRole("link", { name: "Your sessions" });
    await see(/second .*Not signed in · With a second factor/);
    await press("Sessions of second");
    const list = await dialog("Sessions of second");
    await see(/Chrome, Linux hotspot\.test .* Safari, iOS Acting for Coast WiFi/, () => list);
    answer(endSessionOfOperator, { success: true });
    expect(await toastAfter(() => press("End session: Safari, iOS", list))).toBe("Signed out there");
    expect(sentTo(endSessionOfOperator).map(({ params }) => params)).toEqual([
      { id: "second", sessionId: "2" },
    ]);
    answer(endSessionsOfOperator, { success: true });
    const everywhere = async () => {
      await press("Sign out everywhere", list);
      await press("Sign out everywhere", await dialog("Sign second out everywhere?"));
    };
    expect(await toastAfter(everywhere)).toBe("Signed out there - second is signed out everywhere.");
    await noDialog();
  });
});
