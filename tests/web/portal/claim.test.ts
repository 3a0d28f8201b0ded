import { describe, expect, it } from "vitest";
import type { ClaimPurchase, PurchaseClaimed } from "#contract/purchase-recovery";
import { say, textIn } from "#contract/texts";
import { createAttempts } from "#web/portal/attempts.ts";
import { type ClaimState, createClaim } from "#web/portal/claim.ts";
import { english } from "#web/portal/messages/en.ts";
import { swahili } from "#web/portal/messages/sw.ts";
import { RefusedError } from "#web/portal/requests.ts";
import { manualTime } from "./manual-time.ts";
import { mac, routerId } from "./sample-pages.ts";

const typing: ClaimState = { step: "typing", codeProblem: null, phoneProblem: null, givesWay: null };
const outcome = (kind: PurchaseClaimed["outcome"]): PurchaseClaimed => ({
  success: kind !== "checking",
  outcome: kind,
  message: "",
  givesWay: null,
});

function claiming(answer: () => Promise<PurchaseClaimed>) {
  const time = manualTime();
  const asked: { payload: ClaimPurchase; key: string; at: number }[] = [];
  const keys: string[] = [];
  let arrivals = 0;
  const search = createClaim(
    { mac, routerId },
    typing,
    {
      ask(payload, key) {
        asked.push({ payload, key, at: time.now() });
        return answer();
      },
      attempts: createAttempts(() => `key-${keys.push("used")}`),
      now: time.now,
      after: time.after,
      arrived: () => {
        arrivals += 1;
      },
    },
    english,
  );
  const steps: string[] = [];
  search.listen(() => steps.push(search.state().step));
  return { time, asked, search, steps, arrivals: () => arrivals };
}

