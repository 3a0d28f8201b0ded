import {
  type Bench,
  clean,
  cleanedOfLines,
  clearsOwnEntries,
  entryComment,
  listPath,
  ours,
  type Question,
  refusedOr,
  until,
  yesNo,
} from "./question.ts";

// Of a PPPoE client that dials in as `mlango-hardware`, again and again, and downloads all the time. It is thrown out between questions.

/** Of the client, by its secret: what is asked about an address must be known before it dials. */
const address = "10.255.254.2";
const own = "10.255.254.1";
const blocked = "mlango-blocked";

/** Less than this is no download. */
const leastBytesPerSecond = 5_000;

export const dialledQuestions: readonly Question[] = [
  {
    id: "profile-list",
    asks: "Is a client's address in the `address-list` of its profile once it has dialled in, and no more when it has hung up?",
    settles: "blocked and open lines are told apart by lists that profiles fill (decision 64)",
    answer: (bench) =>
      dialled(bench, [`=address-list=${ours}`], async (made) => {
        const [row] = await listed(bench, ours);
        if (!row) return "no";
        await throwOut(bench, made);
        const isGone = (await until(bench, async () => (await listed(bench, ours)).length === 0)) !== null;
        return `yes, dynamic ${row.dynamic ?? "not said"}; ${isGone ? "gone" : "still there"} afterwards`;
      }),
  },
  {
    id: "listed-before",
    asks: "Is an address listed by its profile that our entry, which `on-up` takes out, listed before the dial?",
    settles:
      "a line that dials while blocked is closed from its first packet; else it is open for up to 30 s",
    answer: (bench) =>
      dialled(
        bench,
        [`=address-list=${blocked}`, `=on-up=${clearsOwnEntries}`],
        async () => {
          const rows = await listed(bench, blocked);
          return rows.length === 0
            ? "no"
            : rows
                .map(({ comment }) => (comment === entryComment ? "by our entry" : "by the profile"))
                .join(", ");
        },
        () => enter(bench, blocked),
      ),
  },
  {
    id: "up-clears",
    asks: "Does a script in `on-up` take our entry of the client's address out?",
    settles: "who gets a blocked customer's address is not blocked (Lines 5)",
    answer: (bench) =>
      dialled(
        bench,
        [`=on-up=${clearsOwnEntries}`],
        async () => clearedIn(bench),
        () => enter(bench, blocked),
      ),
  },
  {
    id: "down-clears",
    asks: "Does a script in `on-down` take it out?",
    settles: "the same, where nobody dials in for a while",
    answer: (bench) =>
      dialled(bench, [`=on-down=${clearsOwnEntries}`], async (made) => {
        await enter(bench, blocked);
        await throwOut(bench, made);
        return clearedIn(bench);
      }),
  },
  {
    id: "session-keeps",
    asks: "Does a session keep list and speed when its secret or its profile changes?",
    settles: "a block lists the session beside its profile; another speed is dialled anew (Lines 2)",
    answer: (bench) =>
      dialled(bench, [`=address-list=${ours}`, "=rate-limit=3M/3M"], async ({ secret, profile }) => {
        const { line } = bench;
        const keeps = async () =>
          (await listed(bench, ours)).length > 0 ? "keeps its list" : "leaves its list";
        await line.ask("/ppp/secret/set", `=.id=${secret}`, "=profile=default");
        const ofSecret = await keeps();
        await line.ask("/ppp/profile/set", `=.id=${profile}`, "=rate-limit=1M/1M", `=address-list=${ours}-2`);
        const [queue] = await line.rows("/queue/simple/print", `?name=<pppoe-${ours}>`);
        return `secret changed: ${ofSecret}; profile changed: ${await keeps()}, queue ${queue?.["max-limit"] ?? "not there"} of 3M/3M`;
      }),
  },
  {
    id: "secret-ends",
    asks: "Does disabling a secret end the session that runs by it?",
    settles: "the bridge removes the session itself (Lines, closed)",
    answer: (bench) =>
      dialled(bench, [], async ({ secret }) => {
        await bench.line.ask("/ppp/secret/set", `=.id=${secret}`, "=disabled=yes");
        const ms = await until(bench, async () => (await sessions(bench)).length === 0);
        return ms === null
          ? `no, not in ${bench.waitMs / 1_000} s`
          : `yes, after ${Math.round(ms / 1_000)} s`;
      }),
  },
  {
    id: "row-of-a-dial",
    asks: "Has each dial a row of its own in `/ppp/active`, with another `.id`?",
    settles: "between two whole readings only rows that are new are read (Lines 8)",
    answer: (bench) =>
      dialled(bench, [], async (made) => {
        const id = async () => (await sessions(bench))[0]?.[".id"];
        const first = await id();
        await throwOut(bench, made);
        await bench.line.ask("/ppp/secret/set", `=.id=${made.secret}`, "=disabled=no");
        const isBack = (await until(bench, async () => (await id()) !== undefined)) !== null;
        if (!isBack) return "nobody dialled in again";
        return yesNo((await id()) !== first);
      }),
  },
  {
    id: "kept-from-fasttrack",
    asks: "Does a rule that accepts a client's established connections keep them out of a FastTrack rule behind it?",
    settles: "lines are never tracked fast, so that a block ends what stands (Lines 3)",
    answer: (bench) =>
      dialled(bench, [], async () => {
        await place(bench, accepted, tracked);
        return withDownload(bench, async () => {
          const fast = (await connections(bench)).filter(({ fasttrack }) => fasttrack === "true");
          return fast.length === 0 ? "yes" : `no: ${fast.length} are tracked fast`;
        });
      }),
  },
  {
    id: "block-ends-standing",
    asks: "Does a rule before `accept established` end a standing connection as its address is listed?",
    settles: "blocked, not cut: no session is removed for a block (decision 64)",
    answer: (bench) =>
      dialled(bench, [], async () => {
        await place(bench, refusing, accepted);
        return withDownload(bench, async (before) => {
          await enter(bench, ours);
          return ended(before, await speed(bench));
        });
      }),
  },
  {
    id: "block-lifts",
    asks: "Does traffic go on when the entry is removed, without a redial?",
    settles: "paid, and open in one round trip (decision 64)",
    answer: (bench) =>
      dialled(bench, [], async () => {
        await place(bench, refusing, accepted);
        return withDownload(bench, async () => {
          await enter(bench, ours);
          await speed(bench);
          const before = await sessions(bench);
          for (const row of await listed(bench, ours))
            await bench.line.ask(`${listPath}/remove`, `=.id=${row[".id"]}`);
          const ms = await until(bench, async () => (await speed(bench)) >= leastBytesPerSecond);
          if (ms === null) return `no, not in ${bench.waitMs / 1_000} s`;
          const isSame = before[0]?.[".id"] === (await sessions(bench))[0]?.[".id"];
          return `yes${isSame ? "" : ", in another session"}`;
        });
      }),
  },
  {
    id: "fasttracked-block",
    asks: "Does a block end a connection that FastTrack has taken? And when it is removed from `connection`?",
    settles:
      "what was tracked fast before the first line was made has to be removed at its first block (Lines 3)",
    answer: (bench) =>
      dialled(bench, [], async () => {
        await place(bench, tracked);
        return withDownload(bench, async (before) => {
          const isFast = async () => (await connections(bench)).some(({ fasttrack }) => fasttrack === "true");
          if ((await until(bench, isFast)) === null) return "none was tracked fast";
          await place(bench, refusing);
          await enter(bench, ours);
          const listedAt = ended(before, await speed(bench));
          await dropConnections(bench);
          return `block: ${listedAt}; removed: ${ended(before, await speed(bench))}`;
        });
      }),
  },
];

