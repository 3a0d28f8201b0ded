import type { GatewayConfiguration, GatewayCredentials, PaymentGateway } from "#contract/gateways";
import type { Provider } from "#contract/providers";
import type { Text } from "#contract/texts";
import { t } from "../../console/language.ts";

/** The provider whose gateways these are. */
export type GatewayOwner = Pick<Provider, "id" | "businessName">;

type Named = Exclude<keyof GatewayConfiguration["configuration"], "isProviderSpecific">;
type Credentials = (typeof GatewayCredentials)["_output"];

/** One credential of a type of gateway, as its field shows it. */
export type CredentialField = {
  name: keyof Credentials & Named;
  label: string;
  /** What is said where it is missing. */
  missing?: Text;
  isSecret: boolean;
  isLong?: boolean;
  hint?: string;
};

/** The form of a gateway as it is typed (docs/behaviour/operator-console.md, "Payment gateways"). */
export type GatewayFields = {
  type: PaymentGateway["type"] | "";
  bank: string;
  /** `all` = all routers. */
  routerId: string;
  environment: "sandbox" | "production";
  useAutoApi: boolean;
  accountNumber: string;
  credentials: Partial<Record<CredentialField["name"], string>>;
};

/** Which form asks: the profile's has a field for the short code, the simple one takes the account for it. */
export type GatewayFormKind = "simple" | "profile";

export const emptyGateway: GatewayFields = {
  type: "",
  bank: "",
  routerId: "all",
  environment: "production",
  useAutoApi: false,
  accountNumber: "",
  credentials: {},
};

/** The first of the catalogue, ready for the platform's own app where there is one. */
export function newGateway(catalogue: readonly PaymentGateway[]): GatewayFields {
  const first = catalogue[0];
  return {
    ...emptyGateway,
    type: first?.type ?? "",
    environment: first?.autoApiEnvironment ?? "production",
    useAutoApi: first?.hasAutoApi ?? false,
  };
}

export function gatewayAsTyped(gateway: GatewayConfiguration): GatewayFields {
  const { service, routerId, environment, useAutoApi, accountNumber } = gateway;
  const type = gateway.paymentGatewayId;
  const bank = type === "bank" ? (service ?? "") : "";
  return { type, bank, routerId: routerId ?? "all", environment, useAutoApi, accountNumber, credentials: {} };
}

/** What a type of gateway asks for, the required ones first (docs/behaviour/operator-console.md, OC-41). */
export function credentialFields(
  type: GatewayFields["type"],
  bank: string,
  form: GatewayFormKind,
): readonly CredentialField[] {
  if (type === "mpesa")
    return [
      secret("consumerKey", t("Consumer Key"), { say: "consumer_key" }),
      secret("consumerSecret", t("Consumer Secret"), { say: "consumer_secret" }),
      ...(form === "profile"
        ? [plain("businessShortCode", t("Business Short Code"), { say: "short_code" })]
        : []),
      secret("passkey", t("Passkey"), { say: "passkey" }),
      { ...secret("initiatorName", t("Initiator Name")), hint: t("Only for refunds") },
      { ...secret("securityCredential", t("Security Credential")), hint: t("Only for refunds") },
    ];
  if (type === "airtel_money")
    return [
      secret("clientId", t("Client ID"), { say: "client_id" }),
      secret("clientSecret", t("Client Secret"), { say: "client_secret" }),
      ...(form === "profile" ? [plain("merchantCode", t("Merchant Code"))] : []),
      {
        ...secret("callbackKey", t("Callback Key")),
        hint: t("Airtel signs its reports with it; without it we ask until we know."),
      },
    ];
  if (type !== "bank") return [];
  return [
    secret("apiKey", t("API Key"), { say: "api_key" }),
    secret("apiSecret", t("API Secret"), { say: "api_secret" }),
    plain("bankCode", t("Bank Code")),
    { ...plain("merchantId", t("Merchant ID")), hint: merchantHint(bank) },
    ...(bank === "equity"
      ? [
          {
            ...secret("privateKey", t("Private Key")),
            isLong: true,
            hint: t("PEM of the RSA key that signs each call; without it Equity collects nothing."),
          },
        ]
      : []),
  ];
}

function merchantHint(bank: string): string {
  if (bank === "kcb") return t("The till at KCB");
  if (bank === "coop") return t("The operator code of Co-op Connect");
  return bank === "equity" ? t("The merchant code of Jenga") : "";
}

const secret = (name: CredentialField["name"], label: string, missing?: Text): CredentialField => ({
  name,
  label,
  isSecret: true,
  ...(missing ? { missing } : {}),
});
const plain = (name: CredentialField["name"], label: string, missing?: Text): CredentialField => ({
  ...secret(name, label, missing),
  isSecret: false,
});

/** What is missing, as the server would say it; what is wrong besides, the server says. @param stored what is set already and may stay empty */
export function faultsOf(
  fields: GatewayFields,
  form: GatewayFormKind,
  stored: GatewayConfiguration["configuration"] | null = null,
): { path: string; text: string | Text }[] {
  const { type, bank, useAutoApi, credentials, accountNumber } = fields;
  const isSimple = form === "simple";
  const provider = { say: "gateway_provider" } as const;
  const missing = credentialFields(type, bank, form).flatMap(({ name, missing: text }) =>
    useAutoApi || !text || credentials[name]?.trim() || stored?.[name]
      ? []
      : [{ path: `credentials.${name}`, text }],
  );
  return [
    ...(type === "" ? [{ path: "type", text: isSimple ? t("Payment gateway is required") : provider }] : []),
    ...(type === "bank" && bank === ""
      ? [{ path: "bank", text: isSimple ? t("Bank is required") : provider }]
      : []),
    ...(accountNumber.trim() === ""
      ? [{ path: "accountNumber", text: { say: "gateway_account" } as const }]
      : []),
    ...missing,
  ];
}

/** The field of a fault, where the body has it under another name. */
export const fieldOf = {
  gatewayId: "type",
  gatewayType: "type",
  gatewayProvider: "type",
  configuration: "credentials.",
  customConfiguration: "credentials.",
} as const;

/** What was typed of the credentials, an empty one left out, and whose they are. */
export function credentialsOf(fields: GatewayFields): Credentials {
  const { type, bank, useAutoApi } = fields;
  const whose = type === "bank" && bank !== "" ? { gatewayProvider: bank } : {};
  if (useAutoApi) return whose;
  const typed = Object.entries(fields.credentials).flatMap(([name, value]) =>
    value?.trim() ? [[name, value.trim()]] : [],
  );
  return { ...whose, ...Object.fromEntries(typed) };
}

/** What the account is called where the money goes, and what it is. */
export function accountWords({ type, useAutoApi }: Pick<GatewayFields, "type" | "useAutoApi">): {
  name: string;
  hint: string;
} {
  if (type === "mpesa")
    return { name: t("Business Short Code"), hint: t("The till or pay bill that is paid") };
  if (type === "airtel_money")
    return { name: t("Merchant Code"), hint: t("The merchant whose wallet is paid") };
  if (type === "") return { name: t("Account Number"), hint: "" };
  return {
    name: t("Account Number"),
    hint: useAutoApi
      ? t("Travels behind the bank's pay bill: at most 12 letters and digits, never cut")
      : t("The account that is paid"),
  };
}

export function environmentName(environment: GatewayConfiguration["environment"]): string {
  return environment === "sandbox" ? t("Sandbox") : t("Production");
}
