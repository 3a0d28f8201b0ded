import { expect, test } from "vitest";
import { type FaultCode, faultWords, type GatewayFault } from "#contract/values/gateway-faults";
import { newPayment, type PaymentState } from "#worker/features/payments/core/payment-state";
import { shownOfRoutes } from "#worker/features/payments/effects";
import {
  airtelFault,
  GatewayTimeout,
  httpFault,
  mpesaFault,
  notDarajaFault,
  resultFault,
  saysPhoneWrong,
  silenceFault,
  tokenFault,
} from "#worker/features/payments/gateways/wire";
import { intent, route } from "../payments/payment-runs.ts";

const wire: [name: string, fault: GatewayFault | null, code: FaultCode | null][] = [
  [
    "2028",
    mpesaFault("2028", "The request is not permitted according to product assignment."),
    "payee-refused",
  ],
  ["SFC_IC0003", mpesaFault("SFC_IC0003", "The operator does not exist."), "payee-refused"],
  ["Party B", mpesaFault("400.002.02", "Bad Request - Invalid PartyB"), "payee-refused"],
  ["short code", mpesaFault("400.002.02", "Bad Request - Invalid BusinessShortCode"), "merchant-unknown"],
  ["merchant", mpesaFault("500.001.1001", "Merchant does not exist"), "merchant-unknown"],
  ["pass key", mpesaFault("500.001.1001", "[MerchantValidate] - Wrong credentials"), "passkey-wrong"],
  ["a stale token", mpesaFault("404.001.03", "Invalid Access Token"), "token-replaced"],
  ["busy", mpesaFault("500.003.02", "System is busy. Please try again in few minutes."), "busy"],
  ["quota", mpesaFault("500.003.03", "Quota Violation"), "busy"],
  ["the phone is off", mpesaFault("1037", "DS timeout user cannot be reached"), null],
  ["the payer cancels", mpesaFault("1032", "Request cancelled by user"), null],
  [
    "a prompt is out",
    mpesaFault("500.001.1001", "Unable to lock subscriber, a transaction is in process"),
    null,
  ],
  ["no answer of Daraja's, 504", notDarajaFault(504), "not-json"],
  ["no answer of Daraja's, 200", notDarajaFault(200), "not-json"],
  ["no answer of Daraja's, 403", notDarajaFault(403), "address-refused"],
  ["the wallet", airtelFault("DP00800001010", "Transaction not permitted to payee"), "wallet-refused"],
  ["the signature", airtelFault("DP00800001026", "Invalid signature"), "signature-refused"],
  ["timed out at Airtel", airtelFault("DP00800001024", "Transaction timed out"), null],
  ["another gateway's code", airtelFault("2028", ""), null],
  ["HTTP 401", httpFault(401, ""), "token-replaced"],
  ["HTTP 403", httpFault(403, ""), "address-refused"],
  ["HTTP 429", httpFault(429, ""), "busy"],
  ["a bare 504", httpFault(504, ""), "not-json"],
  ["a 500 that the gateway explains", httpFault(500, "0 Internal error"), null],
  ["spike arrest", resultFault("Spike arrest violation"), "busy"],
  ["no token, 400", tokenFault(400), "token-refused"],
  ["no token, 401", tokenFault(401), "token-refused"],
  ["no token, 407", tokenFault(407), "address-refused"],
  ["no token, 200", tokenFault(200), "not-json"],
  ["no token, 302", tokenFault(302), null],
  ["a page with 403", httpFault(403, "", true), "not-json"],
  ["a page with 401", httpFault(401, "", true), "not-json"],
  ["a page with 404", httpFault(404, "", true), "not-json"],
  ["a page with 200", httpFault(200, "", true), "not-json"],
  ["a page with 429", httpFault(429, "", true), "busy"],
  ["a page of Daraja's door, 403", notDarajaFault(403, true), "not-json"],
  ["a page in place of a token, 403", tokenFault(403, true), "not-json"],
  ["a page in place of a token, 400", tokenFault(400, true), "not-json"],
  ["no answer in time", silenceFault(new GatewayTimeout("no answer in 8000 ms")), "timed-out"],
  ["no connection", silenceFault(new TypeError("Network connection lost.")), "not-reached"],
];

test.for(wire)("%s", ([, fault, code]) => {
  expect(fault?.code ?? null).toBe(code);
});

test.each([
  ["Bad Request - Invalid PhoneNumber", true],
  ["Bad Request - Invalid PartyA", true],
  ["Invalid MSISDN Length. MSISDN Length should be 9", true],
  ["Invalid mobile number", true],
  ["Bad Request - Invalid PartyB", false],
  ["Bad Request - Invalid BusinessShortCode", false],
  ["Invalid Access Token", false],
])("%s blames the payer's number: %s", (words, isPhone) => {
  expect(saysPhoneWrong(words)).toBe(isPhone);
});

test("each fault says what to do, in both languages", () => {
  for (const [, , code] of wire) {
    if (!code) continue;
    expect(faultWords(code, "en").length).toBeGreaterThan(40);
    expect(faultWords(code, "sw")).not.toBe(faultWords(code, "en"));
  }
});

test("what only a payer can say after the prompt shows that the route works; a phone that is off shows nothing", () => {
  const shown = (end: Partial<PaymentState>) => shownOfRoutes({ ...newPayment(intent), route, ...end });
  const works = [{ route, failure: null }];
  expect(shown({ status: "completed" })).toEqual(works);
  for (const reason of ["cancelled", "wrong-pin", "insufficient"] as const)
    expect(shown({ status: "failed", reason, fault: { code: "busy" } })).toEqual(works);
  expect(shown({ status: "failed", reason: "network", detail: "1037" })).toEqual([]);
  const refused = { fault: { code: "payee-refused" }, detail: "2028 no" } as const;
  expect(shown({ status: "failed", reason: "service", ...refused })).toEqual([{ route, failure: refused }]);
  const silent = { fault: { code: "timed-out" }, detail: "Error: no answer in 8000 ms" } as const;
  expect(shown({ status: "pending", ...silent })).toEqual([{ route, failure: silent }]);
  const earlier = { route, handle: null, pushedAt: 1, ...refused };
  expect(shown({ status: "completed", earlier })).toEqual([...works, { route, failure: refused }]);
});
