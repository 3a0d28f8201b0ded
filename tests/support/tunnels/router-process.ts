// A simulated router on a machine of a test's own: its API on every address there, its controls by a socket in a file.
import { createServer } from "node:http";
import { fileStore } from "../../simulators/file-store.ts";
import { type ApiUser, RouterSimulator } from "../../simulators/routeros/index.ts";
export type RouterProcessOptions = {
  state: string;
  control: string;
  users: ApiUser[];
  macAuthPassword: string;
  hosts: { mac: string; ip: string }[];
  identity: string;
  /** Of `/ip/address`. */
  addresses: { address: string; interface: string }[];
};

const options: RouterProcessOptions = JSON.parse(process.argv[2] ?? "{}");
const { state, control, users, macAuthPassword, hosts, identity, addresses } = options;
const router = new RouterSimulator({
  clock: Date,
  store: fileStore(state),
  users,
  hosts,
  identity,
  hotspot: { macAuthPassword, loginBy: "mac,http-chap" },
  box: {
    menus: { "/ip/address": addresses.map((row) => ({ ...row, disabled: "false", invalid: "false" })) },
  },
});
await router.listen(8728, "0.0.0.0");
const server = createServer(async (incoming, outgoing) => {
  let body = "";
  for await (const chunk of incoming) body += chunk;
  const request = new Request(`http://router${incoming.url}`, {
    method: incoming.method ?? "GET",
    ...(body && { body, headers: { "content-type": "application/json" } }),
  });
  const answer = await router.handle(request);
  outgoing.writeHead(answer?.status ?? 404, { "content-type": "application/json" });
  outgoing.end(answer ? await answer.text() : "");
});
server.listen(control, () => console.log(JSON.stringify({ ready: true })));
