import { expect, test } from "vitest";
import { textOf } from "../../../web/admin/imports/read-bytes.ts";
import { packageOf, proposed } from "../../../web/admin/line-imports/line-rows.ts";
import { readLineFile } from "../../../web/admin/line-imports/read-line-file.ts";

// Files that are made to be read wrongly, or never to be done.

const head = "name,phone,pppoe name,password,package,paid until,balance,status";
const read = (...rows: string[]) => readLineFile([head, ...rows].join("\n"));
const faults = (...rows: string[]) => read(...rows)?.rows.map(({ fault }) => fault);

test("amounts, days and words that are none leave their row out, and no other", () => {
  expect(
    faults(
      "A,,a,pw,P,2026-12-01,1e308,active",
      "B,,b,pw,P,2026-12-01,--5,active",
      "C,,c,pw,P,2026-12-01,0x10,active",
      "D,,d,pw,P,12/31/2026,0,active",
      "E,,e,pw,P,2026-02-30,0,active",
      "F,,f,pw,P,99999-01-01,0,active",
      "G,,g,pw,P,2026-12-01,(300),active",
      "H,,h,pw,P,2026-12-01,0,constructor",
      "I,,i,pw,P,2026-12-01,0,active,=1+1",
      "J,,j,pw,P,2026-12-01,0,active",
      "K,,J,pw,P,2026-12-01,0,active",
    ),
  ).toEqual([
    ...["balance_unreadable", "balance_unreadable", "balance_unreadable", "end_unreadable", "end_unreadable"],
    ...["end_unreadable", null, "status_unknown", "cells", null, "duplicate"],
  ]);
  expect(read("G,,g,pw,P,2026-12-01,(300),active")?.rows[0]?.balance).toBe(-30_000);
});

test("a package that is called like something every object has is none that was chosen", () => {
  for (const name of ["__proto__", "constructor", "toString"]) {
    const [profile] = read(`A,,a,pw,${name},2026-12-01,0,active`)?.profiles ?? [];
    expect(profile?.name).toBe(name);
    expect(packageOf({ mapping: {} }, name)).toBe("");
    expect(profile && proposed(profile, [])).toBe("");
  }
});

test("half of its letters empty, cut off in the middle, or filled up with nothing, it is text", () => {
  const text = `${head}\nWanjikũ,0722100200,wanjiku,pw,P,2026-12-01,0,active\n`;
  const wide = (isBig: boolean) =>
    Uint8Array.from(
      [...text].flatMap((sign) => {
        const code = sign.codePointAt(0) ?? 0;
        return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8];
      }),
    );
  const utf8 = new TextEncoder().encode(text);
  const filled = Uint8Array.from([...utf8, ...new Array(5_000).fill(0)]);
  for (const bytes of [wide(true), wide(false), utf8, filled, wide(false).subarray(0, -1)])
    expect(readLineFile(textOf(bytes))?.rows.map(({ name, login }) => [name, login])).toEqual([
      ["Wanjikũ", "wanjiku"],
    ]);
});

test("five megabytes of quotes, of one line or of commas are read to their end", () => {
  const long = 5_000_000;
  const odd = ['"'.repeat(long), `${head}\n"${'""'.repeat(long / 2)}`, `${head}\n${'"a,'.repeat(long / 3)}`];
  for (const text of [
    ...odd,
    `${head}\n${",".repeat(long)}`,
    " ".repeat(long),
    `${head}\n${"x\n".repeat(long / 20)}`,
  ]) {
    const began = Date.now();
    readLineFile(text);
    expect(Date.now() - began).toBeLessThan(20_000);
  }
}, 120_000);
