import type { Context } from "../../context.ts";
import { DiscoverResult } from "../../contract/bridge-requests.ts";
import type { discoverRouters, FoundRouter, Scan, scanNetwork } from "../../contract/routers.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { AppError, refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import type { ScanNow } from "../entitlements/index.ts";
import { bridgeAway, bridgeToAsk, refuseForeignBridge, refuseTooMany } from "./choose-bridge.ts";
import { assignedRouters } from "./store.ts";

/** The bridge listens for five seconds, and answers after nine at the latest. */
const patienceMs = 11_000;

/** @throws AppError unavailable when no bridge could be asked, too_many */
export async function discover(
  ctx: Context,
  providerId: string,
  named: string | undefined,
): Promise<Made<typeof discoverRouters.answer>> {
  const bridgeId = await bridgeToAsk(ctx, providerId, named);
  await refuseTooMany(ctx, providerId, "discover");
  const answer = await ctx.env.BRIDGE.getByName(bridgeId).request({ kind: "discover" }, patienceMs);
  if (answer.kind !== "answered") throw new AppError("unavailable", bridgeAway[answer.kind]);
  const read = DiscoverResult.safeParse(answer.ok ? JSON.parse(answer.result) : []);
  if (!read.success) return { success: false, message: say("bridge_answer_unreadable"), bridgeId, found: [] };
  const known = await routersByAddress(ctx, providerId, bridgeId);
  const found = read.data.map(({ address, mac, ...words }) => ({
    address,
    macAddress: mac,
    ...words,
    ports: [],
    routerId: known.get(address) ?? null,
  }));
  return { success: answer.ok, message: answer.message, bridgeId, found };
}

/** @throws AppError unavailable when no bridge could be asked, refused when it would not */
export async function beginScan(
  ctx: Context,
  providerId: string,
  named: string | undefined,
): Promise<Made<typeof scanNetwork.answer>> {
  const bridgeId = await bridgeToAsk(ctx, providerId, named);
  await refuseTooMany(ctx, providerId, "scan");
  // The bridge is in the id: whose scan it is can be told by it.
  const begun = await ctx.env.BRIDGE.getByName(bridgeId).beginScan(`${bridgeId}.${randomHex(64)}`);
  if (begun.kind === "refused") throw new AppError("refused", begun.message);
  if (begun.kind !== "begun") throw new AppError("unavailable", bridgeAway[begun.kind]);
  const message = begun.joined ? say("scan_running") : say("scan_begun");
  return { success: true, message, scan: await scanAnswer(ctx, providerId, bridgeId, begun.scan) };
}

export async function readScan(ctx: Context, providerId: string, id: string): Promise<Made<typeof Scan>> {
  const bridgeId = await bridgeOfScan(ctx, providerId, id);
  const scan = await ctx.env.BRIDGE.getByName(bridgeId).scanNow(id);
  if (!scan) throw noSuchScan();
  return scanAnswer(ctx, providerId, bridgeId, scan);
}

export async function cancelScan(ctx: Context, providerId: string, id: string): Promise<void> {
  const bridgeId = await bridgeOfScan(ctx, providerId, id);
  if (!(await ctx.env.BRIDGE.getByName(bridgeId).cancelScan(id))) throw noSuchScan();
}

const noSuchScan = () => refuse("not_found", "scan_gone");

async function bridgeOfScan(ctx: Context, providerId: string, id: string): Promise<string> {
  const [bridgeId = ""] = id.split(".");
  try {
    await refuseForeignBridge(ctx, providerId, bridgeId);
  } catch (cause) {
    throw cause instanceof AppError ? noSuchScan() : cause;
  }
  return bridgeId;
}

async function scanAnswer(
  ctx: Context,
  providerId: string,
  bridgeId: string,
  scan: ScanNow,
): Promise<Made<typeof Scan>> {
  const known = await routersByAddress(ctx, providerId, bridgeId);
  const found: FoundRouter[] = scan.found.map(({ address, ports }) => ({
    address,
    ports,
    routerId: known.get(address) ?? null,
    macAddress: null,
    identity: null,
    version: null,
    board: null,
  }));
  const { id, state, checked, total, subnets } = scan;
  return { id, bridgeId, done: state !== "running", checked, total, subnets, found, message: wordsFor(scan) };
}

function wordsFor({ state, checked, total, found }: ScanNow): Text {
  switch (state) {
    case "running":
      return say("scan_checked", { checked, total });
    case "cancelled":
      return say("scan_stopped");
    case "silent":
      return say("scan_silent");
    case "done":
      if (found.length === 0) return say("scan_nothing");
      return found.length === 1 ? say("scan_found_one") : say("scan_found", { count: found.length });
    default:
      return state satisfies never;
  }
}

/** The same address at another site is another box. */
async function routersByAddress(
  ctx: Context,
  providerId: string,
  bridgeId: string,
): Promise<Map<string, string>> {
  const own = await assignedRouters(ctx, providerId);
  return new Map(own.filter((row) => row.bridgeId === bridgeId).map(({ host, id }) => [host, id]));
}
