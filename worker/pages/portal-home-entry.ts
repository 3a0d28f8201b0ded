import type { Context } from "../context.ts";
import { hostMeaning } from "../contract/values/host.ts";
import { macOf } from "../contract/values/subject.ts";
import { type DirectoryEntry, isKnownHost, type Later, providerAt } from "../db/directory.ts";
import { refuseNetworkFlood, refuseUnknownHosts } from "../http/network.ts";
import { visitorCaller } from "../http/session.ts";
import { requestIdNow } from "../log.ts";
import { hasSeenAds } from "./portal-ads.ts";
import type { HomeAnswer } from "./portal-home.ts";
import { type Visitor, visitorFrom } from "./portal-visitor.ts";
import { type SharedPage, seeOther, sharedPage } from "./render.ts";

// Home on a provider's host: the plans pages are kept here, rendered, and the provider's object says which of them a
// device sees. Without a device all see the same one, and the object is asked every three seconds which.

/** Plans pages by their tags, of one look of one router: with and without advertisements and a trial, before and after a change. */
type Pages = { byTag: Map<string, SharedPage>; ofNoDevice: { tag: string; version: string | null } | null };

const kept = new Map<string, Pages>();
/** A page takes 50 KB, and an isolate has 128 MB. */
const mostKept = 150;
const mostOfOne = 6;

/** With one of these something is written, or it is no plans page that is asked for. */
const acts = ["ad", "ads", "seen", "website", "dst", "link-orig"];

/** Null for what the provider's object answers whole. @param headers of the answer */
export async function homeAtEntry(
  ctx: Context,
  request: Request,
  headers: Headers,
  later: Later,
): Promise<Response | null> {
  const url = new URL(request.url);
  const meaning = hostMeaning(url.hostname, ctx.settings.mainHost);
  if (meaning.kind !== "provider" || acts.some((name) => url.searchParams.has(name))) return null;
  if (!isKnownHost(meaning.subdomain, ctx.now())) refuseUnknownHosts(request, ctx.now());
  const provider = await providerAt(ctx.platform, meaning, ctx.now(), later);
  if (!provider) return null;
  const cookies = new Headers();
  const asked = { caller: visitorCaller(request), headers: cookies, request, url };
  const who = visitorFrom(asked, Object.fromEntries(url.searchParams));
  const asking = { request, origin: url.origin, who, seen: hasSeenAds(request) };
  const answer = await answerFor(ctx, provider, asking);
  if (!answer) return null;
  for (const cookie of cookies.getSetCookie()) headers.append("set-cookie", cookie);
  if ("mac" in answer) return sharedPage(answer, macOf(who.subject), ctx.now(), request);
  if (answer.kind === "redirect") return seeOther(answer.location);
  return new Response(answer.body, { headers: answer.headers });
}

type Asked = { request: Request; origin: string; who: Visitor; seen: boolean };
type Answer = SharedPage | Exclude<HomeAnswer, { kind: "plans" }>;

async function answerFor(ctx: Context, provider: DirectoryEntry, asked: Asked): Promise<Answer | null> {
  const { origin, seen } = asked;
  const { subject, routerId, language, lang, theme } = asked.who;
  const key = JSON.stringify([
    provider.providerId,
    origin,
    subject !== null,
    routerId,
    language,
    lang,
    theme,
    seen,
  ]);
  const pages = kept.get(key) ?? { byTag: new Map(), ofNoDevice: null };
  if (subject !== null) return ask(ctx, provider, asked, key, pages);
  const { tag = "", version = null } = pages.ofNoDevice ?? {};
  const page = pages.byTag.get(tag);
  if (page && version === ctx.version()) return page;
  // One asks, and those who come meanwhile see what is kept. None waits for another's answer: it is lost where its own reader left.
  if (page) pages.ofNoDevice = { tag, version: ctx.version() };
  return ask(ctx, provider, asked, key, pages);
}

async function ask(
  ctx: Context,
  { providerId, rev }: DirectoryEntry,
  { request, origin, who, seen }: Asked,
  key: string,
  pages: Pages,
): Promise<Answer | null> {
  refuseNetworkFlood(request, providerId, ctx.now());
  const version = ctx.version();
  const answer = await ctx.env.PROVIDER.getByName(providerId).home({
    url: origin,
    who,
    hasSeenAds: seen,
    held: [...pages.byTag.keys()],
    rev,
    requestId: requestIdNow(),
  });
  // The object answers whole, or its database does not open: the kept page is not shown again.
  if (answer === null) pages.ofNoDevice = null;
  if (answer?.kind !== "plans") return answer;
  const { tag, page } = answer;
  // The first of those that came together stays: it is compressed already.
  const shared = pages.byTag.get(tag) ?? page;
  // Dropped meanwhile: the object answers whole.
  if (!shared) return null;
  if (pages.byTag.size >= mostOfOne && !pages.byTag.has(tag)) pages.byTag.clear();
  pages.byTag.set(tag, shared);
  if (who.subject === null) pages.ofNoDevice = { tag, version };
  if (kept.size >= mostKept && !kept.has(key)) kept.clear();
  kept.set(key, pages);
  return shared;
}
