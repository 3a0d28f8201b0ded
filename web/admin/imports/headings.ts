// Which column of a file says what, by its heading.

/** Headings in plain small letters, in the languages that sellers here write and in what programs call them; the first that a file has counts. */
const headings = {
  code: [
    ...["codevoucher", "code", "vouchercode", "voucher", "voucherno", "vouchernumber", "pincode", "pin"],
    ...["accesscode", "coupon", "couponcode", "msimbo", "vocha", "nambariyavocha", "kode", "kodevoucher"],
    ...["codigo", "codedubon"],
  ],
  username: [
    ...["username", "user", "login", "loginname", "name", "mtumiaji", "jinalamtumiaji"],
    ...["utilisateur", "nomdutilisateur", "usuario", "utilizador", "nomedeusuario"],
  ],
  password: ["password", "pass", "nenosiri", "motdepasse", "senha"],
  profile: [
    ...[
      "profile",
      "userprofile",
      "planname",
      "nameplan",
      "namebp",
      "plan",
      "package",
      "packagename",
      "bundle",
    ],
    ...["idplan", "planid", "kifurushi", "mpango", "forfait", "profil", "plano", "pacote", "perfil", "paket"],
  ],
  end: [
    ...["expiration", "expires", "expiresat", "expireson", "expiry", "expirydate", "expirationdate"],
    ...["expiredate", "expired", "ends", "endsat", "enddate", "validuntil", "validtill", "validto", "end"],
    ...["mwisho", "inaisha", "tareheyamwisho", "dateexpiration", "datedexpiration", "finvalidite"],
    ...["datadevalidade", "expiraem"],
  ],
  time: ["time"],
  comment: ["comment"],
  phone: [
    ...[
      "phonenumber",
      "phone",
      "phoneno",
      "mobile",
      "mobilenumber",
      "mobileno",
      "msisdn",
      "tel",
      "telephone",
    ],
    ...["simu", "nambayasimu", "nambariyasimu", "namba", "telefone", "celular", "telemovel"],
  ],
  mac: ["macaddress", "mac", "deviceaddress", "callerid", "adressemac", "enderecomac", "anwaniyamac"],
  status: ["statusvoucher", "status", "hali", "statut", "estado"],
  used: ["used", "isused", "timesused", "authorizedguestcount"],
  disabled: ["disabled"],
  type: ["type", "servicetype"],
  timeLimit: ["timelimit", "limituptime"],
} as const;

export type Column = keyof typeof headings;
export const columns = Object.keys(headings) as Column[];
/** -1 where the file has none. */
export type Places = Record<Column, number>;

/** Accents and signs are not told apart. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

export function placesOf(written: readonly string[]): Places {
  const names = written.map(plainHeading);
  const placeOf = (column: Column) =>
    headings[column].map((name) => names.indexOf(name)).find((place) => place >= 0) ?? -1;
  return Object.fromEntries(columns.map((column) => [column, placeOf(column)])) as Places;
}

/** 0 where nothing says whom or what a row is about. */
export function knownColumns(written: readonly string[]): number {
  const places = placesOf(written);
  if (places.code < 0 && places.username < 0 && places.mac < 0 && places.phone < 0) return 0;
  return new Set(Object.values(places).filter((place) => place >= 0)).size;
}

const ofMikhmon = ["username", "password", "profile", "timelimit", "datalimit", "comment"];

export type Program = "Mikhmon" | "PHPNuxBill" | "UniFi" | "MikroTik" | "Splynx" | "UISP";

export function programOf(written: readonly string[]): Program | null {
  const names = written.map(plainHeading);
  const has = (...wanted: string[]) => wanted.every((name) => names.includes(name));
  if (has(...ofMikhmon)) return "Mikhmon";
  if (has("codevoucher") || has("idplan", "code") || has("namebp") || has("servicetype")) return "PHPNuxBill";
  return has("code", "quota") || has("code", "authorizedguestlimit") ? "UniFi" : null;
}

/** As Mikhmon's own button writes it, before a spreadsheet kept it: six words, joined by commas. */
export function isMikhmonHead(line: string): boolean {
  const cells = line.split(",").map((cell) => cell.trim().toLowerCase().replace(" ", ""));
  return cells.length === ofMikhmon.length && cells.every((cell, place) => cell === ofMikhmon[place]);
}
