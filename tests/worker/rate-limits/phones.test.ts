import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { registerPaybillAddresses } from "#contract/paybill";
import { releasePrompt } from "#contract/payments";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import {
  buys,
  cookieOf,
  elsewhere,
  flood,
  inventedMac,
  inventedPhone,
  openSite,
  redeems,
  type Site,
  type Visitor,
} from "./site-world.ts";

let here: Site;

beforeAll(async () => {
  here = await openSite();
});
beforeEach(async () => {
  await here.world.renew();
  vi.setSystemTime(Date.now() + 2 * 86_400_000);
});
afterAll(() => here.close());

const minute = 60_000;
type Answer = Awaited<ReturnType<typeof buys>>;
const told = (answer: Answer) => [answer.status, answer.ok ? "prompt" : answer.refusal?.message];

/** A device of this WiFi and a browser, new each time, that asks for a prompt on somebody else's phone. */
function bothers(victim: Visitor, over: Record<string, unknown> = {}): Promise<Answer> {
  return buys(here.visitor(), { phoneNumber: `0${victim.buyer.phone.slice(3)}`, ...over });
}

async function bothered(victim: Visitor, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    expect(told(await bothers(victim))).toEqual([200, "prompt"]);
    await victim.buyer.answer("cancelled");
    await here.world.advance(minute);
  }
}

async function paysOnce(visitor: Visitor): Promise<void> {
  expect(told(await buys(visitor))).toEqual([200, "prompt"]);
  await visitor.buyer.answer("paid");
}

describe("a phone that strangers ask for", () => {
  test("is left alone after three cancelled prompts: 10, 30, 60 minutes, and the refusal says what stays open", async () => {
    const victim = here.visitor();
    await bothered(victim, 3);
    expect(told(await bothers(victim))).toEqual([
      429,
      "The last payment requests to this phone were not answered. Try again in 9 minutes, or use a voucher.",
    ]);
    expect((await redeems(here, here.visitor())).status).toBe(200);
    for (const wait of [10, 30, 60, 60]) {
      await here.world.advance((wait - 1) * minute - 1_000);
      expect((await bothers(victim)).status).toBe(429);
      await here.world.advance(1_000);
      expect(told(await bothers(victim))).toEqual([200, "prompt"]);
      await victim.buyer.answer("cancelled");
      await here.world.advance(minute);
    }
  });

  test("is quiet for a minute after a cancelled prompt, whoever asks next", async () => {
    const victim = here.visitor();
    expect((await bothers(victim)).status).toBe(200);
    await victim.buyer.answer("cancelled");
    expect((await bothers(victim)).status).toBe(409);
    await here.world.advance(minute);
    expect((await bothers(victim)).status).toBe(200);
  });

  test("still gets prompts of a browser that has paid with it, from any device", async () => {
    const owner = here.visitor();
    await paysOnce(owner);
    await here.world.advance(10 * minute);
    await bothered(owner, 4 - 1);
    expect((await bothers(owner)).status).toBe(429);
    expect(told(await buys(owner, { macAddress: here.visitor().buyer.mac }))).toEqual([200, "prompt"]);
  });

  test("still gets prompts of a listed device that has paid with it, though its cookie is gone", async () => {
    const owner = here.visitor();
    await paysOnce(owner);
    await here.world.advance(10 * minute);
    await bothered(owner, 3);
    expect(told(await buys(owner, {}, { cookie: null }))).toEqual([200, "prompt"]);
    await owner.buyer.answer("cancelled");
    await here.world.advance(3 * minute);
    here.listed.delete(owner.buyer.mac);
    const unlisted = await buys(owner, {}, { cookie: cookieOf("another"), network: elsewhere });
    here.listed.add(owner.buyer.mac);
    expect(unlisted.status).toBe(429);
  });

  test("is not locked at another provider for who has paid there, by six requests at this one", async () => {
    const { world } = here;
    const owner: Visitor = { buyer: world.buyer("savanna"), cookie: cookieOf("owner") };
    await paysOnce(owner);
    await world.advance(10 * minute);
    for (let turn = 0; turn < 6; turn += 1) {
      if ((await bothers(owner)).status === 200) await owner.buyer.answer("cancelled");
      await world.advance(minute);
    }
    expect(told(await buys(owner))).toEqual([200, "prompt"]);
  });

  test("an open prompt of a stranger holds its owner up for a minute, not for two", async () => {
    const owner = here.visitor();
    await paysOnce(owner);
    await here.world.advance(10 * minute);
    expect((await bothers(owner)).status).toBe(200);
    expect((await buys(owner)).status).toBe(409);
    await here.world.advance(minute);
    expect(told(await buys(owner))).toEqual([200, "prompt"]);
  });
});

