import { Fragment, useEffect, useRef } from "react";
import type { Theme } from "#contract/branding";
import type { Language } from "#contract/texts";
import { nairobiDay } from "#contract/values/duration";
import { formatPhone } from "#contract/values/phone";
import { inService } from "#contract/values/services";
import { homeAddress, screenAddress } from "./addresses.ts";
import { loading, shownScreen } from "./flow-view.ts";
import { legalOf } from "./legal.ts";
import { ActionLink } from "./parts/action-link.tsx";
import { BuySheet } from "./parts/buy-sheet.tsx";
import { CopyButton } from "./parts/copy-button.tsx";
import { Icon } from "./parts/icon.tsx";
import { Rare } from "./parts/rare.tsx";
import { ToastLine } from "./parts/toast-line.tsx";
import { type PortalContext, PortalProvider, usePortal } from "./portal-context.ts";
import { adsInFront, isHere, screenParts } from "./rare-parts.ts";
import { HomeScreen } from "./screens/home.tsx";
import { titleOf } from "./titles.ts";

function Screen({ flow, rare }: PortalContext) {
  const screen = shownScreen(flow);
  if (screen.kind === "home" || !isHere(screen.kind, rare)) return <HomeScreen />;
  return <Rare part={screenParts[screen.kind]} />;
}

export function Portal({ page: served, ...rest }: PortalContext) {
  // What the device and the browser have changes while the page is open.
  const context = { ...rest, page: { ...served, ...rest.flow.visitor } };
  useScreenChange(context);
  return (
    <PortalProvider value={context}>
      {adsInFront(context.page) ? <Rare part="ads" /> : null}
      <Header />
      <main id="main" tabIndex={-1} className={`main main-${shownScreen(context.flow).kind}`}>
        <Screen {...context} />
      </main>
      <Choices />
      <Footer />
      <ToastLine />
      <SpokenProgress />
      <BuySheet />
      <Loading />
    </PortalProvider>
  );
}

function Logo({ url, name }: { url: string | null; name: string }) {
  // Low priority: the logo may follow, and React would otherwise put a preload in front of the page.
  if (url) return <img className="logo" src={url} width="40" height="40" alt="" fetchPriority="low" />;
  const [initial = "W"] = [...name.trim()];
  return (
    <span className="logo logo-initial" aria-hidden="true">
      {initial.toUpperCase()}
    </span>
  );
}

export function Header() {
  const { page, messages } = usePortal();
  const { brand } = page;
  const nowhere = brand.subdomain === null && page.routerId === null;
  return (
    <header className="header">
      <div className="header-in">
        <Logo url={brand.logoUrl} name={brand.companyName} />
        <div className="header-words">
          <p className="company">{brand.companyName}</p>
          {nowhere ? null : (
            <p className="on-wifi">
              <Icon name="wifi" />
              {messages.brand.onFreeWifi}
            </p>
          )}
        </div>
        {brand.subdomain ? (
          <div className="network">
            <span className="badge">{brand.subdomain}</span>
            <span className="network-label">{messages.brand.providerNetwork}</span>
          </div>
        ) : null}
      </div>
    </header>
  );
}

/** Says that the next page is on its way; it covers nothing and catches no press. */
export function Loading() {
  const { flow, messages } = usePortal();
  return (
    <div className="loading" role="status">
      {loading(flow) ? (
        <p>
          <span className="spinner" aria-hidden="true" />
          {messages.loading}
        </p>
      ) : null}
    </div>
  );
}

/** Announces the step of a payment to screen readers. */
export function SpokenProgress() {
  const { flow, messages, rare } = usePortal();
  const { watch, following, scripted } = flow;
  if (!scripted) return null;
  // The words come with the screens of a payment.
  const phase = following && rare.payment ? watch?.phase : undefined;
  const paid = () => {
    const { access, routerAway } = watch?.status ?? {};
    if (routerAway) return messages.device.routerAway;
    return access === "waiting_for_device" ? messages.success.absent : messages.success.connecting;
  };
  return (
    <p className="only-spoken" role="status">
      {phase === "waiting"
        ? inService(messages.waiting.steps.pin, watch?.service ?? "mpesa")
        : phase === "connecting"
          ? paid()
          : ""}
    </p>
  );
}

