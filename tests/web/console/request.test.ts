import { afterEach, describe, expect, it, vi } from "vitest";
import { addressOf, newKey, onSessionEnd, RequestError, request, requestList } from "#web/console/request.ts";
import { errorText } from "#web/console/toast.tsx";

const answer = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
function answering(response: () => Response): void {
  answer.mockReset();
  answer.mockImplementation(async () => response());
  vi.stubGlobal("fetch", answer);
}
afterEach(() => vi.unstubAllGlobals());
const sent = () => {
  const [path, init] = answer.mock.calls[0] ?? [];
  return { path, init, headers: new Headers(init?.headers) };
};
const refusal = (status: number, code: string, message: string) =>
  new Response(JSON.stringify({ code, message, error: message }), { status });

const get = { method: "GET", path: "/api/admin/users/:id" } as const;
const post = { method: "POST", path: "/api/admin/vouchers/generate" } as const;

describe("what a person is told", () => {
  const told = (status: number) => {
    const body = { code: "x", message: "It broke.", error: "It broke.", requestId: "0123456789abcdef" };
    return errorText(new RequestError(status, JSON.stringify(body)), "otherwise");
  };

  it("has the id to quote beside it where the fault is the server's, and nowhere else", () => {
    expect([told(500), told(503)]).toEqual(Array(2).fill("It broke. (0123456789abcdef)"));
    expect([told(400), told(409)]).toEqual(Array(2).fill("It broke."));
  });
});

describe("the address of a call", () => {
  it("has its parameters in the path, safely", () => {
    expect(addressOf(get, { params: { id: "4C:5E/.." } })).toBe("/api/admin/users/4C%3A5E%2F..");
  });

  it("leaves out what is not asked for", () => {
    const query = { q: "a b&c", page: 2, status: undefined, from: "", to: null };
    expect(addressOf({ ...get, path: "/api/x" }, { query })).toBe("/api/x?q=a+b%26c&page=2");
  });
});

describe("a call", () => {
  it("sends cookies, and neither body nor content type where there is none", async () => {
    answering(() => Response.json({ ok: true }));
    await expect(request(get, { params: { id: "1" } } as never)).resolves.toEqual({ ok: true });
    const { init, headers } = sent();
    expect(init).toMatchObject({ method: "GET", credentials: "include" });
    expect(init).not.toHaveProperty("body");
    expect(headers.has("content-type")).toBe(false);
    expect(headers.has("idempotency-key")).toBe(false);
  });

  it("sends JSON, and the key of what shall happen once", async () => {
    answering(() => Response.json({}));
    await request(post, { body: { quantity: 5 } } as never, "k1");
    const { init, headers } = sent();
    expect(init?.body).toBe('{"quantity":5}');
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("idempotency-key")).toBe("k1");
  });

  it("answers a list with the number of all its rows", async () => {
    answering(() => Response.json([1, 2], { headers: { "x-total-count": "812" } }));
    await expect(requestList(get)).resolves.toEqual({ rows: [1, 2], total: 812 });
    answering(() => Response.json([1, 2]));
    await expect(requestList(get)).resolves.toEqual({ rows: [1, 2], total: 2 });
  });
});

describe("a refused call", () => {
  it("is an error whose text is the status, a colon, a space and the body", async () => {
    answering(() => refusal(400, "invalid", "Name is required"));
    const error = await request(post).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      message: '400: {"code":"invalid","message":"Name is required","error":"Name is required"}',
      sentence: "Name is required",
      code: "invalid",
      status: 400,
    });
  });

  it.each([
    ["a proxy's page", "<html>Bad Gateway</html>"],
    ["JSON of another shape", "[1]"],
    ["null", "null"],
  ])("has no sentence when its body is %s", async (_what, body) => {
    answering(() => new Response(body, { status: 502 }));
    await expect(request(get)).rejects.toMatchObject({ status: 502, sentence: "", message: `502: ${body}` });
  });

  it("ends the session by a 401 that says so, once for each listener that still listens", async () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    answering(() => refusal(401, "not_signed_in", "Please sign in first."));
    await request(get).catch(() => {});
    expect(ended).toHaveBeenCalledTimes(1);
    stop();
    await request(get).catch(() => {});
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["403", () => refusal(403, "forbidden", "This account is suspended.")],
    ["a 401 of somebody else", () => new Response("Unauthorized", { status: 401 })],
  ])("does not end the session by %s", async (_what, response) => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    answering(response);
    await request(get).catch(() => {});
    stop();
    expect(ended).not.toHaveBeenCalled();
  });
});

it("keys of what shall happen once are 128 random bits", () => {
  const keys = new Set(Array.from({ length: 100 }, newKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
