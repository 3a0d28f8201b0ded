// The mobile-money services of Kenya, those that cannot be collected included.

type KnownService = {
  id: string;
  name: string;
  type: "mobile_money";
  /** Whose network it runs on. */
  provider: string;
  /** The service's well-known number; M-Pesa's is the sandbox's and collects nothing. */
  paybill: string;
  accountReference: string;
  /** At most 13 characters, as Daraja allows. */
  transactionDesc: string;
  /** False: listed and never offered. */
  isActive: boolean;
  /** A prompt can be sent by it: T-Kash has no interface for that (docs/behaviour/operator-console.md, OC-38). */
  collectable: boolean;
  /** The service's own colour, for a mark beside its name. */
  color: string;
};

const common = {
  type: "mobile_money",
  accountReference: "Payment code",
  transactionDesc: "WiFi access",
} as const;

/** Numbers as in docs/behaviour/operator-console.md, OC-38. */
export const mobileMoney: readonly KnownService[] = [
  {
    id: "mpesa",
    name: "M-Pesa",
    provider: "Safaricom",
    paybill: "174379",
    ...common,
    isActive: true,
    collectable: true,
    color: "#43b02a",
  },
  {
    id: "airtel_money",
    name: "Airtel Money",
    provider: "Airtel",
    paybill: "100100",
    ...common,
    isActive: true,
    collectable: true,
    color: "#e40000",
  },
  {
    id: "telkom_tpesa",
    name: "T-Kash",
    provider: "Telkom",
    paybill: "220220",
    ...common,
    isActive: false,
    collectable: false,
    color: "#00a9e0",
  },
];

export function serviceById(id: string | null | undefined): KnownService | undefined {
  return mobileMoney.find((service) => service.id === id);
}
