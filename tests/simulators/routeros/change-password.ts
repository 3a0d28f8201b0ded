/** `/password`: a user gives itself another password. */

import type { ReplySentence } from "./commands.ts";
import { fromWire } from "./framing.ts";
import type { Command } from "./sentence.ts";
import type { ApiUser } from "./settings.ts";
import { badValue, failure, missing, notPermitted, unknownParameter } from "./trap.ts";

const parameters = ["old-password", "new-password", "confirm-new-password"];

/** Needs the policy `password`. The running connection stays; the next log-in needs the new one. */
export function changePassword(
  router: { setAccount(account: ApiUser): void; readonly users: readonly ApiUser[] },
  command: Command,
  { name, policies }: ApiUser,
): ReplySentence[] {
  for (const given of command.attributes.keys())
    if (!parameters.includes(given)) throw unknownParameter(given);
  const [old, wanted, again] = parameters.map((parameter) => {
    const value = command.attributes.get(parameter);
    if (value === undefined) throw missing(parameter);
    return fromWire(value);
  });
  if (!policies.includes("password")) throw notPermitted();
  const account = router.users.find((user) => user.name === name);
  if (account === undefined || account.password !== old) throw failure("wrong old password");
  if (wanted !== again || wanted === undefined || wanted === "") throw badValue("confirm-new-password");
  router.setAccount({ ...account, password: wanted });
  return [{ kind: "!done", attributes: {} }];
}
