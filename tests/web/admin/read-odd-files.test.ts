import fc from "fast-check";
import papa from "papaparse";
import { describe, expect, it } from "vitest";
import { rowsToSend } from "#web/admin/hotspot-imports/import-rows.ts";
import { readFile } from "#web/admin/hotspot-imports/read-file.ts";
import { isWorkbook, textOf } from "#web/admin/imports/read-bytes.ts";
import { endOf } from "#web/admin/imports/read-end.ts";

// Files as they reach us: joined without quotes, kept by a spreadsheet, with lines above and signs that nobody sees.

const read = (text: string) => {
  const found = readFile(text);
  if (!found) throw new Error("no column was known");
  return found;
};
const codes = (text: string) => read(text).rows.map(({ code }) => code);
const faults = (text: string) => read(text).rows.map(({ fault }) => fault);

describe("a file of Mikhmon, whose cells are joined by commas and not quoted", () => {
  const head = "Username,Password,Profile,Time Limit,Data Limit,Comment";

  it("loses no row to quotes in a comment", () => {
    const text = `${head}
abc123,abc123,Hour,,,vc-1
mary254,mary254,Day,,,"VIP" mama mboga
def456,def456,Day,,,"unclosed
ghi789,ghi789,Day,,,size 5" and 6"
jkl012,jkl012,Hour,,,vc-2, "a", b`;
    expect(codes(text)).toEqual(["abc123", "mary254", "def456", "ghi789", "jkl012"]);
    expect(faults(text)).toEqual([null, null, null, null, null]);
  });

  it("keeps a plan together that has a comma, with limits and an end behind it", () => {
    const [one, two] = read(
      `${head}\nabc123,abc123,1 Hour, 5M,1h,,vc-1\nxyz77,xyz77,Day, 5M, VIP,1d,1073741824,nov/28/2026 12:30:00, mama`,
    ).rows;
    expect(one).toMatchObject({ code: "abc123", profile: "1 Hour, 5M", endsAt: null });
    expect(two).toMatchObject({ profile: "Day, 5M, VIP", endsAt: "2026-11-28T09:30:00.000Z" });
  });

  it("loses no row and no code, whatever the comments say", () => {
    const comment = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n\0]/g, ""));
    fc.assert(
      fc.property(fc.array(comment, { minLength: 1, maxLength: 20 }), (comments) => {
        const lines = comments.map((text, place) => `u${place}x9k,u${place}x9k,Day,,,${text}`);
        expect(codes([head, ...lines].join("\n"))).toEqual(comments.map((_, place) => `u${place}x9k`));
      }),
    );
  });

  it("is read as well when a spreadsheet kept it, with quotes where they belong", () => {
    const kept = papa.unparse([
      head.split(","),
      ["abc123", "abc123", "1 Hour, 5M", "", "", 'the "VIP", twice'],
    ]);
    expect(read(kept).rows[0]).toMatchObject({ code: "abc123", profile: "1 Hour, 5M" });
    expect(read(kept.replaceAll(",", ";")).program).toBe("Mikhmon");
  });

  it("tells of a row that is cut off", () => {
    expect(faults(`${head}\nabc123`)).toEqual(["cells"]);
  });
});

