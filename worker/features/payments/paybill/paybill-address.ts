import type { Context } from "../../../context.ts";
import type { Paybill } from "../core/callbacks.ts";

// Where the gateway reports what was typed at one pay bill. The address names the pay bill and not our configuration of
// it: Safaricom registers addresses once for good, and configurations are replaced. One that a replaced root secret proves
// counts until that secret is taken out: by then the pay bill is registered again.

const names = { sandbox: "0", production: "1" } as const;

function nameOf({ environment, shortCode }: Paybill): string {
  return `${names[environment]}${shortCode}`;
}

/** Main domain, lower case, and nothing behind the path but digits and hex: no word that Safaricom refuses. */
export function paybillAddresses(
  ctx: Context,
  paybill: Paybill,
): { validation: string; confirmation: string } {
  const id = nameOf(paybill);
  const tail = `${id}/${ctx.keys.proof("paybill", id, 128)}`;
  const { MAIN_ORIGIN } = ctx.settings;
  return { validation: `${MAIN_ORIGIN}/cb/v/${tail}`, confirmation: `${MAIN_ORIGIN}/cb/t/${tail}` };
}

/** Null for a made-up address. */
export function paybillAt(ctx: Context, id: string, secret: string): Paybill | null {
  if (!/^[01]\d{5,7}$/.test(id) || !ctx.keys.isProof("paybill", id, secret, 128)) return null;
  return { environment: id.startsWith("1") ? "production" : "sandbox", shortCode: id.slice(1) };
}
