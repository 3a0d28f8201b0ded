import { expect, test } from "vitest";
import * as contract from "#contract/line-imports";
import { sql } from "#worker/db/sql";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  begin,
  bring,
  check,
  demoId,
  inDays,
  lineImportWorld,
  listed,
  newPackage,
  type Row,
  routerHas,
  routerId,
  rowOf,
  secret,
  specOf,
  world,
} from "./line-import-world.ts";

// Customers of another system come in from a file, with lines, packages, days and balances.

lineImportWorld();

const reasons = async (rows: readonly Row[]) =>
  (await check(rows)).map(({ becomes, reason }) => reason ?? becomes);
const linesNow = async () => {
  const found = await testContext()
    .tenant(demoId())
    .first(sql<{ count: number }>`SELECT count(*) AS count FROM lines`);
  return found?.count ?? 0;
};

test("what would become of each row is said, and nothing is written", async () => {
  routerHas([secret("wanjiku"), secret("hidden", { password: null }), secret("Twice"), secret("twice")]);
  const before = await linesNow();
  expect(
    await reasons([
      { row: 2, login: "wanjiku", password: "" },
      { row: 3, login: "new.home" },
      { row: 4, login: "NEW.home" },
      { row: 5, login: "hidden" },
      { row: 6, login: "twice" },
      { row: 7, phone: "12345" },
      { row: 8, phone: "2.54713E+11" },
      { row: 9, packageId: "gone" },
      { row: 10, name: " \u202E " },
      { row: 11, name: "n".repeat(81) },
      { row: 12, login: "" },
      { row: 13, login: "a b" },
      { row: 14, password: "" },
      { row: 15, password: "pässword" },
      { row: 16, paidUntil: null },
      { row: 17, paidUntil: inDays(400) },
      { row: 18, balance: 250_001 },
      { row: 19, login: "2.5E+11", password: "x" },
    ]),
  ).toEqual([
    "adopted",
    "line",
    "NEW.home stands in the file twice.",
    expect.stringContaining('policy "sensitive"'),
    expect.stringContaining("capital letters"),
    "12345 is no Kenyan mobile number. Write it as 0712 345 678, or leave the cell empty.",
    expect.stringContaining("cut the digits of the phone off (2.54713E+11)"),
    "This package does not exist any more. Choose another one.",
    "It has no name. Write whose line it is.",
    "The name has more than 80 characters.",
    "It has no PPPoE name.",
    "The PPPoE name a b has other signs than letters, digits and . _ @ -",
    expect.stringContaining("The file has no password for home-14"),
    expect.stringContaining("The password of home-15"),
    "Say until when it is paid: within a year from today",
    "Say until when it is paid: within a year from today",
    "The balance is more than KES 250,000.",
    expect.stringContaining("A spreadsheet cut the digits of the PPPoE name"),
  ]);
  expect(await linesNow()).toBe(before);
});

test("phones are read as people write them, the first of several; what is not kept is said", async () => {
  routerHas([secret("otieno", { password: "other" }), secret("off-there", { isOff: true })]);
  const verdicts = await check([
    { row: 2, phone: "0712 345 678" },
    { row: 3, phone: "+254-712-345-678" },
    { row: 4, phone: "01 12 345 678" },
    { row: 5, phone: "020 1234 / 0722 100 200" },
    { row: 6, phone: "-" },
    { row: 7, email: "not an address" },
    { row: 8, formerNumber: "9".repeat(41) },
    { row: 9, login: "otieno" },
    { row: 10, isBlocked: true },
    { row: 11, login: "off-there", password: "" },
    { row: 12, login: "off-here", isBlocked: true, paidUntil: null },
  ]);
  expect(verdicts.map(({ reason }) => reason)).toEqual(Array(11).fill(null));
  expect(verdicts.map(({ notes }) => notes)).toEqual([
    ...[[], [], [], [], []],
    ["not an address is no e-mail address, and is not kept."],
    ["Its account number there is too long, and is not kept."],
    ["The router has another password for it, which stays."],
    ["It is blocked there though it is paid: it stays blocked until you free it."],
    ["The router has it switched off: brought in, it is on until its time is over."],
    [],
  ]);
});

test("rows become customers and lines, under the router's own passwords or the file's", async () => {
  const fast = await newPackage({ name: "Fast", price: 3_000, downloadMbps: 20 });
  routerHas([secret("Achieng.Home", { profile: "Gold", comment: "Achieng" })]);
  const { id } = await begin(10);
  const verdicts = await bring(id, [
    { row: 2, name: "Achieng  O.", phone: "0722100201", login: "achieng.home", password: "wrong" },
    { row: 3, name: "Baraka", login: "baraka", packageId: fast.id, formerNumber: "A-77", email: "b@x.ke" },
    { row: 4, name: "Late", login: "late", paidUntil: inDays(-2) },
    { row: 5, name: "Off", login: "off", paidUntil: inDays(-3), isBlocked: true },
    { row: 6, name: "Never", login: "never", paidUntil: null, isBlocked: true },
    { row: 7, name: "Held", login: "held", paidUntil: inDays(9), isBlocked: true },
    { row: 8, name: "No phone", login: "x y" },
  ]);
  expect(verdicts.map(({ becomes }) => becomes)).toEqual([
    "adopted",
    ...["line", "line", "line", "line", "line"],
    "refused",
  ]);
  await world().bridge.until(() => specOf("held"), "the lines");
  expect(specOf("Achieng.Home")).toMatchObject({ password: "Achieng.Home-pw", former: "Gold" });
  expect(specOf("baraka")).toMatchObject({ kind: "serve", password: "fibre4you", downKbps: 20_000 });
  expect(specOf("baraka")).not.toHaveProperty("former");
  for (const login of ["off", "never", "held"]) expect(specOf(login)).toMatchObject({ openMs: 0 });
  const byLogin = new Map((await listed()).map((one) => [one.login, one]));
  expect(byLogin.get("Achieng.Home")).toMatchObject({
    standing: "open",
    isAdopted: true,
    customer: { name: "Achieng O.", phoneNumber: "254722100201" },
  });
  expect(byLogin.get("baraka")).toMatchObject({ packageName: "Fast", isAdopted: false });
  expect(["grace", "blocked"]).toContain(byLogin.get("late")?.standing);
  expect(["off", "never", "held"].map((login) => byLogin.get(login)?.standing)).toEqual([
    ...["blocked", "unpaid", "held"],
  ]);
  // By the number of the other system, whole and in any letters.
  expect((await listed("a-77")).map(({ login }) => login)).toEqual(["baraka"]);
  expect(await listed("a-7")).toEqual([]);
});