describe("a script that makes a router's users", () => {
  it("of Mikhmon's second button is read, though its quotes are not escaped", () => {
    const { program, rows } = read(`/ip hotspot user
add name="abc123" password="abc123" profile="1Hour" comment="vc-512-11.20.26-"  ${""}
add name="mary254" password="mary254" profile="Day" comment=""VIP" mama mboga" limit-uptime="1d" limit-bytes-total="1073741824"
add name="xyz77" password="4821" profile="Day" comment="nov/28/2026 12:30:00"
add name="gone99" password="gone99" profile="Day" comment="x=1" limit-uptime="1s"`);
    expect(program).toBe("MikroTik");
    expect(rows.map(({ row, code, profile, fault }) => [row, code, profile, fault])).toEqual([
      [2, "abc123", "1Hour", null],
      [3, "mary254", "Day", null],
      [4, "xyz77 4821", "Day", null],
      [5, "gone99", "Day", "used"],
    ]);
    expect(rows[2]).toMatchObject({ kind: "customer", endsAt: "2026-11-28T09:30:00.000Z" });
    expect(rows[1]?.unread).toEqual(["Time Limit", "Comment", "limit-bytes-total"]);
  });

  it("of /export is read: other parts passed over, broken lines joined, escapes undone", () => {
    const { rows } = read(
      [
        "# 2026-11-25 10:00:00 by RouterOS 7.14.3",
        "/interface bridge",
        "add name=bridge1",
        "/ip hotspot user profile",
        'add name="Day \\"5M\\"" rate-limit=5M/5M',
        "/ip hotspot user",
        'set [ find default=yes ] comment="counters and limits for trial users"',
        'add comment="a long comment that goes on and on and on, until the line is \\',
        '    full" name=abc123 password=abc123 profile="Day \\"5M\\""',
        "add disabled=yes name=off123 password=off123 profile=Day",
        "add mac-address=AA:BB:CC:00:11:22 name=tv password=tv",
        "adrift",
        "/ip hotspot walled-garden",
        "add dst-host=*.safaricom.co.ke",
      ].join("\r\n"),
    );
    expect(rows.map(({ row, code, profile, fault }) => [row, code, profile, fault])).toEqual([
      [8, "abc123", 'Day "5M"', null],
      [10, "off123", "Day", "stopped"],
      [11, "tv", "", "end_missing"],
      [12, "", "", "nobody"],
    ]);
    expect(rows[2]?.mac).toBe("AA:BB:CC:00:11:22");
  });
});

