import { expect, test } from "vitest";
import type { LineImportRow } from "#contract/line-imports";
import { lineRowsToSend, proposed } from "#web/admin/line-imports/line-rows.ts";
import { readLineFile } from "#web/admin/line-imports/read-line-file.ts";
import { sql } from "#worker/db/sql";
import { testContext } from "../../support/worker-context.ts";
import {
  begin,
  bring,
  check,
  demoId,
  lineImportWorld,
  newPackage,
  routerHas,
  secret,
  undo,
  world,
} from "./line-import-world.ts";

// Whole files of each program, from their text to the lines: as the console reads them and sends them in chunks.

lineImportWorld();

const many = 500;
const places = Array.from({ length: many }, (_, n) => n);
const phone = (n: number) => `0712${String(100_000 + n)}`;
const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);

const files: Record<string, string> = {
  Splynx: `ID,Status,Portal login,Full name,Phone number,Email,Internet plans,Login,Password,Account balance,Billing due
${places.map((n) => `${n},${n % 10 === 0 ? "Blocked" : "Active"},${n},"Wanjiru, ${n}",+254 ${phone(n).slice(1)},,Home 10,sp${n}.home,pw-sp-${n},"1,0${n % 10}0.0000",${soon}`).join("\n")}`,
  UISP: `Id,Name,Emails,Phones,Address,Balance,"Service plans","Connected to",Note,"Custom ID","PPPoE login (custom attribute)","PPPoE password (custom attribute)","Paid until (custom attribute)"
${places.map((n) => `${n},"Otieno ${n}",,"${phone(n)}, 0733000001",,"KES ${n % 7}00.00","Home 10",,,U-${n},ui${n}.home,pw-ui-${n},${soon}`).join("\n")}`,
  PHPNuxBill: `"id";"username";"pppoe_password";"fullname";"phonenumber";"email";"balance";"service_type";"namebp";"expiration";"time";"status"
${places.map((n) => `"${n}";"ph${n}.home";"pw-ph-${n}";"Achieng ${n}";"254${phone(n).slice(1)}";"1";"0.00";"PPPoE";"Home 10";"${soon}";"10:00:00";"${n % 5 === 0 ? "off" : "on"}"`).join("\n")}`,
  sheet: `Jina,Simu,Jina la PPPoE,Nenosiri,Bei,Imelipwa hadi,Salio
${places.map((n) => `Baraka ${n},${phone(n).slice(1)},sh${n}.home,pw-sh-${n},"1,500/=",${soon},`).join("\n")}`,
};

async function inChunks(
  rows: LineImportRow[],
  send: (some: LineImportRow[]) => Promise<{ becomes: string }[]>,
) {
  const told: { becomes: string }[] = [];
  for (let at = 0; at < rows.length; at += 200) told.push(...(await send(rows.slice(at, at + 200))));
  return Object.fromEntries(
    [...Map.groupBy(told, ({ becomes }) => becomes)].map(([name, all]) => [name, all.length]),
  );
}

const figures = async (start: string) => {
  type Found = { lines: number; customers: number; paid: number; cents: number };
  const found = await testContext()
    .tenant(demoId())
    .first(
      sql<Found>`SELECT count(*) AS lines, count(DISTINCT customer_id) AS customers,
          count(*) FILTER (WHERE paid_until > ${Date.now()} AND held_at IS NULL) AS paid,
          (SELECT coalesce(sum(balance_cents), 0) FROM customer_accounts
            WHERE id IN (SELECT customer_id FROM lines WHERE login_small LIKE ${`${start}%`})) AS cents
        FROM lines WHERE login_small LIKE ${`${start}%`} AND closed_at IS NULL`,
    );
  if (!found) throw new Error("no figures");
  return found;
};

test.each([
  ["Splynx", "sp", { lines: 500, customers: 500, paid: 450 }],
  ["UISP", "ui", { lines: 500, customers: 500, paid: 500 }],
  ["PHPNuxBill", "ph", { lines: 500, customers: 500, paid: 400 }],
  ["sheet", "sh", { lines: 500, customers: 500, paid: 500 }],
])(
  "500 rows of %s are judged, cut off in the middle, gone on with, and made once",
  async (name, start, expected) => {
    const read = readLineFile(files[name] ?? "");
    if (!read) throw new Error("no column was known");
    expect(read.program).toBe(name === "sheet" ? null : name);
    expect(read.rows.filter(({ fault }) => fault !== null)).toEqual([]);
    const { home } = world();
    const mapping = Object.fromEntries(read.profiles.map((one) => [one.name, proposed(one, [home])]));
    const rows = lineRowsToSend(read.rows, { mapping, until: "", hasBalances: name === "Splynx" });
    expect(rows).toHaveLength(many);
    // Some stand at the router already.
    routerHas(places.slice(0, 100).map((n) => secret(`${start}${n}.home`)));
    expect(await inChunks(rows, (some) => check(some))).toEqual({ adopted: 100, line: 400 });
    const { id } = await begin(many);
    await bring(id, rows.slice(0, 200));
    expect(await inChunks(rows, (some) => bring(id, some))).toEqual({ adopted: 100, line: 400 });
    // The same file a second time, as another import.
    const again = await begin(many);
    expect(await inChunks(rows, (some) => bring(again.id, some))).toEqual({ there: many });
    const balances = rows.reduce((sum, { balance }) => sum + Math.round(balance * 100), 0);
    expect(await figures(start)).toEqual(Object.assign(expected, { cents: balances }));
    if (name === "Splynx") {
      for (let left = 1; left > 0; ) ({ left } = await undo(id));
      expect(await figures(start)).toMatchObject({ lines: 0 });
    }
  },
  120_000,
);

test("two windows that bring the same rows at once make nobody and nothing twice", async () => {
  await newPackage({ name: "Other" });
  routerHas([]);
  const { id } = await begin(60);
  const rows = places
    .slice(0, 60)
    .map((n) => ({ row: n + 2, login: `twice-${n}`, balance: 10, name: `Two ${n}` }));
  await Promise.all([bring(id, rows), bring(id, rows)]);
  expect(await figures("twice-")).toMatchObject({ lines: 60, customers: 60, cents: 60_000 });
});
