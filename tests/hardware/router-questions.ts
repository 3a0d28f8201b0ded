import { type Bench, hotspotUser, ours, type Question, refusedOr } from "./question.ts";

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

/** Of the router alone. */
export const routerQuestions: readonly Question[] = [
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
];
