import Cloudflare from "cloudflare";
import type { Place } from "./place.ts";

export type Deployment = Cloudflare.Workers.Scripts.Deployment;
/** The version that answers, or most of it. `message`: as it was called when it was uploaded. */
export type Running = { versionId: string; message: string };

/** The newest first; none before the first version. */
export async function deploymentsOf({ api, accountId, worker }: Place): Promise<Deployment[]> {
  try {
    // Not by the library's own call, which looks for `items` where the answer has `deployments`.
    const { result } = await api.get<{ result: { deployments: Deployment[] } }>(
      `/accounts/${accountId}/workers/scripts/${worker}/deployments`,
    );
    return result.deployments;
  } catch (cause) {
    if (cause instanceof Cloudflare.NotFoundError) return [];
    throw cause;
  }
}

export async function runningVersion(place: Place): Promise<Running | null> {
  const [newest] = await deploymentsOf(place);
  const [part] = [...(newest?.versions ?? [])].sort((one, other) => other.percentage - one.percentage);
  if (!part) return null;
  const { api, accountId, worker } = place;
  const { result } = await api.get<{ result: { annotations?: { "workers/message"?: string } } }>(
    `/accounts/${accountId}/workers/scripts/${worker}/versions/${part.version_id}`,
  );
  return { versionId: part.version_id, message: result.annotations?.["workers/message"] ?? "" };
}

/** Which versions answer from now on, and at which share of requests and objects, in percent. */
export async function splitTraffic(
  { api, accountId, worker }: Place,
  shares: readonly (readonly [versionId: string, percentage: number])[],
  message: string,
): Promise<void> {
  await api.workers.scripts.deployments.create(worker, {
    account_id: accountId,
    strategy: "percentage",
    versions: shares.map(([version_id, percentage]) => ({ version_id, percentage })),
    annotations: { "workers/message": message },
  });
}
