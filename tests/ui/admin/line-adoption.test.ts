import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as adoption from "#contract/adoption";
import { listServedUnpaid } from "#contract/line-life";
import * as contract from "#contract/lines";
import { listRouters } from "#contract/routers";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { homePackage, routerSecret as secret } from "../support/line-rows.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { button, dialog, fill, noDialog, person, press, see, toastAfter, words } from "../support/page.ts";
import { router } from "../support/provider-rows.ts";

// A provider moves in: what dials in at a router already becomes lines, and can be its own again.

async function openAdoption(secrets: adoption.AdoptableSecret[]): Promise<HTMLElement> {
  answer(contract.listLines, []);
  answer(listServedUnpaid, []);
  answer(contract.listPackages, [homePackage(), homePackage({ id: "k2", name: "Fast", downloadMbps: 20 })]);
  answer(listRouters, [router("Gate", {})]);
  answer(adoption.readSecrets, { secrets, left: 0 });
  openAdmin("/admin/lines");
  await press("Add a line");
  await press("Bring them in", await dialog("Add a line"));
  return dialog("Bring in from a router");
}

it("brings a router's names in with three presses, each on the package with its speed", async () => {
  const form = await openAdoption([
    secret("wanjiku"),
    secret("off", { isOff: true }),
    secret("ours", { hindrance: "It is a line already." }),
  ]);
  await see("1 line: KSh 1,500 a month");
  expect(words(form)).toContain("Wanjiku Kamau · +254 722 100 200 · Home 10 · dialled in");
  expect(words(form)).toContain("It is a line already.");
  await fill({ "All are paid until": "2026-12-31" }, form);
  const message = "1 line is brought in from Gate.";
  answer(adoption.adoptLines, {
    success: true,
    message,
    adopted: [{ name: "wanjiku", lineId: "l1" }],
    refused: [],
  });
  await press("Bring in 1 line", form);
  const done = await dialog("Lines brought in");
  expect(words(done)).toContain(message);
  expect(bodiesOf(adoption.adoptLines)).toEqual([
    {
      lines: [
        {
          name: "wanjiku",
          customer: { name: "Wanjiku Kamau", phoneNumber: "+254 722 100 200" },
          packageId: "k1",
          paidUntil: "2026-12-31T23:59:59+03:00",
        },
      ],
    },
  ]);
  await press("Done", done);
  await noDialog();
});

it("asks for the package that no speed says, and takes a name and a phone", async () => {
  const form = await openAdoption([
    secret("0733", { downloadMbps: null, uploadMbps: null, customer: { name: "0733", phoneNumber: null } }),
  ]);
  await see("Choose a package for each line.");
  expect((await button("Bring in 1 line")).hasAttribute("disabled")).toBe(true);
  await fill({ "Customer's name": "Otieno", "Phone number": "0733 200 300" }, form);
  await person.selectOptions(within(form).getByLabelText("Package"), "k2");
  await see("1 line: KSh 1,500 a month");
  answer(adoption.adoptLines, {
    success: true,
    message: "0 lines are brought in from Gate.",
    adopted: [],
    refused: [{ name: "0733", reason: "The router has no such name any more." }],
  });
  await press("Bring in 1 line", form);
  expect(words(await dialog("Lines brought in"))).toContain("0733: The router has no such name any more.");
  expect(bodiesOf(adoption.adoptLines)).toMatchObject([
    { lines: [{ customer: { name: "Otieno", phoneNumber: "0733 200 300" }, packageId: "k2" }] },
  ]);
});

it("hands all of them back after a question", async () => {
  const form = await openAdoption([secret("wanjiku")]);
  answer(adoption.adoptLines, {
    success: true,
    message: "1 line is brought in from Gate.",
    adopted: [{ name: "wanjiku", lineId: "l1" }],
    refused: [],
  });
  await press("Bring in 1 line", form);
  await press("Undo", await dialog("Lines brought in"));
  const message = "1 line is the router's own again, as before.";
  answer(adoption.handBackLines, { success: true, message });
  const question = await dialog("Hand all back to the router?");
  expect(await toastAfter(() => press("Hand back", question))).toBe(`Handed back - ${message}`);
  expect(bodiesOf(adoption.handBackLines)).toEqual([{ lines: ["l1"] }]);
});

it("says why a router cannot be read, and reads it again", async () => {
  answer(contract.listLines, []);
  answer(listServedUnpaid, []);
  answer(contract.listPackages, [homePackage()]);
  answer(listRouters, [router("Gate", {})]);
  answer(adoption.readSecrets, refusal(503, "The bridge is not connected.", "unavailable"));
  openAdmin("/admin/lines");
  await press("Add a line");
  await press("Bring them in", await dialog("Add a line"));
  await see("The bridge is not connected.");
  answer(adoption.readSecrets, { secrets: [], left: 0 });
  await press("Try again");
  await screen.findByText("Nothing dials in there");
  expect(sentTo(adoption.readSecrets).length).toBeGreaterThan(1);
});
