import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { noteExport } from "#contract/audit";
import { listOwnPaybillPayments } from "#contract/paybill";
import { listOwnDifferences } from "#contract/reconciliation";
import { listRouters } from "#contract/routers";
import {
  type CashBook,
  type CashMove,
  listCash,
  listTransactions,
  paymentStats,
} from "#contract/transactions";
import { catchFiles, csvIn } from "../support/browser-ports.ts";
import { ago } from "../support/clock.ts";
import { answer, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { addressNow, person, press, row, see, toastAfter } from "../support/page.ts";
import { quietSales, router, transaction } from "../support/provider-rows.ts";

// Cash of homes and offices on the payments page and in its file (docs/behaviour/provider-console.md, PC-66a, PC-70).

const move = (id: string, changes: Partial<CashMove>): CashMove => ({
  id,
  at: ago(60),
  kind: "taken",
  amount: 1_500,
  receipt: 13,
  by: "Amina",
  note: "",
  isUndone: false,
  customer: { number: "81234567", name: "Achieng Otieno", phoneNumber: "254712345678" },
  routerName: "Main Gate",
  ...changes,
});
const cashBook: CashBook = {
  amount: 1_000,
  total: 2,
  moves: [
    move("k1 undone", { kind: "undone", amount: -500, receipt: 12, note: "Typed twice" }),
    move("k2", { at: ago(61) }),
  ],
};

beforeEach(() => {
  answer(paymentStats, quietSales);
  answer(listTransactions, [transaction("t1"), transaction("t2", { createdAt: ago(180) })]);
  answer(listCash, cashBook);
  answer(listOwnPaybillPayments, []);
  answer(listOwnDifferences, []);
  answer(listRouters, [router("Main Gate")]);
  answer(noteExport, { success: true });
});
async function open(address: string): Promise<void> {
  openAdmin(address);
  await row("Recent Payments", "Payment Completed");
}

it("has cash among the payments on its day, and alone where cash is asked for", async () => {
  const files = catchFiles();
  await open("/admin/payments?status=completed");
  expect(await toastAfter(() => press("Export CSV"))).toBe("Exported - 4 transactions");
  const told = (await csvIn(files[0])).split("\r\n").filter((line) => line.includes(",cash,"));
  expect(told.map((line) => line.replace(/^[^,]*,/, ""))).toEqual([
    "cash,completed,254 712 345 678,-500,Lines,Main Gate,,cash,No. 12,,Amina: Typed twice,,0,k1 undone",
    "cash,completed,254 712 345 678,1500,Lines,Main Gate,,cash,No. 13,,Amina,,0,k2",
  ]);
});

it.each([
  ["voucher", 2, false],
  ["cash", 2, true],
])("of the type %s is %i rows", async (type, count, isCash) => {
  const files = catchFiles();
  openAdmin(`/admin/payments?type=${type}`);
  expect(await toastAfter(() => press("Export CSV"))).toBe(`Exported - ${count} transactions`);
  expect((await csvIn(files[0])).includes(",cash,")).toBe(isCash);
  expect(sentTo(listCash).length > 0).toBe(isCash);
});

it("stands in a line above the payments, and opens its own list with who took it", async () => {
  await open("/admin/payments?from=2026-11-01&to=2026-11-30");
  await see("KSh 1,000 in cash, in 2 receipts");
  expect(sentTo(listCash).at(-1)?.query).toMatchObject({ from: "2026-11-01", to: "2026-11-30" });
  await person.click(screen.getByRole("link", { name: "Show cash" }));
  const shown = await row("Cash", "Receipt 12");
  for (const part of ["Receipt 12", "Amina: Typed twice", "Main Gate", "KSh -500"])
    expect(shown).toContain(part);
  expect(addressNow()).toBe("/admin/payments?from=2026-11-01&to=2026-11-30&type=cash");
});

it("is not asked for beside what failed", async () => {
  await open("/admin/payments?status=failed");
  expect(sentTo(listCash)).toEqual([]);
});
