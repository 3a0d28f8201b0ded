import sanitizeHtml from "sanitize-html";
import { type AppError, refuse } from "../../errors.ts";

/** Characters of cleaned HTML. */
const maxContentLength = 20_000;
/** Characters that are looked at at all. */
const maxGivenLength = 200_000;

const tags = [
  ...["p", "br", "hr", "strong", "em", "b", "i", "u", "span", "div", "blockquote"],
  ...["h1", "h2", "h3", "h4", "ul", "ol", "li", "img"],
  ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
];

/** What stands inside these is code or a form's inside, not something to read. */
const dropped = [
  ...["script", "style", "template", "noscript", "iframe", "frame", "object", "embed", "applet", "xmp"],
  ...["noembed", "noframes", "plaintext", "title", "textarea", "select", "option", "svg", "math"],
  ...["audio", "video", "canvas", "head"],
];

const size = /^[1-9]\d{0,3}$/;
const span = /^([1-9]|1\d|20)$/;
const ownPicture = /^\/media\/[0-9a-f]{64}$/;

type Attributes = Record<string, string>;

const keep = (...wanted: [name: string, form: RegExp][]) => {
  return (tagName: string, given: Attributes) => {
    const attribs: Attributes = {};
    for (const [name, form] of wanted) {
      const value = given[name];
      if (value !== undefined && form.test(value)) attribs[name] = value;
    }
    return { tagName, attribs };
  };
};
const cell = keep(["colspan", span], ["rowspan", span]);

const rules: sanitizeHtml.IOptions = {
  allowedTags: tags,
  allowedAttributes: {
    img: ["src", "alt", "width", "height"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
  },
  allowedSchemes: [],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  // No style attribute is allowed; the parser of them is left out of the build (vite.config.ts).
  parseStyleAttributes: false,
  nonTextTags: dropped,
  nestingLimit: 30,
  transformTags: {
    img: keep(["src", ownPicture], ["alt", /^[^<>]{0,200}$/], ["width", size], ["height", size]),
    td: cell,
    th: cell,
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
  parser: { decodeEntities: true },
};

/**
 * Text, emphasis, headings, lists, tables and own pictures survive. @throws AppError invalid over 20,000 characters:
 * cut HTML says something else
 */
export function cleanAdHtml(html: string): string {
  if (html.length > maxGivenLength) throw tooLong();
  let text = html;
  // A dropped tag can change how its neighbours nest: done when another round changes nothing.
  for (let round = 0; round < 6; round += 1) {
    const cleaned = withoutControls(sanitizeHtml(withoutControls(text), rules)).trim();
    if (cleaned === text) {
      if (cleaned.length > maxContentLength) throw tooLong();
      return cleaned;
    }
    text = cleaned;
  }
  throw refuse("invalid", "ad_html");
}

export function showsSomething(cleaned: string): boolean {
  return /<img\b/.test(cleaned) || cleaned.replace(/<[^>]*>|&nbsp;|\s/g, "") !== "";
}

/** Parsers differ on what a control character within a tag means; without them there is nothing to differ on. */
function withoutControls(text: string): string {
  return [...text.toWellFormed()].filter((letter) => isKept(letter.codePointAt(0) ?? 0)).join("");
}

function isKept(code: number): boolean {
  if (code === 0x09 || code === 0x0a) return true;
  return code >= 0x20 && !(code >= 0x7f && code < 0xa0) && code !== 0xfffe && code !== 0xffff;
}

function tooLong(): AppError {
  return refuse("invalid", "ad_content_long");
}
