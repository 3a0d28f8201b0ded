import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adStats, createAd, deleteAd, type ManagedAd, managedAds, updateAd } from "#contract/ads";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import {
  addressNow,
  button,
  dialog,
  fill,
  noDialog,
  offers,
  person,
  press,
  see,
  toastAfter,
  words,
} from "../support/page.ts";

// Advertisements in the super admin console (docs/behaviour/operator-console.md, OC-73 to OC-86). What the preview draws
// and pictures made small stand in tests/e2e/superadmin-ads.test.ts.

const ad = (id: string, changes: Partial<ManagedAd> = {}): ManagedAd => ({
  id,
  title: `Ad ${id}`,
  description: "Pay a little every day",
  content: "<p>x</p>",
  imageUrl: null,
  externalUrl: null,
  displayDuration: 45,
  priority: 7,
  startDate: null,
  endDate: null,
  targetAudience: "new_users",
  isActive: true,
  showsNow: true,
  viewCount: 1234,
  clickCount: 56,
  createdAt: ago(60),
  ...changes,
});
const typed = { Title: "Phones", "Content (HTML)": "<p>Cheap</p>" };

async function open(ads: ManagedAd[] = [ad("1")]): Promise<void> {
  answer(managedAds, ads);
  openSuperadmin("/superadmin/advertisements");
  await see(ads[0]?.title ?? "No advertisements yet");
}
const openForm = async () => {
  await open([]);
  await press("Create Advertisement");
  return dialog("Create Advertisement");
};
const goTab = async (name: string, where: HTMLElement) =>
  person.click(within(where).getByRole("tab", { name }));

describe("the page (OC-73, OC-74)", () => {
  it("has two tabs and a card for each, active or not", async () => {
    await open([
      ad("1"),
      ad("2", { startDate: "2026-01-01", endDate: "2026-01-31", showsNow: false }),
      ad("3", { isActive: false, showsNow: false, targetAudience: "returning_users" }),
    ]);
    await screen.findByRole("heading", { level: 1, name: "Advertisement Management" });
    expect(screen.getAllByRole("tab").map((tab) => words(tab))).toEqual(["Advertisements", "Analytics"]);
    const cards = screen.getAllByTestId("ad").map((card) => words(card));
    expect(cards[0]).toBe(
      "Ad 1 Active Pay a little every day Priority 7 Duration 45 s Views 1,234 Clicks 56 Start date At once End date No end Target New users",
    );
    expect(cards[1]).toMatch(/^Ad 2 Inactive .* Start date 1 Jan 2026 End date 31 Jan 2026/);
    expect(cards[2]).toMatch(/^Ad 3 Inactive .* Target Returning users/);
    for (const act of ["Preview", "Edit", "Delete"]) await button(`${act} Ad 1`);
  });

  it("that is empty is not what a broken connection looks like", async () => {
    answer(managedAds, refusal(500));
    openSuperadmin("/superadmin/advertisements");
    await see("Error Loading Advertisements Failed to fetch advertisements");
    answer(managedAds, []);
    await press("Try again");
    await see("No advertisements yet");
  });

  it("counts views, clicks and what shows now", async () => {
    answer(adStats, { total: 3, active: 1, views: 2500, clicks: 100 });
    await open();
    await person.click(screen.getByRole("tab", { name: "Analytics" }));
    await see("Total Views 2,500");
    await see(/Total Clicks 100 .*4 % of the views .*Active Ads 1 of 3 in the list/);
    await waitFor(() => expect(addressNow()).toBe("/superadmin/advertisements?tab=analytics"));
  });

  it("deletes after a question (OC-78, OC-85, OC-86)", async () => {
    await open();
    const remove = async () => {
      await press("Delete Ad 1");
      await see("Are you sure you want to delete this advertisement?");
      await press("Delete advertisement");
    };
    answer(deleteAd, refusal(500));
    expect(await toastAfter(remove)).toBe("Error - Failed to delete advertisement");
    await noDialog();
    answer(deleteAd, { success: true, message: "Deleted." });
    expect(await toastAfter(remove)).toBe("Advertisement Deleted - Ad 1");
  });
});

