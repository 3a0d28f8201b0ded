import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ServedUnpaid } from "#contract/line-life";
import type { Line, Package } from "#contract/lines";
import { dayMs } from "#contract/values/time";
import { withHomes } from "../support/homes-network.ts";
import { signIn } from "../support/site/console.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { control } from "../support/site/control.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { type Session, tell } from "../support/site/tell.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// An office by its device, in a network of the router that is closed with it, at a real bridge and the simulated router: from the console on a
// phone to the customer's payment, and what each in that network reaches meanwhile.

const dir = mkdtempSync(join(tmpdir(), "fixed-device-"));
const clock = new MovedClock(dir);
const { site, visitors } = testSite({ clock, routerMenus: withHomes });
const browser = testBrowser();
const network = "ether3";
const office = "02:00:00:00:02:01";
const neighbour = "02:00:00:00:02:02";
const spare = "02:00:00:00:02:03";
let owner: Session = { origin: "", cookie: "" };

const signedIn = async () => {
  owner = { origin: site().origin, cookie: await signIn(site(), site().seeded.demo) };
};
beforeAll(async () => {
  await signedIn();
  // Lines are blocked at any hour: the test may run at night.
  await tell(owner, "PUT", "/api/admin/lines/settings", { cutHours: null });
  await tell<{ package: Package }>(owner, "POST", "/api/admin/packages", {
    name: "Office day",
    price: 50,
    period: { days: 1 },
    uploadMbps: 5,
    downloadMbps: 10,
  });
});
afterAll(() => {
  clock.close();
  rmSync(dir, { recursive: true, force: true });
});

type Reached = { address: string | null; internet: unknown; portal: unknown; limit: string | null };
const closed = { internet: false, portal: true };
const unheard = { internet: false, portal: false };

const plug = (mac: string, more: { ip?: string; present?: boolean; bytesPerSecond?: number } = {}) =>
  visitors().router({ wired: Object.assign({ mac, interface: network, present: true }, more) });
const reached = (mac: string) =>
  control<Reached>(site(), `/control/router/device?mac=${mac}&portal=${new URL(site().origin).hostname}`);
const becomes = (mac: string, what: Partial<Reached>) =>
  until(
    `${mac} becomes ${JSON.stringify(what)}`,
    () => reached(mac),
    (now) => Object.entries(what).every(([key, value]) => now[key as keyof Reached] === value),
  );
const listed = async (mac: string) => {
  const lines = await tell<Line[]>(owner, "GET", "/api/admin/lines");
  const found = lines.find(({ login }) => login === mac);
  if (!found) throw new Error(`no line of ${mac}`);
  return found;
};
const takeCash = async (mac: string, amount: number) =>
  tell(owner, "POST", `/api/admin/customers/${(await listed(mac)).customer.id}/cash`, { amount });

