import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { getSettings, saveSettings } from "#contract/branding";
import { adminListPlans } from "#contract/plans";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
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
import { plan, settings } from "../support/provider-rows.ts";

// The settings page of the provider console (docs/behaviour/provider-console.md, PC-87 to PC-95). What needs a browser to
// draw, pictures and colours, stands in tests/e2e/console-settings.test.ts.

beforeEach(() => {
  answer(getSettings, settings);
});
async function open(query = "", options = {}): Promise<void> {
  openAdmin(`/admin/settings${query}`, options);
  await screen.findByRole("tab", { name: "Appearance" });
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const tab = (name: string) => person.click(screen.getByRole("tab", { name }));
const save = () => press("Save");

describe("what stands there", () => {
  it("is three tabs with every field, and colours by default (PC-87 to PC-89)", async () => {
    await open();
    await screen.findByRole("heading", { level: 1, name: "Captive Portal Settings" });
    expect(screen.getAllByRole("tab").map((one) => words(one))).toEqual(["Appearance", "Content", "Contact"]);
    const colours = ["Primary", "Secondary", "Background", "Header", "Footer"].map(
      (name) => field(`${name} colour`).value,
    );
    expect(colours).toEqual(["#0066cc", "#6366f1", "#ffffff", "#3B82F6", "#1F2937"]);
    await tab("Content");
    for (const label of ["Company name", "Welcome message", "Terms URL", "Privacy URL"]) field(label);
    await tab("Contact");
    for (const label of ["Support phone", "Support e-mail"]) field(label);
    await waitFor(() => expect(addressNow()).toBe("/admin/settings?tab=contact"));
    const preview = screen.getByRole("link", { name: /^Preview Portal/ });
    expect(preview.getAttribute("href")).toBe("https://demo.hotspot.test/");
  });

  it("the preview has the plans that are on sale, as visitors see them; without any it says so", async () => {
    answer(adminListPlans, [
      plan("Night", { price: "30", isHidden: true }),
      plan("Old offer", { price: "40", soldUntil: ago(5) }),
      plan("Month", { price: "999.50", durationHours: 720, dataLimitGB: 50 }),
      plan("1 Day", { price: "50", durationHours: 24 }),
      plan("Off", { price: "5", isActive: false }),
    ]);
    await open();
    const preview = () => screen.getByTestId("portal-preview");
    await see(
      "Choose your plan 1 Day 5 Mbps · Unlimited Data KES 50 Select Plan Most Popular 30 Days Month 5 Mbps · 50 GB data KES 1,000 Select Plan Enter voucher code",
      preview,
    );
    expect(words(preview())).not.toMatch(/Night|Old offer|Off/);
  });

  it("and no plan that nobody sells", async () => {
    await open();
    await see("No plan is on sale: visitors find none here. Enter voucher code", () =>
      screen.getByTestId("portal-preview"),
    );
  });

  it("is System Settings on the main domain", async () => {
    await open("", { subdomain: null });
    await screen.findByRole("heading", { level: 1, name: "System Settings" });
  });

  it("that cannot be read says so", async () => {
    answer(getSettings, refusal(500));
    openAdmin("/admin/settings");
    await see("Error Loading Settings");
    await button("Try again");
  });
});

describe("the logo (PC-90, PC-91)", () => {
  it.each([
    [
      "prices.pdf",
      "application/pdf",
      8,
      "Invalid File Type - Please upload an image file (PNG, JPG, SVG, etc.)",
    ],
    ["huge.png", "image/png", 5 * 2 ** 20 + 1, "File Too Large - Please upload an image smaller than 5MB"],
  ])("%s is refused before anything is sent", async (name, type, size, said) => {
    await open();
    answer(saveSettings, settings);
    const file = new File([new Uint8Array(size)], name, { type });
    const choice = screen.getByLabelText<HTMLInputElement>("Logo file");
    choice.accept = "";
    expect(await toastAfter(() => person.upload(choice, file))).toBe(said);
    expect(await toastAfter(save)).toMatch(/^Settings Saved/);
    expect(bodiesOf(saveSettings)).toEqual([{}]);
  });
});

describe("saving (PC-94, PC-95)", () => {
  it("sends what was changed alone; an empty field goes back to its default", async () => {
    const saved = { ...settings, settings: { ...settings.settings, supportPhone: "0700 111 222" } };
    answer(saveSettings, saved);
    await open("?tab=contact");
    await see("All changes are saved");
    const bar = () =>
      screen.getByText(/^(All changes are saved|Unsaved changes)$/).closest("div[class*=Paper]");
    const isOverThePage = () => (bar() as HTMLElement).style.position === "sticky";
    expect(isOverThePage()).toBe(false);
    await fill({ "Support phone": "0700 111 222" });
    await see("Unsaved changes");
    expect(isOverThePage()).toBe(true);
    answer(getSettings, saved);
    expect(await toastAfter(save)).toBe("Settings Saved - Visitors see them within seconds.");
    await see("All changes are saved");
    expect(bodiesOf(saveSettings)).toEqual([{ supportPhone: "0700 111 222" }]);
    await tab("Content");
    await fill({ "Company name": "" });
    await save();
    await waitFor(() => expect(bodiesOf(saveSettings)[1]).toEqual({ companyName: "" }));
  });

  it.each([
    ["content", { "Terms URL": "not an address" }, "Enter a web address that begins with https://"],
    ["contact", { "Support e-mail": "amina@" }, "Invalid email address"],
    ["appearance", { "Footer colour": "green" }, "Choose a colour like #0066cc"],
  ])(
    "of a wrong field on %s leads there, also from another tab, and sends nothing",
    async (name, typed, said) => {
      await open(`?tab=${name}`);
      await fill(typed);
      await tab(name === "contact" ? "Content" : "Contact");
      await save();
      await see(said);
      const shown = screen.getByRole("tab", { name: new RegExp(name, "i") });
      await waitFor(() => expect(shown.getAttribute("aria-selected")).toBe("true"));
      expect(sentTo(saveSettings)).toEqual([]);
    },
  );

  it("that fails says so and keeps what was typed; Discard takes it back", async () => {
    answer(saveSettings, refusal(502));
    await open("?tab=content");
    await fill({ "Company name": "Baraka Net" });
    expect(await toastAfter(save)).toBe("Error - Failed to update settings");
    expect(field("Company name").value).toBe("Baraka Net");
    await press("Discard");
    expect(field("Company name").value).toBe("Demo WiFi");
  });

  it("a colour that is hard to see is said, not refused", async () => {
    await open();
    await fill({ "Primary colour": "#ffeb3b" });
    await see("Poor contrast Primary on white cards: 1.2 to 1. The portal draws a darker line around it.");
    await fill({ "Primary colour": "#0f766e" });
    await waitFor(() => expect(words()).not.toContain("Poor contrast"));
  });
});

describe("unsaved changes (PC-25)", () => {
  it("are asked about by a link; staying keeps them, leaving goes there", async () => {
    await open();
    await fill({ "Footer colour": "#112233" });
    await tab("Contact");
    await tab("Appearance");
    expect(screen.queryByRole("dialog")).toBeNull();
    const menu = screen.getAllByRole("navigation", { name: "Main" })[0] as HTMLElement;
    await person.click(within(menu).getByRole("link", { name: "Plans" }));
    await dialog("Leave without saving?");
    await press("Cancel");
    await noDialog();
    expect([field("Footer colour").value, addressNow()]).toEqual(["#112233", "/admin/settings"]);
    await person.click(within(menu).getByRole("link", { name: "Reports" }));
    await dialog("Leave without saving?");
    await press("Leave without saving");
    await waitFor(() => expect(addressNow()).toBe("/admin/reports"));
  });
});
