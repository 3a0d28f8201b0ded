import { describe, expect, it } from "vitest";
import { centsIn, mbpsIn, standingOf } from "#web/admin/line-imports/line-cells.ts";
import { readLineFile } from "#web/admin/line-imports/read-line-file.ts";
import { phpnuxbillTable, phpnuxbillUsers, sheet, splynx, uisp } from "./line-files.ts";

// Files of customers as other programs write them (docs/reference/imports.md).

const read = (text: string) => {
  const found = readLineFile(text);
  if (!found) throw new Error("no column was known");
  return found;
};
const faults = (text: string) => read(text).rows.map(({ fault }) => fault);

describe("a file of each program", () => {
  it("of Splynx: the service's login and password, the balance with its sign, two lines of one customer", () => {
    const { program, rows, unread, profiles } = read(splynx);
    expect(program).toBe("Splynx");
    expect(rows[0]).toMatchObject({
      name: "Jane Wanjiku",
      login: "jane.home",
      password: "pw-jane",
      profile: "Home 10",
      number: "1001",
      endsAt: "2026-12-20T20:59:59.000Z",
    });
    expect(rows.map(({ isBlocked, balance, of }) => [isBlocked, balance, of])).toEqual([
      [false, 150_000, 2],
      [true, -150_000, 3],
      [true, 0, 4],
      [false, 150_000, 2],
    ]);
    expect(rows.map(({ fault }) => fault)).toEqual([null, null, null, null]);
    expect(profiles.map(({ name, count }) => [name, count])).toEqual([
      ["Home 10", 2],
      ["Home 20", 2],
    ]);
    expect(unread).toEqual(["Portal login", "Partner"]);
  });

  it("of UISP: names, phones and balances with their currency, logins from fields of one's own", () => {
    const { program, rows, hasLogins } = read(uisp);
    expect([program, hasLogins]).toEqual(["UISP", true]);
    expect(rows.map(({ name, login, number, balance }) => [name, login, number, balance])).toEqual([
      ["Jane Wanjiku", "jane.home", "A-7", 150_000],
      ["Otieno Shop", "otieno.shop", "A-8", -30_000],
    ]);
    expect(rows[0]).toMatchObject({ phone: "0712000001, 0733000001", profile: "Home 10", endsAt: null });
    const without = uisp
      .replaceAll(/,"PPPoE [a-z]+ \(custom attribute\)"/g, "")
      .replaceAll(/,[a-z.]+,pw-\w+/g, "");
    expect(read(without)).toMatchObject({ program: "UISP", hasLogins: false });
  });

  it("of PHPNuxBill: both of its lists, without hotspot users and without its figures for nothing", () => {
    const users = read(phpnuxbillUsers);
    expect(users.program).toBe("PHPNuxBill");
    expect(
      users.rows.map(({ login, phone, email, isBlocked, balance }) => [
        login,
        phone,
        email,
        isBlocked,
        balance,
      ]),
    ).toEqual([
      ["jane.home", "254712000001", "jane@x.ke", false, 25_000],
      ["peter.home", "", "", true, 0],
    ]);
    const table = read(phpnuxbillTable);
    expect(table.program).toBe("PHPNuxBill");
    expect(table.rows.map(({ password, fault, isBlocked }) => [password, fault, isBlocked])).toEqual([
      ["pw-jane", null, false],
      ["", "hotspot", false],
      ["pw-old", null, true],
    ]);
  });

  it("of people: in Kiswahili, with a title above and a price for a package", () => {
    const { program, headRow, rows, profiles } = read(sheet);
    expect([program, headRow]).toEqual([null, 3]);
    expect(rows.map(({ row, name, login, isBlocked }) => [row, name, login, isBlocked])).toEqual([
      [4, "Jane Wanjiku", "jane.home", false],
      [5, "Peter Otieno", "peter.home", true],
    ]);
    expect(rows[0]).toMatchObject({ price: 150_000, balance: 50_000, endsAt: "2026-12-20T20:59:59.000Z" });
    // However a price is written, it is one.
    expect(profiles).toEqual([{ name: "1500", price: 150_000, mbps: null, count: 2 }]);
  });
});

