import { ask } from "./ask.ts";
import { control } from "./control.ts";
import type { Site } from "./site.ts";
import { type Session, tell } from "./tell.ts";

/**
 * The demo provider's router collects at a pay bill of its own from now on, and Safaricom reports what is typed there.
 * @returns its number
 */
export async function collectAtOwnPaybill(site: Site, operator: Session, routerId: string): Promise<string> {
  const { shortCode, ...configuration } = site.secrets.savannaApp;
  const gateways = `/api/superadmin/providers/${site.seeded.demo.id}/payment-gateway`;
  const { id } = await tell<{ id: string }>(operator, "POST", gateways, {
    gatewayId: "mpesa",
    environment: "sandbox",
    useAutoApi: false,
    accountNumber: shortCode,
    routerId,
    configuration,
  });
  await tell(operator, "POST", `${gateways}/${id}/register-paybill`, {});
  return shortCode;
}

type Typed = { shortCode: string; account: string; amount: number; phone?: string };

/** A payment typed in the M-Pesa menu by hand. */
export function typeInMenu(site: Site, { phone = "254722100200", ...typed }: Typed): Promise<unknown> {
  return control(site, "/control/typed", { phone, ...typed });
}

/** The customer's page sent as a browser without scripts does: what its fields have goes back as it stands. */
export async function sendPayForm(site: Site, payLink: string) {
  const path = new URL(payLink).pathname;
  const page = await ask(site.origin, path);
  const fields = [...page.text.matchAll(/<input[^>]*name="([^"]+)"[^>]*>/g)].map(([tag, name]) => [
    name ?? "",
    /value="([^"]*)"/.exec(tag)?.[1] ?? "",
  ]);
  const form = Object.fromEntries(fields);
  return { page, sent: await ask(site.origin, `${path}/pay`, { form, headers: { origin: site.origin } }) };
}
