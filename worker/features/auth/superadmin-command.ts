import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import {
  addressSuperAdmin,
  createSuperAdmin,
  disableSuperAdmin,
  NotDone,
  resetSuperAdmin,
} from "./superadmin.ts";
import {
  type CommandDatabase,
  deployedConfig,
  openLocalDatabase,
  openWranglerDatabase,
} from "./superadmin-database.ts";

const usage = `npm run superadmin -- create|reset|address|disable <username> [--name "Full Name"] [--email address] [--generate] [--remote [--staging]]

create     makes a super admin          reset      sets a new password, turns the second factor off, ends all sessions
address    changes where letters go     disable    lets a super admin sign in no more and ends all sessions
--email    where alarms go: create and address ask for it
--generate makes up the password and shows it once; else it is asked for, or read from standard input
--remote   the deployed database, through wrangler; else the local one of npm start (LOCAL_DIR, default .local)
--staging  that of \`npm run deploy -- --staging\``;

class WrongUsage extends Error {}

/** Exit codes: 0 done, 1 no database, 2 refused (usage, username, password), 130 given up at the prompt. */
async function main(given: string[]): Promise<number> {
  try {
    const { verb, username, name, email, generate, remote, staging } = readArguments(given);
    const open = () =>
      remote
        ? Promise.resolve(
            openWranglerDatabase(["--remote"], deployedConfig(staging ? "staging" : "production")),
          )
        : openLocalDatabase(process.env.LOCAL_DIR || ".local");
    if (verb === "address") {
      const admin = { username, email: addressIn(email) };
      await inDatabase(open, async (database) => console.log(await addressSuperAdmin(database, admin)));
      return 0;
    }
    if (verb === "disable") {
      await inDatabase(open, async (database) => console.log(await disableSuperAdmin(database, username)));
      return 0;
    }
    const address = verb === "create" || email !== undefined ? addressIn(email) : undefined;
    const password = generate ? randomBytes(15).toString("base64url") : await readPassword(username);
    const run = verb === "create" ? createSuperAdmin : resetSuperAdmin;
    await inDatabase(open, async (database) => {
      console.log(await run(database, { username, password, name, email: address }));
      if (generate) console.log(`Password: ${password}\nIt is shown this once.`);
    });
    return 0;
  } catch (cause) {
    if (cause instanceof WrongUsage) {
      console.error(`${cause.message}\n\n${usage}`);
      return 2;
    }
    if (cause instanceof Error && cause.name === "AbortError") return 130;
    console.error(cause instanceof Error ? cause.message : cause);
    return cause instanceof NotDone ? 2 : 1;
  }
}

async function inDatabase(
  open: () => Promise<CommandDatabase>,
  act: (database: CommandDatabase) => Promise<void>,
): Promise<void> {
  const database = await open();
  try {
    await act(database);
  } finally {
    await database.close();
  }
}

function readArguments(given: string[]) {
  const options = {
    name: { type: "string" },
    email: { type: "string" },
    generate: { type: "boolean", default: false },
    remote: { type: "boolean", default: false },
    staging: { type: "boolean", default: false },
  } as const;
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args: given, options, allowPositionals: true });
  } catch (cause) {
    throw new WrongUsage(cause instanceof Error ? cause.message : "The arguments were not understood.");
  }
  const [verb, username, ...rest] = parsed.positionals;
  if (verb !== "create" && verb !== "reset" && verb !== "address" && verb !== "disable")
    throw new WrongUsage("Say what to do: create, reset, address or disable.");
  if (!username || rest.length > 0) throw new WrongUsage("Name exactly one username.");
  const { name, email, generate, remote, staging } = parsed.values;
  return { verb, username, name, email, generate, remote, staging } as const;
}

/** Without one, alarms reach nobody. */
function addressIn(email: string | undefined): string {
  const address = email?.trim() ?? "";
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address))
    throw new WrongUsage("Say where letters of alarm go: --email you@example.com");
  return address;
}

async function readPassword(username: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, "");
  const password = await askHidden(`Password for ${username}: `);
  if ((await askHidden("The same again: ")) !== password) throw new NotDone("The two passwords differ.");
  return password;
}

/** Asks without showing what is typed. Ctrl-C rejects with an AbortError. */
async function askHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const givenUp = new AbortController();
  terminal.on("SIGINT", () => givenUp.abort());
  try {
    return await terminal.question("", { signal: givenUp.signal });
  } finally {
    terminal.close();
    process.stdout.write("\n");
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
