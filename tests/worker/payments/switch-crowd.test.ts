import { afterAll, beforeAll, test } from "vitest";
import { openWorld, type PaymentWorld } from "./payment-world.ts";
import { crowdAroundTarget } from "./switch-crowd.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("80 payments around the target, every object killed twice under way: collected equals the rule", async () => {
  await crowdAroundTarget(world, 80);
});
