import { within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as adoption from "#contract/adoption";
import { type DeviceNetwork, readNetworks } from "#contract/line-devices";
import { listServedUnpaid } from "#contract/line-life";
import * as contract from "#contract/lines";
import { listRouters } from "#contract/routers";
import { answer, bodiesOf } from "../support/fake-server.ts";
import { homePackage, openNetwork, routerSecret, seenDevice } from "../support/line-rows.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { button, dialog, fill, person, press, see, toastAfter, words } from "../support/page.ts";
import { router } from "../support/provider-rows.ts";

// A provider moves in with devices of a network: what its leases say becomes lines, and who is not chosen is counted before.

async function openAdoption(...networks: DeviceNetwork[]): Promise<HTMLElement> {
  answer(contract.listLines, []);
  answer(listServedUnpaid, []);
  answer(contract.listPackages, [homePackage(), homePackage({ id: "k2", name: "Fast", downloadMbps: 20 })]);
  answer(listRouters, [router("Gate", {})]);
  answer(adoption.readSecrets, { secrets: [routerSecret("wanjiku")], left: 0 });
  answer(readNetworks, { networks, left: 0 });
  openAdmin("/admin/lines");
  await press("Add a line");
  await press("Bring them in", await dialog("Add a line"));
  const form = await dialog("Bring in from a router");
  await person.click(within(form).getByText("Devices of a network"));
  return form;
}

const wanjiku = seenDevice("05", {
  name: "tenda",
  comment: "Wanjiku 0722 100 200",
  customer: { name: "Wanjiku", phoneNumber: "254722100200" },
});

it("brings devices in with the owner's tick, and says before how many are not chosen", async () => {
  const form = await openAdoption(
    openNetwork([
      wanjiku,
      seenDevice("06"),
      seenDevice("07", { isThere: false }),
      seenDevice("08", { hindrance: "Its lease is switched off at the router." }),
    ]),
  );
  await see("2 lines: KSh 3,000 a month");
  expect(words(form)).toContain("Wanjiku · +254 722 100 200 · Home 10 · 10.20.0.5 · there now");
  expect(words(form)).toContain("2 devices are not chosen: they reach the pay page alone. There now: 1.");
  const act = await button("Bring in 2 lines");
  expect(act.hasAttribute("disabled")).toBe(true);
  await person.click(within(form).getByRole("checkbox", { name: "02:00:00:00:02:06" }));
  expect(words(form)).toContain("3 devices are not chosen: they reach the pay page alone. There now: 2.");
  await person.click(within(form).getByRole("checkbox", { name: "Close ether3" }));
  await fill({ "All are paid until": "2026-12-31" }, form);
  const message = "1 line is brought in from Gate.";
  answer(adoption.adoptDevices, {
    success: true,
    message,
    adopted: [{ name: wanjiku.mac, lineId: "l1" }],
    refused: [],
  });
  await press("Bring in 1 line", form);
  const done = await dialog("Lines brought in");
  expect(words(done)).toContain(message);
  expect(bodiesOf(adoption.adoptDevices)).toEqual([
    {
      network: "ether3",
      closes: true,
      devices: [
        {
          mac: wanjiku.mac,
          customer: { name: "Wanjiku", phoneNumber: "+254 722 100 200" },
          packageId: "k1",
          paidUntil: "2026-12-31T23:59:59+03:00",
        },
      ],
    },
  ]);
  answer(adoption.handBackLines, { success: true, message: "1 line is the router's own again, as before." });
  await press("Undo", done);
  const question = await dialog("Hand all back to the router?");
  expect(words(question)).toContain("its lease as it was");
  expect(await toastAfter(() => press("Hand back", question))).toContain("Handed back");
});

it("asks for no tick where the network is closed already, and offers none that cannot be", async () => {
  const form = await openAdoption(
    openNetwork([], { name: "ether1", hindrance: "This is the router's way to the internet." }),
    openNetwork([wanjiku, seenDevice("06", { isLine: true, hindrance: "It is a line already." })], {
      isClosed: true,
    }),
  );
  await see("1 line: KSh 1,500 a month");
  expect(within(form).queryByRole("checkbox", { name: "Close ether3" })).toBeNull();
  expect((await button("Bring in 1 line")).hasAttribute("disabled")).toBe(false);
});
