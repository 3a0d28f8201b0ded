/** What happens on the router when somebody dials in or hangs up. A session keeps what its profile was at the dial. */

import { hasEntry, removeEntries } from "./address-lists.ts";
import { prefixesFor } from "./line-six.ts";
import { note } from "./log.ts";
import type { Dialled, StoredRow } from "./state.ts";
import { isAddress } from "./values.ts";
import { newId, rowNamed, value, type World } from "./world.ts";

export interface Dial {
  readonly name: string;
  readonly service: string;
  /** Of those that the profile gives. */
  readonly ip: string;
  readonly callerId?: string;
  /** Absent: that of the secret. */
  readonly password?: string;
}

/** In `on-up` and `on-down`: our own entries of that session's address leave two lists. Any other script is unknown here. */
const cleaning = new RegExp(
  [
    String.raw`^:local (\w+) \[:tostr \$"remote-address"\];`,
    String.raw`:foreach (\w+) in=\[/ip firewall address-list find where comment~"\^MLG;"\] do=\{ :do \{`,
    String.raw`:local (\w+) \[/ip firewall address-list get \$\2 list\];`,
    String.raw`:if \(\(\$\3 = "mlango-blocked" \|\| \$\3 = "mlango-open"\)`,
    String.raw`&& \[:tostr \[/ip firewall address-list get \$\2 address\]\] = \$\1\)`,
    String.raw`do=\{ /ip firewall address-list remove \$\2 \} \} on-error=\{\} \}$`,
  ].join(" "),
);

export const isKnownScript = (script: string): boolean => script === "" || cleaning.test(script);

/** Rows that the profile itself keeps stay: they have no comment of ours. */
function run(world: World, script: string, address: string): void {
  if (script === "") return;
  removeEntries(
    world,
    ({ list = "", comment = "", ...row }) =>
      row.address === address &&
      comment.startsWith("MLG;") &&
      ["mlango-blocked", "mlango-open"].includes(list),
  );
}

/** Undefined where it is let in, else why not. Who is not known and who has another password are told alike in the log. */
export function dial(world: World, given: Dial): string | undefined {
  const { name, service, callerId = "", password } = given;
  if (service === "pppoe") note(world, "pppoe,info", `PPPoE connection established from ${callerId}`);
  const secret = secretFor(world, given);
  const isRight = secret && (password === undefined || password === value(secret, "password"));
  if (isRight) return letIn(world, given, secret);
  const attempt = world.state.nextId.toString(16).padStart(4, "0");
  note(world, `${service},ppp,error`, `<${attempt}>: user ${name} authentication failed`);
  return secret ? `${name} has another password.` : `No secret lets ${name} in.`;
}

function secretFor({ state }: World, { name, service }: Dial): StoredRow | undefined {
  return state.tables.secrets.find(
    ({ values }) =>
      values.name === name &&
      values.disabled !== "true" &&
      ["any", service].includes(values.service ?? "any"),
  );
}

function letIn(
  world: World,
  { name, service, ip, callerId = "" }: Dial,
  secret: StoredRow,
): string | undefined {
  const { state } = world;
  const profile = rowNamed(world, "pppProfiles", value(secret, "profile"));
  if (value(profile, "only-one") === "yes" && state.dialled.some((one) => one.name === name))
    return `${name} is dialled in already.`;
  // Without one it is let in, and has no internet.
  const given = value(secret, "remote-address") || value(profile, "remote-address");
  // An address of the secret's or the profile's own is given to whoever dials; of a pool the client gets one that is free.
  const address = given === "" ? "" : isAddress(given) ? given : ip;
  if (address !== "" && state.dialled.some((one) => one.address === address)) return `${address} is taken.`;
  const list = value(profile, "address-list");
  // An entry that is there already is not made a second time, and goes when its own time has come.
  const isAdded = list !== "" && address !== "" && !hasEntry(world, list, address);
  const prefixes = prefixesFor(world, secret, profile, address);
  state.dialled.push({
    id: newId(world),
    name,
    service,
    address,
    since: world.now(),
    callerId,
    rateLimit: value(profile, "rate-limit"),
    onDown: value(profile, "on-down"),
    list: isAdded ? list : null,
    interfaceList: value(profile, "interface-list"),
    ...(prefixes && { prefixes }),
  });
  note(world, `${service},ppp,info,account`, `${name} logged in, ${address} from ${callerId}`);
  run(world, value(profile, "on-up"), address);
  return undefined;
}

export function hangUp(world: World, gone: readonly Dialled[]): void {
  const { state } = world;
  state.dialled = state.dialled.filter((one) => !gone.includes(one));
  for (const { name, service, since, callerId, onDown = "", address } of gone) {
    const seconds = Math.round((world.now() - since) / 1_000);
    note(world, `${service},ppp,info,account`, `${name} logged out, ${seconds} 0 0 0 0 from ${callerId}`);
    run(world, onDown, address);
  }
}

export function hangUpNamed(world: World, name: string): void {
  hangUp(
    world,
    world.state.dialled.filter((one) => one.name === name),
  );
}
