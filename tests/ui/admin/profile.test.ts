import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { askEmailConfirmation } from "#contract/forgotten-password";
import { getProfile, updateProfile } from "#contract/profile";
import { exportOwnData } from "#contract/provider-data";
import { endAdminSecondFactor, getAdminSecondFactor, renewAdminRecoveryCodes } from "#contract/second-factor";
import { endAdminSession, endAdminSessions, listAdminSessions, type OpenSession } from "#contract/sessions";
import { endWaysIn, listWaysIn } from "#contract/ways-in";
import { catchFiles } from "../support/browser-ports.ts";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, held, refusal, sentTo, unreachable } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  addressNow,
  button,
  dialog,
  fill,
  noDialog,
  person,
  press,
  see,
  toastAfter,
  words,
} from "../support/page.ts";

// The profile page of the provider console (docs/behaviour/provider-console.md, PC-114 to PC-118).

const profile = {
  name: "Amina Wanjiru",
  email: "amina@demo.example",
  username: "demo",
  role: "owner" as const,
  isEmailConfirmed: true,
};
const session = (id: string, changes: Partial<OpenSession> = {}): OpenSession => ({
  id,
  browser: "Chrome, Android",
  host: "demo.hotspot.test",
  createdAt: ago(600),
  lastSeenAt: ago(5),
  isThis: false,
  actingFor: null,
  ...changes,
});

beforeEach(() => {
  answer(getProfile, profile);
  answer(listAdminSessions, [session("s1", { isThis: true }), session("s2", { browser: null })]);
});
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: true });
async function open(): Promise<void> {
  openAdmin("/admin/profile");
  await field("Full name");
}
const save = () => press("Save Changes");

it("has title, text, what can be read and what can be changed (PC-114)", async () => {
  await open();
  await see("Profile Settings Manage your account information and security settings");
  const values = async (...labels: string[]) =>
    Promise.all(labels.map(async (label) => (await field(label)).value));
  expect(await values("Role", "Username", "Full name", "Email address")).toEqual([
    ...["Owner", "demo", "Amina Wanjiru", "amina@demo.example"],
  ]);
  expect(await values("Current password", "New password", "Confirm new password")).toEqual(["", "", ""]);
  for (const label of ["Role", "Username"]) expect((await field(label)).readOnly).toBe(true);
});

it("asks to confirm an address, by a link that is mailed", async () => {
  answer(getProfile, { ...profile, isEmailConfirmed: false });
  answer(askEmailConfirmation, { success: true, message: "A link is on its way to your address." });
  await open();
  await see(/can come to amina@demo\.example only after you have confirmed it/);
  expect(await toastAfter(() => press("Send the link"))).toBe(
    "Link sent - A link is on its way to your address.",
  );
  answer(askEmailConfirmation, refusal(409, "Look into your mail."));
  expect(await toastAfter(() => press("Send the link"))).toBe("Not sent - Look into your mail.");
});

it("turns the second factor on and off, and makes new recovery codes (PC-118a)", async () => {
  answer(getAdminSecondFactor, { isOn: true, isRequired: false, recoveryCodes: 2 });
  await open();
  await see("Make new recovery codes before the last one is used.");
  await press("New recovery codes");
  const form = await dialog("New recovery codes");
  const given = { "Current password": "secret", "Code of your authenticator app": "123456" };
  await fill(given, form);
  answer(renewAdminRecoveryCodes, refusal(400, "That code is not right."));
  await press("Make new codes", form);
  await see("That code is not right.", () => within(form).getByRole("alert"));
  answer(renewAdminRecoveryCodes, { recoveryCodes: ["BBBB-1", "BBBB-2"] });
  await press("Make new codes", form);
  await see(/BBBB-1 BBBB-2/, () => screen.getByRole("list", { name: "Your recovery codes" }));
  await press("Turn the second factor off");
  const off = await dialog("Turn the second factor off");
  await fill(given, off);
  answer(endAdminSecondFactor, { success: true });
  answer(getAdminSecondFactor, { isOn: false, isRequired: false, recoveryCodes: 0 });
  expect(await toastAfter(() => press("Turn off", off))).toMatch(/^Second factor off/);
  expect(bodiesOf(endAdminSecondFactor)).toEqual([{ currentPassword: "secret", code: "123456" }]);
  await button("Turn the second factor on");
});

it("that cannot be read says so (PC-20)", async () => {
  answer(getProfile, refusal(500));
  openAdmin("/admin/profile");
  await see("Error Loading Profile Failed to load your profile. Please check your connection and try again.");
});

it.each<[Record<string, string>, string, string]>([
  [{ "Full name": " " }, "Full name", "Name is required"],
  [{ "Email address": "amina@" }, "Email address", "Invalid email address"],
  [{ "New password": "short", "Confirm new password": "short" }, "New password", "Use at least 8 characters"],
  [
    { "Current password": "old", "New password": "new-password", "Confirm new password": "another" },
    "Confirm new password",
    "Passwords do not match",
  ],
  [
    { "New password": "new-password", "Confirm new password": "new-password" },
    "Current password",
    "Current password is required to change password",
  ],
])("%j is refused at %s: %s; nothing is sent (PC-115)", async (typed, at, said) => {
  await open();
  await fill(typed);
  await save();
  await see(said);
  expect((await field(at)).getAttribute("aria-invalid")).toBe("true");
  expect(sentTo(updateProfile)).toEqual([]);
});

