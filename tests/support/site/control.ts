import { ask } from "./ask.ts";
import type { Site } from "./site.ts";

/**
 * The controls of a site's simulators: what an outside party is told to do, and what it did. Each question has a connection of its own:
 * a clock that is moved closes the kept ones.
 * @param path `/control/…`
 * @throws if the simulator says no
 */
export async function control<T>(
  { gatewayOrigin }: Pick<Site, "gatewayOrigin">,
  path: string,
  json?: unknown,
): Promise<T> {
  const answer = await ask(gatewayOrigin, path, json === undefined ? {} : { json });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as T;
}
