import type { Router } from "../router.ts";
import { parseDuration } from "../router-values.ts";

export type TestAnswer = {
  identity: string;
  version: string;
  board: string;
  uptimeSeconds: number;
  /** Whether a hotspot is set up on it; without one nobody can be let out. */
  hotspot: boolean;
};

/** A fresh look at the router, whatever was known of it. */
export async function test(router: Router): Promise<TestAnswer> {
  const [identity, resource, servers] = await Promise.all([
    router.print("/system/identity", {}, ["name"]),
    readResource(router),
    router.print("/ip/hotspot", {}, [".id", "disabled"]),
  ]);
  const hotspot = servers.some((row) => row.disabled !== "true");
  return { identity: identity[0]?.name ?? "", ...resource, hotspot };
}

export type Resource = { version: string; board: string; uptimeSeconds: number };

/** Cheap, and answers whether the router restarted. */
export async function readResource(router: Router): Promise<Resource> {
  const [row] = await router.print("/system/resource", {}, ["uptime", "version", "board-name"]);
  return {
    version: row?.version ?? "",
    board: row?.["board-name"] ?? "",
    uptimeSeconds: parseDuration(row?.uptime) ?? 0,
  };
}
