import { describe, expect, it } from "vitest";
import { inService, likelyService } from "#contract/values/services";

describe("a text in the words of a service", () => {
  it("is M-Pesa's own, or has the name replaced wherever it stands", () => {
    const text = "Your M-Pesa PIN opens M-Pesa.";
    expect(inService(text, "mpesa")).toBe(text);
    expect(inService(text, "airtel_money")).toBe("Your Airtel Money PIN opens Airtel Money.");
  });
});

describe("the service that a number looks like", () => {
  it.each([
    ["0733", "airtel_money"],
    ["0750 123 456", "airtel_money"],
    ["0788123456", "airtel_money"],
    ["0100", "airtel_money"],
    ["+254 734 123 456", "airtel_money"],
    ["733123456", "airtel_money"],
    ["0712 345 678", "mpesa"],
    ["254790123456", "mpesa"],
    ["0757", "mpesa"],
    ["0110123456", "mpesa"],
    ["0141", "mpesa"],
    ["0772123456", undefined],
    ["0763123456", undefined],
    ["0784123456", undefined],
    ["07", undefined],
    ["075", undefined],
    ["254", undefined],
    ["", undefined],
    ["nobody", undefined],
  ])("%j: %s", (typed, service) => {
    expect(likelyService(typed)).toBe(service);
  });
});
