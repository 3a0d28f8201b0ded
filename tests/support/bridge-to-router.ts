import { expect, type TestContext } from "vitest";
import { openRouter, type Router, type RouterAddress, RouterFault, type RouterOptions } from "#bridge/router";
import { type Script, type ScriptedRouter, startScriptedRouter } from "./scripted-router.ts";

export type ScriptedOptions = NonNullable<Parameters<typeof startScriptedRouter>[1]>;

/** A scripted router that ends with the test. */
export async function scripted(t: TestContext, script: Script, options: ScriptedOptions = {}) {
  const peer = await startScriptedRouter(script, options);
  t.onTestFinished(() => peer.close());
  return peer;
}

/** On a busy machine an answer may take longer than the bridge waits; only tests of its deadlines set some. */
const patient = { connectTimeoutMs: 18_000, readTimeoutMs: 18_000, writeTimeoutMs: 18_000 };

/** A scripted router and the bridge's connection to it (user `u`, password `p`); `client` is the bridge's TLS. */
export async function connected(
  t: TestContext,
  script: Script,
  options: ScriptedOptions & RouterOptions & { client?: RouterAddress["tls"] } = {},
): Promise<[Router, ScriptedRouter]> {
  const peer = await scripted(t, script, options);
  const tls = options.client ?? false;
  const router = openRouter(
    { host: "127.0.0.1", port: peer.port, username: "u", password: "p", tls },
    { ...patient, ...options },
  );
  t.onTestFinished(() => router.close());
  return [router, peer];
}

/** The fault that a call must end in. */
export function fault(promise: Promise<unknown>): Promise<RouterFault> {
  return promise.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(RouterFault);
      return error as RouterFault;
    },
  );
}

export const silent: Script = () => undefined;

/** Answers every command with one row. */
export const identity: Script = (command) => {
  command.reply("!re", "=name=site-1");
  command.reply("!done");
};
