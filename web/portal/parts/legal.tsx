import type { ReactElement } from "react";
import { homeAddress } from "../addresses.ts";
import { usePortal } from "../portal-context.ts";
import { CopyButton } from "./copy-button.tsx";

type Page = { name: string; url: string };

/** The provider's pages about its terms, web addresses only, and whether this device can open them now. */
function useLegal(): { pages: Page[]; online: boolean } {
  const { page, words } = usePortal();
  const pages = [
    { name: words.footer.terms, url: page.brand.termsUrl },
    { name: words.footer.privacy, url: page.brand.privacyUrl },
  ];
  return {
    pages: pages.filter(({ url }) => /^https?:\/\//i.test(url)),
    online: page.device?.access === "online",
  };
}

/** In the footer: the pages themselves, or where their addresses are as long as nothing outside can load. */
export function LegalLinks(): ReactElement {
  const { page } = usePortal();
  const { pages, online } = useLegal();
  return (
    <>
      {pages.map(({ name, url }) => (
        <a key={name} className="legal-link" href={online ? url : `${homeAddress(page)}#legal`}>
          {name}
        </a>
      ))}
    </>
  );
}

/** Under the plans, before the device is online: the addresses, to be copied. */
export function LegalAddresses(): ReactElement | null {
  const { words } = usePortal();
  const { pages, online } = useLegal();
  if (online || pages.length === 0) return null;
  return (
    <section className="legal" id="legal" aria-labelledby="legal-title">
      <h2 id="legal-title">{words.legal.title}</h2>
      <p className="quiet">{words.legal.text}</p>
      <ul>
        {pages.map(({ name, url }) => (
          <li key={name}>
            <strong>{name}</strong>
            <span className="mail-text">{url}</span>
            <CopyButton text={url} name={words.footer.copy(name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
