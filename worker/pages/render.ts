import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { constants, crc32, deflateRawSync } from "node:zlib";
import { portalScripts } from "virtual:portal-scripts";
import { portalSecurityPolicy, renderPortal } from "../../web/portal/server.tsx";
import type { PortalPage } from "../contract/portal.ts";
import { pageForVisitors } from "../http/route.ts";
import { requestIdNow } from "../log.ts";

export type Rendered = { body: string; headers: Record<string, string> };

/** A page that many visitors have: what stands in it in place of the device's address (null: none) and of the answer's moment. */
export type SharedPage = Rendered & { mac: string | null; now: string };

const sha256Base64 = (text: string) => createHash("sha256").update(text).digest("base64");

/** @param origin what the visitor asked, for pages with advertisements */
export function rendered(page: PortalPage, origin: string | null = null): Rendered {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": portalSecurityPolicy(page, sha256Base64, origin),
  };
  return { body: renderPortal(pageForVisitors(page), portalScripts), headers };
}

export function html(page: PortalPage, status = 200, origin: string | null = null): Response {
  const requestId = status < 500 ? undefined : requestIdNow();
  const { body, headers } = rendered(requestId === undefined ? page : { ...page, requestId }, origin);
  return new Response(body, { status, headers });
}

/** @param mac of the device that asks @param now UTC ms */
export function sharedPage(page: SharedPage, mac: string | null, now: number, request: Request): Response {
  const vary = { ...page.headers, vary: "accept-encoding" };
  const text = textFor(page, mac, now);
  if (!takesGzip(request)) return new Response(text, { headers: vary });
  return new Response(gzipFor(page, text), {
    headers: { ...vary, "content-encoding": "gzip" },
    encodeBody: "manual",
  });
}

function textFor(page: SharedPage, mac: string | null, now: number): string {
  const text = page.body.replaceAll(page.now, new Date(now).toISOString());
  return page.mac === null || mac === null ? text : text.replaceAll(page.mac, mac);
}

/** What all answers begin with, style sheets above all: compressed once. `crc` is its checksum. */
type Beginning = { text: string; bytes: Buffer; crc: number; length: number };
const beginnings = new WeakMap<SharedPage, Beginning>();

/** RFC 1952: deflated, no name, no time, unknown system. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

function beginningOf(page: SharedPage): Beginning {
  const [upToMoment = ""] = page.body.split(page.now, 1);
  const [text = ""] = page.mac === null ? [upToMoment] : upToMoment.split(page.mac, 1);
  const plain = Buffer.from(text);
  // Flushed, so that more may follow it.
  const deflated = deflateRawSync(plain, { finishFlush: constants.Z_SYNC_FLUSH });
  return { text, bytes: Buffer.concat([header, deflated]), crc: crc32(plain), length: plain.length };
}

/** A gzip file of two parts: what all answers begin with, and the rest of this one; its checksum and length end it. */
function gzipFor(page: SharedPage, text: string): Uint8Array<ArrayBuffer> {
  const beginning = beginnings.get(page) ?? beginningOf(page);
  beginnings.set(page, beginning);
  const rest = Buffer.from(text.slice(beginning.text.length));
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(rest, beginning.crc), 0);
  end.writeUInt32LE(beginning.length + rest.length, 4);
  return Buffer.concat([beginning.bytes, deflateRawSync(rest, { level: 1 }), end]);
}

/** Cloudflare asks for what it can decode itself, and says beside it what the browser asked for. */
function takesGzip(request: Request): boolean {
  const asked = request.cf?.clientAcceptEncoding ?? request.headers.get("accept-encoding") ?? "";
  return /(?:^|,)\s*(?:x-)?gzip\s*(?:$|,|;\s*q=(?:1|0\.0*[1-9]))/i.test(String(asked));
}

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
