import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, RouterLine } from "./router-line.ts";

// What docs/reference/routeros.md assumes and nobody has shown. Each question leaves the router as it was: what it makes is called
// `mlango-hardware`, and is removed before and after (`clean`).

export const ours = "mlango-hardware";

/** @property mac of a phone on the hotspot, which is let in and put off; null = nobody is there */
export type Bench = { line: RouterLine; mac: string | null; waitMs: number };

export type Question = {
  id: string;
  asks: string;
  /** It takes a phone that has joined the hotspot. */
  withPhone?: true;
  answer(bench: Bench): Promise<string>;
};

const refusedOr = ({ trap }: Answer, said: string) => (trap === null ? said : `refused: ${trap}`);
const yesNo = (is: boolean) => (is ? "yes" : "no");

/** What is tried on a row that is made for it and removed again. */
async function onRow(
  { line }: Bench,
  menu: string,
  words: readonly string[],
  say: (row: Record<string, string>, id: string) => string | Promise<string>,
): Promise<string> {
  const added = await line.ask(`${menu}/add`, ...words);
  if (added.trap !== null || added.ret === null) return refusedOr(added, "added without an id");
  const id = added.ret;
  try {
    const row = (await line.rows(`${menu}/print`)).find((one) => one[".id"] === id);
    return await say(row ?? {}, id);
  } finally {
    await line.ask(`${menu}/remove`, `=.id=${id}`);
  }
}

const hotspotUser = "/ip/hotspot/user";

/** What `:put` would say of an expression: RouterOS tells it by its log. */
async function evaluated({ line }: Bench, expression: string): Promise<string> {
  const mark = `${ours}-${Date.now()}`;
  const source = `:log info ("${mark} " . [${expression}])`;
  const added = await line.ask("/system/script/add", `=name=${ours}`, `=source=${source}`);
  if (added.trap !== null || added.ret === null) return refusedOr(added, "added without an id");
  const ran = await line.ask("/system/script/run", `=.id=${added.ret}`);
  await line.ask("/system/script/remove", `=.id=${added.ret}`);
  if (ran.trap !== null) return `refused: ${ran.trap}`;
  const told = (await line.rows("/log/print")).find(({ message }) => message?.startsWith(mark));
  return told?.message?.slice(mark.length + 1) ?? "nothing in the log";
}

