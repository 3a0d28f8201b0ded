import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { getLineSettings, listServedUnpaid, whyLineOffline } from "#contract/line-life";
import * as contract from "#contract/lines";
import { listRouters } from "#contract/routers";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, pageOf, refusal, sentTo } from "../support/fake-server.ts";
import { achieng, homePackage, homeLine as line } from "../support/line-rows.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  addressNow,
  button,
  choose,
  dialog,
  fill,
  noDialog,
  person,
  press,
  rows,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { router } from "../support/provider-rows.ts";

// Lines of homes and offices: who has which, what is paid, whether it dials; the first package and the first line.

const home = homePackage();
const open = line("open", {
  standing: "open",
  paidUntil: "2026-12-19T09:00:00.000Z",
  blocksAt: "2026-12-22T09:00:00.000Z",
  applied: "open",
  dialled: { since: ago(60), address: "10.20.0.7", callerId: "4C:5E:0C:0C:0A:01" },
});
const blocked = line("late", {
  customer: { ...achieng, id: "c2", name: "Baraka Clinic", number: "90000001" },
  period: { days: 7 },
  price: 400,
  standing: "blocked",
  paidUntil: "2026-11-15T09:00:00.000Z",
  blocksAt: "2026-11-18T09:00:00.000Z",
  applied: null,
});

const path = "/admin/lines";
const lines = (...all: contract.Line[]) => answer(contract.listLines, all);
const packages = (...all: contract.Package[]) => {
  answer(getLineSettings, { cutHours: { from: "08:00", until: "20:00" } });
  answer(contract.listPackages, all);
  answer(listServedUnpaid, []);
  answer(whyLineOffline, { cause: "none", sentence: "It is on." });
};

it("says how each line stands, whether it is dialled in, and what its router was not told yet", async () => {
  lines(line("new"), open, blocked);
  packages(home);
  openAdmin(path);
  expect(await rows("Lines")).toEqual([
    "Achieng Otieno +254 712 345 678 new.home Gate Home 10 KSh 1,500 · 1 month Unpaid Not dialling",
    "Achieng Otieno +254 712 345 678 open.home Gate Home 10 KSh 1,500 · 1 month Open until 19 Dec 2026 Dialled in",
    "Baraka Clinic +254 712 345 678 late.home Gate Home 10 KSh 400 · 7 days Blocked since 18 Nov 2026 Not dialling · Router not reached yet",
  ]);
});

it("shows who is blocked by one tap, and searches; both stand in the address, and pages follow the total", async () => {
  answer(contract.listLines, ({ query }) =>
    query.show === "blocked" ? [blocked] : pageOf([open], contract.linesPerPage + 1),
  );
  packages(home);
  openAdmin(path);
  await see("1 to 50 of 51");
  await press("Blocked");
  await see("Baraka Clinic");
  expect(addressNow()).toBe("/admin/lines?show=blocked");
  expect((await button("Blocked")).getAttribute("aria-pressed")).toBe("true");
  await person.type(screen.getByRole("searchbox", { name: "Search lines" }), "clinic");
  await waitFor(() =>
    expect(sentTo(contract.listLines).at(-1)?.query).toEqual({ page: "1", q: "clinic", show: "blocked" }),
  );
  expect(addressNow()).toBe("/admin/lines?show=blocked&q=clinic");
  lines();
  await press("All");
  await see("No line matches");
  await press("Show all lines");
  await waitFor(() => expect(addressNow()).toBe(path));
});

it("names whom a router that was away left on, and how long", async () => {
  lines(open, blocked);
  packages(home);
  answer(listServedUnpaid, [
    { lineId: "late.home", name: "Baraka Clinic", login: "late.home", minutes: 310, isNow: false },
    { lineId: "new.home", name: "Achieng Otieno", login: "new.home", minutes: 4, isNow: true },
  ]);
  openAdmin(path);
  await see("Served unpaid: router away");
  await see("Baraka Clinic · late.home");
  await see("5h 10m");
  await see("0h 4m, and still on");
});

it("is a list of cards on a phone, each of which opens its line; its filter stays in sight", async () => {
  const wide = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const isOfWidth = query.includes("639px") || query.includes("640px");
    const matches = query === "(max-width: 639px)";
    return isOfWidth ? Object.assign(Object.create(wide(query)), { matches }) : wide(query);
  });
  lines(blocked);
  packages(home);
  openAdmin(path);
  const list = await screen.findByRole("list", { name: "Lines" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((item) => words(item)),
  ).toEqual([
    "Baraka Clinic Blocked since 18 Nov 2026 late.home · Home 10 Not dialling · Router not reached yet",
  ]);
  await button("Blocked");
  await press(/^Baraka Clinic/);
  await dialog("Baraka Clinic");
});

