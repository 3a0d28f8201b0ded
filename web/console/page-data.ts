// What the server says with the page: where it is, and whose it is.

export type PageData = {
  /** Null on the main domain. */
  subdomain: string | null;
  businessName: string | null;
  /** The platform's main address, without a path. */
  mainOrigin: string;
  version: string;
  /** The look that the signed-in super admin chose; the provider console has none. */
  theme?: string;
};

export function readPageData(): PageData {
  const island = document.getElementById("page");
  if (!island?.textContent) throw new Error("the page came without its data");
  return JSON.parse(island.textContent) as PageData;
}
