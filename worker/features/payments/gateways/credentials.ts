import {
  AirtelSecrets,
  BankSecrets,
  gatewaySecrets,
  MpesaSecrets,
  platformAirtel,
  platformMpesa,
} from "../../gateways/index.ts";
import type { SecretsLine } from "./driver.ts";

// Credentials of a frozen route. Null where they are not there any more: the payment then waits, it is not lost.

export async function mpesaCredentials(line: SecretsLine): Promise<MpesaSecrets | null> {
  if (line.route.credentials === "platform") return platformMpesa(line.ctx);
  return MpesaSecrets.safeParse(await ownSecrets(line)).data ?? null;
}

export async function airtelCredentials(line: SecretsLine): Promise<AirtelSecrets | null> {
  if (line.route.credentials === "platform") return platformAirtel(line.ctx);
  return AirtelSecrets.safeParse(await ownSecrets(line)).data ?? null;
}

export type BankKeys = BankSecrets & { merchantId: string };

/** A bank always collects by the account holder's own credentials. */
export async function bankCredentials(line: SecretsLine): Promise<BankKeys | null> {
  const { data } = BankSecrets.safeParse(await ownSecrets(line));
  return data?.merchantId ? { ...data, merchantId: data.merchantId } : null;
}

async function ownSecrets({ ctx, route: { gatewayId }, opened }: SecretsLine): Promise<unknown> {
  return opened?.gatewayId === gatewayId ? opened.secrets() : gatewaySecrets(ctx, gatewayId);
}
