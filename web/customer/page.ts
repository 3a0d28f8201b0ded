import type { Language } from "#contract/texts";
import { formatAccountCode } from "#contract/values/account-code";
import { formatBytes } from "#contract/values/data";
import { escapeHtml } from "#contract/values/html";
import { formatShillings } from "#contract/values/money";
import { formatPhone } from "#contract/values/phone";
import { isService, serviceNames } from "#contract/values/services";
import { speedText } from "#contract/values/speed";
import { type BrandProperties, brandProperties, headerColour } from "../ui/brand-colours.ts";
import { askAgain } from "./ask-again.ts";
import pageStyle from "./customer.css?inline";
import { type CustomerMessages, messagesOf } from "./messages.ts";
import { fullDay, fullMoment } from "./moment.ts";
import type { CustomerLine, CustomerPaid, CustomerView, PayForm } from "./view.ts";

// The page of a customer as one document: texts in, HTML out. It needs no script, so that it is the same on every phone, and comes
// whole over a line that is blocked for all else.

/** Where a payment is under way, the browser asks again after these seconds. */
const refreshSeconds = 4;

export function renderCustomerPage(view: CustomerView): string {
  const { language, state } = view;
  const words = messagesOf[language];
  const isWaiting = isWaitingIn(view);
  const main = [
    `<h1>${escapeHtml(words.hello(view.firstName))}</h1>${figures(view, words)}`,
    payment(view, words),
    ...shownLines(view).map((line) => lineCard(view, line, words)),
    isWaiting ? "" : askWhy(view, words),
    // While a payment is under way a second one would be a mistake; when it arrived, the next is a link away.
    isWaiting || (state !== "idle" && state.kind === "paid") ? "" : payCard(view, words),
    paidCard(view, words),
  ].join("");
  return documentOf(view, {
    main,
    inOther: addressOf(view, { lang: otherThan(language) }),
    head: isWaiting ? `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>` : "",
    end: isWaiting ? `<script>${askAgain(refreshSeconds)}</script>` : "",
  });
}

const otherThan = (language: Language): Language => (language === "en" ? "sw" : "en");

type Frame = Pick<CustomerView, "language" | "brand">;
/** @property inOther its address in the other language, escaped */
type Parts = { main: string; inOther: string; head: string; end: string };

function documentOf(frame: Frame, { main, inOther, head, end }: Parts): string {
  const { brand, language } = frame;
  const words = messagesOf[language];
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(words.title(brand.companyName))}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${headerColour(brand.headerColor)}">`,
    '<meta name="format-detection" content="telephone=no"><meta name="robots" content="noindex,nofollow">',
    // Otherwise every browser asks for /favicon.ico on its own.
    '<link rel="icon" href="data:,">',
    head,
    ...stylesOf(frame).map((style) => `<style>${style}</style>`),
    `</head><body>${header(frame, inOther)}<main class="in">${main}</main>${footer(frame, words)}${end}`,
    "</body></html>",
  ].join("");
}

/** What anybody sees whose line is blocked, and who has no link at hand: how it is paid. @property paybill as on a customer's page */
export type BlockedView = Frame & Pick<CustomerView, "paybill">;

export function renderBlockedPage(view: BlockedView): string {
  const { language, paybill } = view;
  const words = messagesOf[language];
  const typed =
    paybill === null
      ? ""
      : `<section class="card"><h2>${words.byHand}</h2><p class="soft">${words.byHandWay}</p><dl>${figure(words.businessNumber, escapeHtml(paybill))}${figure(words.number, words.numberInMessage)}</dl></section>`;
  return documentOf(view, {
    main: `<h1>${words.blockedNow}</h1><p class="card">${words.openLink}</p>${typed}`,
    inOther: `/my?lang=${otherThan(language)}`,
    head: "",
    end: "",
  });
}

const isWaitingIn = ({ state }: CustomerView) => state !== "idle" && state.kind === "waiting";

