import { within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as devices from "#contract/line-devices";
import { getLineSettings, listServedUnpaid, whyLineOffline } from "#contract/line-life";
import * as contract from "#contract/lines";
import { listRouters } from "#contract/routers";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { homePackage, homeLine as line } from "../support/line-rows.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  button,
  choose,
  dialog,
  fill,
  noDialog,
  offers,
  person,
  press,
  rows,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { router } from "../support/provider-rows.ts";

// Fixed devices: a line without a PPPoE name, in a network that is closed with the owner's word.

const mac = "02:11:22:33:44:55";
const seen = (mac: string, address: string, name: string | null, isLine = false) => ({
  mac,
  address,
  name,
  isThere: true,
  isLine,
  comment: "",
  uploadMbps: null,
  downloadMbps: null,
  customer: { name: name ?? address, phoneNumber: null },
  hindrance: isLine ? "It is a line already." : null,
});
const network = (changes: Partial<devices.DeviceNetwork> = {}): devices.DeviceNetwork => ({
  name: "ether3",
  addresses: ["10.20.0.1/24"],
  hindrance: null,
  isClosed: false,
  isStrict: false,
  devices: [seen(mac, "10.20.0.200", "office"), seen("02:11:22:33:44:66", "10.20.0.7", null, true)],
  ...changes,
});
const office = line("office", {
  login: mac,
  device: { network: "ether3", address: "10.20.0.200" },
  standing: "open",
  paidUntil: "2026-12-19T09:00:00.000Z",
  applied: "open",
});

function site(...networks: devices.DeviceNetwork[]): void {
  answer(contract.listLines, []);
  answer(getLineSettings, { cutHours: null });
  answer(listServedUnpaid, []);
  answer(contract.listPackages, [homePackage()]);
  answer(listRouters, [router("Gate", {})]);
  answer(devices.readNetworks, { networks, left: 0 });
  answer(whyLineOffline, { cause: "none", sentence: "It is on." });
}

async function openForm(): Promise<HTMLElement> {
  openAdmin("/admin/lines");
  await press("Add a line");
  const form = await dialog("Add a line");
  await fill({ "Customer's name": "Baraka Clinic", "Phone number": "0712345678" }, form);
  await person.click(within(form).getByRole("radio", { name: "Fixed device" }));
  return form;
}

it("makes a line of a device that is seen there, once what closes is read and said yes to", async () => {
  site(
    network({
      name: "ether1",
      addresses: ["192.168.1.2/24"],
      hindrance: "This is the router's way to the internet.",
    }),
    network(),
  );
  const form = await openForm();
  await see("This network is closed with its first device");
  expect(words(form)).toContain(
    "From now on only devices that are paid have internet in ether3 (10.20.0.1/24). 2 devices are there now: without a line they reach the pay page alone.",
  );
  expect(within(form).queryByLabelText(/^PPPoE name/)).toBeNull();
  expect(await offers("Seen there", form)).toEqual(["office · 10.20.0.200"]);
  await choose("Seen there", "office · 10.20.0.200", form);
  const closes = "ether3 is closed from now on. Say yes to it first.";
  answer(
    contract.addLine,
    refusal(409, closes, "conflict", "network_closes", [{ path: "device.closes", text: closes }]),
  );
  await press("Save the line", form);
  await see(closes);
  await person.click(within(form).getByRole("checkbox", { name: "Close ether3" }));
  answer(contract.addLine, { success: true, message: "The line of Baraka Clinic is ready.", line: office });
  await press("Save the line", form);
  const done = await dialog("Line added");
  expect(words(done)).toContain(`MAC address ${mac} Network ether3 Address 10.20.0.200`);
  expect(words(done)).toContain("Restart the device: it then has this address.");
  expect(words(done)).not.toContain("PPPoE");
  const common = {
    customer: { name: "Baraka Clinic", phoneNumber: "0712345678" },
    routerId: "Gate",
    packageId: "k1",
  };
  expect(bodiesOf(contract.addLine)).toEqual([
    Object.assign({}, common, { device: { mac, network: "ether3" } }),
    Object.assign({}, common, { device: { mac, network: "ether3", closes: true } }),
  ]);
});

it("takes a MAC in any spelling and an address by hand; a closed network asks for nothing", async () => {
  site(network({ isClosed: true, devices: [] }));
  const form = await openForm();
  await fill({ "MAC address": "0211.2233.4455", Address: "10.20.0.9" }, form);
  expect(within(form).queryByRole("checkbox")).toBeNull();
  answer(contract.addLine, { success: true, message: "Ready.", line: office });
  await press("Save the line", form);
  await dialog("Line added");
  expect(bodiesOf(contract.addLine)[0]).toMatchObject({
    device: { mac: "0211.2233.4455", network: "ether3", address: "10.20.0.9" },
  });
});

it("says where its router cannot be read, and leaves the name as it was", async () => {
  site(network());
  answer(devices.readNetworks, refusal(503, "The bridge is not connected.", "unavailable"));
  const form = await openForm();
  await see("The bridge is not connected.");
  await person.click(within(form).getByRole("radio", { name: "Dials in" }));
  await button("Make a good password", form);
});

it("stands in the list by its MAC, says what is in its way, and its device is replaced", async () => {
  site(network({ isClosed: true }));
  const taken = "The router gives 10.20.0.200 to another device by a row that is not ours.";
  answer(contract.listLines, [Object.assign({}, office, { applied: null, hindrance: taken })]);
  openAdmin("/admin/lines");
  expect(await rows("Lines")).toEqual([
    `Achieng Otieno +254 712 345 678 ${mac} Gate Home 10 KSh 1,500 · 1 month Open until 19 Dec 2026 Not there · In the way at the router`,
  ]);
  await press(`Details of ${mac}`);
  const sheet = await dialog("Achieng Otieno");
  expect(words(sheet)).toContain(taken);
  expect(words(sheet)).not.toContain("Router not reached yet");
  await press("More for this line", sheet);
  expect(within(sheet).queryByRole("button", { name: "New PPPoE password" })).toBeNull();
  await press("Replace the device", sheet);
  const form = await dialog("Replace the device");
  await fill({ "MAC address": "02-11-22-33-44-77" }, form);
  answer(devices.replaceDevice, {
    success: true,
    message: "Achieng Otieno has another device now.",
    line: office,
  });
  expect(await toastAfter(() => press("Save", form))).toBe("Saved - Achieng Otieno has another device now.");
  expect(bodiesOf(devices.replaceDevice)).toEqual([{ mac: "02-11-22-33-44-77" }]);
});

it("makes its network strict by the owner's switch, as it stands at the router", async () => {
  site(network({ isClosed: true }));
  answer(contract.listLines, [office]);
  openAdmin("/admin/lines");
  await press(`Details of ${mac}`);
  const sheet = await dialog("Achieng Otieno");
  await press("More for this line", sheet);
  await press("Who is answered in ether3", sheet);
  await see(/Gate answers no other device there/);
  const form = await dialog("Who is answered in ether3");
  await person.click(within(form).getByRole("switch"));
  answer(devices.setNetwork, { success: true, message: "ether3 answers devices with a line alone." });
  await press("Save", form);
  expect(bodiesOf(devices.setNetwork)).toEqual([{ network: "ether3", isStrict: true }]);
  expect(sentTo(devices.readNetworks).length).toBeGreaterThan(0);
  await press(/Close/, sheet);
  await noDialog();
});