it("is added on a phone, pays on its own page, and its network is open to nobody else", async () => {
  await plug(office);
  await plug(neighbour);
  const { address } = await reached(office);
  expect(await reached(neighbour)).toMatchObject({ internet: true });

  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 640 });
  const { page } = admin;
  const dialog = () => page.getByRole("dialog").last();
  await admin.open("/admin/lines");
  await page.getByRole("button", { name: "Add a line" }).first().click();
  await dialog().getByLabel("Customer's name").fill("Kamau Cyber");
  await dialog().getByLabel("Phone number").fill("0722 100 300");
  await dialog().getByText("Fixed device").click();
  await dialog()
    .getByLabel(/^Network/)
    .first()
    .click();
  await page.getByRole("option", { name: network }).click();
  await dialog().getByLabel("Seen there").first().click();
  await page.getByRole("option", { name: new RegExp(String(address)) }).click();
  expect(await dialog().getByLabel("MAC address").inputValue()).toBe(office);
  await dialog()
    .getByText("2 devices are there now: without a line they reach the pay page alone.")
    .waitFor();
  await dialog().getByLabel(`Close ${network}`).check();
  await expectFits(page);
  await dialog().getByRole("button", { name: "Save the line" }).click();
  await page.getByRole("dialog", { name: "Line added" }).waitFor();
  await expectFits(page);
  const link = await dialog().getByRole("link", { name: "Open the page" }).getAttribute("href");

  // Before the payment the device and its neighbour reach the portal alone, the neighbour also by an address set by hand.
  await becomes(office, closed);
  await becomes(neighbour, closed);
  await plug(neighbour, { ip: "10.20.0.99" });
  expect(await reached(neighbour)).toMatchObject(closed);

  await page.goto(link ?? "");
  await page.getByText("Not paid yet").first().waitFor();
  await expectFits(page);
  await page.getByRole("button", { name: /Pay/ }).click();
  await page.getByText("enter your PIN").first().waitFor();
  await visitors().answerPrompt((await visitors().openPrompt("254722100300")).id, "paid");
  await page.getByText("KES 50 arrived.").waitFor();
  await expectFits(page);
  expect(await becomes(office, { internet: true })).toMatchObject({ address, limit: "5000000/10000000" });
  expect(await reached(neighbour)).toMatchObject(closed);
  // A neighbour with the paid device's address is not answered.
  await plug(neighbour, { ip: String(address) });
  expect(await reached(neighbour)).toMatchObject(unheard);
  expect(await reached(office)).toMatchObject({ internet: true });
  await until(
    "the console shows it",
    () => listed(office),
    (now) => now.standing === "open" && now.applied === "open",
  );
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("is cut at its end with what it was downloading, and open again by cash", async () => {
  await plug(neighbour, { present: false });
  await plug(office, { bytesPerSecond: 10_000 });
  clock.pass(dayMs);
  await becomes(office, closed);
  await signedIn();
  expect(await listed(office)).toMatchObject({ standing: "blocked" });
  await takeCash(office, 20);
  expect(await reached(office)).toMatchObject(closed);
  await takeCash(office, 30);
  await becomes(office, { internet: true });
});

it("stays on while its router has no bridge, through a power cut, and who was served unpaid is told by name", async () => {
  await site().bridge?.stop();
  clock.pass(dayMs + 600_000);
  await visitors().router({ reboot: true });
  // Silence means that it stays on.
  await until(
    "the router is back",
    () => reached(office),
    ({ internet }) => internet === true,
  );
  await site().startBridge();
  await becomes(office, closed);
  await signedIn();
  const served = await until(
    "its minutes are told",
    () => tell<ServedUnpaid[]>(owner, "GET", "/api/admin/lines/served-unpaid"),
    (told) => told.length > 0,
  );
  expect(served).toMatchObject([{ login: office, name: "Kamau Cyber" }]);
});

it("another device in its place has its address; given up, its address is the next customer's and not its own", async () => {
  await takeCash(office, 50);
  await becomes(office, { internet: true });
  const { id, device, customer } = await listed(office);
  await tell(owner, "PUT", `/api/admin/lines/${id}/device`, { mac: spare });
  await becomes(office, unheard);
  await plug(office, { present: false });
  await plug(spare);
  expect(await becomes(spare, { internet: true })).toMatchObject({ address: device?.address });

  await tell(owner, "DELETE", `/api/admin/lines/${id}`);
  await plug(spare, { present: false });
  const [first] = await tell<Package[]>(owner, "GET", "/api/admin/packages");
  // Until the router has let go of it, it is another device's.
  await until(
    "its address is free",
    () =>
      tell(owner, "POST", "/api/admin/lines", {
        customerId: customer.id,
        routerId: visitors().routerId,
        packageId: first?.id,
        device: { mac: neighbour, network, address: device?.address, closes: true },
      }),
    () => true,
  );
  await until(
    "its network is closed again",
    () => listed(neighbour),
    ({ applied }) => applied === "blocked",
  );
  await plug(neighbour);
  expect(await reached(neighbour)).toMatchObject(closed);
  await takeCash(neighbour, 50);
  expect(await becomes(neighbour, { internet: true })).toMatchObject({ address: device?.address });
  await plug(spare, { ip: String(device?.address) });
  expect(await reached(spare)).toMatchObject(unheard);
});
