import type Cloudflare from "cloudflare";
import type { Found, Place } from "./place.ts";
import { Refused } from "./refused.ts";

type Deployment = Cloudflare.Workers.Scripts.Deployment;
type Version = { id: string; said: string };

/** The version that ran before the one that runs. Migrations only add, so an earlier worker works with today's database. */
export async function lookBack({ api, accountId, worker }: Place): Promise<Found> {
  // Not by the library's own call, which looks for `items` where the answer has `deployments`.
  const { result } = await api.get<{ result: { deployments: Deployment[] } }>(
    `/accounts/${accountId}/workers/scripts/${worker}/deployments`,
  );
  const versions: Version[] = [];
  for (const { versions: parts, annotations, created_on } of result.deployments) {
    const id = parts[0]?.version_id;
    if (!id || versions.some((known) => known.id === id)) continue;
    const message = annotations?.["workers/message"] ?? "";
    versions.push({
      id,
      said: `${id.slice(0, 8)} of ${created_on.slice(0, 16).replace("T", " ")} UTC ${message}`.trim(),
    });
  }
  const [now, before] = versions;
  if (!now || !before) throw new Refused(`${worker} has no earlier version to go back to.`);
  return {
    make: `${worker} back to ${before.said}, from ${now.said}`,
    async run() {
      await api.workers.scripts.deployments.create(worker, {
        ...{ account_id: accountId, strategy: "percentage" },
        versions: [{ version_id: before.id, percentage: 100 }],
        annotations: { "workers/message": `back from ${now.id.slice(0, 8)}` },
      });
    },
  };
}