describe("a sheet", () => {
  it("without a plan leaves one choice for all of its rows", () => {
    const { rows, profiles } = read("Code\n6386473243\n00000-11111");
    expect(profiles).toEqual([{ name: "", count: 2 }]);
    expect(rowsToSend(rows, { "": "p1" })).toEqual([
      { row: 2, kind: "voucher", planId: "p1", code: "6386473243" },
      { row: 3, kind: "voucher", planId: "p1", code: "00000-11111" },
    ]);
  });

  it("may begin with the line that Excel hides, whatever it says", () => {
    expect(read("sep=;\r\ncode;plan\r\nabc123;Hour, long").rows[0]).toMatchObject({
      row: 2,
      code: "abc123",
      profile: "Hour, long",
    });
    expect(codes("SEP=,\ncode,plan\nabc123,Hour")).toEqual(["abc123"]);
    expect(codes("sep=^\ncode^plan\nabc123^Hour")).toEqual(["abc123"]);
  });

  it.each([
    ["a title", "Vouchers of Kasarani WiFi,,\ncode,plan,expires\nabc123,Hour,2026-12-31", 2],
    ["a title that is a heading itself", "Voucher\n\ncode,plan\nabc123,Hour", 3],
    ["empty lines", "\n\n\ncode,plan\nabc123,Hour", 4],
    [
      "title, date and address",
      '"Kasarani\nWiFi",,\n"Printed 2026-11-20, by Jane",,\n;;\ncode,plan,phone\nabc123,Hour,',
      4,
    ],
  ])("has its headings below %s", (_, text, row) => {
    const found = read(text);
    expect(found.headRow).toBe(row);
    expect(found.rows.map((one) => [one.row, one.code])).toEqual([[row + 1, "abc123"]]);
  });

  it.each([
    "EXPIRES,PLAN,CODE\n2026-12-31,Day,abc123",
    "Kifurushi;Msimbo;Mwisho\nDay;abc123;31/12/2026",
    "Forfait\tCode\tDate d\u2019expiration\nDay\tabc123\t31/12/2026",
    "C\u00f3digo|Plano|Data de validade\nabc123|Day|31/12/2026",
  ])("has headings in any case, order and language of its sellers: %j", (text) => {
    expect(read(text).rows[0]).toMatchObject({
      code: "abc123",
      profile: "Day",
      endsAt: "2026-12-31T20:59:59.000Z",
      fault: null,
    });
  });

  it("has phones and codes as a spreadsheet left them, where no digit is gone", () => {
    const rows = read(
      `mac,plan,expires,phone,note
AABBCC000001,Day,2026-12-31,254712345679.0,a
AABB.CC00.0002,Day,2026-12-31,'0712345680,
aa-bb-cc-00-00-03,Day,2026-12-31,\u202A+254 712 345 681\u202C,b
AA:BB:CC:00:00:04,Day,2026-12-31,2.54712345682E+11,
aa bb cc 00 00 04,Day,2026-12-31,2.54713E+11,c
AA:BB:CC:00:00:06,Day,2026-12-31,2.54713E+11,c
AA:BB:CC:00:00,Day,2026-12-31,-,c`,
    ).rows;
    expect(rows.map(({ phone }) => phone)).toEqual([
      ...["254712345679", "0712345680", "+254 712 345 681", "254712345682"],
      ...["2.54713E+11", "2.54713E+11", ""],
    ]);
    expect(rows.map(({ fault, twin }) => fault && [fault, twin])).toEqual([
      ...[null, null, null, null, ["duplicate", 5], null],
      ["mac_wrong", null],
    ]);
    expect(codes(`code\n12345678.0\n'00765432\n"=""00765433"""\n1.23457E+11\n0076 5434`)).toEqual([
      ...["12345678", "00765432", "00765433", "1.23457E+11", "0076 5434"],
    ]);
  });

  it("says which columns nothing is made of, and of which rows", () => {
    const { rows, unread } = read("code,plan,price,note\nabc123,Day,20,\nxyz789,Day,,mama\nabc999,Day,,");
    expect(unread).toEqual(["price", "note"]);
    expect(rows.map((one) => one.unread)).toEqual([["price"], ["note"], []]);
  });

  it("with a comma too many in a row is told of, and so is a quote that is not closed", () => {
    expect(faults("code,plan,expires\nabc123,1 Hour, 5M,2026-12-31\nxyz789,Day,,")).toEqual(["cells", null]);
    const text = 'code,plan,note\nabc123,Day,"VIP\nxyz789,Day,x\ndef456,Day,mama"\njkl012,Day,';
    expect(read(text).rows.map(({ code, fault }) => [code, fault])).toEqual([
      ["abc123", "open_quote"],
      ["jkl012", null],
    ]);
  });

  it("may have lines and commas inside of a cell", () => {
    const { rows } = read(
      '"code","plan","note"\r\n"abc123","Day","line one\nline two, ""so"""\r\n"xyz789","Day",""',
    );
    expect(rows.map(({ row, code, fault }) => [row, code, fault])).toEqual([
      [2, "abc123", null],
      [3, "xyz789", null],
    ]);
  });

  it("that was put together from several has no row of the headings that came again", () => {
    expect(codes("code,plan\nabc123,Day\ncode,plan\nxyz789,Day")).toEqual(["abc123", "xyz789"]);
  });

  it("may call a plan like something that every object has", () => {
    const { rows, profiles } = read("code,plan\nabc123,constructor\nxyz789,__proto__");
    expect(profiles.map(({ name }) => name)).toEqual(["constructor", "__proto__"]);
    expect(rowsToSend(rows, {})).toEqual([]);
  });

  it("says of a cell that is longer than any code or phone that it is, and sends the rest", () => {
    const long = "7".repeat(101);
    const { rows } = read(`code,plan,phone\n${long},Day,\nabc123,Day,${long}`);
    expect(rows[0]?.fault).toBe("code_long");
    expect(rows[1]?.lost).toEqual([{ value: "phone", why: "phone_wrong", written: long }]);
    expect(rowsToSend(rows, { Day: "p1" })).toEqual([
      { row: 3, kind: "voucher", planId: "p1", code: "abc123" },
    ]);
  });

  it("of our own export comes back: nothing said of its end is no end, and what was revoked stays so", () => {
    const text = papa.unparse([
      ["Code", "Plan", "Status", "Used By", "Used At", "Expires At", "Created At"],
      ["ABCDE-12345", "Day", "Active", "", "", "Never", "2026-11-20 23:59:58"],
      ["0076 5432", "Day", "Active", "", "", "2026-12-01 03:00:00", "2026-11-20 23:59:58"],
      ["ABCDE-12346", "Day", "Revoked", "", "", "Never", "2026-11-20 23:59:58"],
      [
        "ABCDE-12347",
        "Day",
        "Used",
        "AA:BB:CC:DD:EE:01",
        "2026-11-21 00:00:00",
        "Never",
        "2026-11-20 23:59:58",
      ],
    ]);
    expect(
      read(`\uFEFF${text}`).rows.map(({ kind, code, endsAt, fault }) => [kind, code, endsAt, fault]),
    ).toEqual([
      ["voucher", "ABCDE-12345", null, null],
      ["voucher", "0076 5432", "2026-12-01T00:00:00.000Z", null],
      ["voucher", "ABCDE-12346", null, "stopped"],
      ["voucher", "ABCDE-12347", null, "used"],
    ]);
  });

  it("of UniFi's vouchers has those that nobody used", () => {
    const { program, rows } = read(
      "code,note,quota,duration,used,status\n63864-73243,Gate,1,1440,0,VALID_ONE\n12345-67890,Gate,1,1440,1,USED_MULTIPLE",
    );
    expect(program).toBe("UniFi");
    expect(rows.map(({ code, fault }) => [code, fault])).toEqual([
      ["63864-73243", null],
      ["12345-67890", "used"],
    ]);
  });
});

