import { settingsDefaults } from "#contract/branding";
import type { PaymentStatus, Service } from "#contract/payments";
import { PlanForVisitors } from "#contract/plans";
import type {
  DeviceAccess,
  NamedDevice,
  PortalAd,
  PortalBrand,
  PortalPage,
  PortalScreen,
} from "#contract/portal";
import { plan as planRow } from "../../support/plan-row.ts";

// Pages as the worker hands them to the renderer.

export const now = "2026-11-20T11:05:00.000Z";

/** What a visitor is told of a plan. */
export function plan(change: Partial<PlanForVisitors> & Pick<PlanForVisitors, "id">): PlanForVisitors {
  return PlanForVisitors.parse(planRow(`Plan ${change.id}`, { uploadMbps: null, ...change }));
}

export const plans: PlanForVisitors[] = [
  plan({ id: "p1", name: "Quick Hour", price: "10.00", durationHours: 1 }),
  plan({ id: "p2", name: "3 Hours", price: "20.00", durationHours: 3, speedMbps: 5 }),
  plan({ id: "p3", name: "Day Pass", price: "49.50", durationHours: 24, dataLimitGB: 2 }),
  plan({ id: "p4", name: "Office", price: "1250.00", durationHours: 72, devices: 4 }),
];

export const brand: PortalBrand = {
  ...settingsDefaults,
  companyName: "Kilimo WiFi",
  subdomain: "kilimo",
  headerColor: "#0f6b4f",
  welcomeMessage: "Pick a plan and be online in seconds.",
  supportPhone: "0712 345 678",
  supportEmail: "help@kilimowifi.example",
};

export const mac = "3C:5A:B4:01:02:03";
export const routerId = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

export function page(screen: PortalScreen = { kind: "home" }, change: Partial<PortalPage> = {}): PortalPage {
  const nothing = {
    services: ["mpesa"] as Service[],
    noSale: null,
    trialMinutes: null,
    ads: [],
    adIndex: 0,
    websites: [],
    elsewhere: [],
    waiting: [],
    device: null,
    access: change.device?.access ?? null,
    routerAway: false,
    accessId: change.device ? "a-1" : null,
    ended: null,
    pending: null,
    roaming: null,
  };
  const chosen = { lang: null, theme: null, language: "en" as const };
  return { brand, plans, mac, routerId, ...chosen, ...nothing, screen, now, ...change };
}

export function status(change: Partial<PaymentStatus> = {}): PaymentStatus {
  return {
    status: "pending",
    error: null,
    reason: null,
    prompt: "sent",
    phoneNumber: null,
    access: "none",
    opensAt: null,
    behind: null,
    expiresAt: null,
    recoveryCode: null,
    paybill: null,
    createdAt: "2026-11-20T11:04:37.000Z",
    now,
    ...change,
  };
}

export const device: DeviceAccess = {
  planName: "3 Hours",
  access: "online",
  expiresAt: "2026-11-20T13:18:00.000Z",
  opensAt: null,
  hours: null,
  speedMbps: 5,
  dataLeftBytes: 1_610_612_736,
  topUp: null,
  queue: [],
  devices: { bought: 1, attached: 1, list: [] },
};

export function ad(change: Partial<PortalAd> & Pick<PortalAd, "id">): PortalAd {
  const nothing = { description: "", content: "", imageUrl: null, externalUrl: null };
  return { title: `Advertisement ${change.id}`, ...nothing, displayDuration: 10, ...change };
}

type Screen<Kind extends PortalScreen["kind"]> = Extract<PortalScreen, { kind: Kind }>;

export const buy: Screen<"buy"> = {
  kind: "buy",
  planId: "p2",
  tab: "mpesa",
  phoneNumber: "",
  voucherCode: "",
  problem: null,
};

export const waiting: Screen<"waiting"> = {
  kind: "waiting",
  transactionId: "t-1",
  planName: "3 Hours",
  amount: 20,
  service: "mpesa",
  status: status(),
};

export const failure: Screen<"failure"> = {
  kind: "failure",
  reason: null,
  error: "",
  planId: "p2",
  stillChecking: false,
  transactionId: "t-1",
  service: "mpesa",
  paybill: null,
  phoneNumber: null,
};

export function success(change: Partial<PaymentStatus> = {}): Screen<"success"> {
  const paid = status({
    status: "completed",
    access: "online",
    expiresAt: "2026-11-20T14:05:00.000Z",
    ...change,
  });
  return { kind: "success", transactionId: "t-1", planName: "3 Hours", status: paid };
}

export const samsung: NamedDevice = { device: "d-1", maker: "Samsung", name: null, mark: "2B:3C" };

export const pairing: Screen<"pairing"> = {
  kind: "pairing",
  devices: { bought: 1, attached: 1 },
  nearby: [
    { ...samsung, idleMinutes: 0 },
    { device: "d-2", maker: null, name: "living-room", mark: "00:1A", idleMinutes: 2 },
    { device: "d-3", maker: null, name: null, mark: "00:1B", idleMinutes: 12 },
  ],
  address: "",
  problem: null,
  sure: null,
  added: null,
  join: null,
  behind: "Day Pass",
};

/** Every screen once. */
export const everyPage: Record<string, PortalPage> = {
  home: page(),
  "home with access": page({ kind: "home" }, { device }),
  "home behind advertisements": page(
    { kind: "home" },
    { ads: [ad({ id: "a1", content: "<p>Bread</p>" }), ad({ id: "a2" })] },
  ),
  "home without plans": page({ kind: "home" }, { plans: [] }),
  buy: page(buy),
  waiting: page(waiting),
  connecting: page(success({ access: "connecting", expiresAt: null })),
  success: page(success()),
  failure: page(failure),
  connected: page(
    {
      kind: "connected",
      receipt: {
        transactionId: "t-1",
        receipt: "SKF7X2M1QP",
        phoneNumber: "254712345678",
        amount: 20,
        service: "mpesa",
        recoveryCode: "ABCD-EFGH-JKMN",
      },
    },
    { device },
  ),
  pairing: page(pairing),
  "pairing, which one": page({ ...pairing, sure: samsung }),
  "pairing, done": page({ ...pairing, added: samsung }),
  "pairing without a list": page({ ...pairing, nearby: null, problem: "This is not a device address." }),
  "pairing with room": page({
    ...pairing,
    devices: { bought: 2, attached: 1 },
    join: { address: "", qr: { size: 3, path: "M1 1h1v1h-1z" } },
  }),
  "pairing of a full plan": page({ ...pairing, devices: { bought: 2, attached: 2 } }),
  refused: page({ kind: "refused", title: "Closed for now", text: "Please try again later.", hasHome: true }),
  "not found": page({ kind: "not-found" }),
};
