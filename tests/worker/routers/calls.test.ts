import { beforeAll, describe, expect, test } from "vitest";
import * as bridges from "#contract/bridges";
import type { Endpoint } from "#contract/endpoint";
import * as fleet from "#contract/platform-routers";
import { changeRouter } from "#contract/routers";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { FleetWorld } from "./platform-world.ts";

let world: FleetWorld;

beforeAll(async () => {
  world = await FleetWorld.make();
}, 60_000);

const rows: [
  Endpoint,
  (routerId: string, providerId: string) => { params?: { id: string }; body?: unknown },
][] = [
  [fleet.listPlatformRouters, () => ({})],
  [fleet.routerCounts, () => ({})],
  [fleet.assignRouter, (routerId, providerId) => ({ body: { routerId, providerId } })],
  [fleet.unassignRouter, (id) => ({ params: { id } })],
  [fleet.suspendRouter, (id) => ({ params: { id } })],
  [fleet.activateRouter, (id) => ({ params: { id } })],
  [bridges.listPlatformBridges, () => ({})],
  [bridges.createPlatformBridgeCode, () => ({ body: { name: "Box" } })],
  [bridges.revokePlatformBridge, (id) => ({ params: { id } })],
  [changeRouter, (id) => ({ params: { id }, body: world.newRouter() })],
];

describe.each(rows.map(([endpoint, input]) => [endpoint.name, endpoint, input] as const))(
  "%s",
  (_name, endpoint, input) => {
    test("is the operator's alone: not for nobody, not for a provider, not for who claims to be one", async () => {
      const { demo, operator } = world.seeded;
      const own = input(demo.routers[0]?.id ?? "", demo.id);
      const before = await databaseChecksum();
      const forged = { "x-superadmin-id": operator.id };
      expect((await call(endpoint, own, { headers: forged })).status).toBe(401);
      for (const host of [hostOf("demo"), hostOf()]) {
        const { status } = await call(endpoint, own, { ...world.as("demo"), host, headers: forged });
        expect([host, status]).toEqual([host, host === hostOf() ? 401 : 404]);
      }
      expect(await databaseChecksum()).toBe(before);
    });

    test("refuses what it does not know", async () => {
      if (endpoint.method === "GET") return;
      const { demo } = world.seeded;
      const own = input(demo.routers[0]?.id ?? "", demo.id);
      const body = { ...(own.body as object | undefined), adminId: "somebody" };
      const [status, sentence] = await world.refused(endpoint, { ...own, body });
      expect([status, sentence]).toEqual([400, "This call does not take adminId."]);
    });
  },
);
