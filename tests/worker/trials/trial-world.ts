import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach } from "vitest";
import { readTrial, saveTrial, type TrialInput } from "#contract/trials";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { type Seen, visit } from "../../support/portal-page.ts";
import { newMac } from "../../support/sell.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { demo, inUse, messageWorld, pass, providers, sms } from "../messages/message-world.ts";

// A provider whose SMS account is in use, that offers 15 minutes free at a router that lists its visitors' devices.

export const routerId = () => providers().demo.routers[0]?.id ?? "";
const listed = new Set<string>();
let bridge: FakeBridge;
let people = 0;

/** Call it once in a file. */
export function trialWorld(): void {
  messageWorld();
  beforeAll(async () => {
    const owner = { providerId: providers().demo.id, adminId: null };
    bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  });
  beforeEach(async () => {
    await emptyTenantTables("trials", "trial_days", "trial_settings", "customers", "hotspot_users");
    const link = await bridge.connect();
    link.hosts = () => [...listed];
    await inUse();
  });
  afterEach(async () => {
    await closeAllLinks();
    await env.DB.prepare("UPDATE providers SET status = 'active'").run();
  });
}

const offered = { isOn: true, minutes: 15, speedMbps: 2, uploadMbps: 1, perDay: 20 } satisfies TrialInput;

export const save = (over: Partial<TrialInput> = {}) =>
  call(saveTrial, { body: { ...offered, ...over } }, demo());

export async function offer(over: Partial<TrialInput> = {}): Promise<void> {
  const answer = await save(over);
  if (!answer.ok) throw new Error(answer.text);
}

export async function trialNow() {
  const answer = await call(readTrial, {}, demo());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

/** On the WiFi, unless told. */
export function device(isListed = true): string {
  const mac = newMac();
  if (isListed) listed.add(mac);
  return mac;
}

/** Nobody has asked for it. */
export function newPhone(): string {
  people += 1;
  return `0711${String(100_000 + people)}`;
}

export const placeOf = (mac: string) => ({ mac, routerId: routerId() });
const query = (mac: string) => new URLSearchParams(placeOf(mac));

export const home = (mac: string) => visit(`/?${query(mac)}`);
export const form = (mac: string) => visit(`/trial?${query(mac)}`);

type From = { network?: string; cookie?: string; lang?: string };
const options = ({ network = "197.248.10.77", cookie }: From) => ({
  headers: { "cf-connecting-ip": network },
  ...(cookie ? { cookie } : {}),
});

export const ask = (mac: string, phoneNumber: string, from: From = {}): Promise<Seen> =>
  visit("/trial", {
    form: { ...placeOf(mac), phoneNumber, ...(from.lang ? { lang: from.lang } : {}) },
    ...options(from),
  });

export const prove = (id: string, mac: string, code: string, from: From = {}): Promise<Seen> =>
  visit(`/trial/${id}`, { form: { ...placeOf(mac), code }, ...options(from) });

export const idOf = (seen: Seen): string => /^\/trial\/([0-9a-f]{32})\?/.exec(seen.location ?? "")?.[1] ?? "";
/** Oldest first. */
export const texts = () =>
  sms()
    .accepted.map(({ message }) => message)
    .reverse();
export const lastCode = (): string => /\b\d{6}\b/.exec(texts().at(-1) ?? "")?.[0] ?? "";
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** A code that came to this phone. */
export async function asked(mac = device(), phoneNumber = newPhone()) {
  const seen = await ask(mac, phoneNumber);
  if (seen.status !== 303) throw new Error(`${seen.status} ${seen.text}`);
  return { mac, phoneNumber, id: idOf(seen), code: lastCode() };
}

/** It has had its trial. */
export async function tried(mac = device(), phoneNumber = newPhone()) {
  const all = await asked(mac, phoneNumber);
  const seen = await prove(all.id, mac, all.code);
  if (seen.status !== 303) throw new Error(`${seen.status} ${seen.text}`);
  // A number gets one code a minute.
  pass(61_000);
  return { ...all, seen };
}

type Given = { id: string; mac: string; source: string; terms: string; state: string };

export async function given(): Promise<Given[]> {
  const { results } = await tenantDatabase(providers().demo.id)
    .prepare(
      "SELECT id, substr(subject, 8) AS mac, source, terms, state FROM entitlements ORDER BY created_at, id",
    )
    .all<Given>();
  return results;
}

export async function run(sql: string, ...values: (string | number)[]): Promise<void> {
  await tenantDatabase(providers().demo.id)
    .prepare(sql)
    .bind(...values)
    .run();
}
