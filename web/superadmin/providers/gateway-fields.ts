import * as z from "zod/mini";
import type { GatewayConfiguration, GatewayInput, PaymentGateway } from "#contract/gateways";
import { t } from "../../console/language.ts";

/** The simple form as it is typed (specification, super admin console 5). */
export type GatewayFields = {
  gatewayId: string;
  environment: "sandbox" | "production";
  useAutoApi: boolean;
  accountNumber: string;
  consumerKey: string;
  consumerSecret: string;
  passkey: string;
};

type Kind = PaymentGateway["type"];

/** What a provider can be given today. */
export const canConfigure = ({ type }: PaymentGateway): boolean => type === "mpesa";

/** The first that can be configured, ready for the platform's own app where there is one. */
export function newGateway(catalogue: readonly PaymentGateway[]): GatewayFields {
  const first = catalogue.find(canConfigure);
  return {
    gatewayId: first?.id ?? "",
    environment: first?.autoApiEnvironment ?? "production",
    useAutoApi: first?.hasAutoApi ?? false,
    ...{ accountNumber: "", consumerKey: "", consumerSecret: "", passkey: "" },
  };
}

export function gatewaySchema() {
  const text = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing));
  const own = (missing: string, field: "consumerKey" | "consumerSecret" | "passkey") =>
    z.refine<GatewayFields>((typed) => typed.useAutoApi || typed[field].trim() !== "", {
      path: [field],
      error: missing,
      when: always,
    });
  return z
    .object({
      gatewayId: text(t("Payment gateway is required")),
      environment: z.enum(["sandbox", "production"]),
      useAutoApi: z.boolean(),
      accountNumber: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, { error: t("Account number is required"), abort: true }),
          z.maxLength(12, { error: t("An account number has at most 12 characters."), abort: true }),
          z.regex(/^\d{5,}$/, t("Enter the till or pay bill number: digits only, at least five.")),
        ),
      consumerKey: z.string(),
      consumerSecret: z.string(),
      passkey: z.string(),
    })
    .check(
      own(t("Consumer key is required"), "consumerKey"),
      own(t("Consumer secret is required"), "consumerSecret"),
      own(t("Passkey is required"), "passkey"),
    );
}

const always = () => true;

/** The payload of the simple dialog (specification, super admin console 7). */
export function bodyOf(providerId: string, fields: GatewayFields): GatewayInput {
  const { gatewayId, environment, useAutoApi, accountNumber, consumerKey, consumerSecret, passkey } = fields;
  return {
    ...{ providerId, gatewayId, environment, useAutoApi, accountNumber: accountNumber.trim() },
    configuration: useAutoApi ? {} : { consumerKey, consumerSecret, passkey },
  };
}

/** What the account is called where the money goes. */
export function accountPlaceholder(kind: Kind | undefined): string {
  if (kind === "mpesa") return t("Business Short Code");
  return kind === "airtel_money" ? t("Merchant Code") : t("Account Number");
}

export function kindName(kind: string): string {
  if (kind === "mpesa") return "M-Pesa";
  return kind === "airtel_money" ? "Airtel Money" : t("Bank");
}

export function environmentName(environment: GatewayConfiguration["environment"]): string {
  return environment === "sandbox" ? t("Sandbox") : t("Production");
}
