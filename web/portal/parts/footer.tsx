import type { ReactElement } from "react";
import { nairobiDay } from "#contract/values/duration";
import { formatPhone } from "#contract/values/phone";
import { usePortal } from "../portal-context.ts";
import { CopyText } from "./copy-text.tsx";
import { Icon } from "./icon.tsx";
import { LegalLinks } from "./legal-links.tsx";

/** `tel:` is one of the two schemes that a phone's sign-in sheet follows; an e-mail address is text to copy. */
export function Footer(): ReactElement {
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
