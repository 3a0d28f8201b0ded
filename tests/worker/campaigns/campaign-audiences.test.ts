import { expect, test } from "vitest";
import * as contract from "#contract/campaigns";
import { dayMs, hourMs } from "#contract/values/time";
import { call } from "../../support/worker-call.ts";
import { give, offer } from "../credits/credit-world.ts";
import {
  agreed,
  all,
  campaign,
  campaignWorld,
  countOf,
  ended,
  here,
  macOf,
  noon,
  outlook,
  pass,
  phoneOf,
  received,
  routerOf,
  run,
  send,
  sentAs,
  swept,
} from "./campaign-world.ts";

// To whom campaigns go: by what devices had, and where.

campaignWorld();

test("groups are judged by what devices had: ended this week and not bought again, not online for two weeks", async () => {
  await offer(here);
  await give(here, 100);
  await agreed(6, 0, 1);
  await agreed(2, 6, 15);
  await ended(0, noon - 2 * dayMs);
  await ended(1, noon - 8 * dayMs);
  await ended(2, noon + hourMs, "running");
  // Whose time ended and who bought again on another device.
  await ended(3, noon - dayMs);
  await run("UPDATE hotspot_users SET phone = ? WHERE subject = ?", phoneOf(3), macOf(2));
  expect(await countOf("all")).toBe(8);
  expect(await countOf("ended")).toBe(1);
  // The one whose device another one bought for was not seen since it agreed.
  expect(await countOf("unseen")).toBe(3);
  const to = await sentAs({ audience: "ended", people: 1, cost: 1 });
  await swept(1);
  expect(received()).toEqual([{ to: `+${phoneOf(0)}`, message: expect.stringContaining("half price") }]);
  expect(to.people).toBe(1);
  // Not a second time within a day.
  expect(await countOf("all")).toBe(7);
  expect(await countOf("ended")).toBe(0);
  pass(dayMs);
  await here.renew();
  expect(await countOf("ended")).toBe(1);
});

test("who was at one router is counted and written to there, once each, wherever else they were", async () => {
  await offer(here);
  await give(here, 100);
  await agreed(3);
  await agreed(2, 3, 30, 1);
  const seenAt = (n: number, phone: string | null, place: number) =>
    run(
      "INSERT INTO hotspot_users (subject, router_id, phone, first_seen_at, last_seen_at) VALUES (?, ?, ?, 0, ?)",
      macOf(n),
      routerOf(place),
      phone,
      noon,
    );
  // A second phone of one at the same router, one who is at both, a device that nobody bought for, and who never agreed.
  await seenAt(50, phoneOf(3), 1);
  await seenAt(51, phoneOf(0), 1);
  await seenAt(52, null, 1);
  await seenAt(53, phoneOf(90), 1);
  await run("INSERT INTO message_opt_outs (phone, at) VALUES (?, ?)", phoneOf(1), noon);
  const { groups, segmentPrice } = await outlook();
  expect(groups.filter(({ audience }) => audience === "router")).toEqual(
    here.world.seeded.demo.routers.map(({ id, name }, place) => ({
      audience: "router",
      routerId: id,
      routerName: name,
      people: [2, 3][place] ?? 0,
    })),
  );
  const market = { audience: "router", routerId: routerOf(1), people: 3, cost: 3 * segmentPrice } as const;
  // Of another provider, of none, and with the count of another router.
  const foreign = here.world.seeded.savanna.routers[0]?.id ?? "";
  const nowhere: Partial<typeof market>[] = [{}, { routerId: "" }, { routerId: foreign }];
  for (const at of nowhere) {
    const refused = await send({ audience: "router", people: 3, cost: 3, ...at });
    expect(refused.ok ? "" : refused.refusal?.reason).toBe("campaign_nobody");
  }
  const wrong = await send({ ...market, routerId: routerOf(0) });
  expect(wrong.ok ? "" : wrong.refusal?.reason).toBe("campaign_changed");
  const sent = await sentAs(market);
  expect(sent).toMatchObject({ people: 3, price: 3, routerName: here.world.seeded.demo.routers[1]?.name });
  await swept(2);
  expect(
    received()
      .map(({ to }) => to)
      .sort(),
  ).toEqual([0, 3, 4].map((n) => `+${phoneOf(n)}`));
  expect(await campaign()).toMatchObject({ audience: "router", spent: 3, states: { sent: 3, waiting: 0 } });
  // The one at both was written to within a day.
  expect((await outlook()).groups.find(({ routerId }) => routerId === routerOf(0))?.people).toBe(1);
});

test("two campaigns reach nobody within a day, also where one went on in between; who got nothing can be written to", async () => {
  await offer(here);
  await give(here, 100);
  await agreed(3);
  const { id } = await sentAs({ text: "Demo WiFi: first" });
  await call(contract.stopCampaign, { params: { id } }, here.demo);
  // They got nothing: a better text may go to them at once.
  expect(await countOf("all")).toBe(3);
  await sentAs({ text: "Demo WiFi: second" });
  const resumed = await call(contract.resumeCampaign, { params: { id }, body: { cost: 3 } }, here.demo);
  expect(resumed.ok).toBe(true);
  await swept(2);
  expect(received()).toHaveLength(3);
  expect(await countOf("all")).toBe(0);
  const held = await all<{ reason: string }>("SELECT DISTINCT reason FROM messages WHERE state = 'held'");
  expect(held).toEqual([{ reason: "apart" }]);
});