describe("bringing a purchase to this device", () => {
  it("sends the code with the device, and goes to what the device has", async () => {
    const { time, asked, search, arrivals } = claiming(async () => outcome("moved"));
    search.submit("  ABCD-EFGH-JKMN \n", "");
    await time.pass(0);
    expect(asked).toEqual([
      {
        payload: { code: "ABCD-EFGH-JKMN", phoneNumber: undefined, macAddress: mac, routerId },
        key: "key-1",
        at: 0,
      },
    ]);
    expect(search.state().step).toBe("done");
    expect(arrivals()).toBe(1);
  });

  it.each(["moved", "attached", "here", "moving"] as const)(
    "is done when the purchase is %s",
    async (kind) => {
      const { time, search, arrivals } = claiming(async () => outcome(kind));
      search.submit("SKF7X2M1QP", "0712 345 678");
      await time.pass(0);
      expect(search.state().step).toBe("done");
      expect(arrivals()).toBe(1);
    },
  );

  it("asks who gives way where the plan is full, and sends the answer along with what was typed", async () => {
    const devices = [{ device: "d1", mark: "0A:2F", joinedAt: "2026-11-20T10:00:00.000Z" }];
    const full: PurchaseClaimed = { ...outcome("choose"), givesWay: { gives: "one", devices } };
    const answers = [full, outcome("moved")];
    const { time, asked, search, steps, arrivals } = claiming(async () => answers.shift() ?? full);
    search.choose("ABCD-EFGH-JKMN", "", "d1");
    expect(asked).toEqual([]);
    search.submit("ABCD-EFGH-JKMN", "");
    await time.pass(0);
    expect(search.state()).toMatchObject({ step: "choosing", givesWay: full.givesWay });
    expect(arrivals()).toBe(0);
    search.choose("ABCD-EFGH-JKMN", "", "d1");
    await time.pass(0);
    expect(asked.map(({ payload }) => payload.instead)).toEqual([undefined, "d1"]);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
    expect(steps).toEqual(["asking", "choosing", "asking", "done"]);
  });

  it("sends the paying number in the form that gateways know", async () => {
    const { time, asked, search } = claiming(async () => outcome("moved"));
    search.submit("SKF7X2M1QP", "0712 345 678");
    await time.pass(0);
    expect(asked[0]?.payload.phoneNumber).toBe("254712345678");
  });

  it("asks nobody about an empty code or a number that is none, and says so at the field", () => {
    const { asked, search } = claiming(async () => outcome("moved"));
    search.submit("   ", "");
    expect(search.state()).toMatchObject({
      step: "typing",
      codeProblem: { title: "Code Required" },
      phoneProblem: null,
    });
    search.submit("SKF7X2M1QP", "0712");
    expect(search.state()).toMatchObject({
      codeProblem: null,
      phoneProblem: { title: "Invalid Phone Number" },
    });
    expect(asked).toEqual([]);
  });

  it("says what the server refused, and asks anew with another key", async () => {
    const { time, asked, search } = claiming(() =>
      Promise.reject(new RefusedError({ code: "not_found", message: "We know no purchase with this code." })),
    );
    search.submit("SKF7X2M1QP", "0712345678");
    await time.pass(0);
    expect(search.state()).toMatchObject({
      step: "typing",
      codeProblem: { text: "We know no purchase with this code." },
    });
    search.submit("SKF7X2M1QP", "0712345678");
    await time.pass(0);
    expect(asked.map(({ key }) => key)).toEqual(["key-1", "key-2"]);
  });

  it("says at the phone field what is about the phone", async () => {
    const { time, search } = claiming(() =>
      Promise.reject(
        new RefusedError({
          code: "invalid",
          message: "Please enter the phone number that paid, too.",
          reason: "claim_phone_needed",
        }),
      ),
    );
    search.submit("SKF7X2M1QP", "");
    await time.pass(0);
    expect(search.state()).toMatchObject({
      codeProblem: null,
      phoneProblem: { title: "Phone Number Required" },
    });
  });

  it("knows those sentences as the server says them, in either language", () => {
    expect(textIn("sw", say("claim_phone_needed"))).toBe(swahili.claim.phoneNeeded.text);
    expect(textIn("sw", say("phone_invalid"))).toBe(swahili.problems.phoneInvalid.text);
  });

  it("asks again with the same key after a lost answer", async () => {
    const { time, asked, search } = claiming(() => Promise.reject(new Error("offline")));
    search.submit("SKF7X2M1QP", "0712345678");
    await time.pass(0);
    expect(search.state()).toMatchObject({
      step: "typing",
      codeProblem: { text: "Network error or server issue. Please try again." },
    });
    search.submit("SKF7X2M1QP", "0712345678");
    await time.pass(0);
    expect(asked.map(({ key }) => key)).toEqual(["key-1", "key-1"]);
  });

  it("repeats the same request every 5 s while M-Pesa is asked, and arrives when it answers", async () => {
    let answer = outcome("checking");
    const { time, asked, search, arrivals, steps } = claiming(async () => answer);
    search.submit("SKF7X2M1QP", "0712345678");
    await time.pass(11_000);
    expect(search.state().step).toBe("checking");
    expect(asked.map(({ at, key }) => [at, key])).toEqual([
      [0, "key-1"],
      [5_000, "key-1"],
      [10_000, "key-1"],
    ]);
    answer = outcome("attached");
    await time.pass(5_000);
    expect(arrivals()).toBe(1);
    // Announced once, not with every question.
    expect(steps).toEqual(["asking", "checking", "done"]);
  });

  it("goes on after an answer that got lost while M-Pesa is asked", async () => {
    let lost = false;
    const { time, asked, search } = claiming(async () => {
      if (lost) throw new Error("offline");
      return outcome("checking");
    });
    search.submit("SKF7X2M1QP", "0712345678");
    await time.pass(1_000);
    lost = true;
    await time.pass(9_000);
    expect(search.state().step).toBe("checking");
    expect(asked).toHaveLength(3);
  });

  it("gives up after 2 minutes, and lets the visitor try again", async () => {
    const { time, asked, search } = claiming(async () => outcome("checking"));
    search.submit("SKF7X2M1QP", "0712345678");
    await time.pass(119_000);
    expect(search.state().step).toBe("checking");
    await time.pass(1_000);
    expect(search.state().step).toBe("unclear");
    const count = asked.length;
    await time.pass(600_000);
    expect(asked).toHaveLength(count);
    search.submit("SKF7X2M1QP", "0712345678");
    expect(asked).toHaveLength(count + 1);
  });

  it("does not send twice, and asks nothing any more when the page goes", async () => {
    const { time, asked, search } = claiming(async () => outcome("checking"));
    search.submit("SKF7X2M1QP", "");
    search.submit("SKF7X2M1QP", "");
    await time.pass(1_000);
    search.submit("SKF7X2M1QP", "");
    expect(asked).toHaveLength(1);
    search.stop();
    await time.pass(60_000);
    expect(asked).toHaveLength(1);
  });
});
