import { env } from "cloudflare:workers";
import type { Endpoint } from "#contract/endpoint";
import { listPlatformRouters, type PlatformRouter } from "#contract/platform-routers";
import { addRouter } from "#contract/routers";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { FakeBridge } from "../../support/fake-bridge.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { type CallInput, type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

export type Who = "operator" | "demo" | "savanna";

/** An operator above two providers; the seeded routers have no bridge. */
export class FleetWorld {
  readonly seeded: TwoProviders;
  private readonly cookies: Record<Who, string>;

  private constructor(seeded: TwoProviders, cookies: Record<Who, string>) {
    this.seeded = seeded;
    this.cookies = cookies;
  }

  static async make(): Promise<FleetWorld> {
    const seeded = await seedBoth();
    return new FleetWorld(seeded, {
      operator: await signInOperator(seeded.operator),
      demo: await signInProvider(seeded.demo),
      savanna: await signInProvider(seeded.savanna),
    });
  }

  as(who: Who): CallOptions {
    return { host: who === "operator" ? hostOf() : hostOf(who), cookie: this.cookies[who] };
  }

  ask<E extends Endpoint>(endpoint: E, input: CallInput = {}, who: Who = "operator") {
    return call(endpoint, input, this.as(who));
  }

  async answer<E extends Endpoint>(endpoint: E, input: CallInput = {}, who: Who = "operator") {
    const answer = await this.ask(endpoint, input, who);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
    return answer.answer;
  }

  /** The sentence of a refusal with its status; nothing was changed by it. */
  async refused<E extends Endpoint>(endpoint: E, input: CallInput = {}, who: Who = "operator") {
    const before = await databaseChecksum();
    const answer = await this.ask(endpoint, input, who);
    if (answer.ok) throw new Error(`not refused: ${answer.text}`);
    if ((await databaseChecksum()) !== before) throw new Error(`refused, and yet changed: ${answer.text}`);
    return [answer.status, answer.refusal?.message ?? answer.text] as const;
  }

  newRouter(changes: Record<string, unknown> = {}) {
    return {
      name: "Rooftop",
      host: "10.1.0.1",
      port: 8728,
      username: "api",
      password: "rooftop secret",
      routerosVersion: "7.x",
      connectionType: "direct",
      isActive: true,
      ...changes,
    };
  }

  async added(changes: Record<string, unknown> = {}) {
    return this.answer(addRouter, { body: this.newRouter(changes) });
  }

  async listed(id: string): Promise<PlatformRouter | undefined> {
    const routers = await this.answer(listPlatformRouters);
    return (routers as PlatformRouter[]).find((router) => router.id === id);
  }

  async epoch(id: string): Promise<number> {
    const row = await this.row(id);
    return Number(row.serving_epoch);
  }

  async row(id: string): Promise<Record<string, unknown>> {
    const row = await env.DB.prepare("SELECT * FROM routers WHERE id = ?1").bind(id).first();
    if (!row) throw new Error(`no router ${id}`);
    return row;
  }

  async audited(action: string): Promise<Record<string, unknown>[]> {
    const { results } = await env.DB.prepare(
      "SELECT actor, actor_id, provider_id, subject, detail FROM audit WHERE action = ?1 ORDER BY at, rowid",
    )
      .bind(action)
      .all<Record<string, string>>();
    return results.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail ?? "null") }));
  }
}

/** @param provider null: of the platform */
export async function newBridge(provider: SeededProvider | null, name: string): Promise<FakeBridge> {
  const owner = { providerId: provider?.id ?? null, adminId: null };
  return FakeBridge.enrol((await createBridgeCode(testContext(), owner, name)).code);
}
