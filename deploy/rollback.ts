import Cloudflare from "cloudflare";
import { deploymentsOf, splitTraffic } from "./deployments.ts";
import type { Found, Place } from "./place.ts";
import { Refused } from "./refused.ts";

type Version = { id: string; said: string };

/** Cloudflare's number for: secrets were changed since that version. `force` would bring the earlier ones back into service. */
const secretsChanged = 10_220;

/**
 * The version that ran before the one that runs. Migrations only add, so an earlier worker works with today's database.
 * Repeatable: what is back already is not taken further back, nor forward again.
 */
export async function lookBack(place: Place): Promise<Found> {
  const { worker } = place;
  const deployments = await deploymentsOf(place);
  const [newest] = deployments;
  if (/^back from [0-9a-f]{8}$/.test(newest?.annotations?.["workers/message"] ?? ""))
    return {
      stands: `${worker} went back to ${newest?.versions[0]?.version_id.slice(0, 8)} already. Further back: check that commit out and deploy it`,
    };
  const [most, second] = bySize(newest?.versions ?? []);
  if (most && second)
    return {
      make: `${worker} back to ${most.version_id.slice(0, 8)} alone, which answers ${most.percentage} % now`,
      run: () => splitTraffic(place, [[most.version_id, 100]], `back from ${second.version_id.slice(0, 8)}`),
    };
  const versions: Version[] = [];
  for (const { versions: parts, annotations, created_on } of deployments) {
    // Where two versions shared the requests, what is told of it is told of the share.
    if (parts.length > 1) continue;
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
      try {
        await splitTraffic(place, [[before.id, 100]], `back from ${now.id.slice(0, 8)}`);
      } catch (cause) {
        if (cause instanceof Cloudflare.APIError && cause.errors.some(({ code }) => code === secretsChanged))
          throw new Refused(
            `Secrets were changed since ${before.said}, and that version would run with the earlier ones. Check its commit out and run npm run deploy: it takes today's secrets.`,
          );
        throw cause;
      }
    },
  };
}

const bySize = <Part extends { percentage: number }>(parts: readonly Part[]) =>
  [...parts].sort((one, other) => other.percentage - one.percentage);