/** On a new screen: title, scroll and focus; back at the plans, the tried plan is scrolled into view. */
export function useScreenChange({ page, flow, messages, rare }: PortalContext): void {
  const screen = shownScreen(flow);
  const seen = useRef(screen.kind);
  const here = isHere(screen.kind, rare);
  const title = here ? titleOf(screen, page.brand.companyName, messages) : null;
  useEffect(() => {
    if (title === null) return;
    document.title = title;
    if (seen.current === screen.kind) return;
    seen.current = screen.kind;
    const plan = screen.kind === "home" ? document.getElementById(location.hash.slice(1)) : null;
    if (plan) {
      plan.scrollIntoView({ block: "center" });
      plan.querySelector("a")?.focus({ preventScroll: true });
    } else {
      scrollTo(0, 0);
      const heading = document.querySelector<HTMLElement>("main h1");
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }, [screen.kind, title]);
}

/** Each language by its own name, so that those who read only that one find it. */
const names: readonly (readonly [Language, string])[] = [
  ["en", "English"],
  ["sw", "Kiswahili"],
];
const themes = ["light", "dark", "system"] as const satisfies readonly Theme[];

/** Language and look. Links to the very screen that is shown; the look changes in place while scripts run. */
export function Choices() {
  const { page, flow, actions, messages } = usePortal();
  const { choices } = messages;
  const screen = shownScreen(flow);
  return (
    <div className="choices">
      <nav className="choice" aria-label={choices.language}>
        {names.map(([lang, name]) => (
          <a
            key={lang}
            href={screenAddress({ ...page, lang }, screen)}
            className="choice-link"
            lang={lang}
            hrefLang={lang}
            aria-current={lang === page.language ? "true" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <nav className="choice" aria-label={choices.theme}>
        {themes.map((theme) => (
          <ActionLink
            key={theme}
            href={screenAddress({ ...page, theme }, screen)}
            className="choice-link"
            isCurrent={theme === (page.theme ?? "system")}
            onAct={() => actions?.showTheme(theme)}
          >
            {choices.themes[theme]}
          </ActionLink>
        ))}
      </nav>
    </div>
  );
}

/** `tel:` is one of the two schemes that a phone's sign-in sheet follows; an e-mail address is text to copy. */
export function Footer() {
  const { page, flow, messages } = usePortal();
  const { companyName, supportPhone, supportEmail } = page.brand;
  const year = Number(nairobiDay(flow.serverStart).slice(0, 4));
  return (
    <footer className="footer">
      <div className="footer-in">
        {supportPhone || supportEmail ? (
          <div className="support">
            {supportPhone ? (
              <a
                className="support-phone"
                href={`tel:${formatPhone(supportPhone).replace(/[^\d+]/g, "")}`}
                aria-label={messages.footer.call(formatPhone(supportPhone))}
              >
                <Icon name="phone" />
                <span>{formatPhone(supportPhone)}</span>
              </a>
            ) : null}
            {supportEmail ? <CopyText text={supportEmail} /> : null}
          </div>
        ) : null}
        {page.requestId ? <p className="small-print">{messages.footer.reference(page.requestId)}</p> : null}
        <p className="small-print">
          {`${messages.footer.copyright(year, companyName)} · ${messages.footer.poweredBy}`}
          <LegalLinks />
        </p>
      </div>
    </footer>
  );
}

/** The support address as text, with a button that copies it. */
export function CopyText({ text }: { text: string }) {
  const { messages } = usePortal();
  return (
    <div className="support-mail">
      <span className="mail-text">
        {(text.match(/[^@.]*[@.]|[^@.]+/g) ?? []).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never change their order
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </span>
      <CopyButton text={text} name={messages.footer.copyEmail} />
    </div>
  );
}

export function LegalLinks() {
  const { page, messages } = usePortal();
  const online = page.access === "online";
  return (
    <>
      {legalOf(page).map(({ name, url }) => (
        <a key={name} className="legal-link" href={online ? url : `${homeAddress(page)}#legal`}>
          {messages.footer[name]}
        </a>
      ))}
    </>
  );
}
