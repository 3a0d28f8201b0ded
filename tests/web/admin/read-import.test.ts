import { describe, expect, it } from "vitest";
import { guessesNeeded, talliesOf, together } from "#contract/values/code-strength";
import { rowsToSend } from "#web/admin/hotspot-imports/import-rows.ts";
import { readFile } from "#web/admin/hotspot-imports/read-file.ts";
import { endOf } from "#web/admin/imports/read-end.ts";
import { sendInChunks } from "#web/admin/imports/send-in-chunks.ts";

// Files as the other programs write them (docs/reference/imports.md).

const read = (text: string) => {
  const found = readFile(text);
  if (!found) throw new Error("no column was known");
  return found;
};

const mikhmon = `Username,Password,Profile,Time Limit,Data Limit,Comment
default-trial,,default,,,counters and limits for trial users
abc123,abc123,1Hour,,,vc-512-11.20.26-gate, counter
xyz77,4821,1Hour,1h,,up-101-11.20.26-
def456,def456,1Day,,,nov/28/2026 12:30:00
ghi789,ghi789,1Day,,,2026-11-28 12:30:00
gone99,gone99,1Day,1s,,nov/20/2026 08:00:00
ABC123,ABC123,1Hour,,,vc-513-11.20.26-`;

const vouchersOfPhpnuxbill = `"id","type","routers","id_plan","code","user","status","created_at","used_date","generated_by"
"1","Hotspot","gate","3","a1B2c3D4e5F6","0","0","2026-11-01 08:00:00",NULL,"1"
"2","Hotspot","gate","3","0F9E8D7C6B5A","0712345678","1","2026-11-01 08:00:00","2026-11-02 09:00:00","1"
"3","PPPOE","gate","4","112233AABBCC","0","0","2026-11-01 08:00:00",NULL,"1"`;

const rechargesOfPhpnuxbill = `"id","customer_id","username","plan_id","namebp","recharged_on","recharged_time","expiration","time","status","method","routers","type","admin_id"
"7","4","0712345678","2","Weekly 5M","2026-11-20","10:00:00","2026-11-27","10:00:00","on","Cash - admin","gate","Hotspot","1"
"8","5","jane","2","Weekly 5M","2026-11-01","10:00:00","2026-11-08","10:00:00","off","Cash - admin","gate","Hotspot","1"`;

const customersOfPhpnuxbill = `id;username;fullname;address;phonenumber;email;balance;service_type
1;jane;"Jane W";"Line 1";0712345678;j@example.com;0.00;Hotspot`;

describe("a file of Mikhmon", () => {
  const { program, rows, profiles } = read(mikhmon);
  const of = (row: number) => rows.find((one) => one.row === row);

  it("has unused vouchers by their codes, with user and password one after the other where they differ", () => {
    expect(program).toBe("Mikhmon");
    expect(of(3)).toMatchObject({
      kind: "voucher",
      code: "abc123",
      profile: "1Hour",
      endsAt: null,
      fault: null,
    });
    expect(of(4)).toMatchObject({ kind: "voucher", code: "xyz77 4821", fault: null });
  });

  it("has begun ones with the end that stands in the comment, of either RouterOS", () => {
    for (const row of [5, 6])
      expect(of(row)).toMatchObject({ kind: "customer", endsAt: "2026-11-28T09:30:00.000Z", fault: null });
  });

  it("leaves out the router's own row, what is over, and what differs by its case alone", () => {
    expect([of(2)?.fault, of(7)?.fault, of(8)?.fault, of(8)?.twin]).toEqual([
      "system",
      "used",
      "duplicate",
      3,
    ]);
    expect(profiles).toEqual([
      { name: "1Hour", count: 2 },
      { name: "1Day", count: 2 },
    ]);
  });
});

describe("a file of PHPNuxBill", () => {
  it("has the vouchers that nobody used, of hotspots alone", () => {
    const { program, rows } = read(vouchersOfPhpnuxbill);
    expect(program).toBe("PHPNuxBill");
    expect(rows.map(({ kind, code, profile, fault }) => [kind, code, profile, fault])).toEqual([
      ["voucher", "a1B2c3D4e5F6", "3", null],
      ["voucher", "0F9E8D7C6B5A", "3", "used"],
      ["voucher", "112233AABBCC", "4", "not_hotspot"],
    ]);
  });

  it("has customers with the time they have left", () => {
    const { rows } = read(rechargesOfPhpnuxbill);
    expect(rows[0]).toMatchObject({
      kind: "customer",
      code: "",
      name: "0712345678",
      phone: "0712345678",
      profile: "Weekly 5M",
      endsAt: "2026-11-27T07:00:00.000Z",
      fault: null,
    });
    expect(rows[1]?.fault).toBe("used");
  });

  it("of customers alone, parted by semicolons, brings nothing and says why", () => {
    expect(read(customersOfPhpnuxbill).rows.map(({ fault }) => fault)).toEqual(["end_missing"]);
  });
});

