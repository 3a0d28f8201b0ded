import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { MpesaRoute } from "#worker/features/payments/core/route";
import { fetchText } from "#worker/features/payments/gateways/gateway-http";
import { darajaTimestamp, mpesa, readStkCallback, resultOf } from "#worker/features/payments/gateways/mpesa";
import { testContext } from "../../support/worker-context.ts";

test.each([
  ["0", "paid"],
  ["1", "insufficient"],
  ["2", "service"],
  ["3", "service"],
  ["4", "service"],
  ["8", "service"],
  ["17", "service"],
  ["26", "service"],
  ["1001", "network"],
  ["1019", "network"],
  ["1025", "service"],
  ["1032", "cancelled"],
  ["1037", "network"],
  ["2001", "wrong-pin"],
  ["2028", "service"],
  ["8006", "wrong-pin"],
  ["SFC_IC0003", "service"],
  ["9999", "service"],
  ["4999", "open"],
  ["77", "service"],
  [" 1032 ", "cancelled"],
  ["constructor", "service"],
  ["__proto__", "service"],
  ["", "service"],
])("result code %j is %s", (code, result) => {
  expect(resultOf(code)).toBe(result);
});

const ctx = testContext();

test("a timestamp is Nairobi's wall clock", () => {
  expect(darajaTimestamp(Date.UTC(2026, 10, 20, 21, 30, 5))).toBe("20261121003005");
});

const route: MpesaRoute = {
  type: "mpesa",
  gatewayId: "gateway",
  environment: "sandbox",
  credentials: "platform",
  shortCode: "600100",
  partyB: "512345",
  transactionType: "CustomerBuyGoodsOnline",
  accountReference: "A1B2C3D4E5",
  settlement: "direct",
  switchId: null,
  centralAccount: null,
};

/** What a push comes to when the gateway answers this. */
async function pushAnswered(answer: () => Response | Promise<Response>) {
  const sent: Record<string, unknown>[] = [];
  const line = {
    ctx: {
      ...ctx,
      fetch: async (_url: unknown, init?: RequestInit) => {
        sent.push(JSON.parse(String(init?.body)));
        return answer();
      },
      env: {
        ...ctx.env,
        GATEWAY: {
          getByName: () => ({ token: async () => ({ token: "token", until: Date.now() + 60_000 }) }),
        },
        PUSHES: { getByName: () => ({ permit: async () => undefined }) },
      },
    } as unknown as typeof ctx,
    route,
    callbackUrl: "https://hotspot.example/cb/s/1/2",
  };
  const ask = { paymentId: "p", providerId: "q", phone: "254712345678", shillings: 10, description: "WiFi" };
  return { result: await mpesa.driver(route).push(line, ask), sent };
}

const fault = (status: number, errorCode: string, errorMessage: string) => () =>
  Response.json({ requestId: "1", errorCode, errorMessage }, { status });

test.each<[string, () => Response | Promise<Response>, string, string | undefined]>([
  ["400.002.02", fault(400, "400.002.02", "Bad Request - Invalid Amount"), "refused", "service"],
  ["404.001.01", fault(404, "404.001.01", "Resource not found"), "refused", "service"],
  ["405.001", fault(405, "405.001", "Method not allowed"), "refused", "service"],
  ["merchant does not exist", fault(500, "500.001.1001", "Merchant does not exist"), "refused", "service"],
  [
    "wrong credentials",
    fault(500, "500.001.1001", "[MerchantValidate] - Wrong credentials"),
    "refused",
    "service",
  ],
  [
    "busy subscriber",
    fault(
      500,
      "500.001.1001",
      "Unable to lock subscriber, a transaction is already in process for the current subscriber",
    ),
    "refused",
    "network",
  ],
  [
    "spike arrest",
    fault(500, "500.003.02", "System is busy. Please try again in few minutes."),
    "refused",
    "service",
  ],
  ["quota", fault(500, "500.003.03", "Quota Violation"), "refused", "service"],
  ["internal server error", fault(500, "500.003.1001", "Internal Server Error"), "unclear", undefined],
  ["an unknown meaning of a known code", fault(500, "500.001.1001", ""), "unclear", undefined],
  ["an unknown 5xx code", fault(503, "500.009.99", "Something"), "unclear", undefined],
  ["a proxy's 504", () => new Response("<html>504</html>", { status: 504 }), "unclear", undefined],
  ["a firewall's 403", () => new Response("<html>403</html>", { status: 403 }), "refused", "service"],
  ["200 without an id", () => Response.json({ ResponseCode: "0" }), "unclear", undefined],
  [
    "200 with another code",
    () => Response.json({ ResponseCode: "1", CheckoutRequestID: "ws" }),
    "unclear",
    undefined,
  ],
  ["200 that is no JSON", () => new Response("ok"), "unclear", undefined],
  ["a reset line", () => Promise.reject(new TypeError("connection reset")), "unclear", undefined],
])("a push answered with %s is %s", async (_name, answer, kind, reason) => {
  const { result, sent } = await pushAnswered(answer);
  expect(result).toMatchObject(reason ? { kind, reason } : { kind });
  expect(sent).toHaveLength(1);
});

