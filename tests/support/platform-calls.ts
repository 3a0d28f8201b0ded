import { expect } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import type { TwoProviders } from "../seed/two-providers.ts";
import { databaseChecksum } from "./database-checksum.ts";
import { signInProvider } from "./sign-in.ts";
import { type CallInput, call, hostOf } from "./worker-call.ts";

/**
 * A call for the platform alone is refused to everybody else, whatever they say about themselves, and changes nothing:
 * nobody 401, a provider's admin 404 on the main domain and on their own host.
 */
export async function expectPlatformOnly(
  endpoint: Endpoint,
  input: CallInput,
  { demo, operator }: TwoProviders,
): Promise<void> {
  const onMain = { host: hostOf(), cookie: await signInProvider(demo, hostOf()) };
  const atHome = { host: hostOf("demo"), cookie: await signInProvider(demo) };
  const before = await databaseChecksum();
  const forged = { "x-superadmin-id": operator.id };
  expect((await call(endpoint, input, { host: hostOf() })).status).toBe(401);
  expect((await call(endpoint, input, { host: hostOf(), headers: forged })).status).toBe(401);
  for (const as of [onMain, atHome])
    for (const headers of [{}, forged])
      expect((await call(endpoint, input, { ...as, headers })).status).toBe(404);
  expect(await databaseChecksum()).toBe(before);
}
