// What the server says with the page: where it is, and whose it is.

export type PageData = {
  subdomain: string | null;
  businessName: string | null;
  /** The platform's main address, without a path. */
  mainOrigin: string;
  version: string;
  /** The signed-in super admin's theme; absent in the provider console. */
  theme?: string;
  /** The browser has a session's cookie, good or not: the document shows the console. */
  isSigned: boolean;
  /** Files of the console that may be fetched before they are wanted. */
  ahead?: readonly string[];
};

export function readPageData(): PageData {
  const island = document.getElementById("page");
  if (!island?.textContent) throw new Error("the page came without its data");
  return JSON.parse(island.textContent) as PageData;
}

/** Where a provider's pages are, without a path. @param mainOrigin the platform's main address, without a path */
export function originOf(mainOrigin: string, subdomain: string | null): string {
  return subdomain === null ? mainOrigin : mainOrigin.replace("//", `//${subdomain}.`);
}
