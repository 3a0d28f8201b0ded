import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeOwnRouter } from "#contract/routers";
import { closeAllLinks } from "../../support/fake-bridge.ts";
import { RouterWorld } from "./router-world.ts";

let world: RouterWorld;
let id: string;

beforeAll(async () => {
  world = await RouterWorld.make();
  id = (await world.added({ host: "192.168.88.40" })).id;
});
afterEach(closeAllLinks);

const details = { name: "Rooftop", host: "192.168.88.40", port: 8728, username: "api", location: "Roof" };
const change = (body: object, routerId = id) =>
  world.ask(changeOwnRouter, { params: { id: routerId }, body: { ...details, ...body } });
const refused = (body: object, routerId = id) =>
  world.refused(changeOwnRouter, { params: { id: routerId }, body: { ...details, ...body } });
const stored = () => env.DB.prepare("SELECT * FROM routers WHERE id = ?1").bind(id).first();

describe("a provider changes its router", () => {
  test("name and place at once, whether or not its bridge is there", async () => {
    const answer = await change({ name: "Roof garden", location: "Third floor" });
    expect(answer.ok && answer.answer).toMatchObject({ id, name: "Roof garden", location: "Third floor" });
    expect(await world.audited("router.change")).toHaveLength(1);
  });

  test("how it is reached is tried by the bridge first, with the stored password where none is typed", async () => {
    const link = await world.bridge.connect();
    const changing = change({ host: "192.168.88.41", port: 8729 });
    const asked = await link.next("request");
    expect(asked.request).toEqual({
      kind: "try_router",
      host: "192.168.88.41",
      port: 8729,
      username: "api",
      password: "rooftop secret",
    });
    link.say({ type: "answer", id: asked.id, ok: true, message: "Roof answers.", result: null });
    const answer = await changing;
    expect(answer.ok && answer.answer).toMatchObject({ host: "192.168.88.41", port: 8729 });
    const assigned = await link.next("assign");
    expect(assigned.routers).toContainEqual(
      expect.objectContaining({ routerId: id, host: "192.168.88.41", password: "rooftop secret" }),
    );
  });

  test("that does not let the bridge in is left as it was, and the sentence says why", async () => {
    const link = await world.bridge.connect();
    const before = await stored();
    const changing = refused({ host: "192.168.88.41", port: 8729, password: "wrong" });
    const asked = await link.next("request");
    link.say({ type: "answer", id: asked.id, ok: false, message: "The password is wrong." });
    const [status, sentence] = await changing;
    expect(status).toBe(409);
    expect(sentence).toMatch(/^Nothing was changed: .*The password is wrong\.$/);
    expect(await stored()).toEqual(before);
  });

  test("without a bridge to try only where that was asked for", async () => {
    const body = { host: "192.168.88.42", username: "mlango" };
    expect((await refused(body))[0]).toBe(503);
    const answer = await change({ ...body, untested: true });
    expect(answer.ok && answer.answer).toMatchObject({ host: "192.168.88.42", username: "mlango" });
  });

  test("not to an address at which its bridge has another one", async () => {
    const other = await world.added({ host: "192.168.88.50" });
    expect((await refused({ host: other.host, untested: true }))[0]).toBe(409);
  });

  test("not another provider's, and not how one of the platform's bridges reaches it", async () => {
    const foreign = world.seeded.savanna.routers[0]?.id ?? "";
    expect((await refused({}, foreign))[0]).toBe(404);
    const given = world.seeded.demo.routers[1]?.id ?? "";
    expect(await refused({ host: "10.9.9.9", untested: true }, given)).toEqual([
      409,
      "How this router is reached is the platform operator's to say: ask there. You can change its name and its place.",
    ]);
  });
});
