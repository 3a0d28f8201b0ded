import { escapeHtml } from "#contract/values/html";
import { documentOf, type Frame, hiddenField, money, otherThan } from "./frame.ts";
import { type CustomerMessages, messagesOf } from "./messages.ts";
import { fullMoment } from "./moment.ts";
import { type OwnMessages, ownMessages } from "./own-messages.ts";
import type { CustomerLine, CustomerView } from "./view.ts";

// Another package for a line, in two steps: what there is to choose, then the code that came by SMS. Without a script, like the page it
// belongs to.

type Named = Pick<CustomerLine, "packageName" | "price" | "period">;

export type PackageChoice = Named & {
  id: string;
  downMbps: number;
  upMbps: number;
  /** What is left of the time, in days, and what the package makes of it; until then, UTC ms. Null = not at once. */
  now: { daysLeft: number; daysThen: number; paidUntil: number } | null;
  isForRenewal: boolean;
  /** The line has it, and another one was chosen for later. */
  isPresent: boolean;
};

type OwnFrame = Frame & Pick<CustomerView, "chosen" | "link" | "problem">;

export type PackagesView = OwnFrame & {
  lineId: string;
  present: Named;
  next: Named | null;
  choices: readonly PackageChoice[];
  /** Where the code goes, its middle hidden; null = none can be sent. */
  phone: string | null;
};

export type ChangeView = OwnFrame & {
  id: string;
  lineId: string;
  package: Named;
  begins: "now" | "renewal";
  state: "asked" | "done" | "over";
  phone: string;
};

export function renderPackagesPage(view: PackagesView): string {
  const [words, own] = [messagesOf[view.language], ownMessages[view.language]];
  const { present, next, choices, phone, lineId } = view;
  const note = phone === null ? own.onlyCall : own.codeNote(escapeHtml(phone));
  const main = [
    `<h1>${own.choose}</h1>`,
    `<p class="soft">${own.has(escapeHtml(present.packageName))}, ${priceOf(present, words)}</p>`,
    next === null ? "" : `<p class="soft">${nextOf(next, words, own)}</p>`,
    problemOf(view),
    choices.length === 0 ? `<p class="card">${own.none}</p>` : `<p class="card">${note}</p>`,
    ...choices.map((one) => choiceCard(view, one, words, own)),
    backLink(view, own),
  ].join("");
  return ownDocument(view, `/lines/${encodeURIComponent(lineId)}`, main);
}

function choiceCard(
  view: PackagesView,
  one: PackageChoice,
  words: CustomerMessages,
  own: OwnMessages,
): string {
  const { now, isForRenewal, isPresent, downMbps, upMbps } = one;
  const days =
    now && own.daysBecome(`${now.daysLeft}`, `${now.daysThen}`, fullMoment(now.paidUntil, words.dates));
  const take = (when: string, text: string) => `<button name="when" value="${when}">${text}</button>`;
  const buttons = [
    now === null ? "" : take("now", own.takeNow),
    isForRenewal ? take("renewal", isPresent ? own.takeStay : own.takeNext) : "",
  ].join("");
  const form = [
    `<form method="post" action="${pathOf(view, `/lines/${encodeURIComponent(view.lineId)}`)}">`,
    `${hiddenField("package", one.id)}${langField(view)}${buttons}</form>`,
  ].join("");
  return [
    `<section class="card"><h2>${escapeHtml(one.packageName)}</h2><p>${priceOf(one, words)}</p>`,
    `<p class="soft">${own.down(`${downMbps}`)}, ${own.up(`${upMbps}`)}</p>`,
    days === null ? "" : `<p class="soft">${days}</p>`,
    view.phone === null ? "" : form,
    "</section>",
  ].join("");
}

export function renderChangePage(view: ChangeView): string {
  const own = ownMessages[view.language];
  const words = messagesOf[view.language];
  const { state, begins, id, lineId } = view;
  const name = escapeHtml(view.package.packageName);
  const again = `<a class="link" href="${addressIn(view, `/lines/${encodeURIComponent(lineId)}`)}">${own.again}</a>`;
  const main =
    state === "done"
      ? `<p class="note paid" role="status">${begins === "now" ? own.doneNow(name) : own.doneNext(name)}</p>`
      : [
          `<h1>${begins === "now" ? own.nowTo(name) : own.nextTo(name)}</h1>`,
          `<p class="soft">${priceOf(view.package, words)}</p>`,
          problemOf(view),
          state === "over" ? `<p class="card">${own.over}</p>` : codeForm(view, own),
          again,
          "<br>",
        ].join("");
  return ownDocument(view, `/changes/${encodeURIComponent(id)}`, main + backLink(view, own));
}

function codeForm(view: ChangeView, own: OwnMessages): string {
  return [
    `<section class="card"><h2>${own.codeTitle}</h2><p class="soft">${own.codeSent(escapeHtml(view.phone))}</p>`,
    `<form method="post" action="${pathOf(view, `/changes/${encodeURIComponent(view.id)}`)}">`,
    `<label for="code">${own.code}</label>`,
    '<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required>',
    `${langField(view)}<button>${own.confirm}</button></form></section>`,
  ].join("");
}

/** The link to choose another package, below a line. */
export function changeLink(view: Pick<CustomerView, "language" | "link" | "chosen">, lineId: string): string {
  const address = addressIn(view, `/lines/${encodeURIComponent(lineId)}`);
  return `<p><a class="link" href="${address}">${ownMessages[view.language].change}</a></p>`;
}

const priceOf = ({ price, period }: Named, words: CustomerMessages) => words.price(money(price), period);

export const nextOf = (next: Named, words: CustomerMessages, own: OwnMessages): string =>
  own.next(escapeHtml(next.packageName), priceOf(next, words));

const problemOf = ({ problem }: OwnFrame) =>
  problem === null ? "" : `<p class="note" role="alert">${escapeHtml(problem)}</p>`;

const langField = ({ chosen }: Pick<OwnFrame, "chosen">) =>
  chosen === null ? "" : hiddenField("lang", chosen);

const pathOf = ({ link }: Pick<OwnFrame, "link">, path: string): string =>
  escapeHtml(`/my/${encodeURIComponent(link)}${path}`);

const addressIn = (view: Pick<OwnFrame, "link" | "chosen">, path: string, lang = view.chosen): string =>
  `${pathOf(view, path)}${lang === null ? "" : `?lang=${lang}`}`;

const backLink = (view: OwnFrame, own: OwnMessages) =>
  `<a class="link" href="${addressIn(view, "")}">${own.back}</a>`;

const ownDocument = (view: OwnFrame, path: string, main: string) =>
  documentOf(view, { main, inOther: addressIn(view, path, otherThan(view.language)), head: "", end: "" });
