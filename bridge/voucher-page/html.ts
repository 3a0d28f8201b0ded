import { escapeHtml } from "#contract/values/html";
import { durationIn, type Language, words } from "./words.ts";

// Plain pages for any phone: no script, nothing that loads.

const style = `*{box-sizing:border-box}body{margin:0;font:17px/1.5 system-ui,sans-serif;background:#f4f6f5;color:#14201a}
main{max-width:26rem;margin:0 auto;padding:24px 16px}h1{font-size:24px;margin:0 0 8px}p{margin:0 0 16px}
label{display:block;font-weight:600;margin-bottom:8px}input{width:100%;height:52px;font:600 22px/1 ui-monospace,monospace;
letter-spacing:2px;text-transform:uppercase;padding:0 12px;border:2px solid #5b6b63;border-radius:10px;background:#fff;color:#14201a}
button,.button{display:block;width:100%;min-height:52px;margin-top:16px;border:0;border-radius:10px;background:#0b6b43;color:#fff;
font:600 18px/52px system-ui,sans-serif;text-align:center;text-decoration:none}
.bad{background:#fdecea;color:#7a1c12;border-radius:10px;padding:12px}.good{background:#e3f5eb;color:#0b4a2f;border-radius:10px;padding:12px}
.languages{margin-top:24px;font-size:15px}.languages a{color:#0b6b43}
@media (prefers-color-scheme:dark){body{background:#101613;color:#e8efeb}input{background:#1a231e;color:#e8efeb;border-color:#8fa398}
.bad{background:#4a1813;color:#ffd9d4}.good{background:#123b29;color:#d5f5e4}.languages a{color:#6ad3a3}}`;

type FormValues = { routerId: string; mac: string; dst: string; code: string };

/** The form, with what went wrong the last time. */
export function formPage(language: Language, values: FormValues, problem: string | null): string {
  const { title, intro, label, action } = words[language];
  const hidden = (["routerId", "mac", "dst"] as const)
    .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(values[name])}">`)
    .join("");
  const wrong = problem === null ? "" : `<p class="bad" role="alert" id="wrong">${escapeHtml(problem)}</p>`;
  const described = problem === null ? "" : ' aria-describedby="wrong" aria-invalid="true"';
  return page(
    language,
    title,
    `<h1>${title}</h1><p>${intro}</p>${wrong}<form method="post" action="/redeem">${hidden}
<input type="hidden" name="lang" value="${language}"><label for="code">${label}</label>
<input id="code" name="code" value="${escapeHtml(values.code)}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required${described}>
<button>${action}</button></form>${languages(language, values)}`,
  );
}

/** @param dst where the visitor wanted to go, or null */
export function donePage(
  language: Language,
  { planName, durationMs }: { planName: string; durationMs: number },
  dst: string | null,
): string {
  const { done, doneText, onward } = words[language];
  const link = dst === null ? "" : `<a class="button" href="${escapeHtml(dst)}">${onward}</a>`;
  const refresh = dst === null ? "" : `<meta http-equiv="refresh" content="4; url=${escapeHtml(dst)}">`;
  // A plan is often called by its duration.
  const duration = durationIn(language, durationMs);
  const isSame = planName.toLowerCase() === duration.toLowerCase();
  const what = escapeHtml(isSame ? planName : `${planName}, ${duration}`);
  return page(
    language,
    done,
    `<h1>${done}</h1><p class="good" role="status">${doneText}<br><b>${what}</b></p>${link}`,
    refresh,
  );
}

function languages(language: Language, { routerId, mac, dst }: FormValues): string {
  const other = language === "en" ? "sw" : "en";
  const query = new URLSearchParams({ routerId, mac, dst, lang: other });
  const name = other === "sw" ? "Kiswahili" : "English";
  return `<p class="languages"><a lang="${other}" href="/?${escapeHtml(query.toString())}">${name}</a></p>`;
}

function page(language: Language, title: string, body: string, head = ""): string {
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>${head}<style>${style}</style></head><body><main>${body}</main></body></html>`;
}