it("opens a line with its account number, what is left, and where it is paid", async () => {
  lines(open, blocked);
  packages(home);
  openAdmin(path);
  await press("Details of open.home");
  const sheet = await dialog("Achieng Otieno");
  const said = words(sheet);
  for (const fact of [
    "Status Open until 19 Dec 2026",
    "Account number 8123 4567",
    "Balance KSh 250",
    "Phone number +254 712 345 678",
    "PPPoE name open.home",
    "Router Gate",
    "Connection Dialled in since 13:05",
    "Address 10.20.0.7",
    "Dials from 4C:5E:0C:0C:0A:01",
    "Pay link https://demo.hotspot.test/my/open Copy",
  ])
    expect(said).toContain(fact);
  const page = within(sheet).getByRole("link", { name: "Open the page" });
  expect(page.getAttribute("href")).toBe("https://demo.hotspot.test/my/open");
  expect(addressNow()).toBe("/admin/lines?line=open");
  await press("Close", sheet);
  await noDialog();
  await press("Details of late.home");
  await see("What it should do is sent to Gate again and again until it is done.");
});

it("leads from nothing to the first package, and from there to the first line with its pay link", async () => {
  lines();
  packages();
  answer(listRouters, [router("Gate")]);
  openAdmin(path);
  await see("Next: add a package, which is a price, how long it lasts, and a speed.");
  expect(screen.queryByRole("button", { name: "Add a line" })).toBeNull();
  await press("Add a package");
  const form = await dialog("Add a package");
  await fill(
    { "Package name": "Home 10", "Price (KES)": "1500", "Download speed": "10", "Upload speed": "5" },
    form,
  );
  await press(/^Paid late, or in parts/, form);
  await fill({ "Days of grace": "3", "A part buys days from": "500" }, form);
  expect(words(form)).toContain("3 days of grace · a part buys days from KSh 500");
  answer(contract.addPackage, {
    success: true,
    message: "Home 10 is ready: lines can have it now.",
    package: home,
  });
  packages(home);
  expect(await toastAfter(() => press("Save the package", form))).toBe(
    "Package added - Home 10 is ready: lines can have it now.",
  );
  expect(bodiesOf(contract.addPackage)).toEqual([
    {
      name: "Home 10",
      price: 1500,
      period: { months: 1 },
      downloadMbps: 10,
      uploadMbps: 5,
      graceDays: 3,
      daysFrom: 500,
      fairUseGB: null,
      fairUseMbps: null,
      isOffered: true,
    },
  ]);

  await see("Next: add the first customer's line.");
  await press("Add a line");
  // The only router and the only package are chosen already.
  const order = await dialog("Add a line");
  await fill(
    { "Customer's name": "Achieng Otieno", "Phone number": "0712345678", "PPPoE name": "achieng" },
    order,
  );
  await press("Make a good password", order);
  const made = within(order).getByLabelText<HTMLInputElement>(/^PPPoE password/).value;
  expect(made).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
  const message = "The line of Achieng Otieno is ready. It opens once it is paid.";
  answer(contract.addLine, { success: true, message, line: line("first") });
  lines(line("first"));
  await press("Save the line", order);
  const done = await dialog("Line added");
  for (const said of [message, "Account number 8123 4567", made, "https://demo.hotspot.test/my/first"])
    expect(words(done)).toContain(said);
  await button("Copy", done);
  within(done).getByRole("link", { name: "Open the page" });
  expect(bodiesOf(contract.addLine)).toEqual([
    {
      customer: { name: "Achieng Otieno", phoneNumber: "0712345678" },
      routerId: "Gate",
      packageId: "k1",
      login: "achieng",
      password: made,
    },
  ]);
  await press("Done", done);
  await see("first.home");
});

