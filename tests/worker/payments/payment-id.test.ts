import { expect, test } from "vitest";
import {
  callbackUrl,
  isCallbackSecret,
  isPaymentId,
  newPaymentId,
} from "#worker/features/payments/core/payment-id";
import { testContext } from "../../support/worker-context.ts";

const ctx = testContext();

test("an id is 128 random bits and a tag; one wrong digit anywhere is noticed", () => {
  const id = newPaymentId(ctx);
  expect(id).toMatch(/^[0-9a-f]{48}$/);
  expect(isPaymentId(ctx, id)).toBe(true);
  for (let at = 0; at < id.length; at += 1) {
    const wrong = id.slice(0, at) + (id[at] === "0" ? "1" : "0") + id.slice(at + 1);
    expect(isPaymentId(ctx, wrong)).toBe(false);
  }
});

test("no callback address of a thousand holds a word that Safaricom refuses, and each opens its own payment only", () => {
  const ids = Array.from({ length: 1_000 }, () => newPaymentId(ctx));
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) {
    const url = callbackUrl(ctx, id);
    expect(url).toMatch(/^http:\/\/hotspot\.localhost\/cb\/s\/[0-9a-f]{48}\/[0-9a-f]{32}$/);
    expect(url).not.toMatch(/mpesa|safaricom|exe|exec|cmd|sql|query/i);
    const secret = url.split("/").at(-1) ?? "";
    expect(isCallbackSecret(ctx, id, secret)).toBe(true);
    expect(isCallbackSecret(ctx, ids[0] === id ? (ids[1] ?? "") : (ids[0] ?? ""), secret)).toBe(false);
  }
});
