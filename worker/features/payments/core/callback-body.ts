import { discardBody } from "../../../http/request-rules.ts";

/** Callbacks are a few hundred bytes; anything longer is not one. */
const maxCallbackBytes = 16 * 1024;

/** The raw text; null for what is too long to be a callback: sending it again would not make it one. */
export async function callbackBody(request: Request): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength;
    if (size > maxCallbackBytes) break;
    text += decoder.decode(chunk, { stream: true });
  }
  if (size <= maxCallbackBytes) return text + decoder.decode();
  await discardBody(request);
  return null;
}
