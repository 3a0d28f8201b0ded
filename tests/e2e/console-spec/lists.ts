import type { AssignedRouter } from "#contract/routers";
import type { Transaction } from "#contract/transactions";
import type { HotspotUser } from "#contract/users";
import type { Voucher } from "#contract/vouchers";
import { agoIso, dayMs, hourMs, minuteMs } from "./world.ts";

// Rows of every kind that the consoles tell apart, as the server would answer them.

const user = (last: string, changes: Partial<HotspotUser>): HotspotUser => {
  const macAddress = `4C:5E:0C:0C:0A:${last}`;
  return {
    ...{ id: macAddress, macAddress, username: null, phoneNumber: null, isActive: false, isOnline: false },
    router: { id: "r", name: "Main Gate", host: "10.0.0.7", port: 8728 },
    plan: { name: "3 Hours", speedMbps: 5, durationHours: 3 },
    ...{ status: "inactive", expiresAt: null, bytesUploaded: 0, bytesDownloaded: 0, sessionTime: 0 },
    ...{ dataLeftBytes: null, entitlementId: "e", firstSeen: agoIso(dayMs), lastSeen: agoIso(minuteMs) },
    ...changes,
  };
};

export const users = (): HotspotUser[] => [
  user("01", {
    ...{ username: "wanjiku", phoneNumber: "254712345678", isActive: true, status: "active" },
    ...{
      expiresAt: agoIso(-hourMs),
      bytesUploaded: 1_536,
      bytesDownloaded: 3 * 2 ** 30,
      sessionTime: 11_520,
    },
  }),
  user("02", { isActive: true, status: "expired", expiresAt: agoIso(hourMs) }),
  user("03", { status: "inactive" }),
];

const sale = (place: number, changes: Partial<Transaction>): Transaction => ({
  ...{ id: `t${place}`, type: "payment", status: "completed", phoneNumber: "254712345678", amount: 1_250 },
  ...{
    createdAt: agoIso(0),
    planName: "3 Hours",
    routerName: "Main Gate",
    macAddress: null,
    method: "mpesa",
  },
  ...{ receipt: null, detail: null, activation: "done", entitlementId: null, divertedTo: null, refunded: 0 },
  ...changes,
});

export const transactions = (): Transaction[] => [
  sale(1, {}),
  sale(2, { status: "pending", createdAt: agoIso(5 * minuteMs), activation: "none" }),
  sale(3, { status: "reversed" as "failed", createdAt: agoIso(3 * hourMs), activation: "none" }),
  sale(4, { type: "voucher", phoneNumber: null, method: "voucher", createdAt: agoIso(2 * dayMs) }),
];

const router = (name: string, changes: Partial<AssignedRouter>): AssignedRouter => ({
  ...{
    id: name,
    name,
    host: "10.0.0.7",
    port: 8728,
    username: `api-${name}`,
    isActive: true,
    isOnline: true,
  },
  ...{ lastSeen: agoIso(5 * minuteMs), location: null, connectionType: "direct", ovpnTunnelIp: null },
  ...{ ovpnServerHost: null, providerId: "p", bridgeId: "b", statusText: "", traps: null },
  ...changes,
});

const tunnel = { connectionType: "ovpn_client" } as const;
export const routers = (): AssignedRouter[] => [
  router("Gate", {}),
  router("Lodge", { ...tunnel, ovpnTunnelIp: "10.8.0.6/24", ovpnServerHost: "vpn.example" }),
  router("Ferry", { ...tunnel, ovpnServerHost: "vpn.example", isActive: false }),
  router("Quay", { ...tunnel, isOnline: false, lastSeen: null }),
];

const voucher = (place: number, changes: Partial<Voucher>): Voucher => ({
  ...{ id: `v${place}`, code: `AAAA${place}-BBBBB`, plan: { id: "p", name: "3 Hours" }, batchId: "b" },
  ...{
    isUsed: false,
    isRevoked: false,
    isLent: false,
    status: "active",
    usedBy: null,
    usedAt: null,
    expiresAt: null,
  },
  createdAt: agoIso(dayMs),
  ...changes,
});

export const vouchers = (): Voucher[] => [
  voucher(1, {}),
  voucher(2, { status: "expired", expiresAt: agoIso(hourMs) }),
  voucher(3, {
    ...{ status: "used", isUsed: true, usedBy: "4C:5E:0C:0C:0A:01", usedAt: agoIso(2 * hourMs) },
    ...{ expiresAt: agoIso(hourMs), plan: null },
  }),
];
