import type { ReactElement } from "react";
import { homeAddress } from "../addresses.ts";
import { legalOf } from "../legal.ts";
import { usePortal } from "../portal-context.ts";

/** In the footer: the pages themselves, or where their addresses are as long as nothing outside can load. */
export function LegalLinks(): ReactElement {
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
