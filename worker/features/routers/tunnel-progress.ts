import type { Context } from "../../context.ts";
import { TunnelResult } from "../../contract/bridge-requests.ts";
import type { RouterSetup, SetupStop, tunnelSteps } from "../../contract/router-setup.ts";
import { type Made, say, type Text, type TextKey } from "../../contract/texts.ts";
import { allowCommand } from "../../contract/values/device-mode.ts";
import { log } from "../../log.ts";
import { type Peer, peerOf } from "../tunnels/index.ts";
import type { RouterRow } from "./platform-routers.ts";
import type { Setup } from "./setups.ts";

type Progress = NonNullable<Made<typeof RouterSetup>["tunnel"]>;
type Step = (typeof tunnelSteps)[number];

/** How long a step may take before the page says what could be wrong. A tunnel is up within seconds of its key. */
const patienceMs = { tunnel: 45_000, logged_in: 60_000, hotspot: 60_000 } as const;
/** How long a line may stay unfetched before the page says what a new router needs: its device mode forbids the fetch silently. */
const unfetchedMs = 60_000;
/** How long a page waits for a host's answer. */
const answerWithinMs = 3_000;

/** Why it may be that no router asks for the line, while that is so; by a tunnel or by a bridge at the site. */
export function unfetched(ctx: Context, setup: Setup | undefined): Made<typeof RouterSetup>["unfetched"] {
  if (!setup || setup.usedAt !== null || setup.fetchedAt !== null) return null;
  if (ctx.now() < setup.createdAt + unfetchedMs || ctx.now() >= setup.expiresAt) return null;
  return { why: say("setup_unfetched"), next: say("setup_new_router", { command: allowCommand }) };
}

/** How far the router's set-up is, from what its script told, its host says, and its bridge sees. */
export async function tunnelProgress(
  ctx: Context,
  router: RouterRow,
  setup: Setup | undefined,
): Promise<Progress> {
  const begun = setup?.fetchedAt ?? null;
  if (!setup || begun === null) return { done: [], stopped: null };
  const done: Step[] = ["fetched"];
  const at = (why: Text, next: Text): Progress => ({ done, stopped: { why, next } });
  const isLoggedIn = setup.usedAt !== null;
  if (!isLoggedIn && setup.stoppedFor !== null) return at(...stopTexts(setup.stoppedFor as SetupStop, setup));

  const peer = await peerOf(ctx, router.id);
  if (!isLoggedIn && (peer?.keyedAt ?? 0) < setup.createdAt) {
    return ctx.now() > begun + patienceMs.tunnel
      ? at(say("setup_no_key"), say("setup_paste_again"))
      : { done, stopped: null };
  }
  done.push("keyed");
  if (!isLoggedIn && !(await isUp(ctx, router, peer))) {
    const isOpenvpn = peer?.certificate != null;
    const next = say(isOpenvpn ? "setup_no_openvpn_next" : "setup_no_tunnel_next");
    return ctx.now() > (peer?.keyedAt ?? begun) + patienceMs.tunnel
      ? at(say("setup_no_tunnel"), next)
      : { done, stopped: null };
  }
  done.push("tunnel");
  if (!isLoggedIn) {
    return setup.doneAt !== null && ctx.now() > setup.doneAt + patienceMs.logged_in
      ? at(say("setup_no_log_in"), say("setup_paste_again"))
      : { done, stopped: null };
  }
  done.push("logged_in");
  return { done, stopped: await hotspotStanding(ctx, router, setup, done) };
}

/** Whether packets have come from the router by its tunnel, as the host that drives it knows. */
async function isUp(ctx: Context, { bridgeId }: RouterRow, peer: Peer | undefined): Promise<boolean> {
  if (bridgeId === null || !peer) return false;
  const { publicKey, certificate } = peer;
  try {
    const bridge = ctx.env.BRIDGE.getByName(bridgeId);
    const answer = await bridge.request(
      certificate === null
        ? { kind: "tunnel", publicKey: publicKey ?? "" }
        : { kind: "openvpn_tunnel", certificate },
      answerWithinMs,
    );
    if (answer.kind !== "answered" || !answer.ok) return false;
    return (TunnelResult.safeParse(JSON.parse(answer.result)).data?.handshakeAgeMs ?? null) !== null;
  } catch (cause) {
    log("error", "bridge", cause, { bridge: bridgeId });
    return false;
  }
}

/** Adds the last two steps to `done`. */
async function hotspotStanding(
  ctx: Context,
  { id, bridgeId }: RouterRow,
  { usedAt }: Setup,
  done: Step[],
): Promise<Progress["stopped"]> {
  if (bridgeId === null) return null;
  const bridge = ctx.env.BRIDGE.getByName(bridgeId);
  const { online, message, findings } = await bridge.routerNow(id);
  if (!online) {
    const isLate = ctx.now() > (usedAt ?? 0) + patienceMs.hotspot;
    return isLate ? { why: message ?? say("router_not_reached"), next: say("setup_look_at_router") } : null;
  }
  if (findings && findings.blocks > 0)
    return {
      why: say("setup_findings", { count: findings.blocks }),
      next: say("setup_open_checklist"),
    };
  if (findings === null) return null;
  done.push("hotspot");
  const devices = await bridge.devicesOf(id, 10_000, null);
  if (devices && devices.length > 0) done.push("device");
  return null;
}

function stopTexts(stop: SetupStop, { routerosVersion }: Setup): [why: Text, next: Text] {
  // Version 6 has no device mode.
  const isForbidden = (stop === "device_mode" || stop === "off") && routerosVersion === "7.x";
  const next = isForbidden
    ? say("setup_allow_hotspot", { command: allowCommand })
    : say(nextFor[stop] ?? "setup_mend_and_paste");
  return [say(`setup_stop_${stop}` satisfies TextKey), next];
}

const nextFor: Partial<Record<SetupStop, "setup_paste_again" | "setup_reboot">> = {
  service: "setup_paste_again",
  off: "setup_paste_again",
  key: "setup_paste_again",
  certificate: "setup_paste_again",
  pages: "setup_reboot",
};