describe("hostile and broken cells", () => {
  const head = "name,phone,login,password,paid until,balance,status,account number\n";

  it("formulas are text, bidi is gone, long cells are left out, and what is no date, amount or status is said", () => {
    const { rows } = read(
      `${head}=HYPERLINK("http://x"),0712000001,a,pw,2026-12-20,,,1
\u202Eekul\u202C Luke,0712000002,b,pw,2026-12-20,,,2
${"x".repeat(10_000)},0712000003,c,pw,2026-12-20,,,3
Jane,0712000004,d,pw,31/31/2026,,,4
Jane,0712000005,e,pw,2026-12-20,=1+1,,5
Jane,0712000006,f,pw,2026-12-20,,maybe,6
Jane,0712000007,g,pw,2026-12-20,,cancelled,7
Jane,0712000008,A,pw,2026-12-20,,,8
Jane,0712000009,"h",pw,2026-12-20,,,9,extra`,
    );
    expect(rows.map(({ fault }) => fault)).toEqual([
      ...[null, null, "long", "end_unreadable", "balance_unreadable"],
      ...["status_unknown", "left", "duplicate", "cells"],
    ]);
    expect(rows[0]?.name).toBe('=HYPERLINK("http://x")');
    expect(rows[1]?.name).toBe("ekul Luke");
    expect(rows[2]?.name).toHaveLength(60);
    expect(rows[7]?.twin).toBe(2);
  });

  it("a customer's balance is one: an empty cell says nothing, another amount is left out", () => {
    const { rows } = read(
      `${head}Jane,0712000001,a,pw,2026-12-20,,,1
Jane,0712000001,b,pw,2026-12-20,300,,1
Jane,0712000001,c,pw,2026-12-20,400,,1
Jane,0712000001,d,pw,2026-12-20,,,1
Jane,0712000009,e,pw,2026-12-20,9,,2`,
    );
    expect(rows.map(({ of, balance, fault }) => [of, balance, fault])).toEqual([
      [2, 30_000, null],
      [2, 30_000, null],
      [2, 40_000, "balance_differs"],
      [2, 30_000, null],
      [6, 900, null],
    ]);
  });

  it("one number of two systems is two customers, and one name with two phones, too", () => {
    const { rows } = read(
      `${head}Jane,0712000001,a,pw,2026-12-20,,,1
Peter,0712000002,b,pw,2026-12-20,,,1
Jane,0712000003,c,pw,2026-12-20,,,
Jane,+254712000003,d,pw,2026-12-20,,,
Jane,,e,pw,2026-12-20,,,`,
    );
    expect(rows.map(({ of }) => of)).toEqual([2, 3, 4, 4, 6]);
  });

  it("is none where no column says whose a row is", () => {
    expect(readLineFile("a,b\n1,2")).toBeNull();
    expect(faults("jina,simu\nJane,0712000001")).toEqual([null]);
  });
});

it("amounts are read as they are written here, and nothing else is one", () => {
  const cents = [
    "1500",
    "1,500.50",
    "KES 1,500",
    "Ksh. 20",
    "-300",
    "- 300",
    "(300)",
    "1200.0000",
    "200/=",
    "0",
    "-0.00",
  ];
  expect(cents.map(centsIn)).toEqual([
    ...[150_000, 150_050, 150_000, 2_000, -30_000, -30_000, -30_000, 120_000, 20_000, 0, 0],
  ]);
  for (const text of ["", "abc", "1,50", "1.500,00", "(300", "1e9", "=1+1", "99999999999", "--3"])
    expect([text, centsIn(text)]).toEqual([text, null]);
});

it("speeds stand in names of packages", () => {
  expect(["Home 10 Mbps", "10M/5M", "5mbps", "1 Gbps", "Home 10", "2.5M", "10 months"].map(mbpsIn)).toEqual([
    ...[10, 10, 5, 1_000, null, 2.5, null],
  ]);
});

it("a status is known in the words of programs and people, or not at all", () => {
  expect(["", "Active", "ON", "hai", "Suspended", "imezuiwa", "Archived", "hmm"].map(standingOf)).toEqual([
    ...["active", "active", "active", "active", "blocked", "blocked", "left", null],
  ]);
});
