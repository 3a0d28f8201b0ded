import { nairobiTime } from "./identifiers.ts";
import { PHONE_STYLE } from "./phone-style.ts";
import type { Prompt, PromptState } from "./state.ts";

/** How many requests of a number the page lists. */
export const PROMPTS_SHOWN = 10;

export type Notice = "no-pin" | "closed" | "unknown";

export type PhoneView = {
  /** As typed into the field. */
  typed: string;
  /** 2547…, or undefined while there is no valid number. */
  number: string | undefined;
  /** Of this number, newest first. */
  prompts: readonly Prompt[];
  knownNumbers: readonly string[];
  payee: (prompt: Prompt) => string;
  notice: string | null;
  now: number;
};

const NOTICES = new Map<string, string>([
  ["no-pin", "Type your M-Pesa PIN first."],
  ["closed", "That request was already closed."],
  ["unknown", "That request is not known."],
]);

const ENDINGS: Record<Exclude<PromptState, "open" | "paid">, string> = {
  cancelled: "You cancelled this request.",
  "wrong-pin": "Failed. You entered the wrong M-PESA PIN.",
  insufficient: "Failed. You do not have enough money in your M-PESA account.",
  unreachable: "This request did not reach the phone.",
  expired: "You did not answer this request in time.",
  refused: "Failed. This payment is not permitted at the moment.",
};

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

function openPrompt(prompt: Prompt, payee: string): string {
  return `<section class="prompt" aria-labelledby="ask-${prompt.id}">
<h2 id="ask-${prompt.id}">M-PESA</h2>
<p>Do you want to pay <strong>Ksh${prompt.amount}.00</strong> to <strong>${escaped(payee)}</strong>, account <strong>${escaped(prompt.accountReference)}</strong>?</p>
<form method="post" action="/phone/prompts/${prompt.id}">
<input type="hidden" name="number" value="${prompt.phoneNumber}">
<label for="pin">M-Pesa PIN</label>
<input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="8" required aria-describedby="pin-note">
<p id="pin-note" class="quiet">The right PIN of this simulated phone is 1234; any other is a wrong PIN. Left alone, the request goes away at ${clock(prompt.expiresAt)}.</p>
<div class="buttons"><button name="action" value="send">Send</button><button name="action" value="cancel" class="second" formnovalidate>Cancel</button></div>
</form>
</section>`;
}

function message(prompt: Prompt, payee: string): string {
  const at = nairobiTime(prompt.closedAt ?? prompt.createdAt);
  const when = `${Number(at.day)}/${Number(at.month)}/${at.year.slice(2)} at ${at.hour}:${at.minute}`;
  const account = escaped(prompt.accountReference);
  const text =
    prompt.state === "paid"
      ? `<strong>${prompt.receipt}</strong> Confirmed. Ksh${prompt.amount}.00 sent to ${escaped(payee)} for account ${account} on ${when}.`
      : prompt.state === "open"
        ? ""
        : `${ENDINGS[prompt.state]} Ksh${prompt.amount}.00 to ${escaped(payee)} for account ${account}, ${when}.`;
  return `<li class="${prompt.state === "paid" ? "good" : "bad"}">${text}</li>`;
}

/**
 * Looks for news every 1.5 s and reloads only when there is some, so that a PIN being typed is not lost. Without
 * scripts the page reloads by itself, but while a prompt is open not before that prompt ends.
 */
function refreshing(number: string, prompts: readonly Prompt[], now: number): string {
  const open = prompts.find((prompt) => prompt.state === "open");
  const seconds = open ? Math.max(1, Math.ceil((open.expiresAt - now) / 1_000)) : 3;
  const here = `/phone?number=${number}`;
  return `<noscript><meta http-equiv="refresh" content="${seconds};url=${here}"></noscript>
<script>
(function () {
  var shown = ${JSON.stringify(prompts.map((prompt) => prompt.id + prompt.state).join())};
  function look() {
    fetch("/control/prompts?phoneNumber=${number}").then(function (answer) { return answer.json(); }).then(function (prompts) {
      var seen = prompts.slice(0, ${PROMPTS_SHOWN}).map(function (prompt) { return prompt.id + prompt.state; }).join();
      if (seen === shown) setTimeout(look, 1500);
      else location.replace("${here}");
    }).catch(function () { setTimeout(look, 1500); });
  }
  setTimeout(look, 1500);
})();
</script>`;
}

/** The page of one handset: its open request like a SIM toolkit message, and what came before like a list of SMS. */
export function phonePage(view: PhoneView): string {
  const { number, prompts } = view;
  const open = prompts.find((prompt) => prompt.state === "open");
  const closed = prompts.filter((prompt) => prompt.state !== "open");
  const notice = NOTICES.get(view.notice ?? "");
  const wrongNumber = view.typed !== "" && number === undefined;
  const screen =
    number === undefined
      ? `<p class="quiet">Type the number that pays to see what its phone shows.</p>`
      : open
        ? openPrompt(open, view.payee(open))
        : `<p class="quiet" role="status">No request on ${local(number)} now. This page watches for the next one.</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${number === undefined ? "Simulated phone" : `${local(number)} · simulated phone`}</title>
<style>${PHONE_STYLE}</style>
${number === undefined ? "" : refreshing(number, prompts, view.now)}
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
${closed.length === 0 ? "" : `<h2>Messages</h2>\n<ul class="messages">${closed.map((prompt) => message(prompt, view.payee(prompt))).join("\n")}</ul>`}
${view.knownNumbers.length === 0 ? "" : `<nav aria-label="Phones with requests"><h2>Phones</h2><ul class="phones">${view.knownNumbers.map((known) => `<li><a href="/phone?number=${known}"${known === number ? ' aria-current="page"' : ""}>${local(known)}</a></li>`).join("")}</ul></nav>`}
</main>
</body>
</html>
`;
}
