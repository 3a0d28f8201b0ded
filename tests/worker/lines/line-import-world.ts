import { env } from "cloudflare:workers";
import { afterAll, beforeAll } from "vitest";
import * as contract from "#contract/line-imports";
import * as lines from "#contract/lines";
import type { RouterSecret } from "#contract/router-secrets";
import { say } from "#contract/texts";
import { dayMs } from "#contract/values/time";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A provider that brings in another system's customers, at a router whose names its bridge tells.

let seeded: TwoProviders;
let bridge: FakeLink;
let owner: CallOptions;
let other: CallOptions;
let home: lines.Package;

/** Call it once in a file. */
export function lineImportWorld(): void {
  beforeAll(async () => {
    seeded = await seedBoth();
    owner = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
    other = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
    const demo = { providerId: seeded.demo.id, adminId: null };
    const enrolled = await FakeBridge.enrol((await createBridgeCode(testContext(), demo, "Gate")).code);
    await env.DB.prepare("UPDATE routers SET bridge_id = ? WHERE id = ?").bind(enrolled.id, routerId()).run();
    bridge = await enrolled.dial();
    await bridge.hello({ keepsLines: true });
    await bridge.next("welcome");
    home = await newPackage({});
  });
  afterAll(() => closeAllLinks());
}

export const world = () => ({ seeded, bridge, owner, other, home });
export const demoId = () => seeded.demo.id;
export const routerId = () => seeded.demo.routers[0]?.id ?? "";
export const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

export async function newPackage(changes: Partial<lines.PackageInput>): Promise<lines.Package> {
  const usual = { name: "Home 10", price: 1_500, period: { months: 1 }, uploadMbps: 5, downloadMbps: 10 };
  const body = Object.assign(usual, changes) as lines.PackageInput;
  const added = await call(lines.addPackage, { body }, owner);
  if (!added.ok) throw new Error(added.text);
  return added.answer.package;
}

export const secret = (name: string, changes: Partial<RouterSecret> = {}): RouterSecret => ({
  name,
  password: `${name}-pw`,
  profile: "10M",
  comment: "",
  service: "any",
  isOff: false,
  speed: null,
  isLine: false,
  isDialled: true,
  ...changes,
});

let atRouter: { secrets: RouterSecret[]; left: number } = { secrets: [], left: 0 };
export function routerHas(secrets: RouterSecret[], left = 0): void {
  atRouter = { secrets, left };
}

/** The bridge answers the question for secrets with what the router has. @param meanwhile what happens before it does */
export async function reading<T>(ask: Promise<T>, meanwhile?: () => Promise<unknown>): Promise<T> {
  const { id } = await bridge.next("request", ({ request }) => request.kind === "secrets");
  await meanwhile?.();
  bridge.say({ type: "answer", id, ok: true, message: say("secrets_read"), result: atRouter });
  return ask;
}

export type Row = Partial<contract.LineImportRow> & { row: number };
export const rowOf = (row: Row): contract.LineImportRow => ({
  of: row.row,
  name: `Mercy ${row.row}`,
  phone: "",
  email: "",
  formerNumber: "",
  login: `home-${row.row}`,
  password: "fibre4you",
  packageId: home.id,
  paidUntil: inDays(10),
  isBlocked: false,
  balance: 0,
  ...row,
});

export async function check(rows: readonly Row[]): Promise<contract.LineImportVerdict[]> {
  const body = { routerId: routerId(), rows: rows.map(rowOf) };
  const answer = await reading(call(contract.checkLineImport, { body }, owner));
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.verdicts;
}

let files = 0;
export async function begin(rows: number, fileHash?: string): Promise<contract.LineImport> {
  files += 1;
  const hash = fileHash ?? String(files).padStart(64, "0");
  const body = { fileName: "old.csv", routerId: routerId(), rows, lastRow: rows, fileHash: hash };
  const answer = await call(contract.beginLineImport, { body }, owner);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

export async function bring(id: string, rows: readonly Row[]): Promise<contract.LineImportVerdict[]> {
  const body = { rows: rows.map(rowOf) };
  const answer = await reading(call(contract.importLineRows, { params: { id }, body }, owner));
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.verdicts;
}

export async function undo(id: string) {
  const answer = await call(contract.undoLineImport, { params: { id } }, owner);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

/** All open lines that the list shows, or a search finds: it finds those who gave up all of theirs as well. */
export async function listed(q = ""): Promise<lines.Line[]> {
  const all: lines.Line[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await call(lines.listLines, { query: { q, page: String(page) } }, owner);
    if (!answer.ok) throw new Error(answer.text);
    all.push(...answer.answer.filter(({ standing }) => standing !== "closed"));
    if (answer.answer.length < lines.linesPerPage) return all;
  }
}

export const specOf = (login: string) =>
  bridge
    .all("lines")
    .flatMap((told) => told.lines.filter(({ spec }) => "login" in spec && spec.login === login))
    .at(-1)?.spec;
