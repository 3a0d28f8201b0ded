import type { Page } from "playwright-core";
import type { DeviceNetwork } from "#contract/line-devices";
import { openFirstRow, type WayToWindow } from "../support/site/console-walk.ts";
import { form, opened, pressed } from "../support/site/in-windows.ts";
import { homeLine, openNetwork, routerSecret, seenDevice } from "../ui/support/line-rows.ts";
import { answered } from "./console-states.ts";

// Ways to the windows of homes and offices, from the list of lines.

const atRouter = answered("routers/[^/]+/secrets", { secrets: [routerSecret("wanjiku")], left: 0 });
const paid = answered("lines", [
  homeLine("l1", {
    standing: "open",
    paidUntil: "2031-01-31T09:00:00.000Z",
    isAdopted: true,
    applied: "open",
  }),
]);
const ofDevice = answered("lines", [
  homeLine("l1", {
    standing: "open",
    paidUntil: "2031-01-31T09:00:00.000Z",
    applied: "open",
    login: "02:11:22:33:44:55",
    device: { network: "ether5", address: "10.20.0.7" },
  }),
]);
const networksAre = (network: DeviceNetwork) =>
  answered("routers/[^/]+/networks", { networks: [network], left: 0 });
const closedNetwork = networksAre(openNetwork([], { isClosed: true }));
const withLeases = networksAre(
  openNetwork([
    seenDevice("05", { comment: "Wanjiku 0722 100 200" }),
    seenDevice("06", { isThere: false }),
    seenDevice("07", { hindrance: "Its lease is switched off at the router." }),
  ]),
);
const imported = answered("line-imports", [
  {
    id: "i1",
    fileName: "splynx.csv",
    router: { id: "Gate", name: "Gate" },
    rows: 55,
    isComplete: true,
    lines: 54,
    balance: 1_200,
    madeBy: "demo",
    createdAt: "2026-11-18T10:00:00.000Z",
    undoneAt: null,
    isUndoable: true,
  },
]);
const isDialled = answered("lines/[^/]+/offline", { cause: "none", sentence: "It is on." });

async function more(page: Page, name: string): Promise<void> {
  await openFirstRow(page);
  await pressed(page, "More for this line");
  await pressed(page, name);
}

async function bringIn(page: Page): Promise<void> {
  await pressed(page, "Add a line");
  await pressed(page, "Bring them in");
  await opened(page, "Bring in from a router");
  await form(page).getByText("1 line: KSh 1,500 a month").waitFor();
}

async function bringDevicesIn(page: Page): Promise<void> {
  await bringIn(page);
  await form(page).getByText("Devices of a network").click();
  await form(page).getByText("Close ether3").waitFor();
}

async function broughtIn(page: Page): Promise<void> {
  await isBroughtIn(page, "secrets");
  await bringIn(page);
  await pressed(page, "Bring in 1 line");
  await opened(page, "Lines brought in");
}

async function devicesBroughtIn(page: Page): Promise<void> {
  await isBroughtIn(page, "networks/devices");
  await bringDevicesIn(page);
  await form(page).getByLabel("Close ether3").check();
  await pressed(page, "Bring in 1 line");
  await opened(page, "Lines brought in");
}

async function isBroughtIn(page: Page, what: "secrets" | "networks/devices"): Promise<void> {
  const message = "1 line is brought in from Main Gate.";
  const adopted = [{ name: "wanjiku", lineId: "l1" }];
  const refused = [{ name: "clinic", reason: "The router has no such name any more." }];
  await page.route(`**/api/admin/routers/*/${what}`, (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({ json: { success: true, message, adopted, refused } }),
  );
}

async function undone(page: Page): Promise<void> {
  await pressed(page, "Undo");
  await opened(page, "Hand all back to the router?");
}

export const waysOfLines: readonly WayToWindow[] = [
  [
    "lines",
    async (page) => {
      await pressed(page, "Add a line");
      await form(page).getByLabel("Customer's name").fill("Mercy Wanjiru");
      await form(page).getByLabel("Phone number").fill("0722 100 200");
      await form(page).getByLabel("PPPoE name").fill(`mercy-${page.viewportSize()?.width}`);
      await pressed(page, "Make a good password");
      await pressed(page, "Save the line");
      await opened(page, "Line added");
    },
  ],
  [
    "lines",
    async (page) => {
      await openFirstRow(page);
      await pressed(page, "Take cash");
      await form(page).getByLabel("Amount (KSh)").fill("100");
      await pressed(page, /^Take KSh/);
      await opened(page, /^Receipt/);
    },
  ],
  [
    "lines",
    async (page) => {
      await openFirstRow(page);
      await pressed(page, "Account");
      await pressed(page, "Undo");
      await opened(page, /^Undo receipt/);
    },
  ],
  [
    "lines",
    async (page) => {
      await openFirstRow(page);
      await pressed(page, "Account");
      await pressed(page, "Give the balance back");
      await opened(page, "Give the balance back");
    },
  ],
  ...[
    "Change the package",
    "When it is blocked",
    "Change name, phone or e-mail",
    "New PPPoE password",
    "Move to another router",
  ].map(
    (name): WayToWindow => [
      "lines",
      async (page) => {
        await more(page, name);
        await opened(page, name);
      },
      paid,
      isDialled,
    ],
  ),
  [
    "lines",
    async (page) => {
      await openFirstRow(page);
      await pressed(page, /^Pause$/);
      await opened(page, /^Pause the line of/);
    },
    paid,
    isDialled,
  ],
  [
    "lines",
    async (page) => {
      await more(page, "Give up the line");
      await opened(page, /^Give up the line/);
    },
    paid,
    isDialled,
  ],
  [
    "lines",
    async (page) => {
      await more(page, "Hand back to the router");
      await opened(page, /^Hand .* back to the router/);
    },
    paid,
    isDialled,
  ],
  [
    "lines",
    async (page) => {
      await pressed(page, "Packages");
      await pressed(page, "Change Home 10");
      await opened(page, "Change Home 10");
    },
  ],
  [
    "lines",
    async (page) => {
      await pressed(page, "Packages");
      await pressed(page, "Change Home 10");
      await pressed(page, "Take it off the list");
      await opened(page, "Take Home 10 off the list?");
    },
  ],
  ...["Replace the device", "Who is answered in ether5"].map(
    (name): WayToWindow => [
      "lines",
      async (page) => {
        await more(page, name);
        await opened(page, name);
      },
      ofDevice,
      isDialled,
      closedNetwork,
    ],
  ),
  [
    "import?tab=lines",
    async (page) => {
      await pressed(page, /^Undo/);
      await opened(page, "Undo what splynx.csv brought?");
    },
    imported,
  ],
  ["lines", bringIn, atRouter],
  ["lines", bringDevicesIn, atRouter, withLeases],
  ["lines", broughtIn, atRouter],
  ["lines", (page) => broughtIn(page).then(() => undone(page)), atRouter],
  ["lines", (page) => devicesBroughtIn(page).then(() => undone(page)), atRouter, withLeases],
];
