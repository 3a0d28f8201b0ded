import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Context, makeContext } from "#worker/context";
import type { Env } from "#worker/env";
import type { Actor } from "#worker/features/audit/index";
import { saveHost } from "#worker/features/tunnels/index";
import { migrate, openDatabase } from "./site/open-database.ts";

/** Who acts in these tests. */
export const operator: Actor = { actor: "platform", actorId: "operator", providerId: null };

/**
 * The platform's VPN as its use cases see it, on a database of its own, in this very process: what they make can then be
 * handed to programs that we did not write.
 */
export class VpnWorld {
  readonly ctx: Context;
  /** Everything of this world lies here. */
  readonly dir: string;
  private readonly close: () => Promise<void>;

  private constructor(parts: { ctx: Context; dir: string; close: () => Promise<void> }) {
    this.ctx = parts.ctx;
    this.dir = parts.dir;
    this.close = parts.close;
  }

  /** With a host, at `vpn1.mlango.example`. */
  static async open(): Promise<VpnWorld> {
    const dir = mkdtempSync(join(tmpdir(), "vpn-"));
    const { d1, close } = await openDatabase(join(dir, "state"));
    await migrate(d1);
    const secrets = { ROOT_SECRET: "5eed".repeat(16), NAME_SECRET: "4a3e".repeat(16) };
    const env = { DB: d1, MAIN_ORIGIN: "https://hotspot.example", ...secrets };
    const ctx = makeContext(env as unknown as Env);
    await saveHost(ctx, { name: "Host one", address: "vpn1.mlango.example" }, operator);
    return new VpnWorld({ ctx, dir, close });
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.dir, name), content, { mode: 0o600 });
  }

  async end(): Promise<void> {
    await this.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
