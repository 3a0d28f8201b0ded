/** `/login`: plain since 6.43, challenge and MD5 before. */

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ReplySentence } from "./commands.ts";
import { toWire } from "./framing.ts";
import type { Command } from "./sentence.ts";
import type { ApiUser } from "./settings.ts";
import { notPermitted, Trap, unknownParameter } from "./trap.ts";

/** "00" and hex of md5(0x00, password, challenge bytes); `password` one character per byte, `challenge` hex. */
export function challengeResponse(password: string, challenge: string): string {
  const hash = createHash("md5").update(Buffer.from([0]));
  hash.update(Buffer.from(password, "latin1")).update(Buffer.from(challenge, "hex"));
  return `00${hash.digest("hex")}`;
}

function equal(first: string, second: string): boolean {
  const [one, other] = [Buffer.from(first, "latin1"), Buffer.from(second, "latin1")];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** One connection's way in. */
export class ApiLogin {
  readonly #users: readonly ApiUser[];
  #challenge: string | null = null;

  constructor(users: readonly ApiUser[]) {
    this.#users = users;
  }

  /** The account on success, or the challenge to answer first. Throws the Trap of a refused log-in. */
  attempt(command: Command, legacy: boolean): { account: ApiUser } | { reply: ReplySentence } {
    for (const name of command.attributes.keys()) {
      if (!["name", "password", "response"].includes(name)) throw unknownParameter(name);
    }
    const response = command.attributes.get("response");
    if (response === undefined && (legacy || !command.attributes.has("name"))) {
      this.#challenge = randomBytes(16).toString("hex");
      return { reply: { kind: "!done", attributes: { ret: this.#challenge } } };
    }
    const account = this.#users.find((user) => toWire(user.name) === command.attributes.get("name"));
    const refused = new Trap(legacy ? "cannot log in" : "invalid user name or password (6)");
    if (account === undefined) throw refused;
    const password = toWire(account.password);
    if (legacy) {
      const challenge = this.#challenge;
      this.#challenge = null;
      if (challenge === null || !equal(response ?? "", challengeResponse(password, challenge))) throw refused;
    } else if (!equal(command.attributes.get("password") ?? "", password)) throw refused;
    if (!account.policies.includes("api")) throw notPermitted();
    return { account };
  }
}
