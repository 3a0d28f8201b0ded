import type { ManagedAd } from "#contract/ads";
import type { GatewayConfiguration } from "#contract/gateways";
import type { GeneratedOvpn } from "#contract/openvpn";
import type { PlatformRouter } from "#contract/platform-routers";
import type { Provider } from "#contract/providers";

// Rows of every kind that the console tells apart, as the server would answer them.

const now = new Date().toISOString();

const provider = (place: number, changes: Partial<Provider> = {}): Provider => ({
  ...{
    id: `p${place}`,
    businessName: `Provider ${place}`,
    contactName: "Ali",
    email: `p${place}@isp.example`,
  },
  ...{ phone: `25470000000${place}`, address: "Moi Avenue", kraPin: null, businessLicense: null },
  ...{ subdomain: `p${place}`, status: "active", createdAt: now, captivePortalSettings: {}, routerCount: 2 },
  ...changes,
});
/** Six, the second one suspended. */
export const providers = (): Provider[] => [
  ...[provider(1), provider(2, { status: "suspended", address: null }), provider(3)],
  ...[provider(4), provider(5), provider(6)],
];
export const made = () => ({ ...provider(7), admin: { id: "a7", username: "achieng" } });

export const gateway = (): GatewayConfiguration => ({
  ...{ id: "g1", paymentGatewayId: "mpesa", routerId: null, isActive: true, accountNumber: "600100" },
  ...{ environment: "sandbox", useAutoApi: true, service: "mpesa", status: "collects", fault: null },
  suspendedAt: null,
  verification: { status: "none", at: null, fault: null },
  typed: { possible: false, since: null, fault: null },
  portalNeeds: null,
  sharedWith: null,
  configuration: {
    ...{ accountNumber: "600100", environment: "sandbox", gatewayType: "mobile_money" },
    ...{ gatewayProvider: "mpesa", isProviderSpecific: false, businessShortCode: null, bankCode: null },
    ...{ merchantId: null, merchantCode: null, consumerKey: null, consumerSecret: null, passkey: null },
    ...{ apiKey: null, apiSecret: null, clientId: null, clientSecret: null },
    ...{ initiatorName: null, securityCredential: null, callbackKey: null, privateKey: null },
  },
});

const direct: PlatformRouter = {
  ...{ id: "r1", name: "Gate", host: "192.168.88.1", port: 8728, username: "api-user" },
  ...{ routerosVersion: "7.x", connectionType: "direct", isActive: true, status: "active", isOnline: true },
  ...{ statusText: "Connected", providerId: "p1", lastSeen: now, provider: { businessName: "Coast WiFi" } },
  ...{ location: "Pier", bridgeId: "b", bridgeName: "Pier box", ovpnServerHost: null, ovpnServerPort: null },
  ...{ ovpnUsername: null, ovpnTunnelIp: null, ovpnCertificate: null, ovpnCaFile: null },
  ...{ hasPassword: true, hasOvpnPassword: false, traps: null },
};
/** One assigned and online, one of the tunnel, in store and suspended. */
export const routers = (): PlatformRouter[] => [
  direct,
  {
    ...direct,
    ...{ id: "r2", name: "Hill", host: "10.66.0.2", routerosVersion: "6.x", connectionType: "ovpn_client" },
    ...{ isActive: false, status: "suspended", isOnline: false, lastSeen: null, statusText: "Not assigned" },
    ...{ providerId: null, provider: null, location: null, bridgeId: null, bridgeName: null },
    ...{ ovpnServerHost: "vpn.isp.example", ovpnServerPort: 1194, ovpnUsername: "hill-1" },
    ...{ ovpnTunnelIp: "10.66.0.2", hasOvpnPassword: true },
  },
];
export const revenue = () => [
  { routerId: "r1", revenue: { today: 20, thisMonth: 1234.5, total: 99_000 }, error: null },
  { routerId: "r2", revenue: null, error: "Not now" },
];

/** Without the files that a download could be made of. */
export const bareConfig = (): GeneratedOvpn => ({
  ...{ serverHost: "vpn.isp.example", serverPort: 1194, username: "u", password: "p", tunnelIp: "10.66.0.9" },
  ...{ clientCertificate: "", clientPrivateKey: "", caCertificate: "", routerName: "Bare" },
  ...{ mikrotikScript: "/", setupGuide: "#", ovpnFile: "client" },
});

const ad = (id: string, changes: Partial<ManagedAd>): ManagedAd => ({
  ...{ id, title: `Ad ${id}`, description: "Pay a little every day", content: "<p>x</p>", imageUrl: null },
  ...{ externalUrl: null, displayDuration: 45, priority: 7, startDate: null, endDate: null },
  ...{ targetAudience: "new_users", isActive: true, showsNow: true, viewCount: 1234, clickCount: 56 },
  createdAt: now,
  ...changes,
});
/** One that shows, one after its last day, one switched off. */
export const ads = (): ManagedAd[] => [
  ad("1", {}),
  ad("2", { startDate: "2026-01-01", endDate: "2026-01-31", showsNow: false }),
  ad("3", { isActive: false, showsNow: false, targetAudience: "returning_users" }),
];
