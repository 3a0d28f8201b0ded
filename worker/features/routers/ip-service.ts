import { quoted } from "../../contract/values/routeros-text.ts";

// Since 7.19 `/ip service` lists each open connection, too, under the name of its service. Such a row takes no change, and a name may
// mean it as well as the service itself: so each row is tried by itself, in words that all versions know.

/** Does `body` with `$mlgRow` for each row of that name; one that refuses it is left as it is. */
export const eachService = (name: string, body: string) =>
  `:foreach mlgRow in=[/ip service find name=${quoted(name)}] do={ :do { ${body} } on-error={} }`;

export const setService = (name: string, values: string) =>
  eachService(name, `/ip service set $mlgRow ${values}`);
