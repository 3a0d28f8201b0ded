import { type Service, services } from "./services.ts";

// What kinds of gateways there are: mobile money, and accounts at banks.

export const gatewayTypes = [...services, "bank"] as const;
export type GatewayType = (typeof gatewayTypes)[number];

/** By whose prompt the platform's own app collects for it: a bank's account is paid through the bank's pay bill at M-Pesa. */
export function promptOf(type: GatewayType): Service {
  return type === "bank" ? "mpesa" : type;
}

/** Banks whose own API sends prompts, by credentials of the account's holder. */
export const bankProfiles = ["kcb", "coop", "equity"] as const;
export type BankProfile = (typeof bankProfiles)[number];

export function isBankProfile(id: string | null | undefined): id is BankProfile {
  return bankProfiles.some((bank) => bank === id);
}

/** Who sends prompts and issues receipts. */
export const issuers = [...services, ...bankProfiles] as const;
export type Issuer = (typeof issuers)[number];

export function isIssuer(id: string | null | undefined): id is Issuer {
  return issuers.some((issuer) => issuer === id);
}
