import type { ReactElement } from "react";
import { usePortal } from "../portal-context.ts";
import { CopyButton } from "./copy-button.tsx";

/** The support address as text, with a button that copies it. */
export function CopyText({ text }: { text: string }): ReactElement {
  const { messages } = usePortal();
  return (
    <div className="support-mail">
      <span className="mail-text">{text}</span>
      <CopyButton text={text} name={messages.footer.copyEmail} />
    </div>
  );
}
