import * as admins from "./admins.ts";
import * as adoption from "./adoption.ts";
import * as ads from "./ads.ts";
import * as apiTokens from "./api-tokens.ts";
import * as audit from "./audit.ts";
import * as auth from "./auth.ts";
import * as backups from "./backups.ts";
import * as billing from "./billing.ts";
import * as billingConfirmations from "./billing-confirmations.ts";
import * as billingCorrections from "./billing-corrections.ts";
import * as billingInvoices from "./billing-invoices.ts";
import * as billingNotifications from "./billing-notifications.ts";
import * as branding from "./branding.ts";
import * as bridgeRelease from "./bridge-release.ts";
import * as bridgeEnrolment from "./bridges.ts";
import * as campaigns from "./campaigns.ts";
import * as collection from "./collection.ts";
import * as credits from "./credits.ts";
import * as customerAccounts from "./customer-accounts.ts";
import * as customerPage from "./customer-page.ts";
import type { Endpoint } from "./endpoint.ts";
import * as entitlements from "./entitlements.ts";
import * as foreignUsers from "./foreign-users.ts";
import * as forgottenPassword from "./forgotten-password.ts";
import * as gatewayAlarms from "./gateway-alarms.ts";
import * as gatewayVerification from "./gateway-verification.ts";
import * as gateways from "./gateways.ts";
import * as handoff from "./handoff.ts";
import * as help from "./help.ts";
import * as imports from "./imports.ts";
import * as invitations from "./invitations.ts";
import * as leaks from "./leaks.ts";
import * as lineDevices from "./line-devices.ts";
import * as lineImports from "./line-imports.ts";
import * as lineLife from "./line-life.ts";
import * as lines from "./lines.ts";
import * as messages from "./messages.ts";
import * as openvpn from "./openvpn.ts";
import * as outages from "./outages.ts";
import * as ownDevices from "./own-devices.ts";
import * as ownGateways from "./own-gateways.ts";
import * as ownRefunds from "./own-refunds.ts";
import * as ownerNews from "./owner-news.ts";
import * as paybill from "./paybill.ts";
import * as payments from "./payments.ts";
import * as payouts from "./payouts.ts";
import * as people from "./people.ts";
import * as plans from "./plans.ts";
import * as platformFigures from "./platform-figures.ts";
import * as platformRouters from "./platform-routers.ts";
import * as portal from "./portal.ts";
import * as preflight from "./preflight.ts";
import * as profile from "./profile.ts";
import * as providerData from "./provider-data.ts";
import * as providers from "./providers.ts";
import * as purchaseRecovery from "./purchase-recovery.ts";
import * as reconciliation from "./reconciliation.ts";
import * as refunds from "./refunds.ts";
import * as reports from "./reports.ts";
import * as routerSetup from "./router-setup.ts";
import * as routers from "./routers.ts";
import * as secondFactor from "./second-factor.ts";
import * as secrets from "./secrets.ts";
import * as sessions from "./sessions.ts";
import * as signUp from "./sign-up.ts";
import * as signUpDecisions from "./sign-up-decisions.ts";
import * as switches from "./switch.ts";
import * as system from "./system.ts";
import * as transactions from "./transactions.ts";
import * as trials from "./trials.ts";
import * as tunnels from "./tunnels.ts";
import * as users from "./users.ts";
import * as vouchers from "./vouchers.ts";
import * as watches from "./watches.ts";
import * as waysIn from "./ways-in.ts";

// A new file of endpoints is added here; a test compares this list with the folder. Whatever a file exports as an
// endpoint is then documented and walked over by the contract tests, with nothing more to remember.
const files: readonly Record<string, unknown>[] = [
  system,
  help,
  auth,
  invitations,
  branding,
  ads,
  // Before plans: the walk over a provider's own rows deletes one, and money is given to a purchase of it.
  paybill,
  plans,
  payments,
  vouchers,
  imports,
  portal,
  routers,
  routerSetup,
  tunnels,
  preflight,
  ownDevices,
  foreignUsers,
  entitlements,
  outages,
  lineImports,
  lineDevices,
  lineLife,
  adoption,
  lines,
  customerAccounts,
  customerPage,
  messages,
  campaigns,
  credits,
  ownerNews,
  trials,
  purchaseRecovery,
  users,
  transactions,
  reports,
  people,
  apiTokens,
  forgottenPassword,
  waysIn,
  // Before profiles: a new password ends the sessions that the walk names.
  sessions,
  profile,
  providers,
  signUp,
  signUpDecisions,
  handoff,
  gateways,
  gatewayAlarms,
  gatewayVerification,
  ownGateways,
  collection,
  payouts,
  platformRouters,
  openvpn,
  platformFigures,
  watches,
  switches,
  reconciliation,
  leaks,
  refunds,
  ownRefunds,
  secondFactor,
  admins,
  secrets,
  audit,
  backups,
  billing,
  billingInvoices,
  billingConfirmations,
  billingCorrections,
  billingNotifications,
  bridgeRelease,
  bridgeEnrolment,
  providerData,
];

export const endpoints: readonly Endpoint[] = files.flatMap((file) => Object.values(file).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "audience" in value && "path" in value && "answer" in value
  );
}