describe("who asks for many phones", () => {
  test("a browser on a listed device has three an hour, four browsers of it have their own, then the network's few are left", async () => {
    const visitor = here.visitor();
    const asks = async (turn: number, cookie: string) => {
      const answer = await buys(visitor, { phoneNumber: inventedPhone(turn) }, { cookie });
      await here.world.advance(130_000);
      return answer.status;
    };
    const answers: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) answers.push(await asks(turn, visitor.cookie));
    expect(answers).toEqual([200, 200, 200, 429, 429]);
    const others: number[] = [];
    for (let browser = 0; browser < 6; browser += 1)
      for (let turn = 0; turn < 4; turn += 1)
        others.push(await asks(100 + browser * 4 + turn, cookieOf(`c${browser}`)));
    expect(others.filter((status) => status === 200)).toHaveLength(3 * 3 + 6);
  });

  const asksFor = (visitor: Visitor, turn: number, over: Record<string, unknown> = {}) =>
    buys(visitor, { phoneNumber: inventedPhone(turn), ...over });
  const endsAs = async (outcome: string) => {
    const [newest] = await here.world.daraja.prompts();
    expect((await here.world.daraja.answer(newest?.id ?? "none", outcome)).ok).toBe(true);
    await here.world.advance(0);
  };

  test("three that did not pay keep nobody waiting for longer than an hour, and the refusal says what stays open", async () => {
    const visitor = here.visitor();
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await asksFor(visitor, 600 + turn)).status).toBe(200);
      await endsAs("cancelled");
      await here.world.advance(minute);
    }
    expect(told(await asksFor(visitor, 603))).toEqual([
      429,
      "Too many different phone numbers were entered here. Use a number that you entered before or a voucher, or try again in 57 minutes.",
    ]);
    expect((await redeems(here, visitor)).status).toBe(200);
    await here.world.advance(57 * minute);
    expect(told(await asksFor(visitor, 603))).toEqual([200, "prompt"]);
  });

  test("six of a day that did not pay are enough, and the refusal says hours", async () => {
    const visitor = here.visitor();
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await asksFor(visitor, 620 + turn)).status).toBe(200);
      await endsAs("cancelled");
      await here.world.advance(25 * minute);
    }
    expect(told(await asksFor(visitor, 626))[1]).toMatch(/ or try again in 22 hours\.$/);
  });

  test("a family that pays at one device is served, each with an own phone", async () => {
    const visitor = here.visitor();
    for (let turn = 0; turn < 8; turn += 1) {
      expect(told(await asksFor(visitor, 640 + turn))).toEqual([200, "prompt"]);
      await endsAs("paid");
    }
  });

  test("nor is a family kept out that the router does not list", async () => {
    const family: Visitor = { buyer: here.world.buyer(), cookie: cookieOf("family") };
    for (let turn = 0; turn < 8; turn += 1) {
      const answer = await buys(family, { phoneNumber: inventedPhone(660 + turn) }, { network: elsewhere });
      expect(told(answer)).toEqual([200, "prompt"]);
      await endsAs("paid");
    }
  });

  test("a number that M-Pesa calls none counts for nothing, and is said at its field", async () => {
    const visitor = here.visitor();
    const unknownPhones = Array.from({ length: 5 }, (_, turn) => `254${inventedPhone(680 + turn).slice(1)}`);
    await here.world.daraja.set({ unknownPhones });
    for (let turn = 0; turn < 5; turn += 1) {
      const refused = await asksFor(visitor, 680 + turn);
      expect([refused.status, refused.ok ? "" : refused.refusal?.code, ...told(refused).slice(1)]).toEqual([
        ...[400, "invalid", "M-Pesa does not know this number. Check it, or enter another one."],
      ]);
    }
    for (let turn = 5; turn < 8; turn += 1) {
      expect(told(await asksFor(visitor, 680 + turn))).toEqual([200, "prompt"]);
      await endsAs("cancelled");
      await here.world.advance(minute);
    }
    expect((await asksFor(visitor, 688)).status).toBe(429);
  });

  test("a phone that rang is not forgotten by asking for it again where nothing can be sent", async () => {
    const visitor = here.visitor();
    const otherPlan = { planId: visitor.buyer.provider.plans[1]?.id };
    for (let turn = 0; turn < 3; turn += 1) {
      const asked = await asksFor(visitor, 700 + turn);
      expect(asked.status).toBe(200);
      if (!asked.ok) continue;
      const options = { host: visitor.buyer.host, cookie: visitor.cookie };
      await call(releasePrompt, { params: { id: asked.answer.transactionId }, body: {} }, options);
      // The phone still has the first prompt: this one is refused before anything goes out, or by the gateway.
      await asksFor(visitor, 700 + turn, otherPlan);
      await here.world.advance(61_000);
      await here.world.daraja.set({ answer: "busy" });
      await asksFor(visitor, 700 + turn, otherPlan);
      await here.world.daraja.set({ answer: "normal" });
    }
    expect((await asksFor(visitor, 703)).status).toBe(429);
  });

  test("no more of them by letting each prompt go", async () => {
    const visitor = here.visitor();
    const answers: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const asked = await buys(visitor, { phoneNumber: inventedPhone(500 + turn) });
      answers.push(asked.status);
      if (!asked.ok) continue;
      const { transactionId } = asked.answer;
      const options = { host: visitor.buyer.host, cookie: visitor.cookie };
      const free = await call(releasePrompt, { params: { id: transactionId }, body: {} }, options);
      expect(free.status).toBe(200);
    }
    expect(answers).toEqual([200, 200, 200, 429, 429]);
  });

  test("a network's unlisted devices reach six phones an hour, however they rotate devices, browsers and phones", async () => {
    const stranger: Visitor = { buyer: here.world.buyer(), cookie: "" };
    const answers = await flood(60, (turn) =>
      buys(
        stranger,
        { macAddress: inventedMac(turn), phoneNumber: inventedPhone(1_000 + turn) },
        { network: elsewhere, cookie: cookieOf(`d${turn}`) },
      ),
    );
    expect(answers.get(200)).toBe(6);
  });

  test("all of one /56 are one network, and a /48 has 256 of them", async () => {
    const stranger: Visitor = { buyer: here.world.buyer(), cookie: "" };
    const from = (turn: number, network: string) =>
      buys(
        stranger,
        { macAddress: inventedMac(2_000 + turn), phoneNumber: inventedPhone(2_000 + turn) },
        { network, cookie: null },
      );
    const inside = await flood(40, (turn) => from(turn, `2c0f:fe38:2180:${turn.toString(16)}::1`));
    expect(inside.get(200)).toBe(6);
    const across = await flood(24, (turn) => from(100 + turn, `2c0f:fe38:2180:${(turn % 3) + 1}00::1`));
    expect(across.get(200)).toBe(18);
  });
});

