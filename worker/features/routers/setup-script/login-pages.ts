import { escapeHtml } from "../../../contract/values/html.ts";
import type { RouterSetup } from "./setup.ts";

type PageSetup = Pick<
  RouterSetup,
  "routerId" | "businessName" | "portalOrigin" | "bridgeAddress" | "pagePort" | "tunnel"
>;

/**
 * The pages of the router's own web server (MikroTik manual, "Hotspot customisation"): they send the visitor to the portal,
 * and the first one, where the portal is out of reach, to the bridge with a voucher that is assigned to this router. `…-esc` are RouterOS' names for what is fit for an address. Each stays below 4,000 bytes, which is
 * what RouterOS 6 takes as the contents of a file.
 */
export function loginPages(setup: PageSetup): { name: string; contents: string }[] {
  const device = `routerId=${setup.routerId}&mac=$(mac-esc)&ip=$(ip-esc)`;
  // `dst` is what the visitor had asked for: the code of a scanned voucher comes back by it (docs/decisions/0008).
  const portal = `${setup.portalOrigin}/?${device}&dst=$(link-orig-esc)`;
  const connected = `${setup.portalOrigin}/connected?${device}`;
  const home = `${setup.portalOrigin}/?${device}`;
  return [
    {
      name: "login.html",
      // Without a bridge at the site no voucher works while the internet is away.
      contents: setup.tunnel ? redirectPage(setup, portal) : portalOrVoucher(setup, portal),
    },
    { name: "rlogin.html", contents: redirectPage(setup, "$(link-redirect)") },
    { name: "redirect.html", contents: redirectPage(setup, "$(link-redirect)") },
    { name: "alogin.html", contents: redirectPage(setup, connected) },
    { name: "status.html", contents: redirectPage(setup, connected) },
    { name: "logout.html", contents: redirectPage(setup, home) },
    { name: "error.html", contents: errorPage(setup, home) },
    { name: "api.json", contents: capportJson(home) },
  ];
}

/** Where the portal does not answer in three seconds, the bridge's form appears. Without scripts both are there at once. */
function portalOrVoucher(setup: PageSetup, portal: string): string {
  const { routerId, bridgeAddress, portalOrigin } = setup;
  const [link, name] = [escapeHtml(portal), shown(setup.businessName)];
  const bridge = `http://${bridgeAddress}:${setup.pagePort}`;
  const hidden = (field: string, value: string) => `<input type="hidden" name="${field}" value="${value}">`;
  return [
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>`,
    '<meta name="viewport" content="width=device-width"></head><body style="font:18px sans-serif;margin:24px">',
    `<p><a href="${link}">${name}: continue / endelea</a></p>`,
    '<p id="s" hidden>No answer yet. We keep trying.<br>Bado hakuna jibu. Tunaendelea kujaribu.</p>',
    `<form id="v" method="post" action="${bridge}/redeem"><hr>`,
    "<p>The internet is away? Some vouchers work all the same.<br>Hakuna intaneti? Baadhi ya vocha hufanya kazi.</p>",
    hidden("routerId", routerId) + hidden("mac", "$(mac)") + hidden("dstEsc", "$(link-orig-esc)"),
    '<p><label>Voucher / Vocha<br><input name="code" required autocomplete="off" style="font:22px monospace;width:100%;box-sizing:border-box"></label></p>',
    '<p><button style="font:18px sans-serif;padding:12px 24px">Go online / Ingia mtandaoni</button></p></form>',
    "<script>(function(){",
    `var v=document.getElementById("v"),p="${portal}",w;`,
    "function go(){clearTimeout(w);location.replace(p)}",
    `function show(){document.getElementById("s").hidden=false;var i=new Image();i.onload=function(){v.hidden=false};i.src="${bridge}/here.gif?"+Date.now()}`,
    `function ask(){fetch("${portalOrigin}/api/health",{mode:"no-cors",cache:"no-store"}).then(go,function(){show();setTimeout(ask,5000)})}`,
    "v.hidden=true;if(!window.fetch)return go();w=setTimeout(show,3000);ask()",
    "})()</script></body></html>",
    "",
  ].join("\n");
}

/** A 302 for whoever understands it; a page with a link for everybody else. Two conditions set status and header. */
function redirectPage({ businessName }: PageSetup, address: string): string {
  const link = escapeHtml(address);
  return [
    "$(if http-status == 302)Found$(endif)",
    `$(if http-header == "Location")${address}$(endif)`,
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${shown(businessName)}</title>`,
    `<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="0; url=${link}">`,
    `</head><body><p><a href="${link}">${shown(businessName)}: continue / endelea</a></p></body></html>`,
    "",
  ].join("\n");
}

/** For faults of the router itself: says what it says, and the way back. */
function errorPage({ businessName }: PageSetup, home: string): string {
  const link = escapeHtml(home);
  return [
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${shown(businessName)}</title>`,
    '<meta name="viewport" content="width=device-width"></head><body>',
    `<p>$(error)</p><p><a href="${link}">${shown(businessName)}: try again / jaribu tena</a></p></body></html>`,
    "",
  ].join("\n");
}

/** RFC 8908, with RouterOS' own conditions; the venue's page is the portal. */
function capportJson(home: string): string {
  return [
    "{",
    "\"captive\": $(if logged-in == 'yes')false$(else)true$(endif),",
    '"user-portal-url": "$(link-login-only)",',
    `"venue-info-url": "${home}",`,
    '$(if session-timeout-secs != 0)"seconds-remaining": $(session-timeout-secs),$(endif)',
    '$(if remain-bytes-total)"bytes-remaining": $(remain-bytes-total),$(endif)',
    '"can-extend-session": true',
    "}",
    "",
  ].join("\n");
}

/** A name as text: neither the browser nor the router, which replaces `$(…)`, finds anything of its own in it. */
function shown(name: string): string {
  return escapeHtml(name).replace(/\s+/g, " ").replaceAll("$", "&#36;");
}
