import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import * as forgotten from "#contract/forgotten-password";
import { answer, bodiesOf, refusal } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { button, fill, person, press, see } from "../support/page.ts";

// Who has forgotten their password, and the pages of mailed links (docs/behaviour/provider-console.md, PC-5a to PC-5c).

const code = "a".repeat(64);
const isSet = { success: true, message: "Your new password is set." } as const;
const openLink = (kind: string) => openAdmin(`/admin#${kind}=${code}`, { signed: null });

it("a link is asked for with the name that was typed, and the answer tells no more than that", async () => {
  answer(forgotten.askPasswordReset, { success: true, message: "A link is on its way, if there is one." });
  openAdmin("/admin", { signed: null });
  await screen.findByLabelText("Username");
  await fill({ Username: "demo" });
  await person.click(await button("Forgotten your password?"));
  expect((await screen.findByLabelText<HTMLInputElement>("Username")).value).toBe("demo");
  await fill({ Username: "" });
  await press("Send the link");
  await see("Please enter your username");
  await fill({ Username: "demo" });
  await press("Send the link");
  await see("A link is on its way, if there is one.");
  expect(bodiesOf(forgotten.askPasswordReset)).toEqual([{ username: "demo" }]);
  await press("To the sign-in page");
  await button("Sign In");
});

it("its page takes a new password twice, and leads to where one signs in", async () => {
  openLink("reset");
  await screen.findByRole("heading", { level: 1, name: "Set a new password" });
  await fill({ "New password": "quite another", "Confirm new password": "quite" });
  await press("Save the password");
  await see("Passwords do not match");
  await fill({ "Confirm new password": "quite another" });
  answer(forgotten.resetPassword, refusal(403, "This link opens nothing."));
  await press("Save the password");
  await see("This link opens nothing.");
  answer(forgotten.resetPassword, { ...isSet, waysIn: { tokens: [], invitations: [] } });
  await press("Save the password");
  await see("Your new password is set.");
  expect(screen.queryByRole("button", { name: "End them all" })).toBeNull();
  expect(screen.getByRole("link", { name: "To the sign-in page" }).getAttribute("href")).toBe("/admin");
  expect(bodiesOf(forgotten.resetPassword).at(-1)).toEqual({ code, password: "quite another" });
});

it("says what still opens the business after a new password, and ends it by the same link", async () => {
  openLink("reset");
  await screen.findByRole("heading", { level: 1, name: "Set a new password" });
  await fill({ "New password": "quite another", "Confirm new password": "quite another" });
  const at = { createdAt: "2026-11-20T09:00:00.000Z" };
  answer(forgotten.resetPassword, {
    ...isSet,
    waysIn: {
      tokens: [{ name: "Shop", ...at, lastUsedAt: null }],
      invitations: [{ name: "Mallory", role: "owner", ...at }],
    },
  });
  await press("Save the password");
  await see(/API token Shop, made 20 Nov 2026 Invitation of Mallory as Owner, given out 20 Nov 2026/);
  answer(forgotten.endWaysInAfterReset, { success: true, message: "They open nothing any more." });
  await press("End them all");
  await see("They open nothing any more.");
  expect(bodiesOf(forgotten.endWaysInAfterReset)).toEqual([{ code }]);
  await screen.findByRole("link", { name: "To the sign-in page" });
});

it("an address is confirmed by a press alone: mail programs open links by themselves", async () => {
  answer(forgotten.confirmEmail, { success: true, message: "Your email address is confirmed." });
  openLink("confirm");
  await screen.findByRole("heading", { level: 1, name: "Confirm your email address" });
  expect(bodiesOf(forgotten.confirmEmail)).toEqual([]);
  await press("Confirm this address");
  await see("Your email address is confirmed.");
  expect(bodiesOf(forgotten.confirmEmail)).toEqual([{ code }]);
});
