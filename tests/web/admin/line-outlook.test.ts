import fc from "fast-check";
import { expect, it } from "vitest";
import type { Package } from "#contract/lines";
import {
  type Choices,
  judgedLines,
  lineRowsToSend,
  outlookOf,
  proposed,
} from "#web/admin/line-imports/line-rows.ts";
import { readLineFile } from "#web/admin/line-imports/read-line-file.ts";
import { monthCents, monthOf } from "#web/admin/lines/month-money.ts";

// Next month's money of a file of customers, and which package stands for each of the file's.

const pack = (id: string, changes: Partial<Package> = {}): Package =>
  Object.assign(
    {
      id,
      name: id,
      price: 1_500,
      period: { months: 1 },
      uploadMbps: 5,
      downloadMbps: 10,
      graceDays: 0,
      daysFrom: null,
      fairUseGB: null,
      fairUseMbps: null,
      isOffered: true,
      lines: 0,
    },
    changes,
  );

const packages = fc.array(
  fc
    .record({
      price: fc.integer({ min: 100, max: 25_000_000 }).map((cents) => cents / 100),
      period: fc.oneof(
        fc.integer({ min: 1, max: 12 }).map((months) => ({ months })),
        fc.integer({ min: 1, max: 366 }).map((days) => ({ days })),
      ),
    })
    .map(({ price, period }) => pack("p", { price, period })),
  { maxLength: 60 },
);

it("a month of lines is lines times price, whatever their order, and to the shilling", () => {
  fc.assert(
    fc.property(packages, packages, (some, others) => {
      const cents = (all: readonly Package[]) => all.reduce((sum, one) => sum + monthCents(one), 0);
      expect(cents([...some, ...others])).toBe(cents(some) + cents(others));
      expect(monthOf([...some, ...others])).toBe(monthOf([...others, ...some]));
      expect(Math.abs(monthOf(some) * 100 - cents(some))).toBeLessThanOrEqual(50);
      for (const one of some) {
        const exact =
          "months" in one.period ? one.price / one.period.months : (one.price * 30) / one.period.days;
        expect(Math.abs(monthCents(one) / 100 - exact)).toBeLessThanOrEqual(0.006);
      }
    }),
  );
  expect(monthOf(Array.from({ length: 500 }, () => pack("a")))).toBe(750_000);
});

const rowsOf = fc.array(
  fc.record({
    customer: fc.integer({ min: 0, max: 5 }),
    balance: fc.integer({ min: -50_000, max: 50_000 }),
    isBlocked: fc.boolean(),
    isRefused: fc.boolean(),
  }),
  { minLength: 1, maxLength: 20 },
);

it("what comes of a file is the sum of its good rows, and each customer's balance once", () => {
  fc.assert(
    fc.property(rowsOf, fc.boolean(), (told, hasBalances) => {
      const balanceOf = (customer: number) => told.find((one) => one.customer === customer)?.balance ?? 0;
      const text = told.map(
        ({ customer, isBlocked }, place) =>
          `C${customer},07120000${10 + customer},l${place},pw,Home,2026-12-20,${balanceOf(customer)},${isBlocked ? "blocked" : "active"},${customer}`,
      );
      const read = readLineFile(
        `name,phone,login,password,package,paid until,balance,status,account number\n${text.join("\n")}`,
      );
      const choices: Choices = { mapping: { Home: "home" }, until: "", hasBalances };
      const rows = read?.rows ?? [];
      expect(lineRowsToSend(rows, choices).map(({ row }) => row)).toEqual(told.map((_, place) => place + 2));
      const verdicts = new Map(
        told.map(({ isRefused }, place) => [
          place + 2,
          {
            row: place + 2,
            becomes: isRefused ? ("refused" as const) : ("line" as const),
            reason: isRefused ? "No." : null,
            notes: [],
          },
        ]),
      );
      const outlook = outlookOf(judgedLines(rows, choices, [pack("home")], verdicts), choices);
      const good = told.filter(({ isRefused }) => !isRefused);
      const blocked = good.filter(({ isBlocked }) => isBlocked).length;
      const balances = [...new Set(good.map(({ customer }) => customer))].map(balanceOf);
      const sum = (all: readonly number[]) => all.reduce((whole, one) => whole + one, 0);
      expect(outlook).toEqual({
        lines: good.length,
        customers: balances.length,
        month: (good.length - blocked) * 150_000,
        blocked,
        blockedMonth: blocked * 150_000,
        balances: hasBalances ? sum(balances.map((one) => Math.max(0, one) * 100)) : 0,
        debts: sum(balances.map((one) => Math.max(0, -one) * 100)),
      });
    }),
  );
});

it("a package is proposed by its name, else by the only one of its price or speed", () => {
  const all = [
    pack("a", { name: "Home 10" }),
    pack("b", { name: "Home 20", price: 2_500, downloadMbps: 20 }),
    pack("c", { name: "Shop 20", price: 2_500, downloadMbps: 30 }),
  ];
  const of = (name: string, price: number | null = null, mbps: number | null = null) =>
    proposed({ name, price, mbps, count: 1 }, all);
  expect([of("home-10"), of("X", 150_000), of("X", 250_000), of("X", 250_000, 30)]).toEqual([
    "a",
    "a",
    "",
    "c",
  ]);
  expect([of("X", null, 20), of("X", 99, 20), of(""), of("constructor")]).toEqual(["b", "", "", ""]);
});