/**
 * The Content-Security-Policy of the page: its stylesheets and its script by hash, pictures and forms of this host alone, nothing else.
 * @param sha256Base64 SHA-256 of a text's UTF-8 bytes, in base64
 */
export function customerSecurityPolicy(
  view: CustomerView | BlockedView,
  sha256Base64: (text: string) => string,
): string {
  return [
    "default-src 'none'",
    // The empty icon is a data address.
    "img-src 'self' data:",
    `style-src ${stylesOf(view)
      .map((style) => `'sha256-${sha256Base64(style)}'`)
      .join(" ")}`,
    ...("state" in view && isWaitingIn(view)
      ? [`script-src 'sha256-${sha256Base64(askAgain(refreshSeconds))}'`, "connect-src 'self'"]
      : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const stylesOf = ({ brand }: Frame): string[] => [pageStyle, brandStyle(brand)];

const lightNames = ["header", "header-ink", "accent", "accent-ink", "accent-line", "accent-text"];
const darkNames = lightNames.slice(2);

/** The provider's colours; only digits of parsed ones get into it, so that its hash allows nothing else. */
function brandStyle({ headerColor, primaryColor }: CustomerView["brand"]): string {
  const { light, dark } = brandProperties({
    primaryColor,
    headerColor,
    // Of these the page shows nothing.
    secondaryColor: primaryColor,
    backgroundColor: "#ffffff",
    footerColor: headerColor,
  });
  return `:root{${css(light, lightNames)}}@media (prefers-color-scheme:dark){:root{${css(dark, darkNames)}}}`;
}

const css = (properties: BrandProperties, names: readonly string[]) =>
  names.map((name) => `--${name}:${properties[name]}`).join(";");

/** The page's own address, of this or another language. */
function addressOf(
  { link, chosen, state }: CustomerView,
  changes: { lang?: string; isNew?: true; isWhy?: true; isByDay?: true } = {},
) {
  const query = new URLSearchParams();
  if (state !== "idle" && !changes.isNew) query.set("payment", state.id);
  const lang = changes.lang ?? chosen;
  if (lang !== null) query.set("lang", lang);
  if (changes.isWhy) query.set("why", "1");
  if (changes.isByDay) query.set("usage", "1");
  return escapeHtml(`/my/${encodeURIComponent(link)}${query.size > 0 ? `?${query}` : ""}`);
}

function header({ brand, language }: Frame, inOther: string): string {
  const other = otherThan(language);
  const logo = brand.logo && `<img src="${escapeHtml(brand.logo)}" alt="" width="40" height="40">`;
  return [
    `<header><div class="in">${logo ?? ""}<p class="company">${escapeHtml(brand.companyName)}</p>`,
    `<a href="${inOther}" lang="${other}" hreflang="${other}">`,
    `${messagesOf[other].name}</a></div></header>`,
  ].join("");
}

const money = (amount: number) => `KES ${formatShillings(Math.round(amount * 100))}`;

const figure = (name: string, value: string) => `<div><dt>${name}</dt><dd>${value}</dd></div>`;

function figures({ number, balance }: CustomerView, words: CustomerMessages): string {
  const left = balance === 0 ? "" : figure(words.balance, money(balance));
  return `<dl>${figure(words.number, escapeHtml(formatAccountCode(number)))}${left}</dl>`;
}

const shownLines = ({ lines }: CustomerView) => lines.filter(({ standing }) => standing !== "closed");

function lineCard(view: CustomerView, line: CustomerLine, words: CustomerMessages): string {
  const isOpen = isOn(line.standing);
  return [
    `<section class="card"><h2>${escapeHtml(line.packageName)}</h2>`,
    `<p class="soft">${words.price(money(line.price), line.period)}</p>`,
    `<p class="stands${isOpen ? " open" : ""}">${standingOf(line, words)}</p>`,
    whyOf(line, words),
    fairUseOf(line, words),
    usageOf(view, line, words),
    "</section>",
  ].join("");
}

/** How much of it is left at the full speed, and that it is used up. */
function fairUseOf({ fairUse, standing }: CustomerLine, words: CustomerMessages): string {
  if (fairUse === null || !isOn(standing)) return "";
  const { used, after, mbps, isSlow } = fairUse;
  const [all, speed] = [formatBytes(after), speedText(mbps)];
  return `<p class="apart">${isSlow ? words.slow(all, speed) : words.fairUse(formatBytes(used), all, speed)}</p>`;
}

/** What went through it this month, and day by day where that is asked. */
function usageOf(view: CustomerView, { used, usedByDay }: CustomerLine, words: CustomerMessages): string {
  if (used === null) return "";
  const text = `<p class="apart">${words.used(formatBytes(used))}</p>`;
  if (usedByDay === null)
    return `${text}<a class="link" href="${addressOf(view, { isByDay: true })}">${words.byDay}</a>`;
  const rows = usedByDay.map(({ day, bytes }) => figure(fullDay(day, words.dates), formatBytes(bytes)));
  return `${text}<dl class="days">${rows.join("")}</dl>`;
}

/** What stands below how the line stands: of one that is blocked that says why. */
function whyOf({ why, isSilent, isDevice }: CustomerLine, words: CustomerMessages): string {
  const { away, behind, refused, connected } = words;
  const silent = isDevice ? words.still : words.silent;
  // Without an address it is the provider's to mend, as where its router is behind.
  const texts = { router_away: away, behind, refused, silent, no_address: behind, none: connected };
  const text = why !== null && why in texts ? texts[why as keyof typeof texts] : isSilent ? silent : "";
  return text === "" ? "" : `<p${why === null ? "" : ' role="status"'}>${text}</p>`;
}

/** Asked for by hand, as its router is asked then. */
function askWhy(view: CustomerView, words: CustomerMessages): string {
  return view.lines.some(({ standing }) => isOn(standing))
    ? `<p><a class="link" href="${addressOf(view, { isWhy: true })}">${words.askWhy}</a></p>`
    : "";
}

const isOn = (standing: CustomerLine["standing"]) => standing === "open" || standing === "grace";

function standingOf({ standing, paidUntil, blocksAt }: CustomerLine, words: CustomerMessages): string {
  if (standing === "unpaid") return words.unpaid;
  const moment = (at: number | null) => (at === null ? null : fullMoment(at, words.dates));
  const [end, blocked] = [moment(paidUntil), moment(blocksAt)];
  if (isOn(standing)) {
    if (end === null) return words.linesOpen;
    return standing === "open" ? words.open(end) : words.ended(end, blocked);
  }
  if (blocked === null) return words.blockedNow;
  if (standing === "held") return words.held(blocked);
  return standing === "paused" ? words.paused(blocked) : words.blocked(blocked);
}

/** How the payment stands that the page's address names. */
function payment(view: CustomerView, words: CustomerMessages): string {
  const { state } = view;
  // One that failed is told above the form, where what is wrong with that stands as well.
  if (state === "idle" || state.kind === "failed") return "";
  const again = (text: string) => `<a class="link" href="${addressOf(view, { isNew: true })}">${text}</a>`;
  if (state.kind === "waiting")
    return [
      `<section class="card" role="status" data-waiting><h2>${words.waiting}</h2>`,
      `<p>${words.waitingFor(money(state.amount))}</p>${again(words.again)}</section>`,
    ].join("");
  const text = [words.arrived(money(state.amount)), ...openNow(view, words)].join(" ");
  return `<p class="note paid" role="status">${text}</p>${again(words.payMore)}`;
}

/** That the customer is back, if so; a part of the price leaves a line as it was, as its own card says. */
function openNow(view: CustomerView, words: CustomerMessages): string[] {
  const [first, ...more] = shownLines(view);
  if (first === undefined || [first, ...more].some(({ standing }) => standing !== "open")) return [];
  if (more.length > 0 || first.paidUntil === null) return [words.linesOpen];
  return [words.lineOpen(fullMoment(first.paidUntil, words.dates))];
}

function payCard(view: CustomerView, words: CustomerMessages): string {
  const { pay, problem, state } = view;
  const wrong = problem ?? (state !== "idle" && state.kind === "failed" ? state.sentence : null);
  const note = wrong === null ? "" : `<p class="note" role="alert">${escapeHtml(wrong)}</p>`;
  if ("why" in pay) return `${note}<p class="card">${escapeHtml(pay.why)}</p>${byHand(view, words)}`;
  const asked = `<section class="card"><h2>${words.payTitle}</h2>${form(view, pay, words)}</section>`;
  return note + asked + byHand(view, words);
}

/** What is typed into the phone's own menu, also where no request reaches it. */
function byHand({ paybill, number }: CustomerView, words: CustomerMessages): string {
  if (paybill === null) return "";
  return [
    `<section class="card"><h2>${words.byHand}</h2><p class="soft">${words.byHandWay}</p><dl>`,
    figure(words.businessNumber, escapeHtml(paybill)),
    `${figure(words.number, escapeHtml(formatAccountCode(number)))}</dl></section>`,
  ].join("");
}

/** What was paid, when and by which way: folded, as who comes to pay looks for something else. */
function paidCard({ paid }: CustomerView, words: CustomerMessages): string {
  if (paid.length === 0) return "";
  const row = (one: CustomerPaid) => {
    const amount = one.amount < 0 ? `−${money(-one.amount)}` : money(one.amount);
    return figure(`${fullMoment(one.at, words.dates)}<br>${escapeHtml(wayOf(one, words))}`, amount);
  };
  return `<details class="card"><summary>${words.paidBefore}</summary><dl>${paid.map(row).join("")}</dl></details>`;
}

function wayOf({ kind, amount, method, receipt }: CustomerPaid, words: CustomerMessages): string {
  const by = method !== null && isService(method) ? serviceNames[method] : words.byBank;
  const named: Record<CustomerPaid["kind"], string> = {
    payment: `${by} ${receipt}`,
    "taken-back": words.denied(`${by} ${receipt}`.trim()),
    cash: amount < 0 ? words.cashBack(receipt) : words.inCash(receipt),
    "cash-undone": words.cashUndone(receipt),
    refund: words.givenBack,
    "refund-failed": words.notGivenBack,
  };
  return named[kind].trim();
}

/** That a part buys days, where some line that has ended takes it. */
function partHint(lines: readonly CustomerLine[], words: CustomerMessages): string {
  const [least] = lines
    .flatMap(({ standing, daysFrom }) =>
      !["unpaid", "grace", "blocked"].includes(standing) || daysFrom === null ? [] : [daysFrom],
    )
    .sort((one, other) => one - other);
  return least === undefined ? "" : `<p class="soft">${words.days(money(least))}</p>`;
}

function form(
  { link, chosen, lines }: CustomerView,
  { amount, phone, once }: PayForm,
  words: CustomerMessages,
) {
  const hidden = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  return [
    `<form method="post" action="/my/${escapeHtml(encodeURIComponent(link))}/pay">`,
    `<label for="amount">${words.amount}</label>`,
    `<input id="amount" name="amount" value="${escapeHtml(amount)}" inputmode="numeric" autocomplete="off" required>`,
    partHint(lines, words),
    `<label for="phone">${words.phone}</label>`,
    `<input id="phone" name="phone" type="tel" value="${escapeHtml(phone)}" autocomplete="off" aria-describedby="hint">`,
    `<p id="hint" class="soft">${words.phoneHint}</p>`,
    hidden("once", once),
    chosen === null ? "" : hidden("lang", chosen),
    `<button>${words.pay}</button></form>`,
  ].join("");
}

function footer({ brand: { phone } }: Frame, words: CustomerMessages): string {
  if (phone === null) return "";
  const number = escapeHtml(phone.replace(/[^\d+]/g, ""));
  return `<footer class="in">${words.questions} <a href="tel:${number}">${escapeHtml(formatPhone(phone))}</a></footer>`;
}
