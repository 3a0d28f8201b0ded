import { env } from "cloudflare:workers";
import type { Endpoint } from "#contract/endpoint";
import { addRouter, listRouters } from "#contract/routers";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { FakeBridge } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { type CallInput, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

/** Two providers with their admins signed in and a bridge each; the seeded routers have none. */
export class RouterWorld {
  readonly seeded: TwoProviders;
  private readonly cookies: Record<string, string>;
  readonly bridge: FakeBridge;
  readonly foreignBridge: FakeBridge;

  private constructor(
    parts: Pick<RouterWorld, "seeded" | "bridge" | "foreignBridge">,
    cookies: [string, string],
  ) {
    this.seeded = parts.seeded;
    this.bridge = parts.bridge;
    this.foreignBridge = parts.foreignBridge;
    this.cookies = { demo: cookies[0], savanna: cookies[1] };
  }

  static async make(): Promise<RouterWorld> {
    const seeded = await seedBoth();
    const bridge = await newBridge(seeded.demo, "Gate box");
    const foreignBridge = await newBridge(seeded.savanna, "Lodge box");
    await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
    const cookies: [string, string] = [
      await signInProvider(seeded.demo),
      await signInProvider(seeded.savanna),
    ];
    return new RouterWorld({ seeded, bridge, foreignBridge }, cookies);
  }

  ask<E extends Endpoint>(endpoint: E, input: CallInput = {}, who: "demo" | "savanna" = "demo") {
    return call(endpoint, input, { host: hostOf(who), cookie: this.cookies[who] ?? "" });
  }

  /** The sentence of a refusal with its status; nothing was changed by it. */
  async refused<E extends Endpoint>(endpoint: E, input: CallInput = {}, who: "demo" | "savanna" = "demo") {
    const before = await databaseChecksum();
    const answer = await this.ask(endpoint, input, who);
    if (answer.ok) throw new Error(`not refused: ${answer.text}`);
    if ((await databaseChecksum()) !== before) throw new Error(`refused, and yet changed: ${answer.text}`);
    return [answer.status, answer.refusal?.message ?? answer.text] as const;
  }

  async listed(id: string, who: "demo" | "savanna" = "demo") {
    const answer = await this.ask(listRouters, {}, who);
    if (!answer.ok) throw new Error(answer.text);
    return answer.answer.find((router) => router.id === id);
  }

  newRouter(changes: Record<string, unknown> = {}) {
    return {
      name: "Rooftop",
      host: "192.168.88.7",
      port: 8728,
      username: "api",
      password: "rooftop secret",
      location: "Roof",
      bridgeId: this.bridge.id,
      ...changes,
    };
  }

  async added(changes: Record<string, unknown> = {}) {
    const answer = await this.ask(addRouter, { body: this.newRouter(changes) });
    if (!answer.ok) throw new Error(answer.text);
    return answer.answer;
  }

  async audited(action: string) {
    const { results } = await env.DB.prepare(
      "SELECT actor, actor_id, provider_id, subject, detail FROM audit WHERE action = ?1 ORDER BY at, rowid",
    )
      .bind(action)
      .all<Record<string, string>>();
    return results.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail ?? "null") }));
  }
}

export async function newBridge(provider: SeededProvider, name: string): Promise<FakeBridge> {
  const owner = { providerId: provider.id, adminId: null };
  return FakeBridge.enrol((await createBridgeCode(testContext(), owner, name)).code);
}
