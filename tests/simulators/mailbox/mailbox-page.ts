import type { Letter } from "./mailbox-simulator.ts";

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 46rem; padding: 1rem; color: #1b1f24; background: #f6f7f9 }
  h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 0 }
  article { background: #fff; border: 1px solid #d9dee4; border-radius: 12px; padding: 1rem; margin: 0 0 1rem }
  p { margin: .25rem 0; color: #4a5560 } pre { white-space: pre-wrap; font: inherit; margin: .75rem 0 0; overflow-wrap: anywhere }
`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Newest first, for people who try the demonstration. */
export function mailboxPage(letters: readonly Letter[]): Response {
  const articles = letters.map(
    ({ to, from, subject, text, at }) => `<article>
      <h2>${escaped(subject)}</h2>
      <p>To ${escaped(to)}, from ${escaped(from)}, ${new Date(at).toLocaleString("en-GB", { timeZone: "Africa/Nairobi" })}</p>
      <pre>${escaped(text)}</pre>
    </article>`,
  );
  const list = articles.length > 0 ? articles.join("\n") : "<p>No letters yet.</p>";
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta http-equiv="refresh" content="5"><title>Mailbox</title><style>${style}</style>
    <h1>Mailbox of the demonstration</h1>${list}</html>`,
    { headers: { "content-type": "text/html; charset=utf-8" } },
  );
}