test("lines of one customer share an account, also over two calls and after a row was mended", async () => {
  routerHas([]);
  const same = { name: "Njeri Clinic", phone: "0733200300", formerNumber: "12" };
  const { id } = await begin(4);
  await bring(id, [
    Object.assign({ row: 2, login: "clinic-1" }, same),
    Object.assign({ row: 3, of: 2, login: "clinic 2" }, same),
  ]);
  const [third] = await bring(id, [Object.assign({ row: 4, of: 2, login: "clinic-3" }, same)]);
  expect(third).toMatchObject({ becomes: "line", notes: [] });
  const mended = await begin(4);
  const [again, second] = await bring(mended.id, [
    Object.assign({ row: 2, login: "clinic-1" }, same),
    Object.assign({ row: 3, of: 2, login: "clinic-2" }, same),
  ]);
  expect(again).toMatchObject({ becomes: "there", reason: "clinic-1 is a line here already." });
  expect(second).toMatchObject({
    becomes: "line",
    notes: ["It joins Njeri Clinic, who is a customer here already."],
  });
  const found = await listed("clinic");
  expect(found.map(({ login }) => login).sort()).toEqual(["clinic-1", "clinic-2", "clinic-3"]);
  expect(new Set(found.map(({ customer }) => customer.number)).size).toBe(1);
  // Another one who has the same number in another system is somebody else.
  const { id: another } = await begin(1);
  await bring(another, [{ row: 2, name: "Peter", phone: "0744000111", formerNumber: "12", login: "peter" }]);
  const [peter] = await listed("peter");
  expect(peter?.customer.number).not.toBe(found[0]?.customer.number);
});

test("the same file is the same import, and a row that was told is told the same, and made once", async () => {
  routerHas([secret("told", { comment: "Told" })]);
  const hash = "f".repeat(64);
  const { id } = await begin(3, hash);
  const rows: Row[] = [
    { row: 2, login: "told", password: "told-pw" },
    { row: 3, login: "told-too", balance: 500 },
  ];
  const first = await bring(id, rows.slice(0, 1));
  expect((await begin(3, hash)).id).toBe(id);
  // The bridge has made its row by now.
  routerHas([secret("told", { isLine: true })]);
  const all = await bring(id, rows);
  expect(all[0]).toEqual(first[0]);
  await bring(id, rows);
  expect((await listed("told")).map(({ login }) => login).sort()).toEqual(["told", "told-too"]);
  const [one] = (
    await call(contract.listLineImports, {}, world().owner).then((answer) => (answer.ok ? answer.answer : []))
  ).filter((found) => found.id === id);
  expect(one).toMatchObject({ lines: 2, rows: 3, balance: 500, isComplete: true, isUndoable: true });
});

test("more rows than it was begun with, another's router and another's import are refused", async () => {
  const { owner, other, seeded } = world();
  routerHas([]);
  const { id } = await begin(1);
  const rows = [rowOf({ row: 2, login: "one" }), rowOf({ row: 3, login: "two" })];
  await expect(bring(id, rows)).rejects.toThrow("begun with 1 rows");
  const theirs = seeded.savanna.routers[0]?.id ?? "";
  expect(await call(contract.checkLineImport, { body: { routerId: theirs, rows } }, owner)).toMatchObject({
    status: 404,
  });
  const body = { fileName: "x", fileHash: "a".repeat(64), routerId: theirs, rows: 1, lastRow: 2 };
  expect(await call(contract.beginLineImport, { body }, owner)).toMatchObject({ status: 404 });
  for (const asked of [
    call(contract.importLineRows, { params: { id }, body: { rows } }, other),
    call(contract.undoLineImport, { params: { id } }, other),
    call(contract.checkLineImport, { body: { routerId: routerId(), rows } }, other),
  ])
    expect(await asked).toMatchObject({ status: 404 });
  expect(await call(contract.listLineImports, {}, other)).toMatchObject({ answer: [] });
});

test("a password is in no answer, and stands sealed", async () => {
  routerHas([secret("quiet", { password: "router-own-9" })]);
  const { id } = await begin(2);
  const verdicts = await bring(id, [
    { row: 2, login: "quiet", password: "file-own-9" },
    { row: 3, login: "loud", password: "file-own-9" },
  ]);
  const told = JSON.stringify([verdicts, await listed("quiet"), await listed("loud")]);
  expect(told).not.toContain("own-9");
  const rows = await testContext()
    .tenant(demoId())
    .all(sql<{ password: string }>`SELECT password FROM lines WHERE login_small IN ('quiet', 'loud')`);
  expect(rows).toHaveLength(2);
  for (const { password } of rows) expect(password).not.toContain("own-9");
});
