import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { type RouterVersion, versionFacts } from "../version.ts";
import { type Menu, menusOf, type Packages, type Traits } from "./menus.ts";

export type Row = Record<string, string>;
type Kept = { id: string; row: Row };

/** A command that the router refuses. */
export class ConsoleFault extends Error {
  override readonly name = "ConsoleFault";
}

export function fault(message: string): never {
  throw new ConsoleFault(message);
}

/** What stands in a router: the rows of its menus, and what each command does to them. Ids are never used twice. */
export class ConsoleTables {
  readonly version: RouterVersion;
  /** Changes where a package is installed. */
  known: Readonly<Record<string, Menu>>;
  readonly #packages: Packages;
  readonly #rows: Record<string, Kept[]> = {};
  readonly #traits: Traits;
  #nextId = 1;

  constructor(version: RouterVersion, packages: Packages, traits: Traits) {
    this.version = version;
    this.#traits = traits;
    this.#packages = packages;
    this.known = menusOf(version, packages, traits);
    for (const path of Object.keys(this.known)) this.#rows[path] = [];
    this.put("/system resource", { version: versionFacts(version).label, "architecture-name": "mipsbe" });
  }

  /** Packages of its own version and architecture that lie among the files are installed; who was connected is not any more. */
  reboot(): void {
    const [{ version = "", "architecture-name": architecture = "" } = {}] = this.rows("/system resource");
    const file = `hotspot-${version.split(" ")[0]}-${architecture}.npk`;
    if (this.rows("/file").some(({ name }) => name === file)) {
      this.known = menusOf(this.version, { ...this.#packages, hotspot: true }, this.#traits);
      for (const path of Object.keys(this.known)) this.#rows[path] ??= [];
      this.#rows["/file"] = this.list("/file").filter(({ row }) => row.name !== file);
      this.put("/ip hotspot profile", { name: "default", "login-by": "cookie,http-chap" });
    }
    this.#rows["/ip service"] = this.list("/ip service").filter(({ row }) => row.dynamic !== "yes");
    this.#rows["/user active"] = [];
  }

  get state(): Record<string, Row[]> {
    return Object.fromEntries(
      Object.entries(this.#rows).map(([path, list]) => [path, list.map(({ row }) => ({ ...row }))]),
    );
  }

  list(path: string): Kept[] {
    return this.#rows[path] ?? fault(`bad command name ${path} in RouterOS ${this.version}`);
  }

  rows(path: string): Row[] {
    return this.list(path).map(({ row }) => row);
  }

  put(menu: string, row: Row, at = this.list(menu).length): void {
    this.#nextId += 1;
    this.list(menu).splice(at, 0, { id: `*${this.#nextId.toString(16).toUpperCase()}`, row });
  }

  /** By id or name; a menu that is one row needs neither. */
  chosen(menu: string, keys: readonly string[]): Row[] {
    const list = this.list(menu);
    const hasNames = list.some(({ row }) => row.name !== undefined);
    if (keys.length === 0 && list.length === 1 && !hasNames) return list.map(({ row }) => row);
    return keys.map((key) => {
      const named = list.filter(({ id, row }) => id === key || row.name === key);
      // A name that several rows have may mean any of them: here the one that is of no use.
      const found = named.find(({ row }) => row.dynamic === "yes") ?? named[0];
      return (found ?? fault("no such item")).row;
    });
  }

  add(menu: string, { "place-before": place, ...given }: Row): void {
    const list = this.list(menu);
    const row: Row = { ...this.known[menu]?.initial, ...given };
    if (menu === "/ip hotspot walled-garden" && this.mode.proxy === "no") row.invalid = "yes";
    if (menu === "/ip address") row.network = networkOf(row.address ?? "");
    if (menu === "/interface wireguard") Object.assign(row, wireguardKeys());
    this.#check(menu, row, null);
    const folder = /^(.*)\/[^/]*$/.exec(menu === "/file" ? (row.name ?? "") : "")?.[1];
    if (folder !== undefined && !this.rows("/file").some(({ name }) => name === folder))
      fault(`no such directory ${folder}`);
    const at = place === undefined ? list.length : list.findIndex(({ id }) => id === place);
    if (at < 0) fault("no such item");
    this.put(menu, row, at);
    if (menu === "/ip hotspot profile" && this.#traits.pages === "profile")
      this.#layOutPages(row["html-directory"] ?? "hotspot");
  }

  /** `/ip hotspot reset-html`: of the profile that the server has. */
  resetPages(ids: readonly string[]): void {
    for (const server of this.chosen("/ip hotspot", ids)) {
      const profile = this.rows("/ip hotspot profile").find(({ name }) => name === server.profile);
      this.#layOutPages(profile?.["html-directory"] ?? "hotspot");
    }
  }

  set(menu: string, keys: readonly string[], given: Row): void {
    const rows = this.chosen(menu, keys);
    if (menu === "/ip service" && rows.some(({ dynamic }) => dynamic === "yes"))
      fault(`failure: this is configured elsewhere (${menu}/set)`);
    for (const row of rows) {
      this.#check(menu, { ...row, ...given }, row);
      Object.assign(row, given);
      if (menu === "/ip hotspot") this.#letRun(row);
      if (menu === "/ip hotspot walled-garden") {
        delete row.invalid;
        if (this.mode.proxy === "no") row.invalid = "yes";
      }
    }
  }

  #letRun(server: Row): void {
    delete server.invalid;
    if (server.disabled !== "no" || this.mode.hotspot !== "no") return;
    if (this.#traits.blockedServer === "disabled") server.disabled = "yes";
    else server.invalid = "yes";
  }

  remove(menu: string, ids: readonly string[]): void {
    const list = this.list(menu);
    const gone = list.filter(({ id }) => ids.includes(id));
    for (const { row } of gone) {
      for (const [path, { refers = {} }] of Object.entries(this.known))
        for (const [field, others] of Object.entries(refers))
          if (others.includes(menu) && this.rows(path).some((one) => one[field] === row.name))
            fault(`failure: ${row.name} is used in ${path}`);
    }
    this.#rows[menu] = list.filter((one) => !gone.includes(one));
  }

  move(menu: string, ids: readonly string[], destination: string): void {
    const list = this.list(menu);
    const before = list.find(({ id }) => id === destination) ?? fault("no such item");
    const moved = list.filter(({ id }) => ids.includes(id));
    if (moved.includes(before)) return;
    const rest = list.filter((one) => !moved.includes(one));
    list.splice(0, list.length, ...rest.toSpliced(rest.indexOf(before), 0, ...moved));
  }

  /** A certificate becomes a row, once; a private key finds the certificate that it belongs to, if that came before it. */
  importCertificate({ "file-name": file = "", name }: Row): void {
    const found = this.rows("/file").find((one) => one.name === file);
    const contents = found?.contents ?? fault(`no such file ${file}`);
    let at = 0;
    for (const pem of pemsOf(contents)) {
      if (pem.includes("PRIVATE KEY")) {
        const key = publicOf(pem);
        const owner =
          this.rows("/certificate").find((row) => row.key === key) ??
          fault("there is no certificate for this key");
        Object.assign(owner, { "private-key": "yes", "key-pem": `${pem}\n` });
        continue;
      }
      const { fingerprint256, publicKey, subject } = certificateOf(pem);
      const fingerprint = fingerprint256.replaceAll(":", "").toLowerCase();
      const guessed = `${file}_${at++}`;
      if (this.rows("/certificate").some((row) => row.fingerprint === fingerprint)) continue;
      this.put("/certificate", {
        name: name ?? guessed,
        "common-name": /CN=(.*)/.exec(subject)?.[1] ?? "",
        "private-key": "no",
        fingerprint,
        pem: `${pem}\n`,
        key: publicKey.export({ type: "spki", format: "pem" }) as string,
      });
    }
  }

  /** Whether a server that this root vouches for is known: by a row, or by the roots that come with the version. */
  trusts(root: string): boolean {
    return (
      (hasOwnRoots(this.version) && ownRoots.has(root)) ||
      this.rows("/certificate").some(({ fingerprint }) => fingerprint === root)
    );
  }

  /** What the device mode says of each feature; nothing where the version has none. */
  get mode(): Row {
    const [mode = {}] = "/system device-mode" in this.known ? this.rows("/system device-mode") : [];
    return mode;
  }

  #check(menu: string, row: Row, self: Row | null): void {
    const { unique, refers = {} } = this.known[menu] ?? fault(menu);
    const isTwin = (one: Row) => one !== self && unique !== undefined && one[unique] === row[unique];
    if (this.rows(menu).some(isTwin)) fault(`failure: already have such ${unique} in ${menu}`);
    for (const [name, others] of Object.entries(refers)) {
      const wanted = row[name];
      if (wanted === undefined || wanted === "none") continue;
      const named = others.flatMap((other) => (other in this.known ? this.rows(other) : []));
      const found = named.find((one) => one.name === wanted.replace(/^!/, ""));
      if (!found) fault(`input does not match any value of ${name}: ${wanted}`);
      if (name === "certificate" && found["private-key"] !== "yes")
        fault(`certificate ${wanted} cannot be used: it has no private key`);
    }
  }

  /** RouterOS' own pages; version 6 has no `api.json` before 6.48. */
  #layOutPages(asked: string): void {
    const { pages: laid } = this.#traits;
    if (laid === "never") return;
    const folder =
      laid === "elsewhere" ? (asked.startsWith("flash/") ? asked.slice(6) : `flash/${asked}`) : asked;
    const pages =
      laid === "login only"
        ? ["login"]
        : ["login", "rlogin", "redirect", "alogin", "status", "logout", "error"];
    const names = [
      ...pages.map((page) => `${folder}/${page}.html`),
      ...(laid === "login only" ? [] : [`${folder}/api.json`, `${folder}/md5.js`]),
    ];
    if (this.rows("/file").some(({ name }) => name === `${folder}/login.html`)) return;
    this.put("/file", { name: folder });
    for (const name of names) this.put("/file", { name, contents: "stock" });
  }
}

/** Since 7.21 the roots that come with the version are trusted by `/tool fetch`; 7.19 and 7.20 have them switched off. */
const hasOwnRoots = (version: RouterVersion) => version === "7.22.3";
const ownRoots = new Set(
  rootCertificates.map((pem) => new X509Certificate(pem).fingerprint256.replaceAll(":", "").toLowerCase()),
);

const pemsOf = (contents: string) =>
  contents.match(/-----BEGIN [\s\S]*?(-----END [A-Z ]+-----|$)/g) ?? [contents];

const publicOf = (pem: string) =>
  createPublicKey(createPrivateKey(pem)).export({ type: "spki", format: "pem" }) as string;

function certificateOf(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    return fault("failure: unable to load certificate");
  }
}

/** As the router makes them for a new interface, in base64. */
function wireguardKeys(): Row {
  const { privateKey } = generateKeyPairSync("x25519");
  const { d = "", x = "" } = privateKey.export({ format: "jwk" });
  const base64 = (text: string) => Buffer.from(text, "base64url").toString("base64");
  return { "private-key": base64(d), "public-key": base64(x) };
}

/** `192.168.88.0` of `192.168.88.1/24`. */
function networkOf(address: string): string {
  const [ip = "", bits = "32"] = address.split("/");
  const number = ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(bits));
  const network = Math.floor(number / size) * size;
  return [24, 16, 8, 0].map((shift) => Math.floor(network / 2 ** shift) % 256).join(".");
}
