import { type Bench, clean, cleanedOfNetworks, ours, type Question, yesNo } from "./question.ts";
import type { Answer } from "./router-line.ts";

// Of the router's own networks, where fixed devices are: rows of addresses that nobody has, on its first port. Nothing of it lets anybody in or out.

const mac = "02:00:5E:00:53:FD";
const otherMac = "02:00:5E:00:53:FC";
/** All that a transcript keeps of one. */
const endOfMac = mac.slice(-3);
const address = "10.255.255.250";
const [leases, arp, queues] = ["/ip/dhcp-server/lease", "/ip/arp", "/queue/simple"];
const mark = `=comment=${ours}`;

const said = ({ trap }: Answer) => (trap === null ? "taken" : `refused: ${trap}`);

/** What is made stands until it is answered. */
async function made(bench: Bench, ask: () => Promise<string>): Promise<string> {
  try {
    return await ask();
  } finally {
    await clean(bench.line, cleanedOfNetworks);
  }
}

/** A port of the router, by its name. */
async function portOf({ line }: Bench): Promise<string> {
  const rows = await line.rows("/interface/print", "=.proplist=name,type");
  return rows.find(({ type }) => type === "ether")?.name ?? "ether1";
}

const row = async ({ line }: Bench, menu: string) =>
  (await line.rows(`${menu}/print`)).find(({ comment }) => comment === ours);

export const networkQuestions: readonly Question[] = [
  {
    id: "lease-twins",
    asks: "Which second static lease is refused: of the same address, of the same device?",
    settles: "a line's address is never another device's (Devices 3)",
    answer: (bench) =>
      made(bench, async () => {
        const { line } = bench;
        await line.ask(`${leases}/add`, `=address=${address}`, `=mac-address=${mac}`, mark);
        const same = await line.ask(`${leases}/add`, `=address=${address}`, `=mac-address=${otherMac}`, mark);
        const other = await line.ask(`${leases}/add`, "=address=10.255.255.249", `=mac-address=${mac}`, mark);
        return `address ${said(same)}; device ${said(other)}`;
      }),
  },
  {
    id: "arp-static",
    asks: "Does a row of `/ip/arp` stand as it was made, and is a second one of its address refused?",
    settles: "whoever sets a line's address by hand gets no answers (Devices 4)",
    answer: (bench) =>
      made(bench, async () => {
        const { line } = bench;
        const at = [`=address=${address}`, `=interface=${await portOf(bench)}`, mark];
        const first = await line.ask(`${arp}/add`, ...at, `=mac-address=${mac}`);
        if (first.trap !== null) return said(first);
        const read = await row(bench, arp);
        const twin = await line.ask(`${arp}/add`, ...at, `=mac-address=${otherMac}`);
        return `${yesNo(read?.["mac-address"]?.endsWith(endOfMac) === true)}, dynamic ${read?.dynamic ?? "not said"}; second ${said(twin)}`;
      }),
  },
  {
    id: "queue-reads",
    asks: "How does a simple queue say its target and its limit, and does it say its bytes unasked?",
    settles: "a line's speed is read back; whether its device is there is told by its bytes (Devices 5, 6)",
    answer: (bench) =>
      made(bench, async () => {
        const { line } = bench;
        const added = await line.ask(
          `${queues}/add`,
          ...[`=name=${ours}`, `=target=${address}/32`, "=max-limit=2M/8M", mark],
        );
        if (added.trap !== null) return said(added);
        const read = await row(bench, queues);
        return `${read?.target}, ${read?.["max-limit"]}, bytes ${read?.bytes ?? "not said"}`;
      }),
  },
  {
    id: "queue-before",
    asks: "Does a simple queue with `place-before` stand before that one?",
    settles: "a queue of the owner's for the whole network does not take a line's speed over (Devices 5)",
    answer: (bench) =>
      made(bench, async () => {
        const { line } = bench;
        const queue = (name: string, ...more: string[]) =>
          line.ask(`${queues}/add`, `=name=${name}`, `=target=${address}/32`, mark, ...more);
        const behind = await queue(ours);
        const before = await queue(`${ours}-2`, `=place-before=${behind.ret ?? ""}`);
        if (before.trap !== null) return said(before);
        const names = (await line.rows(`${queues}/print`)).map(({ name }) => name);
        return yesNo(names.indexOf(`${ours}-2`) < names.indexOf(ours));
      }),
  },
  {
    id: "rule-interface",
    asks: "Is a rule for an interface that is not there refused?",
    settles: "a network that is gone is told as such, and the rules of the others stand (Devices 1)",
    answer: (bench) =>
      made(bench, async () => {
        const rule = [
          "=chain=forward",
          "=action=passthrough",
          `=in-interface=${ours}`,
          "=disabled=yes",
          mark,
        ];
        return said(await bench.line.ask("/ip/firewall/filter/add", ...rule));
      }),
  },
];
