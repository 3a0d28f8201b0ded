import { type Bench, hotspotUser, ours, type Question, refusedOr, until, yesNo } from "./question.ts";
import type { Answer, RouterLine } from "./router-line.ts";

/** Of a phone that has joined the hotspot: when it is let in, and what ends that. */
export const phoneQuestions: readonly Question[] = [
  {
    id: "late-user",
    asks: "Is a phone that was there first let in by MAC once its user is made?",
    settles: "whether the bridge must log a waiting phone in by the API (`letIn`)",
    answer: (bench) =>
      withUser(bench, async () => {
        const ms = await until(bench, async () => (await sessions(bench)).length > 0);
        return ms === null
          ? `no, not in ${bench.waitMs / 1_000} s`
          : `yes, after ${Math.round(ms / 1_000)} s`;
      }),
  },
  {
    id: "login-done",
    asks: "Is the session there when `active/login` answers?",
    settles: 'whether "online" may be told with the answer, before the session is read back',
    answer: (bench) =>
      withSession(bench, async (logIn) => {
        const at = (await sessions(bench)).length > 0;
        return refusedOr(logIn, at ? "yes" : "not yet");
      }),
  },
  {
    id: "queue-place",
    asks: "Where do the hotspot's dynamic queues stand among the static ones?",
    settles: "the finding `queuesBefore` of the checklist",
    answer: (bench) =>
      withSession(bench, async () => {
        const rows = await bench.line.rows("/queue/simple/print");
        const at = rows.findIndex(({ name }) => name?.startsWith("<hotspot-"));
        return at === -1 ? "there is none" : `place ${at + 1} of ${rows.length}`;
      }),
  },
  {
    id: "set-ends",
    asks: "Does a lower `limit-uptime` end a session that runs?",
    settles: "whether a session with the wrong limits must be ended and begun anew (Grant)",
    answer: (bench) =>
      withSession(bench, (_logIn, id) => endsBy(bench, ["/set", `=.id=${id}`, "=limit-uptime=1s"])),
  },
  {
    id: "disable-ends",
    asks: "Does disabling a user end its session?",
    settles: "the bridge removes the session itself (End)",
    answer: (bench) =>
      withSession(bench, (_logIn, id) => endsBy(bench, ["/set", `=.id=${id}`, "=disabled=yes"])),
  },
  {
    id: "remove-ends",
    asks: "Does removing a user end its session?",
    settles: "the bridge removes its sessions itself (End)",
    answer: (bench) => withSession(bench, (_logIn, id) => endsBy(bench, ["/remove", `=.id=${id}`])),
  },
  {
    id: "counters-fold",
    asks: "Does a user's `uptime` hold a session's when it ends?",
    settles: 'what a buyer has left: limits are "counter just read + what is left" (rule 1)',
    answer: (bench) =>
      withSession(bench, async (_logIn, id) => {
        await bench.clock.sleep(Math.min(3_000, bench.waitMs));
        for (const session of await sessions(bench))
          await bench.line.ask("/ip/hotspot/active/remove", `=.id=${session[".id"]}`);
        const [user] = await bench.line.rows(`${hotspotUser}/print`, `?.id=${id}`);
        return `uptime ${user?.uptime ?? "not read"}`;
      }),
  },
  {
    id: "two-users",
    asks: "Of two users of a name, one for all servers and one for this one, whose password is taken?",
    settles: "what is said where a log-in fails: the other user is in the way",
    answer: (bench) =>
      withUser(bench, async () => {
        const { line, mac } = bench;
        const host = await hostOf(bench);
        if (!host?.address) return "the phone is not at the hotspot";
        const own = await line.ask(
          `${hotspotUser}/add`,
          ...[`=name=${mac}`, "=password=for-this-server", `=server=${host.server}`, `=comment=${ours}`],
        );
        if (own.trap !== null) return refusedOr(own, "");
        const logIn = await line.ask(
          "/ip/hotspot/active/login",
          ...[`=user=${mac}`, "=password=for-this-server", `=mac-address=${mac}`, `=ip=${host.address}`],
        );
        return logIn.trap === null ? "that of this server" : `that of all servers: ${logIn.trap}`;
      }),
  },
  {
    id: "binding-removed",
    asks: "Is a phone that an `ip-binding` let through still let through when the row is gone?",
    settles: "the guard removes the host row with the pass (End a way in)",
    answer: (bench) =>
      withBinding(bench, ["=type=bypassed"], async (id) => {
        if (!(await becomes(bench, "true"))) return "it was never let through";
        await bench.line.ask(`${binding}/remove`, `=.id=${id}`);
        return (await becomes(bench, "false")) ? "no" : `yes, for ${bench.waitMs / 1_000} s at least`;
      }),
  },
  {
    id: "binding-blocked",
    asks: "Does a phone that an `ip-binding` blocks keep its host and its session?",
    settles: "the guard reads the block itself, and removes the host row with it",
    answer: (bench) =>
      withSession(bench, (logIn) => {
        if (logIn.trap !== null) return Promise.resolve(refusedOr(logIn, ""));
        return withBinding(bench, ["=type=blocked"], async () => {
          await bench.clock.sleep(Math.min(3_000, bench.waitMs));
          const host = yesNo((await hostOf(bench)) !== undefined);
          return `host ${host}, session ${yesNo((await sessions(bench)).length > 0)}`;
        });
      }),
  },
  {
    id: "binding-both",
    asks: "Does an `ip-binding` with address and MAC let a phone through that has the MAC alone?",
    settles: "the pass of the bridge, which nobody may have who takes its address (set-up script)",
    answer: (bench) =>
      withBinding(bench, ["=type=bypassed", "=address=10.255.255.254"], async () =>
        yesNo(await becomes(bench, "true", Math.min(5_000, bench.waitMs))),
      ),
  },
];

