import type { GatewayInput } from "../../contract/gateways.ts";
import type { TextKey } from "../../contract/texts.ts";
import { AppError, refuse } from "../../errors.ts";

/** Credentials by name, as they are sealed. */
export type OwnSecrets = Record<string, string>;

/** What a form says beside its kind: the same for a new gateway and for an edited one. */
export type GatewayForm = Pick<GatewayInput, "accountNumber" | "environment"> & {
  own: OwnSecrets;
  /** The profile's dialog, which has a field of its own for the short code. */
  asksShortCode: boolean;
  useAutoApi: boolean;
};

/** Without credentials of its own, and where nothing else is said, the platform collects. */
export function formOf(
  input: Pick<
    GatewayInput,
    "accountNumber" | "environment" | "useAutoApi" | "configuration" | "customConfiguration"
  >,
  stored: { secrets: OwnSecrets; useAutoApi: boolean } | null,
): GatewayForm {
  const { accountNumber, environment, customConfiguration, configuration } = input;
  const given = customConfiguration ?? configuration;
  const typed = typedSecrets(given);
  const own = { ...stored?.secrets, ...typed };
  const isOwn = given?.isProviderSpecific ?? Object.keys(typed).length > 0;
  const useAutoApi = input.useAutoApi ?? (stored && !isOwn ? stored.useAutoApi : !isOwn);
  return { accountNumber, environment, own, asksShortCode: Boolean(customConfiguration), useAutoApi };
}

const secretNames = [
  ...(["consumerKey", "consumerSecret", "passkey", "businessShortCode"] as const),
  ...(["initiatorName", "securityCredential", "apiKey", "apiSecret", "bankCode", "merchantId"] as const),
  ...(["privateKey", "clientId", "clientSecret", "merchantCode", "callbackKey"] as const),
] as const;

/** What was answered comes back as it was: a masked secret is none. */
function typedSecrets(given: GatewayInput["configuration"]): OwnSecrets {
  return Object.fromEntries(
    secretNames.flatMap((name) => {
      const value = given?.[name];
      return value && !value.startsWith("••••") ? [[name, value]] : [];
    }),
  );
}

/** Only these of what was typed, the required ones checked in the order in which the form asks. */
export function pick(
  own: OwnSecrets,
  required: readonly (readonly [name: string, missing: TextKey])[],
  also: readonly string[],
): OwnSecrets {
  for (const [name, missing] of required)
    if (!own[name]) throw new AppError("invalid", { say: missing }).at(`configuration.${name}`);
  const names = [...required.map(([name]) => name), ...also];
  return Object.fromEntries(names.flatMap((name) => (own[name] ? [[name, own[name]]] : [])));
}

/** @throws AppError invalid where the platform's own app cannot collect in this environment */
export function checkPlatformApp(
  name: string,
  app: { environment: string } | null,
  environment: string,
): void {
  if (!app) throw refuse("invalid", "platform_app_missing", { name });
  if (app.environment !== environment)
    throw refuse("invalid", "platform_app_environment", { name, environment: app.environment });
}
