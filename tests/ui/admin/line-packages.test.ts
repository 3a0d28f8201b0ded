import { within } from "@testing-library/react";
import { expect, it } from "vitest";
import { getLineSettings, listServedUnpaid } from "#contract/line-life";
import * as contract from "#contract/lines";
import { answer, bodiesOf, refusal } from "../support/fake-server.ts";
import { homePackage } from "../support/line-rows.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { dialog, fill, noDialog, person, press, see, toastAfter } from "../support/page.ts";

// Packages of lines after they were made.

async function openPackage(lines = 2): Promise<HTMLElement> {
  answer(contract.listLines, []);
  answer(listServedUnpaid, []);
  answer(contract.listPackages, [homePackage({ lines })]);
  answer(getLineSettings, { cutHours: null });
  openAdmin("/admin/lines");
  await press("Packages");
  await press("Change Home 10", await dialog("Packages"));
  return dialog("Change Home 10");
}

it("have another price for their lines, too, from the next payment on", async () => {
  const form = await openPackage();
  await fill({ "Price (KES)": "1800" }, form);
  const message = "Home 10 is changed; 2 lines have it so from the next payment on.";
  answer(contract.savePackage, { success: true, message, package: homePackage({ price: 1_800 }) });
  expect(await toastAfter(() => press("Save the package", form))).toBe(`Saved - ${message}`);
  expect(bodiesOf(contract.savePackage)).toEqual([
    {
      name: "Home 10",
      price: 1_800,
      period: { months: 1 },
      uploadMbps: 5,
      downloadMbps: 10,
      graceDays: 3,
      daysFrom: 500,
      fairUseGB: null,
      fairUseMbps: null,
      isOffered: true,
      alsoLines: true,
    },
  ]);
});

it("are changed for new lines alone where that is chosen; without lines it is not asked", async () => {
  const form = await openPackage();
  await person.click(within(form).getByRole("checkbox", { name: "Also for the 2 lines that have it" }));
  answer(contract.savePackage, refusal(400, "Please enter a price of KES 1 to 250,000"));
  await press("Save the package", form);
  await see("Please enter a price of KES 1 to 250,000");
  expect(bodiesOf(contract.savePackage)).toMatchObject([{ alsoLines: false }]);
});

it("are slower from so many GB on where that is wanted; folded, it is said in a line", async () => {
  const form = await openPackage();
  await press("Fair use", form);
  await fill({ "Slower after (GB)": "100", "Lower speed (Mbps)": "2" }, form);
  await press("Fair use", form);
  await see("2 Mbps after 100 GB");
  const saved = homePackage({ fairUseGB: 100, fairUseMbps: 2 });
  answer(contract.savePackage, { success: true, message: "Home 10 is changed.", package: saved });
  await press("Save the package", form);
  expect(bodiesOf(contract.savePackage)).toMatchObject([{ fairUseGB: 100, fairUseMbps: 2 }]);
});

it("without lines ask for none", async () => {
  const form = await openPackage(0);
  expect(within(form).queryByRole("checkbox", { name: /^Also for/ })).toBeNull();
});

it("can be kept out of what customers choose themselves", async () => {
  const form = await openPackage();
  await person.click(within(form).getByRole("checkbox", { name: "Customers may choose it themselves" }));
  const kept = homePackage({ isOffered: false });
  answer(contract.listPackages, [kept]);
  answer(contract.savePackage, { success: true, message: "Home 10 is changed.", package: kept });
  await toastAfter(() => press("Save the package", form));
  expect(bodiesOf(contract.savePackage)).toMatchObject([{ isOffered: false }]);
  await see("Customers cannot choose it themselves");
});

it("are taken off the list after a question", async () => {
  const form = await openPackage();
  await press("Take it off the list", form);
  const message = "Home 10 is taken off the list. Lines that have it keep it.";
  answer(contract.archivePackage, { success: true, message });
  answer(listServedUnpaid, []);
  answer(contract.listPackages, []);
  const question = await dialog("Take Home 10 off the list?");
  expect(await toastAfter(() => press("Take it off", question))).toBe(`Taken off the list - ${message}`);
  await press("Close", await dialog("Packages"));
  await noDialog();
});
