import type { SettingName } from "../worker/env.ts";

type Group = { what: string; all: readonly SettingName[] };

/** Of each group all are given or none: half of one would be offered and refuse every payment. */
const groups: readonly Group[] = [
  {
    what: "the platform's M-Pesa app",
    all: [
      "PLATFORM_MPESA_ENVIRONMENT",
      "PLATFORM_MPESA_CONSUMER_KEY",
      "PLATFORM_MPESA_CONSUMER_SECRET",
      "PLATFORM_MPESA_SHORT_CODE",
      "PLATFORM_MPESA_PASSKEY",
    ],
  },
  {
    what: "giving money back through the platform's M-Pesa app",
    all: ["PLATFORM_MPESA_INITIATOR_NAME", "PLATFORM_MPESA_SECURITY_CREDENTIAL"],
  },
  {
    what: "the platform's Airtel Money app",
    all: [
      "PLATFORM_AIRTEL_ENVIRONMENT",
      "PLATFORM_AIRTEL_CLIENT_ID",
      "PLATFORM_AIRTEL_CLIENT_SECRET",
      "PLATFORM_AIRTEL_MERCHANT_CODE",
      "PLATFORM_AIRTEL_CALLBACK_KEY",
    ],
  },
  { what: "the relay for gateways", all: ["GATEWAY_RELAY_URL", "GATEWAY_RELAY_TOKEN"] },
  { what: "backups", all: ["BACKUP_URL", "BACKUP_KEY_ID", "BACKUP_SECRET", "BACKUP_PUBLIC_KEY"] },
  { what: "letters", all: ["MAIL_URL", "MAIL_TOKEN", "MAIL_FROM"] },
];

/** A sentence for each group that is given by half. @param given names in the file and secrets that stand already */
export function halfGiven(given: ReadonlySet<string>): string[] {
  const half = groups.flatMap(({ what, all }) => {
    const missing = all.filter((name) => !given.has(name));
    if (missing.length === 0 || missing.length === all.length) return [];
    return [
      `Only a part of ${what} is set: ${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} missing.`,
    ];
  });
  const needsApp = given.has("PLATFORM_MPESA_INITIATOR_NAME") && !given.has("PLATFORM_MPESA_CONSUMER_KEY");
  return needsApp
    ? [...half, "PLATFORM_MPESA_INITIATOR_NAME is set without the platform's M-Pesa app."]
    : half;
}
