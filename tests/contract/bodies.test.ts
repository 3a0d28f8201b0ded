import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import { bodySchema, type JsonSchema, wrongTypeFor } from "../support/example.ts";
import {
  countChangesAnew,
  each,
  inhabited,
  isFor,
  isForBrowsers,
  isUnsafe,
  probe,
  rightfulCaller,
  someBody,
  someParams,
  takesJson,
} from "./walk.ts";

const { seeded, callers } = inhabited();
beforeEach(() => countChangesAnew(seeded().demo.id));

const ask = (endpoint: Endpoint, body: unknown, headers: Record<string, string> = {}) =>
  probe(
    endpoint,
    { params: someParams(endpoint), body },
    { ...rightfulCaller(endpoint, callers()), headers },
  );

describe.each(each(takesJson))("%s", (_name, endpoint) => {
  test("refuses what is no JSON, or JSON that is no object", async () => {
    for (const body of [
      '{"a":',
      "{'a': 1}",
      "null",
      "[]",
      '"text"',
      "1",
      "true",
      "\u0000",
      "[".repeat(50_000),
    ]) {
      expect([body.slice(0, 20), (await ask(endpoint, body)).status]).toEqual([body.slice(0, 20), 400]);
    }
  });

  test("refuses every other content type", async () => {
    const body = JSON.stringify(someBody(endpoint, seeded()));
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/json5",
      "",
    ];
    for (const type of types) {
      expect([type, (await ask(endpoint, body, { "content-type": type })).status]).toEqual([type, 415]);
    }
  });

  test("refuses more bytes than it takes, announced or not", async () => {
    const filler = "x".repeat(endpoint.mostBytes);
    const body = JSON.stringify({ ...someBody(endpoint, seeded()), filler });
    expect((await ask(endpoint, body)).status).toBe(413);
    const unannounced = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(body));
        stream.close();
      },
    });
    expect((await ask(endpoint, unannounced)).status).toBe(413);
  });

  test("takes nothing from a key that would reach the prototype", async () => {
    const plain = JSON.stringify(someBody(endpoint, seeded())).slice(1, -1);
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const body = `{"${key}":{"isAdmin":true,"success":true}${plain ? `,${plain}` : ""}}`;
      await ask(endpoint, body);
      expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
    }
  });

  test("answers any JSON at all with a refusal, never with a fault", async () => {
    // An empty object is right where no field is needed.
    const takesNothing = endpoint.body.safeParse({}).success;
    const body = fc.jsonValue().filter((value) => !(takesNothing && isEmptyObject(value)));
    await fc.assert(
      fc.asyncProperty(body, async (any) => {
        expect((await ask(endpoint, JSON.stringify(any))).status).toBeGreaterThanOrEqual(400);
      }),
      { numRuns: 8 },
    );
  });
});

const isStrict = (endpoint: Endpoint) => takesJson(endpoint) && !isFor(endpoint, "bridge", "gateway");

test.each(each(isStrict))("%s refuses a key that it does not know", async (_name, endpoint) => {
  const { status } = await ask(endpoint, { ...someBody(endpoint, seeded()), unexpected: 1 });
  expect(status).toBe(400);
});

