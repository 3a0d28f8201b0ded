import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PortalAd } from "#contract/portal";
import { adFrameDocument } from "../ad-frame.ts";
import { adAddress, noAdsAddress } from "../addresses.ts";
import { type AdEvent, type AdReport, type AdRun, countdownMs, secondsLeft, startAds } from "../ads.ts";
import { rememberAdsSeen } from "../ads-seen.ts";
import { browserPolling, pageClock } from "../browser-ports.ts";
import { ActionLink } from "../parts/action-link.tsx";
import { type AdPlay, playAds } from "../play-ads.ts";
import { usePortal } from "../portal-context.ts";

type Live = { run: AdRun; send: (event: AdEvent) => void };

/** The run of the advertisements: as the server has it until scripts are here, then by the page's clock. */
function useAds(): Live {
  const { page, flow } = usePortal();
  // `page` is another one whenever the visitor has something new: what is shown here does not begin anew with it.
  const { ads, adIndex, mac, routerId } = page;
  const [run, setRun] = useState(() => startAds(adIndex));
  const play = useRef<AdPlay | null>(null);
  useEffect(() => {
    if (!flow.scripted) return undefined;
    play.current = playAds(ads, adIndex, {
      ...browserPolling,
      now: pageClock(),
      report: (report) => reportAd({ mac, routerId }, report),
      changed: setRun,
      over: () => {
        rememberAdsSeen({ local: () => localStorage, session: () => sessionStorage }, mac);
      },
    });
    return () => play.current?.stop();
  }, [flow.scripted, ads, adIndex, mac, routerId]);
  const isOver = run.index >= ads.length;
  // The plans are there by now: who was reading goes on at their top.
  useEffect(() => {
    if (isOver) document.querySelector<HTMLElement>("#main h1")?.focus();
  }, [isOver]);
  return { run, send: (event) => play.current?.send(event) };
}

function Progress({ ad, run }: { ad: PortalAd; run: AdRun }) {
  const { messages } = usePortal();
  const share = Math.min(100, Math.round((100 * run.spentMs) / countdownMs(ad)));
  return (
    <div
      className="ad-progress"
      role="progressbar"
      aria-label={messages.ads.shown}
      aria-valuemin={0}
      aria-valuemax={100}
      // In quarters: readers announce every change.
      aria-valuenow={Math.floor(share / 25) * 25}
    >
      <svg width="100%" height="4" aria-hidden="true" focusable="false">
        <rect key={ad.id} height="4" width={`${share}%`} />
      </svg>
    </div>
  );
}

/** What the advertiser made. Nothing in the frame can be pressed or runs; the button over it is ours. */
function Content({ ad, send }: { ad: PortalAd; send: Live["send"] }) {
  const { flow } = usePortal();
  if (ad.content === "") return null;
  return (
    <div className="ad-content">
      <iframe
        key={ad.id}
        className="ad-frame"
        title={ad.title}
        sandbox=""
        srcDoc={adFrameDocument(ad.content)}
        tabIndex={-1}
      />
      {flow.scripted ? <Press ad={ad} send={send} /> : null}
    </div>
  );
}

type LinkProps = Live & {
  ad: PortalAd;
  url: string;
  className: string;
  /** The same link stands elsewhere for keyboards. */
  isSilent?: boolean;
  children: ReactNode;
};

/** Online the website opens; before that it is kept. */
function WebsiteLink({ ad, run, send, url, className, isSilent = false, children }: LinkProps) {
  const { page } = usePortal();
  const tab = isSilent ? { tabIndex: -1 } : {};
  if (page.access === "online")
    return (
      <a {...tab} className={className} href={url} onClick={() => send({ kind: "visited", keep: false })}>
        {children}
      </a>
    );
  return (
    <ActionLink
      {...tab}
      className={className}
      href={adAddress(page, run.index, { website: ad.id })}
      onAct={() => send({ kind: "visited", keep: true })}
    >
      {children}
    </ActionLink>
  );
}

const websiteOf = ({ externalUrl }: PortalAd) =>
  externalUrl !== null && /^https?:/i.test(externalUrl) ? externalUrl : null;

/** A press on the picture leads to the website where there is one, and counts like one on the content where there is none. */
function Picture({ ad, run, send }: { ad: PortalAd } & Live) {
  const { flow } = usePortal();
  if (!ad.imageUrl) return null;
  const isAlone = ad.content === "";
  const url = websiteOf(ad);
  const image = (
    <img
      key={ad.id}
      className={isAlone ? "ad-image ad-image-alone" : "ad-image"}
      src={ad.imageUrl}
      width="640"
      height="360"
      alt=""
      fetchPriority="low"
    />
  );
  // Readers and keyboards have the button below, or the content.
  if (url !== null)
    return (
      <div className="ad-picture" aria-hidden="true">
        <WebsiteLink {...{ ad, run, send, url }} className="ad-picture-link" isSilent>
          {image}
        </WebsiteLink>
      </div>
    );
  return (
    <div className="ad-picture">
      {image}
      {flow.scripted && isAlone ? <Press ad={ad} send={send} /> : null}
    </div>
  );
}

