import { nairobiTime } from "../gateway-kit/identifiers.ts";
import type { PhoneLine, PhoneRequest } from "./phone-line.ts";
import { PHONE_STYLE } from "./phone-style.ts";

/** How many requests of a number the page lists. */
export const REQUESTS_SHOWN = 10;

export type Notice = "no-pin" | "closed" | "unknown";

/** A request, and the network that asks. */
export type Shown = { line: PhoneLine; request: PhoneRequest };

export type PhoneView = {
  /** As typed into the field. */
  typed: string;
  /** 2547…, or undefined while there is no valid number. */
  number: string | undefined;
  /** Of this number, newest first. */
  requests: readonly Shown[];
  knownNumbers: readonly string[];
  notice: string | null;
  now: number;
};

const NOTICES = new Map<string, string>([
  ["no-pin", "Type your PIN first."],
  ["closed", "That request was already closed."],
  ["unknown", "That request is not known."],
]);

/** Changes whenever the page would show something else. */
export function signatureOf(requests: readonly Shown[]): string {
  return requests.map(({ line, request }) => `${line.key}${request.id}${request.state}`).join();
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function local(number: string): string {
  return `0${number.slice(3, 6)} ${number.slice(6, 9)} ${number.slice(9)}`;
}

function clock(ms: number): string {
  const at = nairobiTime(ms);
  return `${at.hour}:${at.minute}:${at.second}`;
}

function openRequest({ line, request }: Shown): string {
  const heading = `ask-${line.key}-${request.id}`;
  return `<section class="prompt" aria-labelledby="${heading}">
<h2 id="${heading}">${line.menu}</h2>
<p>Do you want to pay <strong>Ksh${request.amount}.00</strong> to <strong>${escaped(request.payee)}</strong>, account <strong>${escaped(request.account)}</strong>?</p>
<form method="post" action="/phone/${line.key}/${request.id}">
<input type="hidden" name="number" value="${request.number}">
<label for="pin">${line.pinLabel}</label>
<input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="8" required aria-describedby="pin-note">
<p id="pin-note" class="quiet">The right PIN of this simulated phone is 1234; any other is a wrong PIN. Left alone, the request goes away at ${clock(request.expiresAt)}.</p>
<div class="buttons"><button name="action" value="send">Send</button><button name="action" value="cancel" class="second" formnovalidate>Cancel</button></div>
</form>
</section>`;
}

function message({ line, request }: Shown): string {
  const at = nairobiTime(request.closedAt ?? request.createdAt);
  const when = `${Number(at.day)}/${Number(at.month)}/${at.year.slice(2)} at ${at.hour}:${at.minute}`;
  const what = `Ksh${request.amount}.00`;
  const whom = `${escaped(request.payee)} for account ${escaped(request.account)}`;
  const isPaid = request.receipt !== null && request.ending === "";
  const text = isPaid
    ? `<strong>${request.receipt}</strong> Confirmed. ${what} sent to ${whom} on ${when}.`
    : `${request.ending} ${what} to ${whom}, ${when}.`;
  return `<li class="${isPaid ? "good" : "bad"}"><span class="from">${line.menu}</span> ${text}</li>`;
}

/**
 * Looks for news every 1.5 s and reloads only when there is some, so that a PIN being typed is not lost. Without
 * scripts the page reloads by itself, but while a request is open not before that request ends.
 */
function refreshing(number: string, requests: readonly Shown[], now: number): string {
  const open = requests.find(({ request }) => request.isOpen);
  const seconds = open ? Math.max(1, Math.ceil((open.request.expiresAt - now) / 1_000)) : 3;
  const here = `/phone?number=${number}`;
  return `<noscript><meta http-equiv="refresh" content="${seconds};url=${here}"></noscript>
<script>
(function () {
  var shown = ${JSON.stringify(signatureOf(requests))};
  function look() {
    fetch("/phone/news?number=${number}").then(function (answer) { return answer.json(); }).then(function (news) {
      if (news.shown === shown) setTimeout(look, 1500);
      else location.replace("${here}");
    }).catch(function () { setTimeout(look, 1500); });
  }
  setTimeout(look, 1500);
})();
</script>`;
}

/** The page of one handset: its open request like a SIM toolkit message, and what came before like a list of SMS. */
export function phonePage(view: PhoneView): string {
  const { number, requests } = view;
  const open = requests.find(({ request }) => request.isOpen);
  const closed = requests.filter(({ request }) => !request.isOpen);
  const notice = NOTICES.get(view.notice ?? "");
  const wrongNumber = view.typed !== "" && number === undefined;
  const screen =
    number === undefined
      ? `<p class="quiet">Type the number that pays to see what its phone shows.</p>`
      : open
        ? openRequest(open)
        : `<p class="quiet" role="status">No request on ${local(number)} now. This page watches for the next one.</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${number === undefined ? "Simulated phone" : `${local(number)} · simulated phone`}</title>
<style>${PHONE_STYLE}</style>
${number === undefined ? "" : refreshing(number, requests, view.now)}
</head>
<body>
<main>
<h1>Simulated phone</h1>
<form method="get" action="/phone" class="number">
<label for="number">Phone number</label>
<div class="row"><input id="number" name="number" type="tel" inputmode="tel" autocomplete="off" value="${escaped(number ?? view.typed)}"${wrongNumber ? ' aria-invalid="true" aria-describedby="number-wrong"' : ""}><button class="second">Show</button></div>
${wrongNumber ? '<p id="number-wrong" class="warning" role="alert">This is not a Kenyan mobile number. Write it like 0712 345 678.</p>' : ""}
</form>
${notice ? `<p class="warning" role="alert">${notice}</p>` : ""}
<div class="screen">
${screen}
</div>
${closed.length === 0 ? "" : `<h2>Messages</h2>\n<ul class="messages">${closed.map(message).join("\n")}</ul>`}
${view.knownNumbers.length === 0 ? "" : `<nav aria-label="Phones with requests"><h2>Phones</h2><ul class="phones">${view.knownNumbers.map((known) => `<li><a href="/phone?number=${known}"${known === number ? ' aria-current="page"' : ""}>${local(known)}</a></li>`).join("")}</ul></nav>`}
</main>
</body>
</html>
`;
}