const binding = "/ip/hotspot/ip-binding";
const hostOf = async ({ line, mac }: Bench) =>
  (await line.rows("/ip/hotspot/host/print", `?mac-address=${mac}`))[0];

/** Whether the host row says so in time: `bypassed` follows the next packet at the latest. */
async function becomes(bench: Bench, bypassed: string, waitMs = bench.waitMs): Promise<boolean> {
  const { clock } = bench;
  return (await until({ clock, waitMs }, async () => (await hostOf(bench))?.bypassed === bypassed)) !== null;
}

async function withBinding(
  { line, mac }: Bench,
  words: readonly string[],
  ask: (id: string) => Promise<string>,
): Promise<string> {
  const added = await line.ask(`${binding}/add`, `=mac-address=${mac}`, `=comment=${ours}`, ...words);
  if (added.trap !== null || added.ret === null) return refusedOr(added, "added without an id");
  try {
    return await ask(added.ret);
  } finally {
    for (const row of await line.rows(`${binding}/print`, `?comment=${ours}`))
      await line.ask(`${binding}/remove`, `=.id=${row[".id"]}`);
  }
}

const sessions = ({ line, mac }: Bench) => line.rows("/ip/hotspot/active/print", `?user=${mac}`);

async function endsBy(bench: Bench, [command = "", ...words]: string[]): Promise<string> {
  const said = await bench.line.ask(`${hotspotUser}${command}`, ...words);
  if (said.trap !== null) return `refused: ${said.trap}`;
  const ms = await until(bench, async () => (await sessions(bench)).length === 0);
  return ms === null ? `no, not in ${bench.waitMs / 1_000} s` : `yes, after ${Math.round(ms / 1_000)} s`;
}

/** A user of the phone's name with the hotspot's own password for MACs, until the question is answered. */
async function withUser(bench: Bench, ask: (id: string) => Promise<string>): Promise<string> {
  const { line, mac } = bench;
  await putOff(bench);
  const password = await macPassword(line);
  const added = await line.ask(
    `${hotspotUser}/add`,
    ...[`=name=${mac}`, `=password=${password}`, `=comment=${ours}`, "=limit-uptime=1h"],
  );
  if (added.trap !== null || added.ret === null) return refusedOr(added, "added without an id");
  try {
    return await ask(added.ret);
  } finally {
    await putOff(bench);
  }
}

/** The same, let in. */
function withSession(bench: Bench, ask: (logIn: Answer, id: string) => Promise<string>): Promise<string> {
  return withUser(bench, async (id) => {
    const { line, mac } = bench;
    const host = await hostOf(bench);
    if (!host?.address) return "the phone is not at the hotspot";
    const password = await macPassword(line);
    const logIn = await line.ask(
      "/ip/hotspot/active/login",
      ...[`=user=${mac}`, `=password=${password}`, `=mac-address=${mac}`, `=ip=${host.address}`],
    );
    return ask(logIn, id);
  });
}

async function macPassword(line: RouterLine): Promise<string> {
  const profiles = await line.rows("/ip/hotspot/profile/print");
  return profiles.find((row) => row["mac-auth-password"])?.["mac-auth-password"] ?? "";
}

async function putOff({ line, mac }: Bench): Promise<void> {
  for (const menu of ["/ip/hotspot/user", "/ip/hotspot/active"]) {
    const of = menu.endsWith("user") ? `?name=${mac}` : `?user=${mac}`;
    for (const row of await line.rows(`${menu}/print`, of))
      if (menu.endsWith("active") || row.comment === ours)
        await line.ask(`${menu}/remove`, `=.id=${row[".id"]}`);
  }
}
