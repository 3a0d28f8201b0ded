import { exports } from "cloudflare:workers";
import { createHash } from "node:crypto";
import type { PortalPage } from "#contract/portal";
import { hostOf } from "./worker-call.ts";

/** A page of the portal as a browser without scripts has it. */
export type Seen = {
  status: number;
  headers: Headers;
  html: string;
  /** What can be read, without markup. */
  text: string;
  /** What the scripts would be given. */
  data: PortalPage;
  location: string | null;
  /** The buyer's cookie that this answer sets, as it would be sent back. */
  cookie: string | null;
};

export type Visit = {
  host?: string;
  cookie?: string | null;
  headers?: Record<string, string>;
  /** Fields of a form: sent as POST. */
  form?: Record<string, string>;
  /** Null sends none; of this very page unless told. */
  origin?: string | null;
  method?: string;
};

export async function visit(path: string, options: Visit = {}): Promise<Seen> {
  const { host = hostOf("demo"), form, cookie, method } = options;
  const url = `http://${host}${path}`;
  const headers = new Headers(options.headers);
  if (cookie) headers.set("cookie", cookie);
  const origin = options.origin === undefined ? new URL(url).origin : options.origin;
  if (form && origin !== null) headers.set("origin", origin);
  const body = form && new URLSearchParams(form);
  const init = { method: method ?? (form ? "POST" : "GET"), headers, redirect: "manual" as const };
  const response = await exports.default.fetch(new Request(url, body ? { ...init, body } : init));
  const html = await response.text();
  const set = response.headers.getSetCookie().find((one) => one.startsWith("__Host-p="));
  return {
    status: response.status,
    headers: response.headers,
    html,
    text: readable(html),
    data: island(html),
    location: response.headers.get("location"),
    cookie: set?.split(";")[0] ?? null,
  };
}

function readable(html: string): string {
  return html
    .replace(/<(script|style|noscript|title)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--.*?-->/g, "")
    .replaceAll("<wbr/>", "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

function island(html: string): PortalPage {
  const [, json = "{}"] = /<script type="application\/json" id="page">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json) as PortalPage;
}

/** The fields that a form would send, by its address; null when there is no such form. */
export function formFields({ html }: Seen, action: string): Record<string, string> | null {
  const [form] =
    [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)]
      .map(([text]) => text)
      .filter((text) => text.includes(`action="${action}"`)) ?? [];
  if (form === undefined) return null;
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([input]) => ({
    name: /\bname="([^"]*)"/.exec(input)?.[1] ?? "",
    value: /\bvalue="([^"]*)"/.exec(input)?.[1] ?? "",
  }));
  return Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
}

/** Directives of the page's Content-Security-Policy, and whether its own styles are allowed by it. */
export function policyOf({ html, headers }: Seen): {
  directives: Map<string, string>;
  stylesAllowed: boolean;
} {
  const text = headers.get("content-security-policy") ?? "";
  const directives = new Map(
    text.split(";").map((part) => {
      const [name = "", ...values] = part.trim().split(" ");
      return [name, values.join(" ")];
    }),
  );
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = ""]) => style);
  const hashOf = (style: string) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
  const allowed = styles.every((style) => directives.get("style-src")?.includes(hashOf(style)));
  return { directives, stylesAllowed: allowed && styles.length > 0 && !/\sstyle="/.test(html) };
}
