import fc from "fast-check";
import { expect, test } from "vitest";
import { chargedShillings } from "#contract/values/money";
import { parseKenyanMobile } from "#contract/values/phone";
import { airtelCallbackUrl } from "#worker/features/gateways/airtel";
import { callbackUrl, newPaymentId } from "#worker/features/payments/core/payment-id";
import { payBillPush } from "#worker/features/payments/gateways/mpesa";
import { histories } from "../../support/histories.ts";
import { testContext } from "../../support/worker-context.ts";

// The numbered properties of payments (docs/reference/gateways-mpesa.md, "Properties") that hold of values alone. All
// others, as interleavings over the whole machine: tests/properties/interleavings.test.ts.

const ctx = testContext();
const numRuns = histories(500);

test("12: the charge is a whole number of shillings, at least the price and less than a shilling above it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (priceCents) => {
      const cents = chargedShillings(priceCents) * 100;
      expect(Number.isInteger(chargedShillings(priceCents))).toBe(true);
      expect(cents).toBeGreaterThanOrEqual(priceCents);
      expect(cents).toBeLessThan(priceCents + 100);
    }),
    { numRuns },
  );
});

test("15: whatever is typed, an accepted phone is 254 and nine digits, and reads as itself", () => {
  const digits = fc.stringMatching(/^(\+?254|0|00254|254254)?[0-9]{6,11}$/);
  fc.assert(
    fc.property(fc.oneof(digits, fc.string()), (typed) => {
      const phone = parseKenyanMobile(typed);
      if (phone === undefined) return;
      expect(phone).toMatch(/^254[17]\d{8}$/);
      expect(parseKenyanMobile(phone)).toBe(phone);
    }),
    { numRuns },
  );
});

test("16: an account number travels unaltered or not at all", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9 -]{1,20}$/), (account) => {
      const push = payBillPush("600100", "equity", account);
      const fits = /^[A-Za-z0-9]{1,12}$/.test(account);
      expect("accountReference" in push ? push.accountReference : null).toBe(fits ? account : null);
    }),
    { numRuns },
  );
});

test("19: no callback address holds a word that Safaricom refuses, whatever the id", () => {
  const refused = /mpesa|safaricom|exe|exec|cmd|sql|query/i;
  for (let run = 0; run < numRuns; run += 1) {
    const url = callbackUrl(ctx, newPaymentId(ctx));
    expect(url).not.toMatch(refused);
    expect(new URL(url).pathname).toMatch(/^\/cb\/s\/[0-9a-f]{48}\/[0-9a-f]{32}$/);
    expect(airtelCallbackUrl(ctx, "production", `app ${run}`)).not.toMatch(refused);
  }
});