function Press({ ad, send }: { ad: PortalAd; send: Live["send"] }) {
  const { messages } = usePortal();
  return (
    <button
      type="button"
      className="ad-press"
      aria-label={messages.ads.interested(ad.title)}
      onClick={() => send({ kind: "clicked" })}
    />
  );
}

function Visit({ ad, run, send }: { ad: PortalAd } & Live) {
  const { page, messages } = usePortal();
  const url = websiteOf(ad);
  // Without scripts the answer itself says that it was kept.
  const kept = run.kept || page.websites.some((website) => website.url === url);
  const said = kept ? messages.ads.visitKept : run.interacted ? messages.ads.noted : "";
  return (
    <>
      {url === null ? null : (
        <WebsiteLink {...{ ad, run, send, url }} className="button button-second ad-visit">
          {messages.ads.visit}
          {page.access === "online" ? null : <span className="ad-later">{messages.ads.visitLater}</span>}
        </WebsiteLink>
      )}
      <p className="ad-said" role="status">
        {said}
      </p>
    </>
  );
}

function Ad({ ad, run, send }: { ad: PortalAd } & Live) {
  const { messages } = usePortal();
  return (
    <div className="ad-body">
      <p className="ad-free">{messages.ads.free}</p>
      <Picture ad={ad} run={run} send={send} />
      <div className="ad-words">
        <h1>{ad.title}</h1>
        {ad.description ? <p>{ad.description}</p> : null}
      </div>
      <Content ad={ad} send={send} />
      <Visit ad={ad} run={run} send={send} />
    </div>
  );
}

/**
 * The advertisements in front of the plans. The plans are in the same document behind them (`ads.css` takes them out of
 * the way as long as this is there); without scripts Skip and Continue are links to the same page.
 */
export function AdStage() {
  const { page, flow, messages } = usePortal();
  const { run, send } = useAds();
  const ad = page.ads[run.index];
  if (!ad) return null;
  return (
    <section id="ads" className="ads" aria-label={messages.ads.region}>
      <div className="ads-in">
        <div className="ad-top">
          <p className="ad-count" aria-live="polite">
            {messages.ads.counter(run.index + 1, page.ads.length)}
          </p>
          <p className="ad-time">
            <span className="only-spoken">{messages.ads.secondsRemaining}</span>
            {messages.ads.secondsLeft(secondsLeft(ad, run))}
          </p>
          {/* Its place is kept while it cannot work, so that nothing moves when scripts arrive. */}
          <button
            type="button"
            className={flow.scripted ? "text-link" : "text-link out-of-sight"}
            onClick={() => send({ kind: "paused", paused: !run.paused })}
          >
            {run.paused ? messages.ads.resume : messages.ads.pause}
          </button>
        </div>
        <Progress ad={ad} run={run} />
        <Ad ad={ad} run={run} send={send} />
        <div className="ad-foot">
          <div className="ad-dots" aria-hidden="true">
            {page.ads.map(({ id }, index) => (
              <span key={id} className={index === run.index ? "ad-dot ad-dot-on" : "ad-dot"} />
            ))}
          </div>
          <div className="ad-buttons">
            <ActionLink
              className="button button-second"
              href={noAdsAddress(page)}
              onAct={() => send({ kind: "skipped" })}
            >
              {messages.ads.skip}
            </ActionLink>
            <ActionLink
              className="button button-main"
              href={adAddress(page, run.index + 1, { seen: ad.id })}
              onAct={() => send({ kind: "continued" })}
            >
              {messages.ads.continue}
            </ActionLink>
          </div>
          <p className="small-print">{messages.ads.footer}</p>
        </div>
      </div>
    </section>
  );
}

type Place = { mac: string | null; routerId: string | null };

function bodyOf(report: AdReport): object {
  if (report.kind === "view") return { viewDuration: report.viewDuration, interacted: report.interacted };
  return report.kind === "click" ? { advertisementId: report.id, website: report.website } : {};
}

/**
 * Tells the server what happened. Nobody waits for it, and a report that is lost costs the visitor nothing. No
 * `keepalive`: Chromium 72 refuses it together with JSON, and the answer of a next page takes longer than this does.
 */
export function reportAd({ mac, routerId }: Place, report: AdReport): void {
  const path = report.kind === "seen" ? "seen" : `${encodeURIComponent(report.id)}/${report.kind}`;
  const place = { macAddress: mac ?? undefined, routerId: routerId ?? undefined };
  fetch(`/api/advertisements/${path}`, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...place, ...bodyOf(report) }),
  }).catch(() => undefined);
}
