import { expect } from "vitest";
import type { FakeLink } from "../../support/fake-bridge.ts";
import { give, letGo } from "../entitlements/move-world.ts";
import type { Buyer, PaymentWorld } from "./payment-world.ts";
import { bridgeAt } from "./top-up-world.ts";

// Purchases that go on at the demo provider's other router.

export const gateOf = ({ seeded }: PaymentWorld) => seeded.demo.routers[0]?.id ?? "";
export const stallOf = ({ seeded }: PaymentWorld) => seeded.demo.routers[1]?.id ?? "";
/** Under which id it goes on there. */
export const next = (id: string) => `${id}.2`;

/** The link of a bridge that reaches both routers and sees no device there. */
export async function reachableSite(world: PaymentWorld): Promise<FakeLink> {
  const link = await bridgeAt(world);
  link.hosts = () => [];
  for (const { id } of world.seeded.demo.routers)
    link.say({ type: "router", routerId: id, state: "reachable", version: "7.16", message: "" });
  await link.settled();
  return link;
}

/** It leaves the gate; the router there lets go once `arrived` is called. */
export async function leaves(
  link: FakeLink,
  { mac, provider }: Buyer,
  id: string,
): Promise<{ arrived(): Promise<void> }> {
  const [gate, stall] = provider.routers.map((router) => router.id);
  const at = { id, providerId: provider.id, routerId: gate ?? "" };
  const given = give(at, { mac, routerId: stall ?? "", by: "provider" });
  const end = await link.until(
    () => link.desiredEntitlements.find((one) => one.id === id && one.spec.kind === "end"),
    "its end at the gate",
  );
  return {
    async arrived() {
      await letGo(link, at, end.rev);
      expect(await given).toBe("moved");
    },
  };
}

export async function moves(link: FakeLink, buyer: Buyer, id: string): Promise<void> {
  await (await leaves(link, buyer, id)).arrived();
}
