import { type ReactNode, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import classes from "./print-sheet.module.css";

/** A4, or a roll of so many millimetres. */
type Paper = "a4" | "80" | "58";

/**
 * Prints its children only. Mount to print; `onDone` is called when the print dialog closed. Use plain elements: paper is white in dark
 * themes. On a roll a page is as long as the longest `data-print-piece` in it, or as all of it where there is none.
 */
export function PrintSheet(props: { paper: Paper; onDone: () => void; children: ReactNode }) {
  const { paper, children, onDone } = props;
  const sheet = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    let here = true;
    let uncut = () => {};
    const finish = () => done.current();
    window.addEventListener("afterprint", finish);
    const pictures = [...(sheet.current?.querySelectorAll("img") ?? [])];
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!here) return;
      if (sheet.current && paper !== "a4") uncut = cutRoll(sheet.current, Number(paper));
      window.print();
    });
    return () => {
      here = false;
      uncut();
      window.removeEventListener("afterprint", finish);
    };
  }, [paper]);
  return createPortal(
    <div
      ref={sheet}
      data-print-sheet={paper}
      className={paper === "a4" ? classes.a4 : classes.roll}
      style={paper === "a4" ? {} : { width: `${Number(paper) - 2 * marginMm}mm` }}
    >
      {children}
    </div>,
    document.body,
  );
}

const marginMm = 2;
const mmPerPixel = 25.4 / 96;
/** What is rounded must not begin a second page. */
const spareMm = 1;

/** Makes the pages of a roll as long as what stands on them. @returns what takes it back */
function cutRoll(sheet: HTMLElement, widthMm: number): () => void {
  // Browsers of before 2023 print on pages of the length in the style sheet.
  if (!("adoptedStyleSheets" in document)) return () => {};
  sheet.dataset.measured = "";
  const pieces = [...sheet.querySelectorAll("[data-print-piece]")];
  const longest = Math.max(
    ...(pieces.length > 0 ? pieces : [sheet]).map((piece) => piece.getBoundingClientRect().height),
  );
  delete sheet.dataset.measured;
  const lengthMm = Math.ceil(longest * mmPerPixel + 2 * marginMm + spareMm);
  const rule = new CSSStyleSheet();
  rule.replaceSync(`@page sheet-roll { size: ${widthMm}mm ${lengthMm}mm; margin: ${marginMm}mm; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rule];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rule);
  };
}
