import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type Admin,
  disableAdmin,
  enableAdmin,
  getOperatorRules,
  listAdmins,
  saveOperatorRules,
} from "#contract/admins";
import { getGeneralSettings, saveGeneralSettings } from "#contract/branding";
import { listInvitations } from "#contract/invitations";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  platformPassword,
} from "#contract/second-factor";
import { rootSecrets } from "#contract/secrets";
import { endPlatformSession, endPlatformSessions, listPlatformSessions } from "#contract/sessions";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { dialog, fill, noDialog, person, press, see, toastAfter, words } from "../support/page.ts";
import { settings } from "../support/provider-rows.ts";

// General settings, operators and the own profile (docs/behaviour/operator-console.md, OC-87 to OC-91).

describe("the general settings (OC-87)", () => {
  beforeEach(() => {
    answer(getGeneralSettings, { settings: settings.settings });
  });
  const save = () => press("Save");

  it("are changed with a preview that follows; what failed stays typed", async () => {
    openSuperadmin("/superadmin/settings?tab=content");
    await screen.findByRole("heading", { level: 1, name: "General settings" });
    await screen.findByLabelText("Company name");
    await fill({ "Company name": "Mlango East Africa" });
    await see("Mlango East Africa", () => screen.getByTestId("portal-preview"));
    await see("A provider's plans stand here.", () => screen.getByTestId("portal-preview"));
    answer(saveGeneralSettings, refusal(500));
    expect(await toastAfter(save)).toBe("Save Failed - Failed to save the general settings.");
    expect(screen.getByLabelText<HTMLInputElement>("Company name").value).toBe("Mlango East Africa");
    const saved = { ...settings.settings, companyName: "Mlango East Africa" };
    answer(saveGeneralSettings, { settings: saved });
    expect(await toastAfter(save)).toMatch(/^Settings Saved/);
    expect(bodiesOf(saveGeneralSettings)[1]).toEqual({ companyName: "Mlango East Africa" });
  });
});

describe("the operators (OC-88)", () => {
  const admin = (username: string, changes: Partial<Admin> = {}): Admin => ({
    id: username,
    username,
    name: `${username} of Mlango`,
    email: `${username}@mlango.example`,
    providerId: null,
    createdAt: ago(900),
    disabledAt: null,
    hasSecondFactor: false,
    lastSeenAt: ago(5),
    isMe: false,
    ...changes,
  });
  beforeEach(() => {
    answer(listAdmins, [
      admin("grace", { isMe: true }),
      admin("second"),
      admin("third", { disabledAt: ago(1) }),
    ]);
    answer(getOperatorRules, { secondFactorRequired: false });
    answer(listInvitations, []);
    answer(rootSecrets, {
      secrets: [{ id: "ab12", use: "current", sealed: 3, recoveryCodes: 1, payBills: 0 }],
      since: ago(900),
      finishedAt: ago(800),
      advice: "No earlier root secret is in use.",
      canTakeOut: false,
    });
  });

  it("are listed, disabled after a question and enabled; never oneself", async () => {
    openSuperadmin("/superadmin/operators");
    await see(/grace You Can sign in .* Without a second factor Your sessions second Can sign in /);
    await see(
      /No earlier root secret is in use\. ab12 In use 3 sealed records · 1 recovery code · 0 pay bills/,
    );
    expect(screen.queryByRole("button", { name: "Disable grace" })).toBeNull();
    const disable = async () => {
      await press("Disable second");
      await press("Disable", await dialog("Disable second?"));
    };
    answer(disableAdmin, refusal(409, "The last operator cannot be disabled."));
    expect(await toastAfter(disable)).toBe("Not changed - The last operator cannot be disabled.");
    await noDialog();
    answer(disableAdmin, admin("second"));
    expect(await toastAfter(disable)).toBe("Disabled - second is signed out everywhere.");
    answer(enableAdmin, admin("third"));
    expect(await toastAfter(() => press("Enable third"))).toBe("Enabled - third can sign in again.");
  });

  it("are asked for a second factor by who has one", async () => {
    openSuperadmin("/superadmin/operators");
    const rule = await screen.findByRole<HTMLInputElement>("switch", {
      name: "Every operator needs a second factor",
    });
    const why = "Turn your own second factor on first, in your profile.";
    answer(saveOperatorRules, refusal(409, why));
    expect(await toastAfter(() => person.click(rule))).toBe(`Not changed - ${why}`);
    expect(rule.checked).toBe(false);
    answer(saveOperatorRules, { secondFactorRequired: true });
    expect(await toastAfter(() => person.click(rule))).toBe("Saved");
  });
});

