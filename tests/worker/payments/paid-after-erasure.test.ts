import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openWorld, owed, type PaymentWorld, paymentStub } from "./payment-world.ts";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

test("paid after its provider was erased: the payment knows, nothing is repeated for ever, and no table is made anew", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const buyer = world.buyer();
  const { transactionId: id } = await buyer.start();
  await env.DB.prepare("UPDATE providers SET status = 'erased' WHERE id = ?").bind(buyer.provider.id).run();
  await env.PROVIDER.getByName(buyer.provider.id).erase();
  await buyer.answer("paid");
  await world.advance(120_000);
  expect((await paymentStub(id).read())?.status).toBe("completed");
  expect(await owed(id)).toEqual([]);
  expect(log.mock.calls.join()).toContain("This provider does not exist.");
  expect(await env.PROVIDER.getByName(buyer.provider.id).run([])).toMatchObject({
    failed: "unknown_provider",
  });
});
