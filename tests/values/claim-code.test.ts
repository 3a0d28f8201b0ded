import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseClaimCode } from "#contract/values/claim-code";

const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const word = (letters: string, length: number) =>
  fc
    .array(fc.constantFrom(...letters), { minLength: length, maxLength: length })
    .map((characters) => characters.join(""));
const receipt = fc.tuple(word(upper, 1), word(`${upper}0123456789`, 9)).map((parts) => parts.join(""));
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const english = (code: string) =>
  `${code} Confirmed. Ksh20.00 sent to MLANGO WIFI for account 512345 on 20/11/26 at 2:05 PM New M-PESA balance is Ksh1,204.50. Transaction cost, Ksh0.00.`;
const swahili = (code: string) =>
  `${code} Imethibitishwa. Ksh20.00 zimetumwa kwa MLANGO WIFI 512345 tarehe 20/11/26 saa 2:05 PM. Baki yako ya M-PESA ni Ksh1,204.50.`;

describe("an M-Pesa message", () => {
  test("gives its receipt in English and Swahili, in any case and with junk around", () => {
    fc.assert(
      fc.property(
        receipt,
        fc.constantFrom(english, swahili),
        fc.constantFrom(
          (text: string) => text,
          (text: string) => text.toLowerCase(),
        ),
        fc.constantFrom("", "  \n", "Fwd: ", "<MPESA> ", "“"),
        (code, message, spelled, before) => {
          expect(parseClaimCode(`${before}${spelled(message(code))}\n`)).toEqual({
            receipt: code,
            voucher: null,
            recovery: null,
          });
        },
      ),
    );
  });

  test("gives its receipt without its first words, if only one word can be it", () => {
    expect(parseClaimCode("I paid with TKL4ABCDEF yesterday")?.receipt).toBe("TKL4ABCDEF");
    expect(parseClaimCode("TKL4ABCDEF or TKL4ABCDEG?")).toBeUndefined();
    expect(parseClaimCode("CONFIRMED. Ksh20.00 sent to SAFARICOMX on 20/11/26")).toBeUndefined();
  });
});

describe("an Airtel Money message", () => {
  test.each([
    "MP261127.1359.L07748",
    "mp261127.1359.l07748.",
    "Paid KES 10 to DEMO WIFI Charge KES 0, Trans ID MP261127.1359.L07748. Bal KES 120.",
    "\u200EMP261127 1359 L07748\u200B",
  ])("gives its receipt: %j", (text) => {
    expect(parseClaimCode(text)).toEqual({ receipt: "MP261127.1359.L07748", voucher: null, recovery: null });
  });

  test("gives none where there are two", () => {
    expect(parseClaimCode("MP261127.1359.L07748 or MP261127.1359.L07749?")).toBeUndefined();
  });
});

describe("a code alone", () => {
  test("of ten characters that begin with a letter may be a receipt, spaced or not", () => {
    fc.assert(
      fc.property(receipt, (code) => {
        for (const typed of [code, code.toLowerCase(), ` ${code.slice(0, 4)} ${code.slice(4)}\n`])
          expect(parseClaimCode(typed)?.receipt).toBe(code);
      }),
    );
    expect(parseClaimCode("4KLTABCDEF")?.receipt).toBeNull();
  });

  test("of ten characters is a voucher, however it is written", () => {
    fc.assert(
      fc.property(word(crockford, 10), (code) => {
        const misread = code.replaceAll("0", "o").replaceAll("1", "l");
        for (const typed of [code, `${code.slice(0, 5)}-${code.slice(5)}`, misread])
          expect(parseClaimCode(typed)?.voucher).toBe(code);
      }),
    );
  });

  test("of twelve characters is a recovery code and nothing else, also in a sentence", () => {
    fc.assert(
      fc.property(word(crockford, 12), (code) => {
        const shown = code.replace(/(.{4})(.{4})(.{4})/, "$1-$2-$3");
        const expected = { receipt: null, voucher: null, recovery: code };
        for (const typed of [code, shown, shown.toLowerCase()])
          expect(parseClaimCode(typed)).toEqual(expected);
        expect(parseClaimCode(`my recovery code: ${shown}.`)?.recovery).toBe(code);
      }),
    );
  });
});

test("any other text is nothing, whatever it is, and never an error", () => {
  for (const text of [
    "",
    "   ",
    "hello",
    "0712345678 paid",
    "Confirmed",
    "<script>alert(1)</script>",
    "-".repeat(2_000),
  ])
    expect(parseClaimCode(text)).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: "binary" }), (text) => {
      const code = parseClaimCode(text);
      if (code?.receipt) expect(code.receipt).toMatch(/^[A-Z][A-Z0-9]{9}$/);
      if (code?.voucher) expect(code.voucher).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
      if (code?.recovery) expect(code.recovery).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    }),
  );
});