describe("the own profile (OC-91)", () => {
  const session = { host: "hotspot.test", createdAt: ago(60), lastSeenAt: ago(5), actingFor: null };
  beforeEach(() => {
    answer(listPlatformSessions, [
      { ...session, id: "1", browser: "Chrome, Linux", isThis: true },
      { ...session, id: "2", browser: "Safari, iPhone", isThis: false, actingFor: "Coast WiFi" },
    ]);
  });
  const open = async () => {
    openSuperadmin("/superadmin/profile");
    await see("Where you are signed in");
    await see("Safari, iPhone");
  };

  it("changes its password, and says why when it does not", async () => {
    await open();
    expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("grace");
    const save = () => press("Change password");
    const change = { "Current password": "x", "New password": "short", "Confirm new password": "other" };
    await fill(change);
    await save();
    await see("Passwords do not match");
    await fill({ "Confirm new password": "short" });
    await save();
    await see("Password must be at least 8 characters long.");
    expect(sentTo(platformPassword)).toEqual([]);
    await fill({ "New password": "password123", "Confirm new password": "password123" });
    answer(platformPassword, refusal(400, "This password is among the first that anybody tries."));
    expect(await toastAfter(save)).toBe(
      "Password Change Failed - This password is among the first that anybody tries.",
    );
    answer(platformPassword, { success: true });
    expect(await toastAfter(save)).toBe("Password Changed - You were signed out everywhere else.");
    expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("");
  });

  it("shows where one is signed in, signs another browser out, then all of them", async () => {
    await open();
    await see(/Chrome, Linux This browser .* Safari, iPhone Acting for Coast WiFi/);
    answer(endPlatformSession, { success: true });
    expect(await toastAfter(() => press("End session: Safari, iPhone"))).toBe("Signed out there");
    answer(endPlatformSessions, { success: true });
    await press("Log out everywhere");
    await press("Log out everywhere", await dialog("Log out everywhere"));
    await screen.findByRole("heading", { level: 1, name: "Super Admin Portal" });
  });

  it("turns the second factor on by password and code, with recovery codes shown once, and off again", async () => {
    answer(getSecondFactor, { isOn: false, isRequired: false, recoveryCodes: 0 });
    await open();
    await press("Turn the second factor on");
    const form = await dialog("Turn the second factor on");
    await fill({ "Current password": "secret" }, form);
    answer(beginSecondFactor, { address: "otpauth://totp/x?secret=ABCDEFGH", key: "ABCDEFGH" });
    await press("Continue", form);
    await within(form).findByRole("img", { name: "QR code of the new key" });
    expect(words(form)).toContain("ABCD EFGH");
    await fill({ "Code of your authenticator app": "000000" }, form);
    answer(confirmSecondFactor, refusal(400, "That code is not right."));
    await press("Turn on", form);
    await see("That code is not right.", () => within(form).getByRole("alert"));
    answer(confirmSecondFactor, { recoveryCodes: ["AAAA-1", "AAAA-2"] });
    answer(getSecondFactor, { isOn: true, isRequired: false, recoveryCodes: 2 });
    expect(await toastAfter(() => press("Turn on", form))).toMatch(/^Second factor on - /);
    const codes = await screen.findByRole("list", { name: "Your recovery codes" });
    expect(
      within(codes)
        .getAllByRole("listitem")
        .map((code) => words(code)),
    ).toEqual(["AAAA-1", "AAAA-2"]);
    await see("2 recovery codes are left");
    await press("Turn the second factor off");
    const off = await dialog();
    await fill({ "Current password": "secret", "Code of your authenticator app": "AAAA-1" }, off);
    answer(endSecondFactor, { success: true });
    answer(getSecondFactor, { isOn: false, isRequired: false, recoveryCodes: 0 });
    expect(await toastAfter(() => press("Turn off", off))).toMatch(/^Second factor off/);
    await waitFor(() =>
      expect(bodiesOf(endSecondFactor)).toEqual([{ currentPassword: "secret", code: "AAAA-1" }]),
    );
  });
});
