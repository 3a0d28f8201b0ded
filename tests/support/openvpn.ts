import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

// Debian's OpenVPN, server and client. Tunnels need root and /dev/net/tun.

const binary = "/usr/sbin/openvpn";
const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];

function run(...command: string[]): boolean {
  const [program = "", ...args] = [...asRoot, ...command];
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch (cause) {
    if (cause instanceof Error) return false;
    throw cause;
  }
}

/** Whether this machine can make tunnels; without them everything up to the handshake is still shown. */
export const hasTunnels = existsSync("/dev/net/tun") && run(binary, "--mktun", "--dev", "tun-mlango-try");
if (hasTunnels) run(binary, "--rmtun", "--dev", "tun-mlango-try");

export class OpenVpn {
  readonly log: string;
  private readonly process: ChildProcess;
  private readonly gone: Promise<void>;

  private constructor(process: ChildProcess, log: string) {
    this.process = process;
    this.log = log;
    this.gone = new Promise((resolve) => process.once("exit", () => resolve()));
  }

  /** @param config path of a configuration, whose folder the names in it are meant in */
  static start(config: string, folder: string, ...options: string[]): OpenVpn {
    const log = `${config}.${Math.random().toString(36).slice(2)}.log`;
    // Of its own making only root could read it.
    writeFileSync(log, "");
    const args = [...asRoot, binary, "--cd", folder, "--config", config, "--log", log, ...options];
    const [program = "", ...rest] = args;
    return new OpenVpn(spawn(program, rest, { stdio: "ignore" }), log);
  }

  said(): string {
    return readFileSync(this.log, "utf8");
  }

  async end(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    if (asRoot.length === 0) this.process.kill("SIGTERM");
    else run("kill", String(this.process.pid));
    await this.gone;
  }
}