describe("saving (PC-117)", () => {
  it("is busy once; the screens and the session take the new name, the password fields are empty again", async () => {
    await open();
    await fill({
      "Full name": "Amina Njeri",
      "Current password": "old",
      "New password": "a-better-one",
      "Confirm new password": "a-better-one",
    });
    const release = held(updateProfile, { ...profile, name: "Amina Njeri" });
    await person.dblClick(await button("Save Changes"));
    expect(await button("Saving...")).toHaveProperty("disabled", true);
    expect(await toastAfter(async () => release())).toBe(
      "Profile Updated - Your profile has been updated successfully.",
    );
    expect(JSON.parse(sessionStorage.getItem("admin") ?? "")).toMatchObject({
      username: "demo",
      name: "Amina Njeri",
    });
    await screen.findByRole("link", { name: /Amina Njeri Owner/ });
    expect((await field("New password")).value).toBe("");
    expect(bodiesOf(updateProfile)).toHaveLength(1);
  });

  it.each([
    [
      refusal(401, "The current password is not right", "wrong_password"),
      "Update Failed - The current password is not right",
    ],
    [refusal(500), "Update Failed - Failed to update profile"],
  ])("that fails says why, and keeps what was typed", async (given, said) => {
    answer(updateProfile, given);
    await open();
    await fill({ "Full name": "Amina W." });
    expect(await toastAfter(save)).toBe(said);
    expect((await field("Full name")).value).toBe("Amina W.");
  });
});

it("left with changes asks first (PC-25)", async () => {
  await open();
  await fill({ "Full name": "Amina W." });
  const [plans] = screen.getAllByRole("link", { name: "Plans" });
  await person.click(plans as HTMLElement);
  await dialog("Leave without saving?");
  await press("Cancel");
  await noDialog();
  await waitFor(() => expect(addressNow()).toBe("/admin/profile"));
});

describe("where one is signed in (PC-118)", () => {
  it("has this browser and others, each of which can be ended", async () => {
    await open();
    const card = await screen.findByRole("region", { name: "Where you are signed in" });
    await waitFor(() => expect(within(card).getAllByRole("listitem")).toHaveLength(2));
    expect(words(card)).toMatch(
      /Chrome, Android This browser demo\.hotspot\.test Last seen: 5 min ago.* Unknown browser /,
    );
    answer(endAdminSession, refusal(500));
    expect(await toastAfter(() => press("End session: Unknown browser"))).toBe(
      "Not signed out - Please try again.",
    );
    answer(endAdminSession, { success: true });
    expect(await toastAfter(() => press("End session: Unknown browser"))).toBe("Signed out there");
    expect(sentTo(endAdminSession).at(-1)?.params).toEqual({ id: "s2" });
  });

  it("is ended everywhere after a question, here too", async () => {
    answer(endAdminSessions, { success: true });
    await open();
    await press("Log out everywhere");
    const question = await dialog("Log out everywhere");
    await press("Log out everywhere", question);
    await screen.findByRole("button", { name: "Sign In" });
    expect(sessionStorage.getItem("admin")).toBeNull();
  });

  it("an operator who acts for the provider can change nothing here", async () => {
    openAdmin("/admin/profile", { signed: { actingAs: "Grace" } });
    await see(
      "Only the admin changes this profile A new password for them is set in the super admin console.",
    );
    expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Log out everywhere" })).toBeNull();
  });
});

describe("what a new password does not end (PC-116a)", () => {
  const left = {
    tokens: [{ name: "Shop", createdAt: "2026-11-20T09:00:00.000Z", lastUsedAt: null }],
    invitations: [{ name: "Baraka", role: "cashier" as const, createdAt: "2026-11-21T09:00:00.000Z" }],
  };
  const changePassword = async () => {
    answer(updateProfile, profile);
    const anew = { "New password": "a-better-one", "Confirm new password": "a-better-one" };
    await fill({ "Current password": "old", ...anew });
    await toastAfter(save);
  };

  it("is listed after it was set, and ended by one press", async () => {
    answer(listWaysIn, left);
    await open();
    expect(sentTo(listWaysIn)).toEqual([]);
    await changePassword();
    await see(
      /This still opens your business in your name: API token Shop, made 20 Nov 2026 Invitation of Baraka as Cashier, given out 21 Nov 2026/,
    );
    answer(endWaysIn, refusal(500));
    await press("End them all");
    await see("Please try again.");
    answer(endWaysIn, { success: true, message: "They open nothing any more." });
    await press("End them all");
    await see("They open nothing any more.");
    expect(screen.queryByRole("button", { name: "End them all" })).toBeNull();
  });

  it("is nothing where there is nothing, and nobody but an owner is asked", async () => {
    await open();
    await changePassword();
    await waitFor(() => expect(sentTo(listWaysIn)).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "End them all" })).toBeNull();
  });

  it("concerns owners alone", async () => {
    openAdmin("/admin/profile", { signed: { role: "cashier" } });
    await field("Full name");
    await changePassword();
    expect(sentTo(listWaysIn)).toEqual([]);
  });
});

describe("one's data (PC-119)", () => {
  const save = () => press("Download my data");

  it("is saved as one file, and says what is not in it", async () => {
    const files = catchFiles();
    answer(exportOwnData, "lines");
    await open();
    await see(/Passwords, keys, and the codes of vouchers that are unused or in use are not in it\./);
    expect(await toastAfter(save)).toBe("Downloaded");
    expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^data-\d{4}-\d\d-\d\d\.jsonl$/)]);
    expect(await files[0]?.content.text()).toContain("lines");
  });

  it("that does not come, or not whole, is no file", async () => {
    const files = catchFiles();
    await open();
    for (const [given, said] of [
      [refusal(403, "Not now.", "forbidden"), "Download Failed - Not now."],
      [refusal(500), "Download Failed - The file did not arrive whole. Please try again."],
      [unreachable, "Download Failed - No connection. Check your internet and try again."],
    ] as const) {
      answer(exportOwnData, given);
      expect(await toastAfter(save)).toBe(said);
    }
    expect(files).toEqual([]);
  });
});