export const questions: readonly Question[] = [
  {
    id: "empty-print",
    asks: "Does a print without rows say `!empty`?",
    answer: async ({ line }) =>
      yesNo((await line.ask(`${hotspotUser}/print`, `?name=${ours}-nobody`)).kinds.includes("!empty")),
  },
  {
    id: "empty-write",
    asks: "Does `!empty` come after `set` and `remove`?",
    answer: (bench) =>
      onRow(bench, hotspotUser, [`=name=${ours}`], async (_row, id) => {
        const set = await bench.line.ask(`${hotspotUser}/set`, `=.id=${id}`, "=comment=x");
        return yesNo(set.kinds.includes("!empty"));
      }),
  },
  {
    id: "set-by-name",
    asks: "Does `set` take a name in place of an id?",
    answer: (bench) =>
      onRow(bench, hotspotUser, [`=name=${ours}`], async () =>
        refusedOr(await bench.line.ask(`${hotspotUser}/set`, `=.id=${ours}`, "=comment=x"), "yes"),
      ),
  },
  {
    id: "count-only",
    asks: "What does `print count-only` answer?",
    answer: async ({ line }) => {
      const counted = await line.ask(`${hotspotUser}/print`, "=count-only=");
      return refusedOr(counted, counted.ret === null ? `${counted.rows.length} rows` : "a number");
    },
  },
  {
    id: "missing-menu",
    asks: "What does a menu that is not there say?",
    answer: async ({ line }) => (await line.ask("/ip/mlango-nothing/print")).trap ?? "nothing",
  },
  {
    id: "unknown-field",
    asks: "What does a field that is not there say?",
    answer: async ({ line }) => {
      const added = await line.ask(`${hotspotUser}/add`, `=name=${ours}`, "=mlango-nothing=1");
      if (added.ret !== null) await line.ask(`${hotspotUser}/remove`, `=.id=${added.ret}`);
      return added.trap ?? "taken";
    },
  },
  {
    id: "durations",
    asks: "How is a limit of 90,061 s read back?",
    answer: (bench) =>
      onRow(
        bench,
        hotspotUser,
        [`=name=${ours}`, "=limit-uptime=90061s"],
        (row) => row["limit-uptime"] ?? "not",
      ),
  },
  {
    id: "names-in-capitals",
    asks: "Are hotspot users told apart by capitals?",
    answer: (bench) =>
      onRow(bench, hotspotUser, [`=name=${ours}`], async () => {
        const other = await bench.line.ask(`${hotspotUser}/add`, `=name=${ours.toUpperCase()}`);
        if (other.ret !== null) await bench.line.ask(`${hotspotUser}/remove`, `=.id=${other.ret}`);
        return other.trap === null ? "yes" : `no: ${other.trap}`;
      }),
  },
  {
    id: "binding-by-mac",
    asks: "Does an `ip-binding` take a MAC without an address?",
    answer: (bench) =>
      onRow(
        bench,
        "/ip/hotspot/ip-binding",
        ["=mac-address=02:00:5E:00:53:FE", "=type=bypassed", `=comment=${ours}`, "=disabled=yes"],
        (row) => `yes${row.address ? `, and reads back as ${row.address}` : ""}`,
      ),
  },
  {
    id: "garden-list",
    asks: "Does the walled garden take `dst-address-list`?",
    answer: (bench) =>
      onRow(
        bench,
        "/ip/hotspot/walled-garden/ip",
        [`=dst-address-list=${ours}`, "=action=accept", `=comment=${ours}`, "=disabled=yes"],
        (row) => yesNo(row["dst-address-list"] === ours),
      ),
  },
  {
    id: "user-addresses",
    asks: "Does an API user take two networks?",
    answer: (bench) =>
      onRow(
        bench,
        "/user",
        [`=name=${ours}`, "=group=read", "=password=not-a-secret-1", "=address=10.0.0.0/8,192.168.0.0/16"],
        (row) => `reads back as ${row.address ?? "nothing"}`,
      ),
  },
  {
    id: "services",
    asks: "Does `/ip/service` list its connections, and can `api` be set by name?",
    answer: async ({ line }) => {
      const rows = await line.rows("/ip/service/print");
      const api = rows.filter(({ name }) => name === "api");
      const own = api.find(({ dynamic }) => dynamic !== "true");
      const set = await line.ask("/ip/service/set", "=.id=api", `=port=${own?.port ?? "8728"}`);
      return `${api.length} rows of api; by name ${refusedOr(set, "yes")}`;
    },
  },
  {
    id: "device-mode",
    asks: "What does `/system/device-mode` say?",
    answer: async ({ line }) => {
      const read = await line.ask("/system/device-mode/print");
      const [row = {}] = read.rows;
      const shown = ["mode", "hotspot", "fetch", "proxy", "scheduler"].filter((name) => name in row);
      return refusedOr(read, shown.map((name) => `${name}=${row[name]}`).join(" ") || "nothing");
    },
  },
  {
    id: "find-static",
    asks: "How many firewall rules does `find dynamic=no` find, of how many static ones?",
    answer: async (bench) => {
      const rows = await bench.line.rows("/ip/firewall/filter/print");
      const fixed = rows.filter(({ dynamic }) => dynamic !== "true").length;
      return `${await evaluated(bench, ":len [/ip firewall filter find dynamic=no]")} of ${fixed}`;
    },
  },
  {
    id: "parse-throws",
    asks: "Does `:parse` of a wrong line throw, so that `on-error` catches it?",
    answer: (bench) =>
      evaluated(bench, ':do {[:parse "/ip nothing here"]; :return "not caught"} on-error={:return "caught"}'),
  },
  {
    id: "side-by-side",
    asks: "How long do 1, 4 and 16 prints of all hotspot users side by side take?",
    answer: async ({ line }) => {
      const took: string[] = [];
      for (const many of [1, 4, 16]) {
        const began = performance.now();
        await Promise.all(
          Array.from({ length: many }, () => line.ask(`${hotspotUser}/print`, "=.proplist=name")),
        );
        took.push(`${many}: ${Math.round((performance.now() - began) / many)} ms each`);
      }
      return took.join(", ");
    },
  },
  {
    id: "ppp-profile",
    asks: "Does a PPP profile take `address-list` and `on-up`?",
    answer: (bench) =>
      onRow(
        bench,
        "/ppp/profile",
        [`=name=${ours}`, `=address-list=${ours}`, '=on-up=:log info "up"'],
        (row) => `address-list ${yesNo(row["address-list"] === ours)}, on-up ${yesNo(Boolean(row["on-up"]))}`,
      ),
  },
  {
    id: "lease-list",
    asks: "Does a DHCP lease take `address-lists` and `rate-limit`?",
    answer: (bench) =>
      onRow(
        bench,
        "/ip/dhcp-server/lease",
        [
          ...["=address=10.255.255.254", "=mac-address=02:00:5E:00:53:FE", "=disabled=yes"],
          ...[`=address-lists=${ours}`, "=rate-limit=1M/2M", `=comment=${ours}`],
        ],
        (row) =>
          `address-lists ${yesNo(row["address-lists"] === ours)}, rate-limit ${row["rate-limit"] ?? "not read back"}`,
      ),
  },
  {
    id: "list-timeout",
    asks: "Does an entry of an address list take a `timeout`, and say what is left?",
    answer: (bench) =>
      onRow(
        bench,
        "/ip/firewall/address-list",
        [`=list=${ours}`, "=address=10.255.255.254", "=timeout=1h"],
        (row) => `${row.timeout ?? "not read back"}, dynamic ${row.dynamic ?? "not said"}`,
      ),
  },
  {
    id: "late-user",
    asks: "Is a phone that was there first let in by MAC once its user is made?",
    withPhone: true,
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
    withPhone: true,
    answer: (bench) =>
      withSession(bench, async (logIn) => {
        const at = (await sessions(bench)).length > 0;
        return refusedOr(logIn, at ? "yes" : "not yet");
      }),
  },
  {
    id: "queue-place",
    asks: "Where do the hotspot's dynamic queues stand among the static ones?",
    withPhone: true,
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
    withPhone: true,
    answer: (bench) =>
      withSession(bench, (_logIn, id) => endsBy(bench, ["/set", `=.id=${id}`, "=limit-uptime=1s"])),
  },
  {
    id: "disable-ends",
    asks: "Does disabling a user end its session?",
    withPhone: true,
    answer: (bench) =>
      withSession(bench, (_logIn, id) => endsBy(bench, ["/set", `=.id=${id}`, "=disabled=yes"])),
  },
  {
    id: "remove-ends",
    asks: "Does removing a user end its session?",
    withPhone: true,
    answer: (bench) => withSession(bench, (_logIn, id) => endsBy(bench, ["/remove", `=.id=${id}`])),
  },
  {
    id: "counters-fold",
    asks: "Does a user's `uptime` hold a session's when it ends?",
    withPhone: true,
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

const cleaned = [
  "/ip/hotspot/user",
  "/ip/hotspot/ip-binding",
  "/ip/hotspot/walled-garden/ip",
  "/user",
  "/system/script",
  "/ppp/profile",
  "/ip/dhcp-server/lease",
  "/ip/firewall/address-list",
];

/** Removes what an earlier run that was cut off left. @returns how much that was */
export async function clean(line: RouterLine): Promise<number> {
  let removed = 0;
  for (const menu of cleaned)
    for (const row of await line.rows(`${menu}/print`)) {
      if (![row.name, row.comment, row.list].includes(ours)) continue;
      await line.ask(`${menu}/remove`, `=.id=${row[".id"]}`);
      removed += 1;
    }
  return removed;
}
