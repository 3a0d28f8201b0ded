import { mostSecrets, type RouterSecret, type RouterSecrets } from "#contract/router-secrets";
import { isTold } from "#contract/values/unprintable";
import { lineOfSecret } from "../lines/router-lines.ts";
import type { Router, RouterRow } from "../router.ts";
import { filledRows, parseFlag, wholeSpeed } from "../router-values.ts";
import { connectionPath, isForLines, secretPath } from "./read-access.ts";

const fields = ["name", "password", "profile", "comment", "service", "disabled"];

/** Who dials in over PPPoE, by name. @throws RouterFault */
export async function readSecrets(router: Router): Promise<RouterSecrets> {
  const [secrets, profiles, sessions] = await Promise.all([
    router.print(secretPath, {}, fields).then(filledRows),
    router.print("/ppp/profile", {}, ["name", "rate-limit"]).then(filledRows),
    router.print(connectionPath, {}, ["name", "service"]).then(filledRows),
  ]);
  const speeds = new Map(profiles.map((row) => [row.name, wholeSpeed(row["rate-limit"])]));
  const dialled = new Set(sessions.filter(({ service }) => service === "pppoe").map(({ name }) => name));
  const all = secrets
    .filter((row) => isForLines(row) && row.name !== undefined && row.name !== "" && row.name.length <= 100)
    .map((row): RouterSecret => {
      const { name = "", profile = "", comment = "", service = "", disabled } = row;
      return {
        name,
        password: passwordOf(row),
        profile: profile.slice(0, 100),
        comment: comment.slice(0, 200),
        service,
        isOff: parseFlag(disabled),
        speed: speeds.get(profile) ?? null,
        isLine: lineOfSecret(row) !== undefined,
        isDialled: dialled.has(name),
        ...(isTold(name) && isTold(profile) && profile.length <= 100 ? {} : { isMisspelled: true as const }),
      };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const told = all.slice(0, mostSecrets);
  return { secrets: told, left: all.length - told.length };
}

/** A log-in without the policy `sensitive` sees none, or stars. */
function passwordOf({ password = "" }: RouterRow): string | null {
  return password === "" || password.length > 100 || /^\*+$/.test(password) ? null : password;
}
