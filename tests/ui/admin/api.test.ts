import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import * as tokens from "#contract/api-tokens";
import { getSettings } from "#contract/branding";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { button, dialog, fill, noDialog, person, press, see, toastAfter } from "../support/page.ts";
import { settings } from "../support/provider-rows.ts";

// The API tokens of a provider (docs/behaviour/provider-console.md, "API").

const at = "2026-11-24T07:00:00.000Z";
const token = (name: string, more: Partial<tokens.ApiToken> = {}): tokens.ApiToken => ({
  id: name,
  name,
  scopes: ["read:payments"],
  madeBy: "demo",
  createdAt: at,
  expiresAt: null,
  lastUsedAt: null,
  isLive: true,
  ...more,
});
const secret = `mlango_p1_${"0".repeat(64)}`;

beforeEach(() => {
  answer(tokens.listApiTokens, [token("Shop")]);
});

it("are reached from the settings, and by owners alone", async () => {
  answer(getSettings, settings);
  openAdmin("/admin/settings");
  await person.click(await screen.findByRole("link", { name: "API" }));
  await see(
    /Shop Works See payments with phones, receipts and used codes Last used: never Works until: you revoke it Made by demo/,
  );
  openAdmin("/admin/api", { signed: { role: "cashier" } });
  await see("The owner opens this page");
  expect(sentTo(tokens.listApiTokens)).toHaveLength(1);
});

it("that open nothing say why", async () => {
  answer(tokens.listApiTokens, [
    token("Old", { isLive: false, expiresAt: "2026-01-31T21:00:00.000Z" }),
    token("Left", { isLive: false, madeBy: "baraka" }),
  ]);
  openAdmin("/admin/api");
  await see(/Old Past its end/);
  await see(/Left Off: baraka is no owner now/);
  // It ends with that day in Nairobi: the last day is the one that was chosen.
  await see(/Works until: 31 Jan 2026/);
});

it("are made with words of what they may do, and shown once with an example of the own host", async () => {
  answer(tokens.listApiTokens, []);
  answer(tokens.makeApiToken, { token: token("Shop", { scopes: ["read:payments"] }), secret });
  openAdmin("/admin/api");
  await see("No tokens yet");
  await press("Make a token");
  const form = await dialog("Make a token");
  await press("Make the token", form);
  await see("Enter a name of at most 100 characters: what uses this token", () => form);
  await see("Choose what the token may do", () => form);
  await fill({ Name: "Shop", "Last day": "2020-01-01" }, form);
  await person.click(within(form).getByLabelText("See payments with phones, receipts and used codes"));
  const past = "Choose a last day that is not past";
  answer(tokens.makeApiToken, refusal(400, past, "invalid", "token_past", [{ path: "lastDay", text: past }]));
  await press("Make the token", form);
  await see(past, () => form);
  // Emptied it is no token without an end.
  await fill({ "Last day": "" }, form);
  const before = bodiesOf(tokens.makeApiToken).length;
  await press("Make the token", form);
  await see(past, () => form);
  expect(bodiesOf(tokens.makeApiToken)).toHaveLength(before);
  answer(tokens.makeApiToken, { token: token("Shop", { scopes: ["read:payments"] }), secret });
  await person.click(within(form).getByLabelText("until you revoke it"));
  await press("Make the token", form);
  const shown = await dialog("Token for Shop");
  expect(bodiesOf(tokens.makeApiToken).slice(1)).toEqual([{ name: "Shop", scopes: ["read:payments"] }]);
  await see(secret, () => shown);
  await see(
    `curl -H "Authorization: Bearer ${secret}" \\ "https://demo.hotspot.test/api/admin/transactions?pageSize=10"`,
    () => shown,
  );
  await person.click(await button("Copy the token", shown));
  expect(await navigator.clipboard.readText()).toBe(secret);
  answer(tokens.listApiTokens, [token("Shop")]);
  await person.click((await within(shown).findAllByRole("button", { name: "Close" })).at(-1) as HTMLElement);
  await noDialog();
  expect(document.body.textContent).not.toContain(secret);
});

it("with a last day send it; the server's reason stays in the form", async () => {
  answer(tokens.makeApiToken, refusal(409, "There are 20 API tokens already. Revoke one that nothing uses."));
  openAdmin("/admin/api");
  await see("Shop");
  await press("Make a token");
  const form = await dialog("Make a token");
  await fill({ Name: "Books", "Last day": "2099-12-31" }, form);
  await person.click(within(form).getByLabelText("Make new vouchers"));
  await press("Make the token", form);
  await see("There are 20 API tokens already.", () => form);
  expect(bodiesOf(tokens.makeApiToken)).toEqual([
    { name: "Books", scopes: ["write:vouchers"], lastDay: "2099-12-31" },
  ]);
});

it("are revoked after a question", async () => {
  answer(tokens.revokeApiToken, { success: true });
  openAdmin("/admin/api");
  await press("Revoke Shop");
  const question = await dialog("Revoke Shop?");
  answer(tokens.listApiTokens, []);
  expect(await toastAfter(() => press("Revoke", question))).toBe("Revoked - Shop");
  expect(sentTo(tokens.revokeApiToken)[0]?.params).toEqual({ id: "Shop" });
  await see("No tokens yet");
});
