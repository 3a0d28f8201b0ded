import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import { shareOf } from "../support/histories.ts";
import { signInProvider, tokenOf } from "../support/sign-in.ts";
import { hostOf } from "../support/worker-call.ts";
import {
  each,
  inhabited,
  isFor,
  isGuarded,
  probe,
  rightfulCaller,
  someBody,
  someParams,
  turnOf,
} from "./walk.ts";

const { seeded, callers } = inhabited();

const hosts = [hostOf("demo"), hostOf("savanna"), hostOf(), hostOf("no-such-provider")];

/** What is for the platform alone does not exist elsewhere; everything else asks for a session first. */
const isPlatformAlone = (endpoint: Endpoint) => isFor(endpoint, "platform") && !isFor(endpoint, "provider");
const refusalAt = (endpoint: Endpoint, host: string) =>
  host === hostOf("no-such-provider") || (isPlatformAlone(endpoint) && host !== hostOf()) ? 404 : 401;

describe.each(each(isGuarded))("%s", (_name, endpoint) => {
  const input = () => ({ params: someParams(endpoint), body: someBody(endpoint, seeded()) });

  test("knows nobody without a session", async () => {
    const { host: home = "" } = rightfulCaller(endpoint, callers());
    const others = hosts.filter((other) => other !== home);
    for (const host of [home, ...shareOf(others, turnOf(endpoint))]) {
      const { status } = await probe(endpoint, input(), { host });
      expect([host, status]).toEqual([host, refusalAt(endpoint, host)]);
    }
  });

  test("knows nobody by a made-up, foreign or misplaced session", async () => {
    const { cookie: right, host } = rightfulCaller(endpoint, callers());
    const token = right?.split("=")[1] ?? "";
    const wrong = [
      `__Host-admin=${"0".repeat(64)}; __Host-platform=${"0".repeat(64)}`,
      // Of the right provider, and made up; another's, said to be of this one; one of a provider that does not exist.
      ...[seeded().demo.id, crypto.randomUUID(), "platform"].map(
        (id) => `__Host-admin=${id}.${"0".repeat(64)}`,
      ),
      `__Host-admin=${seeded().demo.id}.${tokenOf(callers().savanna)}`,
      `__Host-p=${token}`,
      `admin=${token}; platform=${token}; session=${token}`,
      callers().savanna,
      ...(isFor(endpoint, "platform")
        ? []
        : [callers().operator, callers().operator.replace("platform", "admin")]),
      ...(isFor(endpoint, "provider") ? [] : [callers().demo, callers().demo.replace("admin", "platform")]),
    ];
    const asked = shareOf(wrong, turnOf(endpoint));
    const answers = asked.map(async (cookie) => {
      const { status } = await probe(endpoint, input(), { ...(host ? { host } : {}), cookie });
      return [cookie, status];
    });
    expect(await Promise.all(answers)).toEqual(asked.map((cookie) => [cookie, 401]));
  });

  test("knows nobody by what a browser says about itself", async () => {
    const headers = {
      "x-superadmin-id": seeded().operator.id,
      "x-admin-id": seeded().demo.admin.id,
      authorization: `Bearer ${seeded().demo.admin.id}`,
      "x-forwarded-host": hostOf(),
    };
    for (const host of shareOf([hostOf("demo"), hostOf()], turnOf(endpoint))) {
      const { status } = await probe(endpoint, input(), { host, headers });
      expect([host, status]).toEqual([host, refusalAt(endpoint, host)]);
    }
  });

  test("takes the session of its own host and of no other", async () => {
    const { cookie = "", host: home } = rightfulCaller(endpoint, callers());
    const others = hosts.filter((other) => other !== home);
    for (const host of shareOf(others, turnOf(endpoint))) {
      const { status } = await probe(endpoint, input(), { host, cookie });
      expect([host, status]).toEqual([host, refusalAt(endpoint, host)]);
    }
  });
});

test.each(each((endpoint) => isGuarded(endpoint) && isPlatformAlone(endpoint)))(
  "%s does not exist for a provider's admin, wherever they signed in, and changes nothing",
  async (_name, endpoint) => {
    const headers = { "x-superadmin-id": seeded().operator.id };
    const input = { params: someParams(endpoint), body: someBody(endpoint, seeded()) };
    for (const [host, cookie] of [
      [hostOf(), await demoOnMain()],
      [hostOf("demo"), callers().demo],
    ] as const) {
      const { status } = await probe(endpoint, input, { host, cookie, headers });
      expect([host, status]).toEqual([host, 404]);
    }
  },
);

let onMain: Promise<string> | undefined;
function demoOnMain(): Promise<string> {
  onMain ??= signInProvider(seeded().demo, hostOf());
  return onMain;
}

const readsSession = ["adminSession", "adminLogOut", "getProfile", "updateProfile"];
/** Whoever owes must be able to see what, and to say that it was paid. */
const pays = [
  ...["billingAccount", "listInvoices", "listConfirmations", "submitConfirmation"],
  ...["listNotifications", "readNotifications", "listOwnGateways"],
  ...["readBalance", "readStatement"],
];
/** What is theirs they may take with them. */
const takesAway = ["exportOwnData"];
/** Their own account stays in their hands. */
const ownAccount = [
  ...["confirmAdminPassword", "listAdminSessions", "endAdminSession", "endAdminSessions"],
  ...["getAdminSecondFactor", "beginAdminSecondFactor", "confirmAdminSecondFactor"],
  ...["renewAdminRecoveryCodes", "endAdminSecondFactor", "listWaysIn", "endWaysIn"],
];
const openWhileSuspended = [...readsSession, ...pays, ...takesAway, ...ownAccount];

describe("a suspended provider", () => {
  const becomes = (status: "suspended" | "active") =>
    env.DB.prepare("UPDATE providers SET status = ?1 WHERE id = ?2").bind(status, seeded().savanna.id).run();
  beforeAll(() => becomes("suspended"));
  afterAll(() => becomes("active"));

  test.each(
    each(
      (endpoint) =>
        isGuarded(endpoint) && !openWhileSuspended.includes(endpoint.name) && isFor(endpoint, "provider"),
    ),
  )("is shut out of %s, with a sentence", async (_name, endpoint) => {
    const input = { params: someParams(endpoint), body: someBody(endpoint, seeded()) };
    const { status, text } = await probe(endpoint, input, {
      host: hostOf("savanna"),
      cookie: callers().savanna,
    });
    expect(status).toBe(403);
    expect(text).toContain("suspended");
  });
});
