import { usePortal } from "../portal-context.ts";
import { CopyButton } from "./copy-button.tsx";

/** For the buyer alone: what moves the purchase to another phone, large enough to be copied by hand. */
export function RecoveryCode({ code }: { code: string }) {
  const { messages } = usePortal();
  return (
    <section className="recovery" aria-labelledby="recovery">
      <h2 id="recovery">{messages.recovery.name}</h2>
      <div className="recovery-line">
        <p className="recovery-code">{code}</p>
        <CopyButton text={code} name={messages.recovery.copy} />
      </div>
      <p className="recovery-why">{messages.recovery.text}</p>
    </section>
  );
}