describe("the form (OC-75, OC-79 to OC-86)", () => {
  it("has these tabs, defaults and limits", async () => {
    const form = await openForm();
    const field = (label: string) =>
      within(form).getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: "input,textarea" });
    expect([field("Title").maxLength, field("Description").maxLength]).toEqual([100, 500]);
    const tabs = () =>
      within(form)
        .getAllByRole("tab")
        .map((tab) => words(tab));
    expect(tabs()).toEqual(["Content", "Settings"]);
    await goTab("Settings", form);
    const number = (label: string) => [field(label).value, field(label).min, field(label).max];
    expect(number("Priority")).toEqual(["1", "1", "10"]);
    expect(number("Display duration")).toEqual(["30", "5", "300"]);
    expect([field("Start date").value, field("End date").value]).toEqual(["", ""]);
    expect(await offers("Target audience", form)).toEqual(["All users", "New users", "Returning users"]);
    expect(field("Target audience").value).toBe("All users");
    expect(field("Active").checked).toBe(true);
  });

  it.each([
    ["Title", "   ", "Please enter a title."],
    ["Content (HTML)", "  ", "Please enter the content."],
    [
      ...(["External URL", "shop"] as const),
      "The external address must be a web address, beginning with http:// or https://.",
    ],
    [
      ...(["Or the image's web address", "http://shop.example/a.png"] as const),
      "The image must be a picture that you choose, or an address that begins with https://.",
    ],
    ["Priority", "11", "The priority is a whole number from 1 to 10."],
    ["Priority", "1.5", "The priority is a whole number from 1 to 10."],
    ["Display duration (seconds)", "4", "The display duration is a whole number of seconds from 5 to 300."],
    ["Display duration (seconds)", "301", "The display duration is a whole number of seconds from 5 to 300."],
  ])(
    "names a fault where it stands, whichever tab is open, and sends nothing: %s %j",
    async (label, text, said) => {
      const form = await openForm();
      await fill(typed, form);
      await goTab("Settings", form);
      await fill({ [label]: text }, form);
      await goTab("Content", form);
      await press("Create Advertisement", form);
      await see(said, () => form);
      expect(sentTo(createAd)).toEqual([]);
    },
  );

  it("says what came of it, keeps what was typed, and is sent once", async () => {
    const form = await openForm();
    await fill(typed, form);
    const send = () => press("Create Advertisement", form);
    answer(createAd, refusal(500));
    expect(await toastAfter(send)).toBe("Error - Failed to create advertisement");
    const why = "The picture could not be copied: its address answered 404.";
    answer(createAd, refusal(400, why));
    expect(await toastAfter(send)).toBe(`Error - ${why}`);
    answer(createAd, ad("9"));
    const once = async () => person.dblClick(await button("Create Advertisement", form));
    expect(await toastAfter(once)).toBe("Advertisement Created - Phones");
    expect(sentTo(createAd)).toHaveLength(3);
    expect(bodiesOf(createAd)[2]).toMatchObject({ title: "Phones", content: "<p>Cheap</p>", priority: 1 });
  });

  it("changes one that is there", async () => {
    await open();
    await press("Edit Ad 1");
    const form = await dialog("Edit Advertisement");
    const save = () => press("Save Advertisement", form);
    answer(updateAd, refusal(500));
    expect(await toastAfter(save)).toBe("Error - Failed to update advertisement");
    answer(updateAd, ad("1"));
    expect(await toastAfter(save)).toBe("Advertisement Updated - Ad 1");
    await waitFor(() => expect(bodiesOf(updateAd)[1]).toMatchObject({ title: "Ad 1", priority: 7 }));
  });
});
