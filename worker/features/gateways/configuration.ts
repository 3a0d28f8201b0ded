import type { Context } from "../../context.ts";
import type { GatewayConfiguration } from "../../contract/gateways.ts";
import { sortOf } from "./catalogue.ts";
import { openSecrets, type StoredGateway } from "./store.ts";

/** From this length on the last four characters of a secret help nobody to guess the rest. */
const longEnough = 10;

/** A gateway as the console shows it: of each secret that it is set, and the end by which people know it. */
export function configurationOf(ctx: Context, row: StoredGateway): GatewayConfiguration {
  const { id, type, routerId, isActive, accountNumber, environment, useAutoApi } = row;
  const secrets = useAutoApi ? {} : openSecrets(ctx, row);
  const plain = (name: string) => secrets[name] ?? null;
  return {
    ...{ id, paymentGatewayId: type, routerId, isActive, accountNumber, environment, useAutoApi },
    configuration: {
      ...{ accountNumber, environment, gatewayType: sortOf(type), gatewayProvider: type },
      isProviderSpecific: !useAutoApi,
      businessShortCode: plain("businessShortCode"),
      bankCode: plain("bankCode"),
      merchantId: plain("merchantId"),
      merchantCode: plain("merchantCode"),
      consumerKey: masked(secrets.consumerKey),
      consumerSecret: masked(secrets.consumerSecret),
      passkey: masked(secrets.passkey),
      apiKey: masked(secrets.apiKey),
      apiSecret: masked(secrets.apiSecret),
      clientId: masked(secrets.clientId),
      clientSecret: masked(secrets.clientSecret),
    },
  };
}

function masked(secret: string | undefined): string | null {
  if (!secret) return null;
  return secret.length < longEnough ? "••••" : `•••• ${secret.slice(-4)}`;
}
