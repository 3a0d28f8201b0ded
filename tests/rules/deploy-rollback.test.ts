import { expect, test } from "vitest";
import type { Deployment } from "../../deploy/deployments.ts";
import type { Place } from "../../deploy/place.ts";
import { lookBack } from "../../deploy/rollback.ts";

// What a roll-back offers, by the deployments that Cloudflare lists, the newest first; how it is carried out is in tests/long/deploy.test.ts.

const [older, old, fresh] = ["aaaaaaaa-1", "bbbbbbbb-2", "cccccccc-3"] as const;
type Part = readonly [versionId: string, percentage: number];

const deployed = (message: string, ...parts: Part[]) => ({
  annotations: { "workers/message": message },
  created_on: "2026-11-29T10:00:00Z",
  versions: parts.map(([version_id, percentage]) => ({ version_id, percentage })),
});

function at(...deployments: ReturnType<typeof deployed>[]) {
  const made: unknown[] = [];
  const api = {
    get: async () => ({ result: { deployments: deployments as unknown as Deployment[] } }),
    workers: {
      scripts: { deployments: { create: async (_: string, body: object) => void made.push(body) } },
    },
  };
  return { place: { api, accountId: "a", worker: "mlango" } as unknown as Place, made };
}

test.each<{ name: string; parts: Part[] }>([
  {
    name: "the larger part first",
    parts: [
      [old, 98],
      [fresh, 2],
    ],
  },
  {
    name: "the smaller part first",
    parts: [
      [fresh, 2],
      [old, 98],
    ],
  },
])("while a share lasts it ends the share, and goes no further back: $name", async ({ parts }) => {
  const { place, made } = at(
    deployed("2 % to cccccccc", ...parts),
    deployed("two", [old, 100]),
    deployed("one", [older, 100]),
  );
  const found = await lookBack(place);
  if (!("make" in found)) throw new Error("nothing to make");
  expect(found.make).toBe("mlango back to bbbbbbbb alone, which answers 98 % now");
  await found.run();
  expect(made).toMatchObject([
    {
      versions: [{ version_id: old, percentage: 100 }],
      annotations: { "workers/message": "back from cccccccc" },
    },
  ]);
});

test("after a share it names the version before by the deployment in which it stood alone", async () => {
  const { place } = at(
    deployed("three", [fresh, 100]),
    deployed("2 % to cccccccc", [fresh, 2], [old, 98]),
    deployed("two", [old, 100]),
  );
  expect(await lookBack(place)).toMatchObject({
    make: "mlango back to bbbbbbbb of 2026-11-29 10:00 UTC two, from cccccccc of 2026-11-29 10:00 UTC three",
  });
});
