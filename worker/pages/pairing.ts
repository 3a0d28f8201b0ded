import type { NamedDevice, PortalScreen } from "../contract/portal.ts";
import * as portal from "../contract/portal.ts";
import { markOf } from "../contract/values/mac.ts";
import { macOf } from "../contract/values/subject.ts";
import { minuteMs } from "../contract/values/time.ts";
import { receiptPath } from "../contract/values/voucher-link.ts";
import { asAppError, refuse } from "../errors.ts";
import {
  type Choice,
  type Chosen,
  chooseDevice,
  letIn,
  makerOf,
  openPairing,
  type Pairing,
} from "../features/device-pairing/index.ts";
import { deviceName, shownRecoveryCode } from "../features/entitlements/index.ts";
import { type App, route } from "../http/route.ts";
import { buyerIn, formTenant, placeFields, problemOf, withRetryAfter } from "./forms.ts";
import { pageOf } from "./portal-data.ts";
import { addressWith, field, placeOf, type Visitor, visitorFrom } from "./portal-visitor.ts";
import { qrPath } from "./qr-path.ts";
import { refusalPage } from "./refusal.ts";
import { html, seeOther } from "./render.ts";

/** More is no list for a phone, and more neighbours than needed. */
const mostShown = 12;

type PairingScreen = Extract<PortalScreen, { kind: "pairing" }>;
type Ctx = Parameters<typeof chooseDevice>[0];

export function mountPairingPages(app: App): void {
  const refusing = { refuse: refusalPage };

  route(
    app,
    portal.portalPairingPage,
    async (call) => {
      const { ctx, url, tenant, query } = call;
      const who = visitorFrom(call, query);
      const input = {
        macAddress: who.subject ? macOf(who.subject) : undefined,
        routerId: who.routerId ?? undefined,
      };
      const pairing = await openPairing(ctx, { url, tenant, input, ...askerIn(call, who) }, "nearby");
      const added = await addedIn(ctx, pairing, field(query, "added"));
      return html(
        await pageOf(ctx, tenant, who, { ...screenOf(pairing, await joinOf(ctx, url, pairing)), added }),
      );
    },
    refusing,
  );

  route(
    app,
    portal.portalPair,
    async (call) => {
      const { ctx, url, body: form } = call;
      const who = visitorFrom(call, form);
      const tenant = await formTenant(call, who);
      const isSure = field(form, "sure") !== undefined;
      const ask = { url, tenant, input: placeFields(form), ...askerIn(call, who) };
      const pairing = await openPairing(ctx, ask, isSure ? "pair" : "nearby");
      const address = field(form, "address") ?? "";
      const screen = { ...screenOf(pairing, await joinOf(ctx, url, pairing)), address };
      try {
        const chosen = await chooseDevice(ctx, pairing, choiceIn(form, address));
        const sure = named(ctx, pairing, chosen);
        if (!isSure) return html(await pageOf(ctx, tenant, who, { ...screen, sure }));
        await letIn(ctx, pairing, chosen.subject);
        const place = addressWith("", placeOf(who, tenant)).replace("?", "&");
        return seeOther(`/add-device?added=${sure.device}${place}`);
      } catch (cause) {
        const error = asAppError(cause);
        const page = await pageOf(ctx, tenant, who, { ...screen, problem: problemOf(error, who.language) });
        return withRetryAfter(html(page, error.status), error);
      }
    },
    refusing,
  );
}

/** A cookie of this very answer has bought nothing. */
function askerIn(call: { request: Request }, who: Visitor) {
  const { buyerHash, network } = buyerIn(call, who);
  return { buyerHash: who.isNew ? null : buyerHash, network };
}

function choiceIn(form: Record<string, unknown>, address: string): Choice {
  const device = field(form, "device");
  if (device !== undefined) return { device };
  if (address === "") throw refuse("invalid", "device_address_wrong");
  return { address };
}

function named(ctx: Ctx, { held }: Pairing, { subject, maker, name }: Chosen): NamedDevice {
  return { device: deviceName(ctx, held.id, subject), maker, name, mark: markOf(subject) };
}

/** One that has the plan by now, as the name in the address says. */
async function addedIn(ctx: Ctx, pairing: Pairing, device: string | undefined): Promise<NamedDevice | null> {
  const subject = pairing.held.subjects.find((one) => deviceName(ctx, pairing.held.id, one) === device);
  if (subject === undefined) return null;
  return named(ctx, pairing, { subject, maker: (await makerOf(subject))?.name ?? null, name: null });
}

/** The link of a receipt by SMS: who has it may join. */
async function joinOf(ctx: Ctx, { origin }: URL, { held }: Pairing): Promise<PairingScreen["join"]> {
  const { id, providerId, subjects, terms } = held;
  if (terms.devices < 2 || subjects.length >= terms.devices) return null;
  const address = `${origin}${receiptPath(await shownRecoveryCode(ctx, providerId, id))}`;
  return { address, qr: qrPath(address) };
}

function screenOf({ held, nearby, queue }: Pairing, join: PairingScreen["join"]): PairingScreen {
  const { terms, subjects } = held;
  return {
    kind: "pairing",
    devices: { bought: terms.devices, attached: subjects.length },
    nearby:
      nearby?.slice(0, mostShown).map(({ device, maker, name, subject, idleMs }) => ({
        device,
        maker: maker?.name ?? null,
        mark: markOf(subject),
        // A maker says enough; what a stranger called the own device is shown where nothing else is known.
        name: maker ? null : name,
        idleMinutes: Math.floor(idleMs / minuteMs),
      })) ?? null,
    address: "",
    problem: null,
    sure: null,
    added: null,
    join,
    behind: terms.devices === 1 ? (queue[0]?.planName ?? null) : null,
  };
}
