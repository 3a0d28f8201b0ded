import type { Language } from "#contract/texts";
import { escapeHtml } from "#contract/values/html";
import { formatShillings } from "#contract/values/money";
import { formatPhone } from "#contract/values/phone";
import { type BrandProperties, brandProperties, headerColour } from "../ui/brand-colours.ts";
import pageStyle from "./customer.css?inline";
import { type CustomerMessages, messagesOf } from "./messages.ts";
import type { CustomerView } from "./view.ts";

// What every page of a customer stands in: the provider's name and colours, the other language, and whom to call.

export const otherThan = (language: Language): Language => (language === "en" ? "sw" : "en");

export type Frame = Pick<CustomerView, "language" | "brand">;
/** @property inOther its address in the other language, escaped */
type Parts = { main: string; inOther: string; head: string; end: string };

export function documentOf(frame: Frame, { main, inOther, head, end }: Parts): string {
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

export const stylesOf = ({ brand }: Frame): string[] => [pageStyle, brandStyle(brand)];

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

function header({ brand, language }: Frame, inOther: string): string {
  const other = otherThan(language);
  const logo = brand.logo && `<img src="${escapeHtml(brand.logo)}" alt="" width="40" height="40">`;
  return [
    `<header><div class="in">${logo ?? ""}<p class="company">${escapeHtml(brand.companyName)}</p>`,
    `<a href="${inOther}" lang="${other}" hreflang="${other}">`,
    `${messagesOf[other].name}</a></div></header>`,
  ].join("");
}

export const money = (amount: number) => `KES ${formatShillings(Math.round(amount * 100))}`;

export const figure = (name: string, value: string) => `<div><dt>${name}</dt><dd>${value}</dd></div>`;

export const hiddenField = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

function footer({ brand: { phone } }: Frame, words: CustomerMessages): string {
  if (phone === null) return "";
  const number = escapeHtml(phone.replace(/[^\d+]/g, ""));
  return `<footer class="in">${words.questions} <a href="tel:${number}">${escapeHtml(formatPhone(phone))}</a></footer>`;
}
