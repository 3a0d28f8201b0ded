import { afterAll, afterEach, beforeAll, vi } from "vitest";
import * as calls from "#contract/imports";
import { redeemVoucher } from "#contract/vouchers";
import { newMac } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { openSite, type Site } from "../rate-limits/site-world.ts";

// A provider that brings in another system's file.

type Owner = { host: string; cookie: string };
let opened: Site;
let owners: { demo: Owner; savanna: Owner };

/** Call it once in a file. */
export function importWorld(): void {
  beforeAll(async () => {
    opened = await openSite();
    const { demo: first, savanna: second } = opened.world.seeded;
    owners = {
      demo: { host: hostOf("demo"), cookie: await signInProvider(first) },
      savanna: { host: hostOf("savanna"), cookie: await signInProvider(second) },
    };
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => opened.close());
}

export const site = () => opened;
export const demo = () => owners.demo;
export const savanna = () => owners.savanna;
export const db = () => tenantDatabase(site().world.seeded.demo.id);
export const planId = (place = 0) => site().world.seeded.demo.plans[place]?.id ?? "";
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

export type Row = Partial<calls.ImportRow> & { row: number };
export const rowOf = (row: Row) => ({ kind: "voucher" as const, planId: planId(), ...row });

let files = 0;
export async function begin(rows: number, lastRow = rows, fileHash?: string) {
  files += 1;
  const body = { fileName: "old.csv", rows, lastRow, fileHash: fileHash ?? String(files).padStart(64, "0") };
  const answer = await call(calls.beginImport, { body }, demo());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

export async function bring(id: string, rows: readonly Row[], routerId?: string) {
  const body = { rows: rows.map(rowOf), ...(routerId ? { routerId } : {}) };
  const answer = await call(calls.importRows, { params: { id }, body }, demo());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.verdicts;
}

export async function check(rows: readonly Row[], routerId?: string) {
  const body = { rows: rows.map(rowOf), ...(routerId ? { routerId } : {}) };
  const answer = await call(calls.checkImport, { body }, demo());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.verdicts.map(({ becomes, fault }) => fault ?? becomes);
}

export async function undo(id: string) {
  const answer = await call(calls.undoImport, { params: { id } }, demo());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

type Redeem = { code: string; mac?: string; network?: string; isListed?: boolean };
let networks = 0;
export function redeem({ code, mac = newMac(), network, isListed = true }: Redeem) {
  if (isListed) site().listed.add(mac);
  networks += 1;
  return call(
    redeemVoucher,
    { body: { voucherCode: code, macAddress: mac, routerId: site().routerId } },
    {
      host: hostOf("demo"),
      headers: { "cf-connecting-ip": network ?? `10.9.${networks >> 8}.${networks & 255}` },
    },
  );
}