test("who left three prompts unanswered is told how to pay by hand, where the last one can be paid so", async () => {
  const { seeded } = here.world;
  const gateway = await env.DB.prepare(
    "SELECT id FROM gateways WHERE provider_id = ?1 AND account_number = '600200'",
  )
    .bind(seeded.savanna.id)
    .first<{ id: string }>();
  const params = { id: seeded.savanna.id, configId: gateway?.id ?? "" };
  await call(
    registerPaybillAddresses,
    { params },
    { host: hostOf(), cookie: await signInOperator(seeded.operator) },
  );
  const visitor: Visitor = { buyer: here.world.buyer("savanna"), cookie: cookieOf("by hand") };
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await buys(visitor)).status).toBe(200);
    await visitor.buyer.answer("cancelled");
    await here.world.advance(minute);
  }
  const [status, sentence] = told(await buys(visitor));
  expect(status).toBe(429);
  expect(sentence).toMatch(
    /^The last payment requests to this phone were not answered\. Try again in 9 minutes, use a voucher, or pay KES \d+ to pay bill 600200, account \w+[ -]?\w+\.$/,
  );
  const [, bySomebodyElse] = told(await buys(visitor, {}, { cookie: cookieOf("somebody else") }));
  expect(bySomebodyElse).toMatch(/^The last payment requests .* in 9 minutes, or use a voucher\.$/);
});
