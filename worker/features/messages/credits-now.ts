import type { Context } from "../../context.ts";
import { type Credits, leastCredits, mostCredits } from "../../contract/credits.ts";
import { shillings } from "../../contract/values/money.ts";
import { sql } from "../../db/sql.ts";
import { platformMpesa } from "../gateways/index.ts";
import { balanceOf, type CreditEntry } from "./credits.ts";
import { platformAccount } from "./platform-account.ts";

const shown = 60;

export async function creditsNow(ctx: Context, providerId: string): Promise<Credits> {
  const db = ctx.tenant(providerId);
  const [balance, platform, entries] = await Promise.all([
    balanceOf(db),
    platformAccount(ctx),
    db.all(
      sql<CreditEntry>`SELECT id, kind, day, at, cents, segments, state, asked_cents AS askedCents, receipt, detail
        FROM credit_entries ORDER BY at DESC, id DESC LIMIT ${shown}`,
    ),
  ]);
  return {
    isOffered: platform !== null,
    canBuy: platform !== null && platformMpesa(ctx) !== null,
    balance: shillings(balance),
    segmentPrice: platform && shillings(platform.segmentCents),
    least: leastCredits,
    most: mostCredits,
    entries: entries.map(entryAnswer),
  };
}

function entryAnswer(entry: CreditEntry): Credits["entries"][number] {
  const { id, kind, day, at, cents, segments, state, askedCents, receipt, detail } = entry;
  const asked = askedCents === null ? null : shillings(askedCents);
  return {
    id,
    kind,
    day,
    at: new Date(at).toISOString(),
    amount: shillings(cents),
    segments,
    state,
    asked,
    receipt,
    detail,
  };
}
