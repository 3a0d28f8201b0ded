import { grounds, type LookName, schemeOf } from "../contract/values/looks.ts";

/** What the document of a console says about its look, so that the first paint has it. */
export type ConsoleLook = {
  /** Of `<html>`. */
  attributes: string;
  /** Inline, before everything else; "" for none. */
  style: string;
  script: string;
};

/** What Mantine would do in its own inline script: the stored scheme, else the device's. */
export const storedLook: ConsoleLook = {
  attributes: "",
  style: "",
  script: schemeScript('localStorage.getItem("mantine-color-scheme-value")'),
};

/** The look that a super admin chose. The device is asked only where they left it to it. */
export function chosenLook(look: LookName): ConsoleLook {
  const scheme = schemeOf(look);
  if (look === "system" || scheme === "auto")
    return {
      attributes: ' data-look="system"',
      style: `[data-look=system]{background:${grounds.light}}@media(prefers-color-scheme:dark){[data-look=system]{background:${grounds.dark}}}`,
      script: schemeScript("null"),
    };
  return {
    attributes: ` data-look="${look}" data-mantine-color-scheme="${scheme}"`,
    style: `[data-look=${look}]{background:${grounds[look]};color-scheme:${scheme}}`,
    script: "",
  };
}

/** Reading the storage throws where the browser forbids it: nothing is stored there, and the device decides. */
function schemeScript(stored: string): string {
  return `(function(){var s;try{s=${stored}}catch(e){s=null}
var d=s==="dark"||(s!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.setAttribute("data-mantine-color-scheme",d?"dark":"light")})()`;
}
