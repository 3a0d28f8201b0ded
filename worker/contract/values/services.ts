// The mobile money that visitors pay by. Texts are written for M-Pesa; those of another service differ in the name alone.

export const services = ["mpesa", "airtel_money"] as const;
export type Service = (typeof services)[number];

export const serviceNames: Record<Service, string> = { mpesa: "M-Pesa", airtel_money: "Airtel Money" };

export function isService(id: string | null | undefined): id is Service {
  return services.some((service) => service === id);
}

/** A text that was written for M-Pesa, as it is said of this service. */
export function inService(text: string, service: Service): string {
  return text.split(serviceNames.mpesa).join(serviceNames[service]);
}

const airtel = /^(254|0)?(73|75[0-6]|78[0-25-9]|10[0-8])/;
const safaricom = /^(254|0)?(7[0129]|74[0-3568]|75[7-9]|76[89]|11|14[0-3]|18[0-2])/;

/** Whose number this probably is: good enough to offer one service first, never to refuse one. */
export function likelyService(typed: string): Service | undefined {
  const digits = typed.replace(/\D/g, "");
  if (airtel.test(digits)) return "airtel_money";
  return safaricom.test(digits) ? "mpesa" : undefined;
}
