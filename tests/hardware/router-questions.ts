import {
  type Bench,
  clearsOwnEntries,
  hotspotUser,
  listPath,
  ours,
  type Question,
  refusedOr,
  yesNo,
} from "./question.ts";

/** What is tried on a row that is made for it and removed again. */
export async function onRow(
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

/** What `:put` would say of an expression: RouterOS tells it by its log. */
async function evaluated({ line }: Bench, expression: string): Promise<string> {
  const source = `:log info ("${ours}: " . [${expression}])`;
  const before = new Set((await line.rows("/log/print")).map((row) => row[".id"]));
  const added = await line.ask("/system/script/add", `=name=${ours}`, `=source=${source}`);
  if (added.trap !== null || added.ret === null) return refusedOr(added, "added without an id");
  const ran = await line.ask("/system/script/run", `=.id=${added.ret}`);
  await line.ask("/system/script/remove", `=.id=${added.ret}`);
  if (ran.trap !== null) return `refused: ${ran.trap}`;
  const told = (await line.rows("/log/print")).find(
    (row) => !before.has(row[".id"]) && row.message?.startsWith(`${ours}: `),
  );
  return told?.message?.slice(ours.length + 2) ?? "nothing in the log";
}

/** Of the router alone. */
export const routerQuestions: readonly Question[] = [
  {
    id: "empty-print",
    asks: "Does a print without rows say `!empty`?",
    settles: "the reader of answers; `!empty` may come or not (decided by nothing else)",
    answer: async ({ line }) =>
      yesNo((await line.ask(`${hotspotUser}/print`, `?name=${ours}-nobody`)).kinds.includes("!empty")),
  },
  {
    id: "empty-write",
    asks: "Does `!empty` come after `set` and `remove`?",
    settles: "the same: unknown replies are skipped",
    answer: (bench) =>
      onRow(bench, hotspotUser, [`=name=${ours}`], async (_row, id) => {
        const set = await bench.line.ask(`${hotspotUser}/set`, `=.id=${id}`, "=comment=x");
        return yesNo(set.kinds.includes("!empty"));
      }),
  },
  {
    id: "set-by-name",
    asks: "Does `set` take a name in place of an id?",
    settles: "services are set by name before 7.19, rows of ours by id alone",
    answer: (bench) =>
      onRow(bench, hotspotUser, [`=name=${ours}`], async () =>
        refusedOr(await bench.line.ask(`${hotspotUser}/set`, `=.id=${ours}`, "=comment=x"), "yes"),
      ),
  },
  {
    id: "count-only",
    asks: "What does `print count-only` answer?",
    settles: "what a poll of 5 s costs: where it counts, no rows are read",
    answer: async ({ line }) => {
      const counted = await line.ask(`${hotspotUser}/print`, "=count-only=");
      return refusedOr(counted, counted.ret === null ? `${counted.rows.length} rows` : "a number");
    },
  },
  {
    id: "missing-menu",
    asks: "What does a menu that is not there say?",
    settles: "`missing` in the checklist, which says that a package is not there",
    answer: async ({ line }) => (await line.ask("/ip/mlango-nothing/print")).trap ?? "nothing",
  },
  {
    id: "unknown-field",
    asks: "What does a field that is not there say?",
    settles: "whether an older router refuses a profile of ours as a whole",
    answer: async ({ line }) => {
      const added = await line.ask(`${hotspotUser}/add`, `=name=${ours}`, "=mlango-nothing=1");
      if (added.ret !== null) await line.ask(`${hotspotUser}/remove`, `=.id=${added.ret}`);
      return added.trap ?? "taken";
    },
  },
  {
    id: "durations",
    asks: "How is a limit of 90,061 s read back?",
    settles: "the reader of limits: what a buyer has left",
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
    settles: "a user in small letters is no device's and in nobody's way (rule 2)",
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
    settles: "own devices of a provider, which are told by MAC",
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
    settles: "the portal is reached by the list of addresses, not by its name alone",
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
    settles: "the API user is bound to the bridge's networks; else a tunnel alone lets it in",
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
    settles: "how the set-up opens the API from 7.19 on (`ip-service.ts`)",
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
    settles: "the one command that the pasted line says",
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
    settles: "the set-up puts its rules first; else they stand last",
    answer: async (bench) => {
      const rows = await bench.line.rows("/ip/firewall/filter/print");
      const fixed = rows.filter(({ dynamic }) => dynamic !== "true").length;
      return `${await evaluated(bench, ":len [/ip firewall filter find dynamic=no]")} of ${fixed}`;
    },
  },
  {
    id: "parse-throws",
    asks: "Does `:parse` of a wrong line throw, so that `on-error` catches it?",
    settles: "words that a version may not know are tried in `:parse`",
    answer: (bench) =>
      evaluated(bench, ':do {[:parse "/ip nothing here"]; :return "not caught"} on-error={:return "caught"}'),
  },
  {
    id: "side-by-side",
    asks: "How long do 1, 4 and 16 prints of all hotspot users side by side take?",
    settles: "4 to 16 commands at a time (`bridge/router/pace.ts`)",
    answer: async ({ line, clock }) => {
      const took: string[] = [];
      for (const many of [1, 4, 16]) {
        const began = clock.now();
        await Promise.all(
          Array.from({ length: many }, () => line.ask(`${hotspotUser}/print`, "=.proplist=name")),
        );
        took.push(`${many}: ${Math.round((clock.now() - began) / many)} ms each`);
      }
      return took.join(", ");
    },
  },
  {
    id: "ppp-profile",
    asks: "Does a PPP profile take `address-list` and `on-up`?",
    settles: "blocked twins of the profiles of lines (decision 64)",
    answer: (bench) =>
      onRow(
        bench,
        "/ppp/profile",
        [`=name=${ours}`, `=address-list=${ours}`, `=on-up=${clearsOwnEntries}`],
        (row) => `address-list ${yesNo(row["address-list"] === ours)}, on-up ${yesNo(Boolean(row["on-up"]))}`,
      ),
  },
  {
    id: "lease-list",
    asks: "Does a DHCP lease take `address-lists` and `rate-limit`?",
    settles: "lines by fixed device, which are not built yet",
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
    settles: "entries of a block go by themselves where the bridge is away (Lines 1)",
    answer: (bench) =>
      onRow(
        bench,
        listPath,
        [`=list=${ours}`, "=address=10.255.255.254", "=timeout=1h"],
        (row) => `${row.timeout ? "yes" : "not read back"}, dynamic ${row.dynamic ?? "not said"}`,
      ),
  },
  {
    id: "timeout-set",
    asks: "Can the `timeout` of an entry that counts down be set anew?",
    settles:
      "a block is renewed by one word; else the entry is removed and added, and the line open in between",
    answer: (bench) =>
      onRow(
        bench,
        listPath,
        [`=list=${ours}`, "=address=10.255.255.254", "=timeout=10m"],
        async (_row, id) => {
          const set = await bench.line.ask(`${listPath}/set`, `=.id=${id}`, "=timeout=2h");
          const [row] = await bench.line.rows(`${listPath}/print`, `?list=${ours}`);
          const { timeout = "nothing" } = row ?? {};
          return refusedOr(
            set,
            /^(2h|1h59m|0?2:00:|0?1:59:)/.test(timeout) ? "yes" : `reads back as ${timeout}`,
          );
        },
      ),
  },
  {
    id: "place-dynamic",
    asks: "May a rule be placed before the first dynamic one?",
    settles: "rules of lines stand before the first static rule; the hotspot's own come before them",
    answer: async (bench) => {
      const path = "/ip/firewall/filter";
      const rows = await bench.line.rows(`${path}/print`);
      const first = rows.find(({ dynamic }) => dynamic === "true");
      if (!first) return "there is no dynamic rule";
      const words = ["=chain=forward", "=action=passthrough", "=disabled=yes", `=comment=${ours}`];
      return onRow(bench, path, [...words, `=place-before=${first[".id"]}`], () => "yes");
    },
  },
  {
    id: "secret-shown",
    asks: "Does the API show the password of a secret?",
    settles: "whether the bridge sees a password that somebody changed, or writes it once for each revision",
    answer: (bench) =>
      onRow(
        bench,
        "/ppp/secret",
        [`=name=${ours}`, "=password=not-a-secret-2", "=disabled=yes", `=comment=${ours}`],
        ({ password }) => yesNo(Boolean(password)),
      ),
  },
];
