import { accepted, dialled, ended, place, sessions, speed, withDownload } from "./dialled-questions.ts";
import { type Bench, clean, cleanedOfLines, ours, type Question, refusedOr, until } from "./question.ts";
import { onRow } from "./router-questions.ts";

// What a blocked line can reach, and why one is offline.

const filter = "/ip/firewall/filter";
const six = "/ipv6/firewall/filter";
/** For documentation: nobody has it. */
const prefix = "2001:db8:5e::/64";

/** Of the router alone. */
export const blockQuestions: readonly Question[] = [
  {
    id: "limits-back",
    asks: "How are `dst-limit` and `connection-bytes` of a rule read back?",
    settles: "rules of lines that read back otherwise are made anew at each comparison (Lines 4)",
    answer: (bench) =>
      onRow(
        bench,
        filter,
        [
          ...["=chain=mlango-hardware", "=action=drop", "=protocol=tcp", "=disabled=yes"],
          ...["=dst-limit=5,200,src-address/10m", "=connection-bytes=1000000-0", "=dst-port=80,443"],
          `=comment=${ours}`,
        ],
        (row) =>
          ["dst-limit", "connection-bytes", "dst-port"].map((name) => row[name] ?? "nothing").join("; "),
      ),
  },
  {
    id: "six-rules",
    asks: "Does the firewall of IPv6 take a refusal by a list of interfaces?",
    settles: "a line that dials while blocked has no IPv6 (Lines 9)",
    answer: (bench) =>
      onRow(
        bench,
        six,
        [
          ...["=chain=mlango-hardware", "=action=reject", "=reject-with=icmp-admin-prohibited"],
          ...["=in-interface-list=all", "=disabled=yes", `=comment=${ours}`],
        ],
        (row) => `${row["reject-with"] ?? "nothing"}, ${row["in-interface-list"] ?? "nothing"}`,
      ),
  },
];

/** Of a client that dials in as `mlango-hardware` and downloads all the time. */
export const dialledBlockQuestions: readonly Question[] = [
  {
    id: "refused-dial",
    asks: "What does the log say of a wrong password?",
    settles: "a line that is dialled with one is told from one without power (Lines 10)",
    answer: async (bench) => {
      try {
        return await refused(bench);
      } finally {
        await clean(bench.line, cleanedOfLines);
      }
    },
  },
  {
    id: "six-prefix",
    asks: "Does the prefix of a session show by its interface, and take an entry that reads back alike?",
    settles: "the IPv6 of a session that stands is blocked by its prefixes (Lines 9)",
    answer: (bench) =>
      dialled(bench, [], async ({ secret }) => {
        const { line } = bench;
        const set = await line.ask("/ppp/secret/set", `=.id=${secret}`, `=remote-ipv6-prefix=${prefix}`);
        if (set.trap !== null) return refusedOr(set, "");
        for (const row of await sessions(bench)) await line.ask("/ppp/active/remove", `=.id=${row[".id"]}`);
        let found: string | undefined;
        const shows = async () => {
          const rows = await line.rows("/ipv6/nd/prefix/print", `?interface=<pppoe-${ours}>`);
          found = rows[0]?.prefix;
          return found !== undefined;
        };
        if ((await until(bench, shows)) === null) return "it shows none";
        const list = "/ipv6/firewall/address-list";
        const words = [`=list=${ours}`, `=address=${found}`, "=timeout=10m", `=comment=${ours}`];
        return onRow(bench, list, words, (row) => `${found}, listed as ${row.address ?? "nothing"}`);
      }),
  },
  {
    id: "six-lists",
    asks: "Is a client's interface in the `interface-list` of its profile, and does a rule by that list end what stands?",
    settles: "a line that dials while blocked has no IPv6 from its first packet (Lines 9)",
    answer: async (bench) => {
      const { line } = bench;
      const made = await line.ask("/interface/list/add", `=name=${ours}`, `=comment=${ours}`);
      if (made.trap !== null) return refusedOr(made, "");
      return dialled(bench, [`=interface-list=${ours}`], async () => {
        const members = await line.rows("/interface/list/member/print", `?list=${ours}`);
        const shown = members.map(
          ({ interface: name, dynamic }) => `${name}, dynamic ${dynamic ?? "not said"}`,
        );
        await place(bench, accepted);
        const end = await withDownload(bench, async (before) => {
          await place(
            bench,
            ["in", "out"].map((way) => ["=action=drop", `=${way}-interface-list=${ours}`]),
          );
          return ended(before, await speed(bench));
        });
        return `${shown.join("; ") || "no member"}; ends: ${end}`;
      });
    },
  },
  {
    id: "dial-counts",
    asks: "Does a client's interface count from 0 with each dial, under another `.id`?",
    settles: "what goes through a line is counted once, over redials between two readings (Lines 11)",
    answer: (bench) =>
      dialled(bench, [], async () => {
        await place(bench, accepted);
        return withDownload(bench, async () => {
          const first = await counters(bench);
          for (const row of await sessions(bench))
            await bench.line.ask("/ppp/active/remove", `=.id=${row[".id"]}`);
          let next: Counters | undefined;
          const isBack = async () => {
            next = await counters(bench);
            return next !== undefined && (next.id !== first?.id || next.sent < (first?.sent ?? 0));
          };
          if ((await until(bench, isBack)) === null) return "it goes on, or did not come back";
          return `${next?.id === first?.id ? "the same" : "another"} id, ${(next?.sent ?? 0) < (first?.sent ?? 0) ? "from 0" : "goes on"}`;
        });
      }),
  },
];

type Counters = { id: string; sent: number };

/** Of the interface of the dial that stands; undefined while none does. */
async function counters({ line }: Bench): Promise<Counters | undefined> {
  const [row] = await line.rows("/interface/print", `?name=<pppoe-${ours}>`);
  return row && { id: row[".id"] ?? "", sent: Number(row["tx-byte"] ?? 0) };
}

/** The client's password is not this one: it is refused for as long as the name is there. */
async function refused(bench: Bench): Promise<string> {
  const { line, dials } = bench;
  const before = new Set((await line.rows("/log/print")).map((row) => row[".id"]));
  const made = await line.ask(
    "/ppp/secret/add",
    ...[`=name=${ours}`, `=password=not ${dials}`, "=service=pppoe", `=comment=${ours}`],
  );
  if (made.trap !== null) return refusedOr(made, "");
  let said: Record<string, string> | undefined;
  const isSaid = async () => {
    const rows = await line.rows("/log/print", "=.proplist=.id,topics,message");
    said = rows.find((row) => !before.has(row[".id"] ?? "") && row.message?.includes(` ${ours} `));
    return said !== undefined;
  };
  if ((await until(bench, isSaid)) === null) return "nothing";
  return `${said?.message?.replace(/^<[^>]*>/, "<…>")} (${said?.topics})`;
}
