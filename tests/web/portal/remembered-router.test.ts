import { describe, expect, it } from "vitest";
import { addressOfRememberedRouter, rememberRouter } from "#web/portal/remembered-router.ts";

function memory(items: Record<string, string> = {}) {
  return {
    items,
    getItem: (name: string) => items[name] ?? null,
    setItem: (name: string, value: string) => {
      items[name] = value;
    },
  };
}
const throwing = () => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

describe("the remembered router", () => {
  it("is kept under the specified name and leads a page without one to it", () => {
    const local = memory();
    const stores = { local: () => local, session: () => memory() };
    rememberRouter(stores, "r-1");
    expect(local.items).toEqual({ hotspot_router_id: "r-1" });
    expect(addressOfRememberedRouter(stores, "/", "")).toBe("/?routerId=r-1");
    expect(addressOfRememberedRouter(stores, "/", "?mac=AA:BB")).toBe("/?mac=AA:BB&routerId=r-1");
  });

  it("is looked for in local storage first, then in session storage", () => {
    const session = memory({ current_router_id: "r-2" });
    const both = { local: () => memory({ hotspot_router_id: "r-1" }), session: () => session };
    expect(addressOfRememberedRouter(both, "/", "")).toBe("/?routerId=r-1");
    expect(addressOfRememberedRouter({ ...both, local: () => memory() }, "/", "")).toBe("/?routerId=r-2");
    expect(addressOfRememberedRouter({ ...both, local: throwing }, "/", "")).toBe("/?routerId=r-2");
  });

  it("never sends a page round in circles", () => {
    const stores = { local: () => memory({ hotspot_router_id: "gone" }), session: () => memory() };
    expect(addressOfRememberedRouter(stores, "/", "?routerId=gone")).toBeNull();
    expect(addressOfRememberedRouter(stores, "/", "?mac=AA:BB&routerId=gone")).toBeNull();
  });

  it("does without storage where every touch of it throws", () => {
    const stores = { local: throwing, session: throwing };
    expect(() => rememberRouter(stores, "r-1")).not.toThrow();
    expect(addressOfRememberedRouter(stores, "/", "")).toBeNull();
  });

  it("cannot add parameters of its own to the address", () => {
    const stores = { local: () => memory({ hotspot_router_id: "x&mac=AA:BB" }), session: () => memory() };
    expect(addressOfRememberedRouter(stores, "/", "")).toBe("/?routerId=x%26mac%3DAA%3ABB");
  });
});
