import { execFileSync } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import type { ConsoleRouter } from "../../simulators/routeros/console/console-router.ts";
import type { Part } from "../site/processes.ts";
import type { Machine } from "./machines.ts";
import { openvpnTo } from "./openvpn.ts";
import type { RouterProcessOptions } from "./router-process.ts";
import { tunnelTo } from "./wireguard.ts";

export type Phone = { mac: string; ip: string };

/** What a router fetches, for real: names under `.localhost` are this machine. */
export function fetchNow(url: string, options: { method: string; body: string | null }): string {
  const { hostname } = new URL(url);
  const body =
    options.body === null ? [] : ["--header", "content-type: application/json", "--data", options.body];
  return execFileSync(
    "curl",
    [
      "-fsS",
      "--resolve",
      `${hostname}:${new URL(url).port || 80}:127.0.0.1`,
      "-X",
      options.method,
      ...body,
      url,
    ],
    { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  );
}

/** What a console that ran our script has become, as a machine: WireGuard as it stands there, and the API behind it. */
export class PastedRouter {
  readonly machine: Machine;
  private readonly part: Part;

  private constructor(machine: Machine, part: Part) {
    this.machine = machine;
    this.part = part;
  }

  /** @param certificate what a router with version 6 was given, as PEM */
  static async start(
    machine: Machine,
    console: ConsoleRouter,
    phones: readonly Phone[],
    certificate = "",
  ): Promise<PastedRouter> {
    if (certificate === "") joinByWireguard(machine, console);
    else await joinByOpenvpn(machine, console, certificate);
    const users = console.menu("/user").filter(({ name }) => name?.startsWith("mlango-"));
    return PastedRouter.of(
      machine,
      users.map(({ name = "", password = "", address = "" }) => ({ username: name, password, address })),
      phones,
      {
        addresses: console
          .menu("/ip address")
          .map(({ address = "", interface: on = "" }) => ({ address, interface: on })),
        macAuthPassword:
          console.menu("/ip hotspot profile").find(({ name }) => name === "mlango")?.["mac-auth-password"] ??
          "",
      },
    );
  }

  /** A router with these users of its API, whose way to a host is there already. */
  static async of(
    machine: Machine,
    users: readonly { username: string; password: string; address?: string }[],
    phones: readonly Phone[],
    { addresses, macAuthPassword }: Pick<RouterProcessOptions, "addresses" | "macAuthPassword"> = {
      addresses: [],
      macAuthPassword: "",
    },
  ): Promise<PastedRouter> {
    const options: RouterProcessOptions = {
      state: join(machine.dir, "router.json"),
      control: join(machine.dir, "control.sock"),
      users: users.map(({ username, password, address = "" }) => ({
        name: username,
        password,
        address,
        policies: ["api", "read", "write", "sensitive", "password"],
      })),
      addresses,
      macAuthPassword,
      hosts: [...phones],
      identity: machine.name,
    };
    const part = await machine.start({
      name: "router",
      script: "tests/support/tunnels/router-process.ts",
      arguments: [JSON.stringify(options)],
    });
    return new PastedRouter(machine, part);
  }

  running(): boolean {
    return this.part.running();
  }

  /** What the router says of itself, or of a phone. */
  async told<T>(path = "/control/router"): Promise<T> {
    return this.ask<T>("GET", path);
  }

  async isOnline(mac: string): Promise<boolean> {
    return (await this.told<{ online: boolean }>(`/control/router/phone?mac=${mac}`)).online;
  }

  async control(body: unknown): Promise<void> {
    await this.ask("POST", "/control/router", body);
  }

  private ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      const call = request({ socketPath: join(this.machine.dir, "control.sock"), path, method }, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk) => {
          text += chunk;
        });
        answer.on("end", () => resolve(JSON.parse(text || "null")));
      });
      call.on("error", reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

function joinByWireguard(machine: Machine, console: ConsoleRouter): void {
  const [end] = console.menu("/interface wireguard");
  const address = console.menu("/ip address").find((row) => row.interface === "wg-mlango")?.address ?? "";
  tunnelTo(
    machine,
    { privateKey: end?.["private-key"] ?? "", publicKey: end?.["public-key"] ?? "" },
    address,
    console.menu("/interface wireguard peers").map((peer) => ({
      publicKey: peer["public-key"] ?? "",
      endpoint: `${peer["endpoint-address"]}:${peer["endpoint-port"]}`,
      allowed: [peer["allowed-address"] ?? ""],
    })),
  );
}

async function joinByOpenvpn(machine: Machine, console: ConsoleRouter, pem: string): Promise<void> {
  const [certificate = "", privateKey = "", authority = ""] =
    pem.match(/-----BEGIN[\s\S]+?-----END [A-Z ]+-----\n?/g) ?? [];
  for (const row of console.menu("/interface ovpn-client"))
    await openvpnTo(machine, row.name ?? "", {
      endpoint: row["connect-to"] ?? "",
      port: Number(row.port),
      certificate,
      privateKey,
      authority,
    });
}