describe.each(each((endpoint) => takesJson(endpoint) && fieldsOf(endpoint).length > 0))(
  "%s",
  (_name, endpoint) => {
    const fields = fieldsOf(endpoint);

    test("refuses each field in a type that it does not have", async () => {
      for (const [field, schema] of fields) {
        const wrong = wrongTypeFor(schema);
        if (wrong === undefined) continue;
        const { status } = await ask(endpoint, { ...someBody(endpoint, seeded()), [field]: wrong });
        expect([field, status]).toEqual([field, 400]);
      }
    });

    test("refuses a body without a field that it needs", async () => {
      for (const field of bodySchema(endpoint).required ?? []) {
        const { [field]: _left, ...rest } = someBody(endpoint, seeded());
        expect([field, (await ask(endpoint, rest)).status]).toEqual([field, 400]);
      }
    });

    test("answers any value in any field with a refusal or a success, never with a fault", async () => {
      const value = fc.oneof(
        fc.jsonValue(),
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.constantFrom(
          "",
          null,
          -1,
          0,
          1e308,
          Number.MAX_SAFE_INTEGER,
          "9".repeat(60),
          "\u0000",
          "\ud800",
          "' OR 1=1 --",
        ),
      );
      const field = fc.constantFrom(...fields.map(([name]) => name));
      await fc.assert(
        fc.asyncProperty(field, value, async (name, given) => {
          await ask(endpoint, { ...someBody(endpoint, seeded()), [name]: given });
        }),
        { numRuns: 25 },
      );
      // Twenty-five log-ins or certificates in a row take their time; cut short, the last would write into the next test.
    });
  },
);

describe.each(each((endpoint) => isUnsafe(endpoint) && endpoint.kind === "form"))("%s", (_name, endpoint) => {
  test("answers any form with a page, never with a fault", async () => {
    const form = fc.dictionary(
      fc.constantFrom(
        "planId",
        "phoneNumber",
        "macAddress",
        "routerId",
        "voucherCode",
        "mac",
        "tab",
        "__proto__",
      ),
      fc.string({ unit: "binary", maxLength: 100 }),
    );
    await fc.assert(
      fc.asyncProperty(form, async (fields) => {
        const { headers } = await ask(endpoint, new URLSearchParams(fields).toString());
        expect(headers.get("content-type") ?? headers.get("location")).toMatch(/^text\/html|^\//);
      }),
      { numRuns: 15 },
    );
  });

  test("refuses 300 KB and what is no form", async () => {
    expect((await ask(endpoint, `planId=${"x".repeat(300 * 1024)}`)).status).toBe(413);
    expect((await ask(endpoint, "{}", { "content-type": "application/json" })).status).toBe(415);
  });
});

/** A receipt's link that names no purchase leads to the form for its code. */
const leadsOn = ({ path }: Endpoint) => path === "/r/:code";

describe.each(
  each((endpoint) => isForBrowsers(endpoint) && endpoint.path.includes(":") && !leadsOn(endpoint)),
)("%s", (_name, endpoint) => {
  test("answers any path with a refusal, never with a fault", async () => {
    const strange = ["%00", "' OR 1=1 --", "x".repeat(3_000), "\u{1f600}", "null", "-1", "%"];
    for (const value of strange) {
      const params = someParams(endpoint, value);
      const { status } = await probe(
        endpoint,
        { params, body: someBody(endpoint, seeded()) },
        rightfulCaller(endpoint, callers()),
      );
      expect([value.slice(0, 20), status >= 400]).toEqual([value.slice(0, 20), true]);
    }
  });
});

describe.each(each((endpoint) => endpoint.method === "GET" && isForBrowsers(endpoint)))(
  "%s",
  (_name, endpoint) => {
    test("answers any query with a page, a list or a refusal, never with a fault", async () => {
      const query = fc.dictionary(
        fc.constantFrom(
          "page",
          "pageSize",
          "q",
          "sort",
          "mac",
          "routerId",
          "from",
          "to",
          "utm_source",
          "__proto__",
        ),
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 80 }),
          fc.constantFrom(
            "-1",
            "0",
            "1e9",
            "NaN",
            "%",
            "' OR 1=1 --",
            "AA:BB:CC:00:11:22",
            "$(mac)",
            "x".repeat(2_000),
          ),
        ),
        { maxKeys: 4 },
      );
      await fc.assert(
        fc.asyncProperty(query, async (parameters) => {
          const input = { params: someParams(endpoint), query: parameters };
          await probe(endpoint, input, rightfulCaller(endpoint, callers()));
        }),
        { numRuns: 15 },
      );
    });
  },
);

function fieldsOf(endpoint: Endpoint): [string, JsonSchema][] {
  return Object.entries(bodySchema(endpoint).properties ?? {});
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}
