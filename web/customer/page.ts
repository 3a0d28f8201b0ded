import { formatAccountCode } from "#contract/values/account-code";
import { formatBytes } from "#contract/values/data";
import { escapeHtml } from "#contract/values/html";
import { isService, serviceNames } from "#contract/values/services";
import { speedText } from "#contract/values/speed";
import { askAgain } from "./ask-again.ts";
import { documentOf, type Frame, figure, hiddenField, money, otherThan, stylesOf } from "./frame.ts";
import { type CustomerMessages, messagesOf } from "./messages.ts";
import { fullDay, fullMoment } from "./moment.ts";
import { ownMessages } from "./own-messages.ts";
import { changeLink, nextOf } from "./packages.ts";
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

/** What anybody sees whose line is blocked, and who has no link at hand: how it is paid. @property paybill as on a customer's page */
export type BlockedView = Frame &
  Pick<CustomerView, "paybill" | "chosen" | "problem"> & {
    /** What was typed to have the link sent; null = no message goes out, so that it would not come. */
    asked: { who: string; isSent: boolean } | null;
  };

export function renderBlockedPage(view: BlockedView): string {
  const { language, paybill } = view;
  const words = messagesOf[language];
  const typed =
    paybill === null
      ? ""
      : `<section class="card"><h2>${words.byHand}</h2><p class="soft">${words.byHandWay}</p><dl>${figure(words.businessNumber, escapeHtml(paybill))}${figure(words.number, words.numberInMessage)}</dl></section>`;
  return documentOf(view, {
    main: `<h1>${words.blockedNow}</h1><p class="card">${words.openLink}</p>${linkForm(view)}${typed}`,
    inOther: `/my?lang=${otherThan(language)}`,
    head: "",
    end: "",
  });
}

/** For a customer without the link at hand. The answer is the same for every name that is typed. */
function linkForm({ language, chosen, problem, asked }: BlockedView): string {
  const own = ownMessages[language];
  const note = problem === null ? "" : `<p class="note" role="alert">${escapeHtml(problem)}</p>`;
  if (asked === null) return `${note}<p class="card">${own.lost}</p>`;
  if (asked.isSent)
    return `<p class="note paid" role="status">${own.sent}</p><p class="card">${own.notCome}</p>`;
  return [
    note,
    `<section class="card"><h2>${own.sendTitle}</h2><p class="soft">${own.sendText}</p>`,
    `<form method="post" action="/my"><label for="who">${own.who}</label>`,
    `<input id="who" name="who" value="${escapeHtml(asked.who)}" inputmode="tel" maxlength="60" required>`,
    `${chosen === null ? "" : hiddenField("lang", chosen)}<button>${own.send}</button></form></section>`,
  ].join("");
}

const isWaitingIn = ({ state }: CustomerView) => state !== "idle" && state.kind === "waiting";

/**
 * The Content-Security-Policy of the page: its stylesheets and its script by hash, pictures and forms of this host alone, nothing else.
 * @param sha256Base64 SHA-256 of a text's UTF-8 bytes, in base64
 */
export function customerSecurityPolicy(
  view: CustomerView | Frame,
  sha256Base64: (text: string) => string,
): string {
  return [
    "default-src 'none'",
    // The empty icon is a data address.
    "img-src 'self' data:",
    `style-src ${stylesOf(view)
      .map((style) => `'sha256-${sha256Base64(style)}'`)
      .join(" ")}`,
    ...("lines" in view && isWaitingIn(view)
      ? [`script-src 'sha256-${sha256Base64(askAgain(refreshSeconds))}'`, "connect-src 'self'"]
      : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

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

function figures({ number, balance }: CustomerView, words: CustomerMessages): string {
  const left = balance === 0 ? "" : figure(words.balance, money(balance));
  return `<dl>${figure(words.number, escapeHtml(formatAccountCode(number)))}${left}</dl>`;
}

const shownLines = ({ lines }: CustomerView) => lines.filter(({ standing }) => standing !== "closed");

function lineCard(view: CustomerView, line: CustomerLine, words: CustomerMessages): string {
  const isOpen = isOn(line.standing);
  const { next, canChange } = line;
  return [
    `<section class="card"><h2>${escapeHtml(line.packageName)}</h2>`,
    `<p class="soft">${words.price(money(line.price), line.period)}</p>`,
    `<p class="stands${isOpen ? " open" : ""}">${standingOf(line, words)}</p>`,
    whyOf(line, words),
    next === null ? "" : `<p class="soft">${nextOf(next, words, ownMessages[view.language])}</p>`,
    fairUseOf(line, words),
    usageOf(view, line, words),
    canChange && !isWaitingIn(view) ? changeLink(view, line.id) : "",
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
  return [
    `<form method="post" action="/my/${escapeHtml(encodeURIComponent(link))}/pay">`,
    `<label for="amount">${words.amount}</label>`,
    `<input id="amount" name="amount" value="${escapeHtml(amount)}" inputmode="numeric" autocomplete="off" required>`,
    partHint(lines, words),
    `<label for="phone">${words.phone}</label>`,
    `<input id="phone" name="phone" type="tel" value="${escapeHtml(phone)}" autocomplete="off" aria-describedby="hint">`,
    `<p id="hint" class="soft">${words.phoneHint}</p>`,
    hiddenField("once", once),
    chosen === null ? "" : hiddenField("lang", chosen),
    `<button>${words.pay}</button></form>`,
  ].join("");
}
