import type { PortalPage } from "#contract/portal";

type LegalPage = { name: "terms" | "privacy"; url: string };

/** The provider's pages about its terms, web addresses only. */
export function legalOf({ brand }: PortalPage): LegalPage[] {
  const pages: LegalPage[] = [
    { name: "terms", url: brand.termsUrl },
    { name: "privacy", url: brand.privacyUrl },
  ];
  return pages.filter(({ url }) => /^https?:\/\//i.test(url));
}