it("says at each field what is wrong with a package and with a line", async () => {
  lines(open);
  packages(home);
  answer(listRouters, [router("Gate"), router("Market")]);
  answer(contract.addPackage, refusal(500));
  openAdmin(path);
  await press("Packages");
  const sheet = await dialog("Packages");
  expect(words(sheet)).toContain(
    "Home 10 KSh 1,500 · 1 month 10 Mbps down, 5 Mbps up 2 lines 3 days of grace · a part buys days from KSh 500",
  );
  await press("Add a package", sheet);
  const form = await dialog("Add a package");
  await fill({ "Paid for": "13" }, form);
  await press("Save the package", form);
  const wrong = (label: RegExp, where: HTMLElement) =>
    waitFor(() => {
      const field = within(where).getByLabelText(label);
      expect(field.getAttribute("aria-invalid")).toBe("true");
      const described = field.getAttribute("aria-describedby") ?? "";
      return described
        .split(" ")
        .map((id) => words(document.getElementById(id) ?? document.createElement("i")))
        .join(" ");
    });
  expect(await wrong(/^Package name/, form)).toContain("Name the package");
  expect(await wrong(/^Price/, form)).toContain("Please enter a price of KES 1 to 250,000");
  expect(await wrong(/^Paid for/, form)).toContain("Please enter 1 to 366 days, or 1 to 12 months");
  expect(await wrong(/^Upload speed/, form)).toContain("Please enter a valid speed in Mbps");
  await press("Cancel", form);
  await press("Close", await dialog("Packages"));
  await noDialog();

  const taken = "open.home is another line's name on this router already";
  answer(
    contract.addLine,
    refusal(409, taken, "conflict", "line_login_taken", [{ path: "login", text: taken }]),
  );
  await press("Add a line");
  const order = await dialog("Add a line");
  await fill({ "PPPoE name": "with blanks", "Phone number": "0712345678" }, order);
  await press("Save the line", order);
  expect(await wrong(/^Customer's name/, order)).toContain("Name the customer");
  expect(await wrong(/^PPPoE name/, order)).toContain("Enter a PPPoE name of letters, digits");
  expect(await wrong(/^PPPoE password/, order)).toContain("Enter a password of 6 to 60");
  expect(words(order)).toContain("Choose");
  await choose(/^Router/, "Market", order);
  await fill({ "Customer's name": "Juma", "PPPoE name": "open.home", "PPPoE password": "abc234" }, order);
  await press("Save the line", order);
  await waitFor(async () => expect(await wrong(/^PPPoE name/, order)).toContain(taken));
});

it("adds another line for a customer without asking who that is", async () => {
  lines(open);
  packages(home);
  answer(listRouters, [router("Gate")]);
  openAdmin(path);
  await press("Details of open.home");
  await press("Add another line", await dialog("Achieng Otieno"));
  const order = await dialog("Add a line");
  expect(words(order)).toContain("Achieng Otieno Account number 8123 4567");
  expect(within(order).queryByLabelText(/^Phone number/)).toBeNull();
  await fill({ "PPPoE name": "shop", "PPPoE password": "abc234" }, order);
  answer(contract.addLine, { success: true, message: "Ready.", line: line("shop") });
  await press("Save the line", order);
  await dialog("Line added");
  expect(bodiesOf(contract.addLine)).toEqual([
    { customerId: "c1", routerId: "Gate", packageId: "k1", login: "shop", password: "abc234" },
  ]);
});

it("shows a cashier the lines and packages, and nothing to add", async () => {
  lines(open);
  packages(home);
  openAdmin(path, { signed: { role: "cashier" } });
  await see("open.home");
  await press("Packages");
  await see("10 Mbps down, 5 Mbps up");
  expect(screen.queryByRole("button", { name: /^Add/ })).toBeNull();
  await press("Close", await dialog("Packages"));
  await noDialog();
  await press("Details of open.home");
  await dialog("Achieng Otieno");
  expect(screen.queryByRole("button", { name: /^Add/ })).toBeNull();
});

it("tells a technician without packages whose task the first one is", async () => {
  lines();
  packages();
  openAdmin(path, { signed: { role: "technician" } });
  await see("The owner adds the first package.");
  expect(screen.queryByRole("button", { name: /^Add/ })).toBeNull();
});

it("says so where lines cannot be read, and reads them again", async () => {
  answer(contract.listLines, refusal(500));
  packages(home);
  openAdmin(path);
  await see("Lines not loaded");
  lines(open);
  await press("Try again");
  await see("open.home");
});

it("speaks Kiswahili of all of it", async () => {
  lines(line("new"), open, blocked);
  packages(home);
  openAdmin(path);
  await see("open.home");
  await press("Language, theme and logout");
  await person.click(await screen.findByRole("radio", { name: "Kiswahili" }));
  await see("Laini Msaada Vifurushi vya laini Ongeza laini");
  const main = () => words(screen.getByRole("main"));
  expect(main()).not.toMatch(/Unpaid|Open|Blocked|ial|Router|month|days|Lines|Package|Customer|Status/);
  for (const said of [
    "Haijalipiwa",
    "Wazi hadi 19 Des 2026",
    "Imefungwa tangu 18 Nov 2026",
    "mwezi 1",
    "siku 7",
  ])
    expect(main()).toContain(said);
  await press("Maelezo ya open.home");
  await see("Nambari ya akaunti 8123 4567", () => screen.getByRole("dialog"));
  expect(words(screen.getByRole("dialog"))).not.toMatch(/Paid|Balance|Dial|Copy|Open|line/);
});