describe("the bytes of a file", () => {
  const text = "code,plan\nabc123,Journ\u00e9e";
  const wide = (swap: boolean) =>
    Uint8Array.from(
      [...text].flatMap((sign) => {
        const code = sign.charCodeAt(0);
        return swap ? [code >> 8, code & 255] : [code & 255, code >> 8];
      }),
    );

  it.each([
    ["UTF-8", new TextEncoder().encode(text)],
    ["UTF-8 with a mark", new TextEncoder().encode(`\uFEFF${text}`)],
    ["windows-1252", Uint8Array.from(text, (sign) => sign.charCodeAt(0))],
    ["UTF-16 with a mark", Uint8Array.from([0xff, 0xfe, ...wide(false)])],
    ["UTF-16, the other way round", Uint8Array.from([0xfe, 0xff, ...wide(true)])],
    ["UTF-16 without a mark", wide(false)],
    ["UTF-16 without a mark, the other way round", wide(true)],
    ["UTF-8 with empty signs", new TextEncoder().encode(`${text.slice(0, 12)}\0${text.slice(12)}\0\0`)],
  ])("as %s are its text", (_, bytes) => {
    expect(textOf(bytes)).toBe(text);
  });

  it("are told from a workbook's, whatever the file is called", () => {
    expect(isWorkbook(Uint8Array.from([0x50, 0x4b, 3, 4, 20]))).toBe(true);
    expect(isWorkbook(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe(true);
    expect(isWorkbook(new TextEncoder().encode("PK,code"))).toBe(false);
  });
});

it("ends that can mean one day alone are taken, and others are not guessed", () => {
  const midnight = "2026-12-25T20:59:59.000Z";
  for (const day of [
    "2026/12/25",
    "2026.12.25",
    "25-Dec-2026",
    "25/Dec/2026",
    "Dec 25, 2026",
    "December 25 2026",
  ])
    expect(endOf(day), day).toBe(midnight);
  expect(endOf("25-Dec-2026 14:05")).toBe("2026-12-25T11:05:00.000Z");
  expect(endOf("2026-12-25 14:05 UTC")).toBe("2026-12-25T14:05:00.000Z");
  expect(endOf("2026-12-25 14:05:00 +0100")).toBe("2026-12-25T13:05:00.000Z");
  expect(endOf("2026-12-25 14:05 EAT")).toBe("2026-12-25T11:05:00.000Z");
  for (const none of [
    "12/25/2026",
    "25-Dec-26",
    "25.12.26",
    "46381",
    "2026-12-25 at noon",
    "2026-12/25",
    "25-Dez-2026",
  ])
    expect(endOf(none), none).toBeNull();
});

it("twenty thousand rows, with quotes that close nothing, are read in a moment and all there", () => {
  const lines = Array.from({ length: 20_000 }, (_, place) => `"VIP ${place},Day,`);
  const { rows } = read(`code,plan,note\n${lines.join("\n")}`);
  expect(rows).toHaveLength(20_000);
});

it("whatever the text is, it is read or it is none", () => {
  const sign = fc.constantFrom(..."code,plan;\t|\"'\r\n =\\/add name:.0E+é\uFEFF".split(""));
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 200 }), (signs) => {
      for (const text of [
        signs.join(""),
        `code,plan\n${signs.join("")}`,
        `/ip hotspot user\n${signs.join("")}`,
      ])
        for (const { row, fault } of readFile(text)?.rows ?? []) {
          expect(row).toBeGreaterThan(0);
          expect(fault).not.toBe(undefined);
        }
    }),
  );
});
