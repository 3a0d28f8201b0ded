/** A listening router with a clock that only moves when told, and what the tests of this folder need around it. */

import { memoryStore, type SimulatorStore } from "../store.ts";
import { RouterSimulator } from "./router-simulator.ts";
import type { RouterOptions } from "./settings.ts";
import { TestClient } from "./test-client.ts";

export const phoneMac = "02:00:00:00:00:01";
export const phoneAddress = "10.5.50.10";
export const macPassword = "mac-secret";

export interface TestRouter {
  readonly router: RouterSimulator;
  readonly port: number;
  readonly store: SimulatorStore;
  /** A new connection of the user "api", who may do everything. */
  client(user?: string): Promise<TestClient>;
  /** Moves the clock that the router was given. */
  pass(ms: number): void;
  stop(): Promise<void>;
}

const running = new Set<TestRouter>();

/** Ends what the test started: for `afterEach`. */
export async function stopTestRouters(): Promise<void> {
  for (const router of running) await router.stop();
}

export async function startTestRouter(
  options: Partial<RouterOptions> = {},
  withHotspot = true,
): Promise<TestRouter> {
  let now = Date.UTC(2026, 10, 20, 9, 0, 0);
  const store = options.store ?? memoryStore();
  const clients: TestClient[] = [];
  const router = new RouterSimulator({
    clock: { now: () => now },
    users: [
      { name: "api", password: "secret", policies: ["api", "read", "write", "sensitive"] },
      { name: "reader", password: "secret", policies: ["api", "read"] },
      { name: "winbox", password: "secret", policies: ["read", "write"] },
    ],
    ...(withHotspot ? { hotspot: { macAuthPassword: macPassword } } : {}),
    ...options,
    store,
  });
  const { port } = await router.listen();
  const started: TestRouter = {
    router,
    port,
    store,
    client: async (user = "api") => {
      const client = await TestClient.loggedIn(port, user);
      clients.push(client);
      return client;
    },
    pass: (ms) => {
      now += ms;
    },
    stop: async () => {
      running.delete(started);
      for (const client of clients) client.close();
      await router.close();
    },
  };
  running.add(started);
  return started;
}

/** The same with a connection of the user "api". */
export async function startWithApi(
  ...options: Parameters<typeof startTestRouter>
): Promise<TestRouter & { api: TestClient }> {
  const started = await startTestRouter(...options);
  return { ...started, api: await started.client() };
}

/** Words that add a hotspot user whose name is the phone's MAC. */
export function addPhoneUser(...more: string[]): string[] {
  return ["/ip/hotspot/user/add", `=name=${phoneMac}`, `=password=${macPassword}`, ...more];
}

/** Words that log the phone in over the API. */
export function logPhoneIn(address = phoneAddress): string[] {
  return [
    "/ip/hotspot/active/login",
    `=user=${phoneMac}`,
    `=password=${macPassword}`,
    `=mac-address=${phoneMac}`,
    `=ip=${address}`,
  ];
}

/** Milliseconds. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

/** The phone joins or leaves the WiFi, or gets another address. */
export function movePhone({ router }: TestRouter, present: boolean, ip = phoneAddress, mac = phoneMac): void {
  const answer = router.control({ host: { mac, ip, present } });
  if (answer.status !== 200) throw new Error(String(answer.body.error));
}

/** The phone's row of /ip/hotspot/user; empty if there is none. */
export async function phoneUser(api: TestClient): Promise<Record<string, string>> {
  return (await api.rows("/ip/hotspot/user/print", `?name=${phoneMac}`))[0] ?? {};
}

export function activeRows(api: TestClient): Promise<Record<string, string>[]> {
  return api.rows("/ip/hotspot/active/print");
}
