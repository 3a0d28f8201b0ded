// How a provider's portal looks; the worker draws it, and the super admin console shows it while it is being changed.

/** The defaults of docs/behaviour/provider-console.md, PC-87, and docs/behaviour/visitor-portal.md, VP-45. */
export const settingsDefaults = {
  companyName: "Mlango WiFi",
  logoUrl: "",
  primaryColor: "#0066cc",
  secondaryColor: "#6366f1",
  backgroundColor: "#ffffff",
  headerColor: "#3B82F6",
  footerColor: "#1F2937",
  welcomeMessage: "Choose a plan and be online in seconds.",
  termsUrl: "",
  privacyUrl: "",
  supportPhone: "",
  supportEmail: "",
};

type Look = typeof settingsDefaults;

/** What a provider set; where it set nothing, its own name and contacts, and the defaults. */
export function portalLook(
  own: { [Name in keyof Look]?: string | undefined },
  provider: { businessName: string; phone: string; email: string },
): Look {
  const { businessName, phone, email } = provider;
  const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return {
    ...settingsDefaults,
    companyName: businessName,
    supportPhone: phone,
    supportEmail: email,
    ...set,
  };
}
