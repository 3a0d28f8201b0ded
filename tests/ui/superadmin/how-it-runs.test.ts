import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { listGatewayAlarms, listSuccessRates } from "#contract/gateway-alarms";
import { platformStats } from "#contract/platform-figures";
import { listProviders } from "#contract/providers";
import { reconciliationCounts } from "#contract/reconciliation";
import { platformBooks } from "#contract/values/platform-books";
import { listWatches, type Watch } from "#contract/watches";
import { ago } from "../support/clock.ts";
import { answer, refusal } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { see, words } from "../support/page.ts";

// The platform's own work against its limits (docs/behaviour/operator-console.md, OC-17a).

const watches: Watch[] = [
  { id: "minute", value: 41, limit: 180, badSince: null, about: [] },
  { id: "wakes", value: null, limit: 600, badSince: null, about: [] },
  { id: "mail", value: 5_400, limit: 1_800, badSince: ago(60), about: [] },
  { id: "database", value: 1.5 * 2 ** 30, limit: 8 * 2 ** 30, badSince: null, about: [] },
  { id: "largest", value: 40 * 2 ** 20, limit: 8 * 2 ** 30, badSince: null, about: [] },
];

it("shows each with its value and limit, what is too much first and with what to do", async () => {
  answer(listWatches, watches);
  openSuperadmin("/superadmin/how-it-runs");
  await screen.findByRole("heading", { level: 1, name: "How it runs" });
  const rows = within(await screen.findByRole("list", { name: "How it runs" })).getAllByRole("listitem");
  expect(rows.map((row) => words(row))).toEqual([
    expect.stringMatching(/^Letters Not in order 90 min limit 30 min .*Look whether MAIL_URL .* Since: /),
    "What is done every minute In order 41 s limit 3 min Since its last run. Help",
    "The providers' own work In order Nothing waits limit 10 min How late the latest is. Help",
    "Size of the database In order 1.5 GB limit 8.0 GB Of 10 GB that it holds at most. Help",
    "Size of the largest provider In order 40 MB limit 8.0 GB Of 10 GB that a provider's object holds at most; measured each night. Help",
  ]);
  const goLive = screen.getByRole("link", { name: "Going live" });
  expect(goLive.getAttribute("href")).toBe("/superadmin/go-live");
  const help = screen.getByRole("link", { name: "Help: Letters" });
  expect(help.getAttribute("href")).toBe("/help/operator?lang=en#watch-mail");
});

it("leads to where what waits for a person is decided", async () => {
  answer(listWatches, [
    { id: "differences", value: 144_000, limit: 86_400, badSince: ago(60), about: [] },
    { id: "confirmations", value: 172_800, limit: 86_400, badSince: ago(60), about: [] },
  ]);
  openSuperadmin("/superadmin/how-it-runs");
  const books = await screen.findByRole("link", { name: "Open Reconciliation" });
  expect(books.getAttribute("href")).toBe("/superadmin/reconciliation?tab=differences");
  const billing = screen.getByRole("link", { name: "Open Provider Billing" });
  expect(billing.getAttribute("href")).toBe("/superadmin/provider-billing?tab=confirmations&status=pending");
});

it("says what there is nothing of yet in its own words", async () => {
  const nothing = (id: Watch["id"], limit: number): Watch => ({
    id,
    value: null,
    limit,
    badSince: null,
    about: [],
  });
  answer(listWatches, [nothing("minute", 180), nothing("online", 60), nothing("largest", 8 * 2 ** 30)]);
  openSuperadmin("/superadmin/how-it-runs");
  await see("What is done every minute In order Not yet limit 3 min");
  await see("From paid to online In order Too few buyers to tell limit 60 s");
  await see("Size of the largest provider In order Not measured yet limit 8.0 GB");
});

it("does not call it in order that nothing is backed up", async () => {
  answer(listWatches, [{ id: "backup", value: null, limit: 93_600, badSince: null, about: [] }]);
  openSuperadmin("/superadmin/how-it-runs");
  await see("Last backup To do No backup yet limit 26 h");
  await see("Without a store for backups (BACKUP_URL) only Cloudflare's own recovery of 30 days stands.");
  expect(screen.queryByText("In order")).toBeNull();
});

it("names whose database does not open, with the error and the way to its profile", async () => {
  const about = [
    {
      providerId: "p1",
      businessName: "Savanna Net",
      fault: "migration 0002_more: table plans already exists",
    },
    { providerId: platformBooks, businessName: "The platform's own books", fault: "disk I/O error" },
  ];
  answer(listWatches, [{ id: "unopened", value: 45, limit: 30, badSince: ago(15), about }]);
  openSuperadmin("/superadmin/how-it-runs");
  const concerned = await screen.findByRole("list", { name: "Concerned" });
  expect(
    within(concerned)
      .getAllByRole("listitem")
      .map((row) => words(row)),
  ).toEqual([
    "Savanna Net: migration 0002_more: table plans already exists",
    "The platform's own books: disk I/O error",
  ]);
  const link = within(concerned).getByRole("link", { name: "Savanna Net" });
  expect(link.getAttribute("href")).toContain("/superadmin/providers/p1");
});

it("that cannot be read says so", async () => {
  answer(listWatches, refusal(500));
  openSuperadmin("/superadmin/how-it-runs");
  await see("Not loaded");
});

it("stands first on the dashboard where something is not in order; money that waits is named once", async () => {
  answer(listWatches, [
    ...watches,
    { id: "differences", value: 144_000, limit: 86_400, badSince: ago(60), about: [] },
  ]);
  answer(reconciliationCounts, {
    differences: 1,
    paybill: 0,
    refunds: 0,
    confirmations: 0,
    nights: 0,
    appeals: 0,
  });
  answer(platformStats, refusal(500));
  answer(listProviders, []);
  answer(listGatewayAlarms, []);
  answer(listSuccessRates, []);
  openSuperadmin("/superadmin/dashboard");
  expect((await screen.findByRole("link", { name: "Letters" })).getAttribute("href")).toBe(
    "/superadmin/how-it-runs",
  );
  await screen.findByRole("link", { name: "1 difference" });
  expect(screen.queryByText(/Differences of the books/)).toBeNull();
});
