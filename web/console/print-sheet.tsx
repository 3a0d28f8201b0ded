import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import classes from "./print-sheet.module.css";

export type Paper = "a4" | "roll";

/**
 * Prints its children and nothing else of the page; no window opens. Mount it to print, unmount it in `onDone`, which is
 * called when the print dialog was closed. On screen it shows nothing. Paper is white in dark looks, too: children use
 * plain elements and their own classes, not coloured components.
 * @param paper `a4`, or `roll` for printers of 80 mm
 */
export function PrintSheet(props: { paper: Paper; onDone: () => void; children: ReactNode }): ReactElement {
  const sheet = useRef<HTMLDivElement>(null);
  const done = useRef(props.onDone);
  done.current = props.onDone;
  useEffect(() => {
    let here = true;
    const finish = () => done.current();
    window.addEventListener("afterprint", finish);
    const pictures = [...(sheet.current?.querySelectorAll("img") ?? [])];
    // A picture that does not load leaves its place empty; the rest is printed all the same.
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (here) window.print();
    });
    return () => {
      here = false;
      window.removeEventListener("afterprint", finish);
    };
  }, []);
  return createPortal(
    <div ref={sheet} data-print-sheet={props.paper} className={classes[props.paper]}>
      {props.children}
    </div>,
    document.body,
  );
}
