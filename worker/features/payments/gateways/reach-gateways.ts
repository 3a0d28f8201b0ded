import type { Context } from "../../../context.ts";
import { type Service, serviceNames } from "../../../contract/values/services.ts";
import type { GatewayReach } from "../../../contract/watches.ts";
import { keepProgress, progressOf } from "../../../db/sweep-progress.ts";
import { basicAuth, fetchText, isPage, jsonHeaders, throughRelay } from "./gateway-http.ts";
import { blamesUs, platformApps } from "./sweep-apps.ts";
import { tryToken } from "./try-token.ts";

const kept = "gateway-reach";

/** What was answered last, and when (UTC ms); null where nobody asked yet. */
export const reachedGateways = (ctx: Context): Promise<{ at: number; reach: GatewayReach[] } | null> =>
  progressOf(ctx, kept);

/** Of a machine's page for people, enough to know it again. */
const mostShown = 80;

/**
 * Whether the gateways' own programs answer this worker: a token is asked for with a key that nobody has, and any JSON is an answer of theirs.
 * What stands in front of them and lets known addresses in alone answers with a page. Then whether they take the platform's own app.
 */
export async function reachGateways(ctx: Context): Promise<GatewayReach[]> {
  const { settings } = ctx;
  const inSandbox = settings.PLATFORM_MPESA_ENVIRONMENT === "sandbox";
  const mpesa = inSandbox ? settings.MPESA_SANDBOX_URL : settings.MPESA_PRODUCTION_URL;
  const nobody = basicAuth("mlango-asks-whether-it-is-let-in", "nothing");
  const tried = [
    reach(ctx, "mpesa", `${mpesa}/oauth/v1/generate?grant_type=client_credentials`, {
      method: "GET",
      headers: nobody,
    }),
  ];
  if (settings.PLATFORM_AIRTEL_ENVIRONMENT) {
    const isSandbox = settings.PLATFORM_AIRTEL_ENVIRONMENT === "sandbox";
    const airtel = isSandbox ? settings.AIRTEL_SANDBOX_URL : settings.AIRTEL_PRODUCTION_URL;
    const body = JSON.stringify({
      client_id: "nobody",
      client_secret: "nothing",
      grant_type: "client_credentials",
    });
    tried.push(
      reach(ctx, "airtel_money", `${airtel}/auth/oauth2/token`, {
        method: "POST",
        headers: jsonHeaders,
        body,
      }),
    );
  }
  const answered = await Promise.all(tried);
  await keepProgress(ctx, kept, { at: ctx.now(), reach: answered });
  return answered;
}

async function reach(ctx: Context, service: Service, url: string, init: RequestInit): Promise<GatewayReach> {
  const gateway = serviceNames[service];
  const { host } = new URL(url);
  const line = throughRelay(ctx.settings, url, init);
  try {
    const { status, text } = await fetchText(ctx.fetch, line.url, line.init);
    // An empty refusal comes from in front of a gateway as often as from it.
    const isAnswer = !isPage(text) && (text.trim() !== "" || status < 403);
    if (!isAnswer)
      return { gateway, host, state: "turned_away", detail: `status ${status}: ${titleOf(text)}` };
    const app = platformApps(ctx).find(({ type }) => type === service);
    const said = app ? await tryToken(ctx, app) : null;
    return said && blamesUs(said)
      ? { gateway, host, state: "refused", detail: said.detail }
      : { gateway, host, state: "reached", detail: `status ${status}` };
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    return { gateway, host, state: "silent", detail: detail.slice(0, mostShown) };
  }
}

function titleOf(page: string): string {
  const title = /<title>([^<]*)/i.exec(page)?.[1] ?? page;
  return (
    title
      .replaceAll(/<[^>]*>|\s+/g, " ")
      .trim()
      .slice(0, mostShown) || "nothing said"
  );
}
