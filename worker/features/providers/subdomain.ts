import { type SubdomainFault, subdomainFault } from "../../contract/values/host.ts";
import { AppError } from "../../errors.ts";

const sentences: Record<SubdomainFault, string> = {
  empty: "Subdomain is required",
  characters: "A subdomain has only the letters a to z, digits and hyphens.",
  hyphen: "A subdomain neither begins nor ends with a hyphen.",
  length: "A subdomain has at most 63 characters.",
  reserved: "This subdomain belongs to the platform itself. Choose another one.",
  router: "This subdomain reads as the id of a router. Choose one with other letters.",
};

/** @returns the subdomain in lower case @throws AppError invalid for one that no provider can have */
export function readSubdomain(typed: string): string {
  const subdomain = typed.trim().toLowerCase();
  const fault = subdomainFault(subdomain);
  if (fault) throw new AppError("invalid", sentences[fault]);
  return subdomain;
}
