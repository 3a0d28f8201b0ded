import { RouterSimulator } from "../simulators/routeros/router-simulator.ts";
import type { RouterVersion } from "../simulators/routeros/version.ts";
import { memoryStore } from "../simulators/store.ts";
import { ours } from "./question.ts";
import { RouterLine } from "./router-line.ts";

/** What the questions take, simulated: a router with a hotspot, a phone on it, and a client that dials in and downloads all the time. */
export const simulated = {
  mac: "02:00:00:00:00:01",
  dials: "a client's password",
  user: "bench",
  password: "a bench password",
  macPassword: "a mac password",
  waitMs: 200,
};

export async function simulatedSite(version: RouterVersion = "7.22.3") {
  const { mac, dials, user, password, macPassword } = simulated;
  const router = new RouterSimulator({
    clock: Date,
    store: memoryStore(),
    version,
    users: [{ name: user, password, policies: ["api", "read", "write", "sensitive"] }],
    hotspot: { macAuthPassword: macPassword },
    hosts: [{ mac, ip: "10.5.50.10" }],
  });
  const { port } = await router.listen();
  const client = setInterval(() => {
    const dialled = router.control({
      dial: { name: ours, password: dials, service: "pppoe", ip: "10.9.9.9" },
    });
    if (dialled.status === 200) router.control({ download: { name: ours, bytesPerSecond: 1_000_000 } });
  }, 10);
  const line = await RouterLine.logIn({ host: "127.0.0.1", port, user, password });
  return {
    router,
    line,
    async close() {
      clearInterval(client);
      line.close();
      await router.close();
    },
  };
}
