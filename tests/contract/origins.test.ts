import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { hostOf } from "../support/worker-call.ts";
import {
  each,
  inhabited,
  isForBrowsers,
  isUnsafe,
  probe,
  rightfulCaller,
  someBody,
  someParams,
} from "./walk.ts";

// What changes something is done for a page of its own host alone, whoever is signed in.

const { seeded, callers } = inhabited();

describe.each(each((endpoint) => isUnsafe(endpoint) && isForBrowsers(endpoint)))("%s", (_name, endpoint) => {
  const home = () => rightfulCaller(endpoint, callers());
  const scheme = new URL(env.MAIN_ORIGIN ?? "").protocol;

  test("is refused to a page of a sibling provider, of the main domain, and of anywhere else", async () => {
    const { host = "" } = home();
    const origins = [
      `${scheme}//${hostOf("savanna")}`,
      `${scheme}//${host === hostOf() ? hostOf("demo") : hostOf()}`,
      "https://evil.example",
      `${scheme}//${host}.evil.example`,
      `${scheme}//evil-${host}`,
      `${scheme === "http:" ? "https:" : "http:"}//${host}`,
      `${scheme}//${host}:1`,
    ];
    for (const origin of origins) {
      const input = { params: someParams(endpoint), body: someBody(endpoint, seeded()) };
      const { status } = await probe(endpoint, input, { ...home(), origin });
      expect([origin, status]).toEqual([origin, 403]);
    }
  });

  test("is refused to a browser that says that the call comes from another site", async () => {
    for (const site of ["same-site", "cross-site", "none"]) {
      for (const origin of [null, `${scheme}//${home().host}`]) {
        const input = { params: someParams(endpoint), body: someBody(endpoint, seeded()) };
        const { status } = await probe(endpoint, input, {
          ...home(),
          origin,
          headers: { "sec-fetch-site": site },
        });
        expect([site, origin, status]).toEqual([site, origin, 403]);
      }
    }
  });
});

test.each(each((endpoint) => isUnsafe(endpoint) && endpoint.kind === "json" && isForBrowsers(endpoint)))(
  "%s is refused to a page without an origin of its own",
  async (_name, endpoint) => {
    const input = { params: someParams(endpoint), body: someBody(endpoint, seeded()) };
    const { status } = await probe(endpoint, input, {
      ...rightfulCaller(endpoint, callers()),
      origin: "null",
    });
    expect(status).toBe(403);
  },
);
