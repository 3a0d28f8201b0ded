import { legalOf } from "../legal.ts";
import { usePortal } from "../portal-context.ts";
import { CopyButton } from "./copy-button.tsx";

/** Under the plans, before the device is online: the addresses of the provider's terms, to be copied. */
export function LegalAddresses() {
  const { page, messages } = usePortal();
  const pages = legalOf(page);
  if (page.access === "online" || pages.length === 0) return null;
  return (
    <section className="legal" id="legal" aria-labelledby="legal-title">
      <h2 id="legal-title">{messages.legal.title}</h2>
      <p className="quiet">{messages.legal.text}</p>
      <ul>
        {pages.map(({ name, url }) => (
          <li key={name}>
            <strong>{messages.footer[name]}</strong>
            <span className="mail-text">{url}</span>
            <CopyButton text={url} name={messages.footer.copy(messages.footer[name])} />
          </li>
        ))}
      </ul>
    </section>
  );
}
