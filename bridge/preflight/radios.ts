import { mostRows, type Read } from "#contract/router-facts";
import { type Router, RouterFault, type RouterRow } from "../router.ts";
import { filledRows, parseFlag } from "../router-values.ts";

// A router's own radios in both of RouterOS' menus: the older one (`wireless`), and `wifi` since 7.13, whose settings stand at the
// radio or in profiles that it names.

type Radio = Read<"radios">[number];

const cut = (text: string | undefined) => (text ?? "").slice(0, 200);

/** @throws RouterFault where a menu that is there cannot be read */
export async function readRadios(router: Router): Promise<Read<"radios">> {
  const ports = await rowsOf(router, "/interface/bridge/port", ["interface", "bridge", "disabled"]);
  const bridges = new Map(
    ports.filter((row) => !parseFlag(row.disabled)).map((row) => [row.interface, row.bridge]),
  );
  const radios = [...(await olderRadios(router)), ...(await newerRadios(router))];
  return radios
    .slice(0, mostRows)
    .map((radio) => ({ ...radio, network: cut(bridges.get(radio.name) ?? radio.name) }));
}

/** None of a menu that this version, or a router without its package, does not have. */
async function rowsOf(router: Router, path: string, fields: readonly string[]): Promise<RouterRow[]> {
  try {
    return filledRows(await router.print(path, {}, fields));
  } catch (error) {
    if (error instanceof RouterFault && error.refusal === "no such command") return [];
    throw error;
  }
}

type Found = Omit<Radio, "network">;

async function olderRadios(router: Router): Promise<Found[]> {
  const path = "/interface/wireless";
  const fields = ["name", "disabled", "mode", "security-profile", "default-forwarding"];
  const rows = await rowsOf(router, path, fields);
  if (rows.length === 0) return [];
  const profiles = await rowsOf(router, `${path}/security-profiles`, ["name", "mode"]);
  const [cap] = await rowsOf(router, `${path}/cap`, ["enabled", "interfaces"]);
  const managed = parseFlag(cap?.enabled) ? (cap?.interfaces ?? "").split(",") : [];
  const keys = new Map(profiles.map(({ name, mode }) => [name, mode]));
  return rows.map((row) => {
    const keyMode = keys.get(row["security-profile"] ?? "default");
    return {
      menu: "wireless",
      name: cut(row.name),
      isOn: !parseFlag(row.disabled),
      mode: cut(row.mode),
      isManaged: managed.includes(row.name ?? ""),
      hasKey: keyMode === undefined ? null : keyMode !== "none",
      isApart: row["default-forwarding"] === undefined ? null : !parseFlag(row["default-forwarding"]),
    };
  });
}

async function newerRadios(router: Router): Promise<Found[]> {
  const path = "/interface/wifi";
  const settings = ["mode", "manager"].map((name) => `configuration.${name}`);
  const shared = ["security", "datapath", "security.authentication-types", "datapath.client-isolation"];
  const rows = await rowsOf(router, path, ["name", "disabled", "configuration", ...settings, ...shared]);
  if (rows.length === 0) return [];
  const configurations = await rowsOf(router, `${path}/configuration`, [
    "name",
    "mode",
    "manager",
    ...shared,
  ]);
  const securities = await rowsOf(router, `${path}/security`, ["name", "authentication-types"]);
  const datapaths = await rowsOf(router, `${path}/datapath`, ["name", "client-isolation"]);
  const [cap] = await rowsOf(router, `${path}/cap`, ["enabled"]);
  const named = (among: readonly RouterRow[], name: string | undefined) =>
    name === undefined ? undefined : among.find((row) => row.name === name);
  return rows.map((row) => {
    const configuration = named(configurations, row.configuration);
    // What stands at the radio counts before what stands in its profiles.
    const of = (name: string) => row[`configuration.${name}`] ?? configuration?.[name];
    const through = (among: readonly RouterRow[], kind: string, name: string) =>
      row[`${kind}.${name}`] ??
      named(among, row[kind])?.[name] ??
      configuration?.[`${kind}.${name}`] ??
      named(among, configuration?.[kind])?.[name];
    const manager = of("manager") ?? "local";
    const ways = (through(securities, "security", "authentication-types") ?? "").split(",").filter(Boolean);
    return {
      menu: "wifi",
      name: cut(row.name),
      isOn: !parseFlag(row.disabled),
      mode: cut(of("mode") ?? "ap"),
      isManaged: manager === "capsman" || (manager === "capsman-or-local" && parseFlag(cap?.enabled)),
      // OWE encrypts without a key.
      hasKey: ways.some((way) => way !== "owe"),
      isApart: parseFlag(through(datapaths, "datapath", "client-isolation")),
    };
  });
}
