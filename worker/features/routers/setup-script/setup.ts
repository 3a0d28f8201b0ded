/** What a set-up script is made of. Whatever people typed may hold anything; the rest is ours. */
export type RouterSetup = {
  /** Names this set-up on the router; hex. */
  id: string;
  routerId: string;
  routerName: string;
  businessName: string;
  /** The provider's own host, `https://cafe.mlango.app`: where visitors go, and all that they reach unpaid. */
  portalOrigin: string;
  /** Of the router, that the hotspot serves. */
  interface: string;
  /** IPv4: from there alone the API user may log in, and the hotspot lets that machine through. */
  bridgeAddress: string;
  /** There the bridge shows the page for vouchers without internet. */
  pagePort: number;
  /** 8728, or 8729 for TLS. */
  apiPort: number;
  bootstrapPassword: string;
  macAuthPassword: string;
};

export type RouterosVersion = "7.x" | "6.x";

/** Name of what is ours where RouterOS keeps no comment; everywhere else comments begin with it and a colon. */
export const mark = "mlango";

/** Where an interface without an address gets one: as RouterOS' own wizard proposes. */
export const ownNetwork = {
  address: "10.5.50.1/24",
  network: "10.5.50.0",
  cidr: "10.5.50.0/24",
  gateway: "10.5.50.1",
  ranges: "10.5.50.10-10.5.50.254",
} as const;
