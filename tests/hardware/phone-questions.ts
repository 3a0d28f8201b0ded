import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, hotspotUser, ours, type Question, refusedOr } from "./question.ts";
import type { Answer, RouterLine } from "./router-line.ts";

/** Of a phone that has joined the hotspot: when it is let in, and what ends that. */
export const phoneQuestions: readonly Question[] = [
  {
    id: "late-user",
    asks: "Is a phone that was there first let in by MAC once its user is made?",
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
    answer: (bench) =>
      withSession(bench, async (logIn) => {
        const at = (await sessions(bench)).length > 0;
        return refusedOr(logIn, at ? "yes" : "not yet");
      }),
  },
  {
    id: "queue-place",
    asks: "Where do the hotspot's dynamic queues stand among the static ones?",
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
    answer: (bench) =>
      withSession(bench, (_logIn, id) => endsBy(bench, ["/set", `=.id=${id}`, "=limit-uptime=1s"])),
  },
  {
    id: "disable-ends",
    asks: "Does disabling a user end its session?",
    answer: (bench) =>
      withSession(bench, (_logIn, id) => endsBy(bench, ["/set", `=.id=${id}`, "=disabled=yes"])),
  },
  {
    id: "remove-ends",
    asks: "Does removing a user end its session?",
    answer: (bench) => withSession(bench, (_logIn, id) => endsBy(bench, ["/remove", `=.id=${id}`])),
  },
  {
    id: "counters-fold",
    asks: "Does a user's `uptime` hold a session's when it ends?",
    answer: (bench) =>
      withSession(bench, async (_logIn, id) => {
        await sleep(Math.min(3_000, bench.waitMs));
        for (const session of await sessions(bench))
          await bench.line.ask("/ip/hotspot/active/remove", `=.id=${session[".id"]}`);
        const [user] = await bench.line.rows(`${hotspotUser}/print`, `?.id=${id}`);
        return `uptime ${user?.uptime ?? "not read"}`;
      }),
  },
];

const sessions = ({ line, mac }: Bench) => line.rows("/ip/hotspot/active/print", `?user=${mac}`);

/** Milliseconds until it is so; null where it is not in time. */
async function until({ waitMs }: Bench, is: () => Promise<boolean>): Promise<number | null> {
  const began = performance.now();
  for (;;) {
    const passed = performance.now() - began;
    if (await is()) return passed;
    if (passed > waitMs) return null;
    await sleep(Math.min(1_000, waitMs / 4));
  }
}

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
    const [host] = await line.rows("/ip/hotspot/host/print", `?mac-address=${mac}`);
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