type Rule = readonly string[];
const bothWays = (action: string, name: string, value: string, ...more: string[]): Rule[] =>
  ["src", "dst"].map((way) => [`=action=${action}`, `=${way}-${name}=${value}`, ...more]);
const established = "=connection-state=established,related";
export const accepted = bothWays("accept", "address", address, established);
const tracked = bothWays("fasttrack-connection", "address", address, established);
const refusing = bothWays("drop", "address-list", ours);

/** In this order, before whatever stands. */
export async function place({ line }: Bench, ...rules: (readonly Rule[])[]): Promise<void> {
  const rows = await line.rows("/ip/firewall/filter/print", "=.proplist=.id,dynamic");
  const first = rows.find(({ dynamic }) => dynamic !== "true")?.[".id"];
  const before = first === undefined ? [] : [`=place-before=${first}`];
  for (const rule of rules.flat()) {
    const added = await line.ask(
      "/ip/firewall/filter/add",
      ...["=chain=forward", ...rule, `=comment=${ours}`, ...before],
    );
    if (added.trap !== null) throw new Error(`no rule could be made: ${added.trap}`);
  }
}

export const sessions = ({ line }: Bench) => line.rows("/ppp/active/print", `?name=${ours}`);
const listed = async ({ line }: Bench, list: string) =>
  (await line.rows(`${listPath}/print`, `?list=${list}`)).filter((row) => row.address === address);

