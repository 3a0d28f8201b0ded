import type { AdReport } from "./ads.ts";

/** What every report names: the device and its router, where they are known. */
type Place = { mac: string | null; routerId: string | null };

function bodyOf(report: AdReport): object {
  if (report.kind === "view") return { viewDuration: report.viewDuration, interacted: report.interacted };
  return report.kind === "click" ? { advertisementId: report.id, website: report.website } : {};
}

/**
 * Tells the server what happened. Nobody waits for it, and a report that is lost costs the visitor nothing. No
 * `keepalive`: Chromium 72 refuses it together with JSON, and the answer of a next page takes longer than this does.
 */
export function reportAd({ mac, routerId }: Place, report: AdReport): void {
  const path = report.kind === "seen" ? "seen" : `${encodeURIComponent(report.id)}/${report.kind}`;
  const place = { macAddress: mac ?? undefined, routerId: routerId ?? undefined };
  fetch(`/api/advertisements/${path}`, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...place, ...bodyOf(report) }),
  }).catch(() => undefined);
}
