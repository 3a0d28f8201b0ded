import type { Row } from "./query.ts";
import type { World } from "./world.ts";

/** The interface and the queue of each dialled line, as the router makes them. */
export const lineInterfaces = ({ state }: World): Row[] =>
  state.dialled.map(({ id, name, download, passed }) => ({
    ".id": `${id}F2`,
    name: `<pppoe-${name}>`,
    type: "pppoe-in",
    "actual-mtu": "1480",
    // Each dial has an interface of its own, which counts from 0: received is what comes from the client.
    "rx-byte": String(passed?.up ?? 0),
    "tx-byte": String((download?.bytes ?? 0) + (passed?.down ?? 0)),
    disabled: "false",
    dynamic: "true",
    running: "true",
  }));

export const lineQueues = ({ state }: World): Row[] =>
  state.dialled
    .filter(({ rateLimit }) => rateLimit !== "")
    .map(({ id, name, rateLimit }) => ({
      ".id": `${id}F3`,
      name: `<pppoe-${name}>`,
      target: `<pppoe-${name}>`,
      "max-limit": rateLimit.split(" ")[0] ?? "",
      disabled: "false",
      dynamic: "true",
      invalid: "false",
    }));
