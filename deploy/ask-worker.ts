import { createHash, randomBytes } from "node:crypto";
import type { Place } from "./place.ts";
import { askDatabase } from "./steps/storage.ts";

// Calls that the platform answers the deployment alone.

/** The token is good for one deployment. */
const tokenMs = 60 * 60_000;

/** The worker believes a token whose digest stands in D1: only a deployer can write there. @returns the headers that carry it */
export async function deploymentHeaders(place: Place): Promise<Record<string, string>> {
  const token = randomBytes(32).toString("hex");
  const now = Date.now();
  const value = JSON.stringify({
    sha256: createHash("sha256").update(token).digest("hex"),
    until: now + tokenMs,
  });
  await askDatabase(
    place,
    `INSERT INTO sweep_progress (name, value, updated_at) VALUES ('deployment-token', '${value}', ${now})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
  );
  return { authorization: `Bearer ${token}`, "content-type": "application/json" };
}

/** @param path after `/api/deployment/` @returns a text where there is no answer: why */
export async function askWorker<T>(
  { domain }: Place,
  path: string,
  { headers, body, patienceMs }: { headers: Record<string, string>; body: object; patienceMs: number },
): Promise<T | string> {
  try {
    const answer = await fetch(`https://${domain}/api/deployment/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) return `the worker answers ${answer.status}`;
    return (await answer.json()) as T;
  } catch (cause) {
    return String((cause as { cause?: { code?: string } }).cause?.code ?? cause);
  }
}
