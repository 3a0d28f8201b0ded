import { grounds, schemeOf, type ThemeName } from "../contract/values/console-themes.ts";

/** What the document of a console says about its theme, so that the first paint has it. */
export type DocumentTheme = {
  /** Of `<html>`. */
  attributes: string;
  /** Inline, before everything else; "" for none. */
  style: string;
  script: string;
};

/** What Mantine would do in its own inline script: the stored scheme, else the device's. */
export const storedTheme: DocumentTheme = {
  attributes: "",
  style: "",
  script: schemeScript('localStorage.getItem("mantine-color-scheme-value")'),
};

/** The theme that a super admin chose. The device is asked only where they left it to it. */
export function chosenTheme(theme: ThemeName): DocumentTheme {
  const scheme = schemeOf(theme);
  if (theme === "system" || scheme === "auto")
    return {
      attributes: ' data-theme="system"',
      style: `[data-theme=system]{background:${grounds.light}}@media(prefers-color-scheme:dark){[data-theme=system]{background:${grounds.dark}}}`,
      script: schemeScript("null"),
    };
  return {
    attributes: ` data-theme="${theme}" data-mantine-color-scheme="${scheme}"`,
    style: `[data-theme=${theme}]{background:${grounds[theme]};color-scheme:${scheme}}`,
    script: "",
  };
}

/** Reading the storage throws where the browser forbids it: nothing is stored there, and the device decides. */
function schemeScript(stored: string): string {
  return `(function(){var s;try{s=${stored}}catch(e){s=null}
var d=s==="dark"||(s!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.setAttribute("data-mantine-color-scheme",d?"dark":"light")})()`;
}
