// What the bridge writes on a router to know its own again. ASCII; `comment` is the only free field RouterOS has.

/** Which purchase a hotspot user belongs to, and the serving epoch that wrote it. */
export type Mark = { entitlementId: string; epoch: number };

export function userComment({ entitlementId, epoch }: Mark): string {
  return `MLG;${entitlementId};e${epoch}`;
}

/** Undefined for a row that is not ours. Ids of any kind come back as they were written. */
export function readUserComment(comment: string | undefined): Mark | undefined {
  const parts = /^MLG;(.+);e(\d+)$/.exec(comment ?? "");
  return parts?.[1] ? { entitlementId: parts[1], epoch: Number(parts[2]) } : undefined;
}

export const epochUser = "mlango-bridge";

/** Of rows by which a provider's own devices, and the bridge's machine, pass the hotspot; the undo script takes them away. */
export const passComments = { ownDevice: "mlango: own device", bridge: "mlango: bridge" } as const;

export type EpochMark = { epoch: number; bridgeId: string };

export function epochComment({ epoch, bridgeId }: EpochMark): string {
  return `MLG-BRIDGE;epoch=${epoch};bridge=${bridgeId}`;
}

export function readEpochComment(comment: string | undefined): EpochMark | undefined {
  const parts = /^MLG-BRIDGE;epoch=(\d+);bridge=(.*)$/.exec(comment ?? "");
  return parts ? { epoch: Number(parts[1]), bridgeId: parts[2] ?? "" } : undefined;
}

/** One user profile per speed; kilobits (1000) per second. */
export function profileName(speed: { upKbps: number; downKbps: number }): string {
  return `mlango-${speed.upKbps}k-${speed.downKbps}k`;
}

/** Undefined for a profile that is not ours. */
export function speedOfProfile(name: string): { upKbps: number; downKbps: number } | undefined {
  const [, up, down] = /^mlango-(\d{1,9})k-(\d{1,9})k$/.exec(name) ?? [];
  return up && down ? { upKbps: Number(up), downKbps: Number(down) } : undefined;
}
