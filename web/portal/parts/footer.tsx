import { nairobiDay } from "#contract/values/duration";
import { formatPhone } from "#contract/values/phone";
import { homeAddress } from "../addresses.ts";
import { legalOf } from "../legal.ts";
import { usePortal } from "../portal-context.ts";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";

/** `tel:` is one of the two schemes that a phone's sign-in sheet follows; an e-mail address is text to copy. */
export function Footer() {
  const { page, flow, messages } = usePortal();
  const { companyName, supportPhone, supportEmail } = page.brand;
  const year = Number(nairobiDay(flow.serverStart).slice(0, 4));
  return (
    <footer className="footer">
      <div className="footer-in">
        {supportPhone || supportEmail ? (
          <div className="support">
            {supportPhone ? (
              <a
                className="support-phone"
                href={`tel:${formatPhone(supportPhone).replace(/[^\d+]/g, "")}`}
                aria-label={messages.footer.call(formatPhone(supportPhone))}
              >
                <Icon name="phone" />
                <span>{formatPhone(supportPhone)}</span>
              </a>
            ) : null}
            {supportEmail ? <CopyText text={supportEmail} /> : null}
          </div>
        ) : null}
        {page.requestId ? <p className="small-print">{messages.footer.reference(page.requestId)}</p> : null}
        <p className="small-print">
          {`${messages.footer.copyright(year, companyName)} · ${messages.footer.poweredBy}`}
          <LegalLinks />
        </p>
      </div>
    </footer>
  );
}

/** The support address as text, with a button that copies it. */
export function CopyText({ text }: { text: string }) {
  const { messages } = usePortal();
  return (
    <div className="support-mail">
      <span className="mail-text">{text}</span>
      <CopyButton text={text} name={messages.footer.copyEmail} />
    </div>
  );
}

export function LegalLinks() {
  const { page, messages } = usePortal();
  const online = page.access === "online";
  return (
    <>
      {legalOf(page).map(({ name, url }) => (
        <a key={name} className="legal-link" href={online ? url : `${homeAddress(page)}#legal`}>
          {messages.footer[name]}
        </a>
      ))}
    </>
  );
}
