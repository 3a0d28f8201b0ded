import { type ReactElement, useRef, useState } from "react";
import { usePortal } from "../portal-context.ts";
import { Icon } from "./icon.tsx";

/** Old browsers and plain http have no clipboard object: there the text is selected and the old command used. */
async function copy(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}

/** The support address as text, with a button that copies it. */
export function CopyText({ text }: { text: string }): ReactElement {
  const { flow, words } = usePortal();
  const shown = useRef<HTMLSpanElement>(null);
  const [copied, setCopied] = useState(false);
  const press = async () => {
    if (shown.current) setCopied(await copy(text, shown.current));
  };
  return (
    <div className="support-mail">
      <span className="mail-text" ref={shown}>
        {text}
      </span>
      {/* Its place is kept while it cannot work, so that nothing moves when scripts arrive. */}
      <button
        type="button"
        className={flow.scripted ? "copy" : "copy out-of-sight"}
        aria-label={words.footer.copyEmail}
        onClick={() => void press()}
      >
        <Icon name={copied ? "check" : "copy"} />
      </button>
      <span className="only-spoken" role="status">
        {copied ? words.footer.copied : ""}
      </span>
    </div>
  );
}
