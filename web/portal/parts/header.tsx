import type { ReactElement } from "react";
import { usePortal } from "../portal-context.ts";
import { Icon } from "./icon.tsx";

function Logo({ url, name }: { url: string | null; name: string }): ReactElement {
  // Low priority: the logo may follow, and React would otherwise put a preload in front of the page.
  if (url) return <img className="logo" src={url} width="40" height="40" alt="" fetchPriority="low" />;
  const [initial = "W"] = [...name.trim()];
  return (
    <span className="logo logo-initial" aria-hidden="true">
      {initial.toUpperCase()}
    </span>
  );
}

export function Header(): ReactElement {
  const { page, messages } = usePortal();
  const { brand } = page;
  const nowhere = brand.subdomain === null && page.routerId === null;
  return (
    <header className="header">
      <div className="header-in">
        <Logo url={brand.logoUrl} name={brand.companyName} />
        <div className="header-words">
          <p className="company">{brand.companyName}</p>
          {nowhere ? null : (
            <p className="on-wifi">
              <Icon name="wifi" />
              {messages.brand.onFreeWifi}
            </p>
          )}
        </div>
        {brand.subdomain ? (
          <div className="network">
            <span className="badge">{brand.subdomain}</span>
            <span className="network-label">{messages.brand.providerNetwork}</span>
          </div>
        ) : null}
      </div>
    </header>
  );
}
