import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { userDetails } from "#contract/users";
import { deviceSubject } from "#contract/values/subject";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { newMac, type Sold, sell } from "../../support/sell.ts";
import { ask, begin, emptyUsers, reachable, say, userWorld, type World } from "./user-world.ts";

// What a running session has used by now, asked of its bridge while somebody looks at the user (PC-54).

let world: World;
let link: FakeLink;
let sold: Sold;

beforeAll(async () => {
  world = await userWorld();
});
beforeEach(async () => {
  await emptyUsers();
  link = await reachable(world);
  sold = await sell(world.demo, { plan: 4 });
  await begin(link, sold, 60_000);
  await say(link, sold, "online");
});
afterEach(closeAllLinks);

const totals = () => ({
  routerId: sold.routerId,
  boot: "1",
  session: "*1",
  entitlementId: sold.id,
  subject: deviceSubject(sold.mac ?? ""),
  bytesUp: 1_000,
  bytesDown: 5_000_000,
  seconds: 60,
  open: true,
});
const nothing = { bytesUploaded: 0, bytesDownloaded: 0, sessionTime: 0 };

/** @param answered by the bridge; undefined = it says nothing */
async function looked(answered: Record<string, string | number | boolean> | string | null | undefined) {
  const asking = ask(world, userDetails, { params: { id: sold.mac ?? "" }, query: { live: "true" } });
  const { id, request } = await link.next("request");
  expect(request).toEqual({
    kind: "session",
    routerId: sold.routerId,
    subject: deviceSubject(sold.mac ?? ""),
  });
  if (answered !== undefined) link.say({ type: "answer", id, ok: true, message: "", result: answered });
  const answer = await asking;
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

test("it is in the user's figures, in those of the day and of the purchase", async () => {
  const { user, purchases, usage } = await looked(totals());
  const used = { bytesUploaded: 1_000, bytesDownloaded: 5_000_000 };
  expect(user).toMatchObject({ ...used, sessionTime: 60, dataLeftBytes: 50 * 2 ** 30 - 5_001_000 });
  expect(purchases).toMatchObject([{ usedBytes: 5_001_000 }]);
  expect(usage.at(-1)).toMatchObject({ ...used, seconds: 60 });
  expect(Date.now() - Date.parse(user.lastSeen)).toBeLessThan(5_000);
});

test("what is told and written later is not counted twice", async () => {
  await looked(totals());
  await link.report({ kind: "session", ageMs: 0, routerId: sold.routerId, totals: totals() });
  expect((await looked(totals())).user).toMatchObject({ bytesDownloaded: 5_000_000, sessionTime: 60 });
});

test("a bridge says nothing here of another device, purchase or router", async () => {
  for (const foreign of [
    { subject: deviceSubject(newMac()) },
    { entitlementId: "another" },
    { routerId: "another" },
  ])
    expect((await looked({ ...totals(), ...foreign })).user).toMatchObject(nothing);
  expect((await looked(null)).user).toMatchObject(nothing);
  expect((await looked("5 MB")).user).toMatchObject(nothing);
});

test("a bridge that says nothing holds the answer up for three seconds at most", async () => {
  const began = Date.now();
  expect((await looked(undefined)).user).toMatchObject(nothing);
  expect(Date.now() - began).toBeLessThan(4_500);
});

test("of who is not online nobody is asked", async () => {
  await say(link, sold, "waiting_for_device");
  const answer = await ask(world, userDetails, { params: { id: sold.mac ?? "" }, query: { live: "true" } });
  expect(answer.ok && answer.answer.user).toMatchObject({ ...nothing, isOnline: false });
});
