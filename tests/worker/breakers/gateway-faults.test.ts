import { expect, test } from "vitest";
import { faultOf, faultWords, type GatewayDriver, outcomeOf } from "#contract/values/gateway-faults";

const said: [driver: GatewayDriver, detail: string, code: string | null][] = [
  ["mpesa", "2028 The request is not permitted according to product assignment.", "payee-refused"],
  ["mpesa", "SFC_IC0003 The operator does not exist.", "payee-refused"],
  ["mpesa", "400.002.02 Bad Request - Invalid PartyB", "payee-refused"],
  ["mpesa", "500.001.1001 Merchant does not exist", "merchant-unknown"],
  ["mpesa", "500.001.1001 [MerchantValidate] - Wrong credentials", "passkey-wrong"],
  ["mpesa", "no access token (HTTP 400)", "token-refused"],
  ["bank", "no access token (HTTP 401)", "token-refused"],
  ["mpesa", "404.001.03 Invalid Access Token", "token-replaced"],
  ["airtel_money", "HTTP 401 ", "token-replaced"],
  ["airtel_money", "TF DP00800001010 Transaction not permitted to payee", "wallet-refused"],
  ["airtel_money", "TF DP00800001026 Invalid signature", "signature-refused"],
  ["mpesa", "the gateway's credentials are missing", "credentials-missing"],
  ["mpesa", "500.003.02 System is busy. Please try again in few minutes.", "busy"],
  ["mpesa", "500.003.03 Quota Violation", "busy"],
  ["mpesa", "Error: no answer in 8000 ms", "timed-out"],
  ["mpesa", "no access token: no answer in 8000 ms", "timed-out"],
  ["mpesa", "HTTP 504 without a known answer", "not-json"],
  ["mpesa", "HTTP 200 without a known answer", "not-json"],
  ["mpesa", "no access token (HTTP 200)", "not-json"],
  ["airtel_money", "HTTP 504", "not-json"],
  ["airtel_money", "HTTP 403", "address-refused"],
  ["mpesa", "TypeError: Network connection lost.", "not-reached"],
  ["mpesa", "1037 DS timeout user cannot be reached", null],
  ["mpesa", "1032 Request cancelled by user", null],
  ["mpesa", "500.001.1001 Unable to lock subscriber, a transaction is already in process", null],
  ["airtel_money", "TF DP00800001024 Transaction timed out", null],
  ["airtel_money", "2028", null],
];

test.for(said)("%s says %j: %s", ([driver, detail, code]) => {
  expect(faultOf(driver, detail)).toBe(code);
});

test("each fault says what to do, in both languages", () => {
  for (const [driver, detail] of said) {
    const code = faultOf(driver, detail);
    if (!code) continue;
    expect(faultWords(code, "en").length).toBeGreaterThan(40);
    expect(faultWords(code, "sw")).not.toBe(faultWords(code, "en"));
  }
});

test("what only a payer can say after the prompt shows that the route works; a phone that is off shows nothing", () => {
  const failed = (reason: string, detail: string) =>
    outcomeOf({ driver: "mpesa" }, { status: "failed", reason, detail });
  expect(outcomeOf({ driver: "mpesa" }, { status: "paid" })).toBe("worked");
  expect(failed("cancelled", "1032 Request cancelled by user")).toBe("worked");
  expect(failed("wrong-pin", "2001 The initiator information is invalid.")).toBe("worked");
  expect(failed("insufficient", "1 The balance is insufficient")).toBe("worked");
  expect(failed("network", "1037 DS timeout user cannot be reached")).toBeNull();
  expect(failed("service", "2028 not permitted")).toBe("account-fault");
  expect(outcomeOf({ driver: "mpesa" }, { status: "unclear", detail: "Error: no answer in 8000 ms" })).toBe(
    "unreachable-fault",
  );
});
