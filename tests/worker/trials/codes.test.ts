import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { minuteMs } from "#contract/values/time";
import { visit } from "../../support/portal-page.ts";
import { pass } from "../messages/message-world.ts";
import { asked, given, offer, otherThan, placeOf, prove, save, trialWorld, tried } from "./trial-world.ts";

// What a code of a free trial is good for, and for whom.

trialWorld();

describe("a code", () => {
  test("that is told twice is the same trial", async () => {
    await offer();
    const { id, mac, code, seen } = await tried();
    const again = await prove(id, mac, code);
    expect(again.location).toBe(seen.location);
    expect(await given()).toHaveLength(1);
    const wrong = await prove(id, mac, otherThan(code));
    expect([wrong.status, wrong.location]).toEqual([409, null]);
    const other = await asked();
    const presses = await Promise.all([1, 2, 3].map(() => prove(other.id, other.mac, other.code)));
    expect(new Set(presses.map(({ location }) => location)).size).toBe(1);
    expect(await given()).toHaveLength(2);
  });

  test("ends after five wrong ones, however many come at once", async () => {
    await offer();
    const { id, mac, code } = await asked();
    const first = await prove(id, mac, otherThan(code));
    expect(first.text).toContain("you have 4 more tries");
    expect(first.data.screen).toMatchObject({ kind: "trial", id });
    await Promise.all(Array.from({ length: 8 }, () => prove(id, mac, otherThan(code))));
    const late = await prove(id, mac, code);
    expect([late.status, late.text.includes("This code has ended")]).toEqual([409, true]);
    expect(late.data.screen).toMatchObject({ kind: "trial", id: null });
    expect(await given()).toEqual([]);
  });

  test("that is none counts for nothing", async () => {
    await offer();
    const { id, mac, code } = await asked();
    for (const typedCode of ["", "12345", "letters"]) {
      const seen = await prove(id, mac, typedCode);
      expect([seen.status, seen.text.includes("Please enter the 6 digits")]).toEqual([400, true]);
    }
    expect((await prove(id, mac, code)).status).toBe(303);
  });

  test("works for ten minutes", async () => {
    await offer();
    const one = await asked();
    pass(10 * minuteMs - 1);
    expect((await prove(one.id, one.mac, one.code)).status).toBe(303);
    const two = await asked();
    pass(10 * minuteMs);
    const late = await prove(two.id, two.mac, two.code);
    expect([late.status, late.text.includes("This code is over")]).toEqual([409, true]);
    expect(await given()).toHaveLength(1);
  });

  test("is of the device that asked: nobody else enters it, not even with its address", async () => {
    await offer();
    const { id, mac, code } = await asked();
    const other = await asked();
    for (const [name, where, what] of [
      [id, other.mac, code],
      ["0".repeat(32), mac, code],
      ["made up", mac, code],
      [other.id, mac, code],
    ] as const) {
      const seen = await prove(name, where, what);
      expect([seen.status, seen.text.includes("This code is not known on this device.")]).toEqual([
        404,
        true,
      ]);
    }
    expect((await visit(`/trial/${id}?${new URLSearchParams(placeOf(other.mac))}`)).status).toBe(404);
    expect(await given()).toEqual([]);
  });

  test("gives nothing once the trial was turned off, or its provider was suspended", async () => {
    await offer();
    const { id, mac, code } = await asked();
    await save({ isOn: false });
    expect((await prove(id, mac, code)).status).toBe(409);
    await save();
    await env.DB.prepare("UPDATE providers SET status = 'suspended'").run();
    expect((await prove(id, mac, code)).status).toBe(409);
    expect(await given()).toEqual([]);
  });
});
