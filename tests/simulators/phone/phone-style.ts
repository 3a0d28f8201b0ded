/** System fonts and few colours, each pair above 4.5:1, in light and dark; made for 360 px. */
export const PHONE_STYLE = `
:root{color-scheme:light dark;--page:#eef1ee;--card:#fff;--ink:#17211b;--quiet:#55625a;--line:#c8d1ca;--accent:#1c7a3d;--on-accent:#fff;--bad:#a4262c}
@media (prefers-color-scheme:dark){:root{--page:#101612;--card:#1a231d;--ink:#e9f0eb;--quiet:#a5b3aa;--line:#3a473e;--accent:#58c27d;--on-accent:#08170d;--bad:#ff9a9d}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:400px;margin:0 auto;padding:16px}
h1{font-size:20px;margin:0 0 16px}
h2{font-size:16px;margin:24px 0 8px}
label{display:block;font-weight:600;margin-bottom:4px}
.quiet{color:var(--quiet);font-size:14px;margin:8px 0}
.warning{color:var(--bad);font-weight:600;margin:8px 0}
.row,.buttons{display:flex;gap:8px}
.buttons{margin-top:16px}
.buttons button{flex:1}
input{width:100%;min-width:0;height:48px;padding:0 12px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--quiet);border-radius:8px}
#pin{font-size:24px;letter-spacing:8px;text-align:center}
button{min-height:48px;padding:0 20px;font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent);border:1px solid var(--accent);border-radius:8px;cursor:pointer}
button.second{color:var(--ink);background:transparent;border-color:var(--quiet)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.screen{margin-top:16px;padding:16px;background:var(--card);border:1px solid var(--line);border-radius:16px}
.prompt h2{margin:0;color:var(--accent)}
.messages,.phones{list-style:none;margin:0;padding:0}
.messages li{padding:12px;margin-bottom:8px;background:var(--card);border:1px solid var(--line);border-left-width:4px;border-radius:8px;overflow-wrap:anywhere}
.messages .from{display:block;color:var(--quiet);font-size:14px}
.messages .good{border-left-color:var(--accent)}
.messages .bad{border-left-color:var(--bad)}
.phones{display:flex;flex-wrap:wrap;gap:8px}
.phones a{display:block;padding:11px 12px;color:inherit;border:1px solid var(--line);border-radius:8px}
.phones a[aria-current]{border-color:var(--accent);font-weight:600}
`;
