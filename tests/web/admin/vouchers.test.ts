import { describe, expect, it } from "vitest";
import { GenerateVouchers, type Voucher } from "#contract/vouchers";
import { csvRow, everyVoucher, fileName } from "#web/admin/vouchers/export-vouchers.ts";
import { redeemAddress } from "#web/admin/vouchers/format-voucher.ts";
import { newOrder, orderOf, quantityOf } from "#web/admin/vouchers/order-form.ts";
import { textOf } from "#web/admin/vouchers/share-vouchers.ts";
import { readTemplate } from "#web/admin/vouchers/sheet-template.ts";
import { nairobiMoment } from "#web/console/moment-field.ts";
import { originOf } from "#web/console/page-data.ts";
import { faultsIn } from "../../support/field-faults.ts";
import { planOfVoucher } from "../../support/plan-row.ts";

const voucher = (change: Partial<Voucher> = {}): Voucher => ({
  id: "v1",
  code: "ABCDE-12345",
  plan: planOfVoucher,
  isUsed: false,
  isRevoked: false,
  isOffline: false,
  status: "active",
  batchId: "b",
  usedBy: null,
  usedAt: null,
  expiresAt: null,
  createdAt: "2026-11-20T20:59:58.000Z",
  ...change,
});

const origin = originOf("https://mlango.app", "demo");
const shop = { company: "Demo WiFi", origin, phone: "", logo: "" };

describe("an order of vouchers", () => {
  const errorsOf = (change: object) =>
    faultsIn(GenerateVouchers, orderOf({ ...newOrder, planId: "p", ...change }));

  it("is for one where the quantity is no number", () => {
    expect(["", "  ", "abc", "7"].map(quantityOf)).toEqual([1, 1, 1, 7]);
    expect(errorsOf({ quantity: "abc" })).toEqual({});
  });

  it("is for 1 to 100", () => {
    for (const quantity of ["1", "100"]) expect(errorsOf({ quantity })).toEqual({});
    for (const quantity of ["0", "101", "-1", "1.5"])
      expect(errorsOf({ quantity })).toEqual({ quantity: "Enter how many vouchers to make, from 1 to 100" });
  });

  it("needs no expiry", () => {
    expect(orderOf({ ...newOrder, planId: "p" })).toEqual({ planId: "p", quantity: 1 });
  });

  it("means Nairobi's clock", () => {
    expect(new Date(nairobiMoment("2026-12-31T23:59")).toISOString()).toBe("2026-12-31T20:59:00.000Z");
    expect(orderOf({ planId: "p", quantity: "5", expiresAt: "2030-01-01T03:00", isFree: false })).toEqual({
      planId: "p",
      quantity: 5,
      expiresAt: "2030-01-01T00:00:00.000Z",
    });
  });
});

describe("the exported list", () => {
  it("has a row of what the table shows, in Nairobi's time", () => {
    expect(csvRow(voucher())).toEqual([
      ...["ABCDE-12345", "3 Hours", "Active", "", ""],
      ...["Never", "2026-11-20 23:59:58", 20, 3, 5, "", 1],
    ]);
    const used = {
      isUsed: true,
      status: "used",
      usedBy: "AA:BB:CC:DD:EE:01",
      usedAt: "2026-11-20T21:00:00.000Z",
    } as const;
    expect(csvRow(voucher({ ...used, expiresAt: "2026-12-01T00:00:00.000Z" }))).toEqual([
      ...["ABCDE-12345", "3 Hours", "Used", "AA:BB:CC:DD:EE:01", "2026-11-21 00:00:00"],
      ...["2026-12-01 03:00:00", "2026-11-20 23:59:58", 20, 3, 5, "", 1],
    ]);
  });

  it("calls a plan that it does not know Unknown", () => {
    expect(csvRow(voucher({ plan: null }))[1]).toBe("Unknown");
  });

  it("is named by the day in Nairobi", () => {
    expect(fileName(Date.parse("2026-11-20T21:30:00Z"))).toBe("vouchers-2026-11-21.csv");
  });

  it("reads every page, and takes each voucher once though new ones push them down", async () => {
    const all = Array.from({ length: 2_345 }, (_, index) => voucher({ id: `v${index}` }));
    const asked: number[] = [];
    const progress: string[] = [];
    const found = await everyVoucher(
      { status: "active" },
      (done, total) => progress.push(`${done} of ${total}`),
      async (query) => {
        const {
          page: number,
          pageSize,
          status,
        } = query as { page: number; pageSize: number; status: string };
        expect(status).toBe("active");
        asked.push(number);
        if (number === 2) all.unshift(voucher({ id: "new" }));
        return { rows: all.slice((number - 1) * pageSize, number * pageSize), total: all.length };
      },
    );
    expect(asked).toEqual([1, 2, 3]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.length).toBe(2_345);
    expect(progress[0]).toBe("1000 of 2345");
  });
});

describe("what is sent to a customer", () => {
  it("has code, plan, portal address and the way to the form", () => {
    const { text, url } = textOf([voucher()], shop);
    expect(text).toContain("ABCDE-12345");
    expect(text).toContain("3 Hours");
    expect(text).toContain("Demo WiFi");
    expect(url).toBe("https://demo.mlango.app/buy?tab=voucher&code=ABCDE-12345");
  });

  it("has all codes where there are more", () => {
    const { text, url } = textOf([voucher(), voucher({ id: "v2", code: "ZZZZZ-99999" })], shop);
    expect(text).toMatch(/ABCDE-12345 \(3 Hours\)\nZZZZZ-99999 \(3 Hours\)/);
    expect(url).toBe("https://demo.mlango.app");
  });
});

describe("the address in a QR code", () => {
  it("is the portal's own, wherever the console was opened", () => {
    expect(redeemAddress(origin, "ABCDE-12345")).toBe(
      "https://demo.mlango.app/buy?tab=voucher&code=ABCDE-12345",
    );
    expect(originOf("http://hotspot.localhost:8787", "demo")).toBe("http://demo.hotspot.localhost:8787");
  });
});

describe("the kept print template", () => {
  const usual = { paper: "a4", price: true, speed: true, qr: true, company: true, ssid: null };

  it("is the usual one where nothing usable was kept", () => {
    for (const text of [undefined, "", "no json", "null", "7", '"x"', '{"paper":"a0","price":1,"ssid":{}}'])
      expect(readTemplate(text)).toEqual(usual);
  });

  it("keeps what was chosen", () => {
    const chosen = { ...usual, paper: "58", qr: false, ssid: "Kiosk" };
    expect(readTemplate(JSON.stringify(chosen))).toEqual(chosen);
  });
});
