/** `/login`, as since RouterOS 6.43: name and password in one sentence. */

import { timingSafeEqual } from "node:crypto";
import { toWire } from "./framing.ts";
import type { Command } from "./sentence.ts";
import type { ApiUser } from "./settings.ts";
import { notPermitted, Trap, unknownParameter } from "./trap.ts";

function equal(first: string, second: string): boolean {
  const [one, other] = [Buffer.from(first, "latin1"), Buffer.from(second, "latin1")];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The account on success. Throws the Trap of a refused log-in. */
export function logIn(command: Command, users: readonly ApiUser[]): ApiUser {
  for (const name of command.attributes.keys())
    if (!["name", "password"].includes(name)) throw unknownParameter(name);
  const account = users.find((user) => toWire(user.name) === command.attributes.get("name"));
  if (!account || !equal(command.attributes.get("password") ?? "", toWire(account.password)))
    throw new Trap("invalid user name or password (6)");
  if (!account.policies.includes("api")) throw notPermitted();
  return account;
}
