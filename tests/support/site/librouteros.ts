import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./processes.ts";
import type { Site } from "./site.ts";

type Row = Record<string, string | number | boolean>;
export type OnRouter = { active: Row | null; user: Row | null; profile: Row | null };

/** What an independent client (Debian's python3-librouteros) reads of a device on the router. */
export async function onRouter(site: Site, mac: string): Promise<OnRouter> {
  const script = join(root, "tests", "simulators", "routeros", "librouteros-check.py");
  const { username, password } = site.secrets.router;
  const args = [script, "127.0.0.1", String(site.routerPort), username, password, mac];
  const { stdout } = await promisify(execFile)("/usr/bin/python3", args, { timeout: 20_000 });
  return JSON.parse(stdout);
}
