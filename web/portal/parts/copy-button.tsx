import { useRef, useState } from "react";
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

/** Copies the text that stands right in front of it. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const { flow, messages } = usePortal();
  const button = useRef<HTMLButtonElement>(null);
  const [copied, setCopied] = useState(false);
  const press = async () => {
    const shown = button.current?.previousElementSibling;
    if (shown instanceof HTMLElement) setCopied(await copy(text, shown));
  };
  return (
    <>
      {/* Its place is kept while it cannot work, so that nothing moves when scripts arrive. */}
      <button
        ref={button}
        type="button"
        className={flow.scripted ? "copy" : "copy out-of-sight"}
        aria-label={name}
        onClick={() => void press()}
      >
        <Icon name={copied ? "check" : "copy"} />
      </button>
      <span className="only-spoken" role="status">
        {copied ? messages.footer.copied : ""}
      </span>
    </>
  );
}
