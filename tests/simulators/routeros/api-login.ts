/** `/login`, as since RouterOS 6.43: name and password in one sentence. */

import { timingSafeEqual } from "node:crypto";
import { allowedBy } from "./faults.ts";
import { toWire } from "./framing.ts";
import type { Command } from "./sentence.ts";
import type { ApiUser } from "./settings.ts";
import { notPermitted, Trap, unknownParameter } from "./trap.ts";

function equal(first: string, second: string): boolean {
  const [one, other] = [Buffer.from(first, "latin1"), Buffer.from(second, "latin1")];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * The account on success. Throws the Trap of a refused log-in; whether a foreign address is told apart from a wrong
 * password nobody has seen, so it is not.
 */
export function logIn(command: Command, users: readonly ApiUser[], from: string): ApiUser {
  for (const name of command.attributes.keys())
    if (!["name", "password"].includes(name)) throw unknownParameter(name);
  const account = users.find((user) => toWire(user.name) === command.attributes.get("name"));
  const networks = account?.address ? account.address.split(",") : [];
  const fits = account && equal(command.attributes.get("password") ?? "", toWire(account.password));
  if (!fits || !allowedBy(networks, from)) throw new Trap("invalid user name or password (6)");
  if (!account.policies.includes("api")) throw notPermitted();
  return account;
}
