/**
 * Everything that happens on the router by itself, in the order of its time. Nothing here runs on a timer: whoever
 * looks at the router settles it first, so that a session ends at its exact moment however late somebody looks, and
 * a test with a clock of its own needs no waiting.
 */

import { dropTimedEntries } from "./address-lists.ts";
import { discover, dropHosts, hostEvent } from "./hosts.ts";
import { endSession } from "./sessions.ts";
import { noUsage, type Session } from "./state.ts";
import type { World } from "./world.ts";

interface Event {
  readonly at: number;
  happen(): void;
}

function sessionEvents(world: World, session: Session): Event[] {
  const events: Event[] = [];
  const end = (at: number) => events.push({ at, happen: () => endSession(world, session, at) });
  if (session.timeLimitMs !== null) end(session.startedAt + session.timeLimitMs);
  if (session.idleMs !== null) end(session.lastTrafficAt + session.idleMs);
  return events;
}

function rebootEvents(world: World): Event[] {
  const state = world.state;
  const events: Event[] = [];
  if (state.rebootingUntil !== null) {
    const happen = () => {
      state.rebootingUntil = null;
    };
    events.push({ at: state.rebootingUntil, happen });
  }
  if (state.phonesSeenAt !== null) {
    const happen = () => {
      state.phonesSeenAt = null;
      for (const phone of state.phones) discover(world, phone.mac, phone.address, phone.server);
    };
    events.push({ at: state.phonesSeenAt, happen });
  }
  return events;
}

function nextEvent(world: World): Event | undefined {
  const events = rebootEvents(world);
  for (const session of world.state.sessions) events.push(...sessionEvents(world, session));
  for (const host of world.state.hosts) {
    const event = hostEvent(world, host);
    if (event !== null) events.push(event);
  }
  return events.reduce<Event | undefined>(
    (first, event) => (first && first.at <= event.at ? first : event),
    undefined,
  );
}

/** Lets everything happen that was due by now. Says whether anything did. `setNow` moves the clock events see. */
export function settle(world: World, until: number, setNow: (at: number | null) => void): boolean {
  let happened = false;
  try {
    for (let event = nextEvent(world); event !== undefined && event.at <= until; event = nextEvent(world)) {
      setNow(event.at);
      event.happen();
      happened = true;
    }
  } finally {
    setNow(null);
  }
  return happened;
}

/**
 * The router goes down. Hosts and sessions are lost, users stay. After a power cut (`clean` false) the counters of
 * the sessions that were running never reach their users.
 */
export function reboot(world: World, clean: boolean): void {
  const { state, settings } = world;
  dropHosts(world, clean);
  // Lines dial anew, and what was to be in a list for some time only is in no memory.
  state.dialled = [];
  state.log = [];
  dropTimedEntries(world);
  for (const queue of state.tables.queues) queue.used = noUsage();
  for (const { download } of state.wired) if (download) download.connection = null;
  state.rebootingUntil = world.now() + settings.rebootMs;
  state.phonesSeenAt = state.rebootingUntil + settings.phonesSeenAfterMs;
  state.bootedAt = state.rebootingUntil;
  state.boots += 1;
}
