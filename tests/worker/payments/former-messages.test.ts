import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { QueuedCallback } from "#worker/features/payments/core/callbacks";
import { handleCallbacks } from "#worker/features/payments/index";
import { openWorld, type PaymentWorld } from "./payment-world.ts";

// A queue keeps a message for days: the version that takes it may be a later one than that which sent it.

const kept = import.meta.glob("../../releases/*/queue.jsonl", {
  eager: true,
  query: "?raw",
  import: "default",
});
const messages = Object.entries(kept).flatMap(([path, text]) =>
  String(text)
    .split("\n")
    .filter(Boolean)
    .map((line): [string, QueuedCallback] => [
      `${path.split("/").at(-2)} ${Object.keys(JSON.parse(line)).join(" ")}`,
      JSON.parse(line),
    ]),
);

let world: PaymentWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("messages of every release were recorded", () => {
  expect(messages.length).toBeGreaterThan(0);
});

test.each(messages)("is taken, though it is of a payment that is not here: %s", async (_name, body) => {
  const [ack, retry] = [vi.fn(), vi.fn()];
  await handleCallbacks({ queue: "callbacks", messages: [{ body, attempts: 1, ack, retry }] } as never, env);
  expect(retry).not.toHaveBeenCalled();
  expect(ack).toHaveBeenCalledOnce();
});
