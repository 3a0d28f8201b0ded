import { say, type Text } from "../../contract/texts.ts";
import { type SubdomainFault, subdomainFault } from "../../contract/values/host.ts";
import { AppError } from "../../errors.ts";

const sentences: Record<SubdomainFault, Text> = {
  empty: say("subdomain_required"),
  characters: say("subdomain_characters"),
  hyphen: say("subdomain_hyphen"),
  length: say("subdomain_long"),
  reserved: say("subdomain_reserved"),
  router: say("subdomain_router"),
};

/** @returns the subdomain in lower case @throws AppError invalid for one that no provider can have */
export function readSubdomain(typed: string): string {
  const subdomain = typed.trim().toLowerCase();
  const fault = subdomainFault(subdomain);
  if (fault) throw new AppError("invalid", sentences[fault]);
  return subdomain;
}