async function enter({ line }: Bench, list: string): Promise<void> {
  const said = await line.ask(
    `${listPath}/add`,
    ...[`=list=${list}`, `=address=${address}`, "=timeout=10m", `=comment=${entryComment}`],
  );
  if (said.trap !== null) throw new Error(`no entry could be made: ${said.trap}`);
}

async function clearedIn(bench: Bench): Promise<string> {
  const isGone = async () => (await listed(bench, blocked)).every(({ comment }) => comment !== entryComment);
  const ms = await until(bench, isGone);
  return ms === null ? `no, not in ${bench.waitMs / 1_000} s` : "yes";
}

/** Ids of what the question is asked with. */
type Made = { profile: string; secret: string };

/** The client is put off, and may not come back. */
async function throwOut(bench: Bench, { secret }: Made): Promise<void> {
  const { line } = bench;
  await line.ask("/ppp/secret/set", `=.id=${secret}`, "=disabled=yes");
  for (const row of await sessions(bench)) await line.ask("/ppp/active/remove", `=.id=${row[".id"]}`);
}

/** A profile and a secret of these words, until the client has dialled in and the question is answered. */
export async function dialled(
  bench: Bench,
  profile: readonly string[],
  ask: (made: Made) => Promise<string>,
  before: () => Promise<void> = async () => {},
): Promise<string> {
  try {
    return await askDialled(bench, profile, ask, before);
  } finally {
    await clean(bench.line, cleanedOfLines);
  }
}

async function askDialled(
  bench: Bench,
  words: readonly string[],
  ask: (made: Made) => Promise<string>,
  before: () => Promise<void>,
): Promise<string> {
  const { line, dials } = bench;
  const profile = await line.ask("/ppp/profile/add", `=name=${ours}`, ...words);
  if (profile.trap !== null) return refusedOr(profile, "");
  const secret = await line.ask(
    "/ppp/secret/add",
    ...[`=name=${ours}`, `=password=${dials}`, "=service=pppoe", `=profile=${ours}`, "=disabled=yes"],
    ...[`=local-address=${own}`, `=remote-address=${address}`, `=comment=${ours}`],
  );
  if (secret.trap !== null) return refusedOr(secret, "");
  const made = { profile: profile.ret ?? "", secret: secret.ret ?? "" };
  await before();
  await line.ask("/ppp/secret/set", `=.id=${made.secret}`, "=disabled=no");
  if ((await until(bench, async () => (await sessions(bench)).length > 0)) === null)
    return `nobody dialled in within ${bench.waitMs / 1_000} s`;
  return ask(made);
}

const connections = async ({ line }: Bench) =>
  (await line.rows("/ip/firewall/connection/print", "=.proplist=.id,src-address,fasttrack")).filter((row) =>
    row["src-address"]?.startsWith(`${address}:`),
  );

async function dropConnections(bench: Bench): Promise<void> {
  for (const row of await connections(bench))
    await bench.line.ask("/ip/firewall/connection/remove", `=.id=${row[".id"]}`);
}

/** What began under other rules is removed first: the client begins again under these. */
export async function withDownload(bench: Bench, ask: (before: number) => Promise<string>): Promise<string> {
  await dropConnections(bench);
  let before = 0;
  const isLoading = async () => {
    before = await speed(bench);
    return before >= leastBytesPerSecond;
  };
  return (await until(bench, isLoading)) === null ? "the client downloads nothing" : ask(before);
}

/** Bytes a second that the router sends to the client now. */
export async function speed({ line, clock, waitMs }: Bench): Promise<number> {
  const sent = async () => {
    const [row] = await line.rows("/interface/print", `?name=<pppoe-${ours}>`);
    return { at: clock.now(), bytes: Number(row?.["tx-byte"] ?? 0) };
  };
  const from = await sent();
  await clock.sleep(Math.min(3_000, waitMs / 4));
  const to = await sent();
  return Math.max(0, to.bytes - from.bytes) / Math.max(0.001, (to.at - from.at) / 1_000);
}

/** Refusals themselves are bytes, too. */
export const ended = (before: number, after: number) => yesNo(after < Math.max(before / 50, 500));