describe("a sheet of one's own", () => {
  it("is read with a byte order mark, tabs, and headings in any order and case", () => {
    const { rows } = read("\uFEFFPlan\tCODE\tExpires\nHour\tgate-771\t31/12/2026\n\nHour\tgate-772\tsoon");
    expect(rows).toMatchObject([
      {
        row: 2,
        kind: "voucher",
        code: "gate-771",
        profile: "Hour",
        endsAt: "2026-12-31T20:59:59.000Z",
        fault: null,
      },
      { row: 4, fault: "end_unreadable" },
    ]);
  });

  it("has time on devices where it names them", () => {
    const { rows } = read(
      "mac,plan,expires,phone\nAA:BB:CC:00:11:22,Week,2026-12-01 10:00,0712345678\naa-bb-cc-00-11-22,Week,2026-12-02,",
    );
    expect(rows[0]).toMatchObject({ kind: "customer", mac: "AA:BB:CC:00:11:22", fault: null });
    expect(rows[1]).toMatchObject({ fault: "duplicate", twin: 2 });
  });

  it("without a known heading is none", () => {
    expect(readFile("a,b\n1,2")).toBeNull();
  });
});

it("reads ends in Nairobi's time as the programs write them, and no day that is none", () => {
  expect(endOf("25 Nov 2026 14:05")).toBe("2026-11-25T11:05:00.000Z");
  expect(endOf("2026-11-25T11:05:00Z")).toBe("2026-11-25T11:05:00.000Z");
  expect(endOf("Nov/20/2026 02:30:00 PM")).toBe("2026-11-20T11:30:00.000Z");
  expect(endOf("nov/20/2026 2:30pm")).toBe("2026-11-20T11:30:00.000Z");
  expect(endOf("2026-11-20 12:30 PM")).toBe("2026-11-20T09:30:00.000Z");
  expect(endOf("2026-11-20 12:30 AM")).toBe("2026-11-19T21:30:00.000Z");
  expect(endOf("2026-11-20 14:30 PM")).toBeNull();
  expect(endOf("2026-02-30")).toBeNull();
  expect(endOf("vc-512-11.20.26-")).toBeNull();
});

describe("codes that are easy to guess", () => {
  const lines = (codes: readonly string[]) => `code,plan\n${codes.map((code) => `${code},Hour`).join("\n")}`;
  const guessesFor = (codes: readonly string[]) =>
    guessesNeeded(talliesOf(codes)[0] ?? { count: 0, signs: [] });
  const numbers = (count: number, digits: number) =>
    Array.from({ length: count }, (_, place) => String((place * 7_919) % 10 ** digits).padStart(digits, "0"));

  it("are left out where a few hundred guesses would hit one", () => {
    expect(read(lines(numbers(5_000, 6))).rows.every(({ fault }) => fault === "guessable")).toBe(true);
    expect(read(lines(numbers(1_000, 8))).rows.every(({ fault }) => fault === null)).toBe(true);
  });

  it("are counted by what changes between them: a common start adds nothing", () => {
    const withStart = numbers(100, 4).map((code) => `KILIFI${code}`);
    expect(guessesFor(withStart)).toBeLessThan(500);
    expect(guessesFor(["ABC123"])).toBeGreaterThan(1_000_000);
  });

  it("are not hidden by a few odd ones of their length", () => {
    const odd = "QWERTYUIOPASDFGHJKLZXCVBNM".split("").map((sign) => sign.repeat(6));
    expect(guessesFor([...odd, ...numbers(5_000, 6)])).toBeLessThan(500);
  });

  it("are the same many, told at once or bit by bit", () => {
    const all = [...numbers(700, 6), ...numbers(300, 8)];
    const bits = all.map((code) => talliesOf([code])[0] ?? { count: 0, signs: [] });
    expect(together(bits)).toEqual(talliesOf(all));
  });
});

it("rows go in chunks, and on after a line that broke without those that were told", async () => {
  const { rows } = read(
    `code,plan\n${Array.from({ length: 600 }, (_, at) => `gate${((at + 7) * 15_485_863).toString(36)},Hour`).join("\n")}`,
  );
  const asked = rowsToSend(rows, { Hour: "p1" });
  const known = new Map();
  const sizes: number[] = [];
  const send = async (part: readonly { row: number }[]) => {
    sizes.push(part.length);
    if (sizes.length === 2) throw new Error("the line broke");
    return {
      verdicts: part.map(({ row }) => ({
        row,
        becomes: "voucher" as const,
        fault: null,
        code: null,
        notKept: [],
      })),
    };
  };
  await expect(sendInChunks(asked, known, send, () => undefined)).rejects.toThrow("the line broke");
  await sendInChunks(asked, known, send, () => undefined);
  expect(sizes).toEqual([250, 250, 250, 100]);
  expect(known.size).toBe(600);
});
