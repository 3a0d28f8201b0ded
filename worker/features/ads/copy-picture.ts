import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { AppError, refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { askedFor, isTimeout } from "../../sleep.ts";

const patienceMs = 8_000;
const largestBytes = 2 * 1024 * 1024;
const mostRedirects = 3;

/** Fetched once: portals load nothing from other hosts. @throws AppError invalid, saying why it was not copied */
export async function copyPicture(ctx: Context, address: string): Promise<Uint8Array> {
  const first = publicAddress(address);
  try {
    return await askedFor(patienceMs, (signal) => fetched(ctx, first, signal));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (isTimeout(cause)) throw notCopied(say("copy_slow"));
    log("warn", "a picture was not copied", cause);
    throw notCopied(say("copy_unreached"));
  }
}

async function fetched(ctx: Context, first: URL, signal: AbortSignal): Promise<Uint8Array> {
  let url = first;
  for (let step = 0; step <= mostRedirects; step += 1) {
    const response = await ctx.fetch(url.href, {
      redirect: "manual",
      signal,
      headers: { accept: "image/*" },
    });
    const next = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (next === null) return await bytesOf(response);
    await response.body?.cancel();
    url = publicAddress(URL.canParse(next, url) ? new URL(next, url).href : "");
  }
  throw notCopied(say("copy_leads_on"));
}

/** Names alone, at the usual port: a number could be a machine inside our network. */
function publicAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== "https:") throw refuse("invalid", "ad_image_kind");
  const host = url.hostname.replace(/\.$/, "");
  const isNumber = /^[\d.]+$/.test(host) || host.startsWith("[");
  const isInside =
    !host.includes(".") || /\.(localhost|local|internal|intranet|lan|home\.arpa|test)$/.test(host);
  if (isNumber || isInside || url.port !== "" || url.username !== "" || url.password !== "")
    throw notCopied(say("copy_inside"));
  return url;
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  if (!response.ok) {
    await response.body?.cancel();
    throw notCopied(say("copy_answered", { status: response.status }));
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > largestBytes) throw notCopied(say("copy_large"));
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function notCopied(why: Text): AppError {
  return refuse("invalid", "ad_not_copied", { why });
}