test("a push carries what Daraja asks for, signed with the timestamp it sends", async () => {
  const accepted = { MerchantRequestID: "1", CheckoutRequestID: "ws_CO_1", ResponseCode: 0 };
  const { result, sent } = await pushAnswered(() => Response.json(accepted));
  expect(result).toEqual({ kind: "accepted", handle: "ws_CO_1" });
  const { Timestamp } = sent[0] ?? {};
  expect(sent).toEqual([
    {
      BusinessShortCode: "600100",
      Password: btoa(`600100platform-passkey${Timestamp}`),
      Timestamp: expect.stringMatching(/^\d{14}$/),
      TransactionType: "CustomerBuyGoodsOnline",
      Amount: 10,
      PartyA: "254712345678",
      PartyB: "512345",
      PhoneNumber: "254712345678",
      CallBackURL: "https://hotspot.example/cb/s/1/2",
      AccountReference: "A1B2C3D4E5",
      TransactionDesc: "WiFi",
    },
  ]);
});

afterEach(() => {
  vi.useRealTimers();
});

test("a gateway that does not answer is given up on after eight seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const silent = ((_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    })) as typeof fetch;
  let ended = "";
  const call = fetchText(silent, "http://daraja.test", {}).catch((cause: Error) => {
    ended = cause.message;
  });
  await vi.advanceTimersByTimeAsync(7_999);
  expect(ended).toBe("");
  await vi.advanceTimersByTimeAsync(1);
  await call;
  expect(ended).toBe("no answer in 8000 ms");
});

test("a call that was answered, or failed, leaves no timer that would keep its object awake", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await fetchText(async () => new Response("ok"), "http://daraja.test", {});
  await expect(fetchText(() => Promise.reject(new Error("reset")), "http://daraja.test", {})).rejects.toThrow(
    "reset",
  );
  expect(vi.getTimerCount()).toBe(0);
});

test("no body makes the reader of callbacks throw", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "Body",
      "stkCallback",
      "CheckoutRequestID",
      "ResultCode",
      "CallbackMetadata",
      "Item",
      "Name",
      "Value",
    ),
    fc.string(),
  );
  const anything = fc.dictionary(piece, fc.jsonValue());
  const callback = fc.record(
    {
      CheckoutRequestID: fc.oneof(fc.string(), fc.jsonValue()),
      ResultCode: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
      ResultDesc: fc.jsonValue(),
      CallbackMetadata: fc.oneof(
        fc.jsonValue(),
        fc.record({
          Item: fc.array(
            fc.oneof(
              anything,
              fc.record({
                Name: fc.constantFrom("Amount", "PhoneNumber", "MpesaReceiptNumber"),
                Value: fc.jsonValue(),
              }),
            ),
          ),
        }),
      ),
    },
    { requiredKeys: ["CheckoutRequestID", "ResultCode"] },
  );
  const bodies = fc.oneof(
    fc.string(),
    fc.json(),
    anything.map((value) => JSON.stringify(value)),
    callback.map((stkCallback) => JSON.stringify({ Body: { stkCallback } })),
  );
  fc.assert(
    fc.property(bodies, (body) => {
      const told = readStkCallback(body, () => null);
      if (told) expect(told.reading.handle).not.toBe("");
    }),
    { numRuns: 2_000 },
  );
});
