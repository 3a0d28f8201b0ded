/** Where a provider's pages are, without a path. @param mainOrigin the platform's main address, without a path */
export function originOf(mainOrigin: string, subdomain: string | null): string {
  return subdomain === null ? mainOrigin : mainOrigin.replace("//", `//${subdomain}.`);
}
