import { type ReactNode, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import classes from "./print-sheet.module.css";

type Paper = "a4" | "roll";

/** Prints its children only. Mount to print; `onDone` is called when the print dialog closed. Use plain elements: paper is white in dark themes. @param paper `roll` is 80 mm wide */
export function PrintSheet(props: { paper: Paper; onDone: () => void; children: ReactNode }) {
  const sheet = useRef<HTMLDivElement>(null);
  const done = useRef(props.onDone);
  done.current = props.onDone;
  useEffect(() => {
    let here = true;
    const finish = () => done.current();
    window.addEventListener("afterprint", finish);
    const pictures = [...(sheet.current?.querySelectorAll("img") ?? [])];
    // Money, times and states, as tables and cards show them.
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
