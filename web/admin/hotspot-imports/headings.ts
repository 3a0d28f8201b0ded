import { hasHeadings, knownIn, type Places, placesIn, plainHeading } from "../imports/columns.ts";
import { ofMikhmon } from "../imports/mikhmon.ts";
import type { KnownFile } from "../imports/read-table.ts";
import type { Program } from "../imports/table.ts";
import { scriptTable } from "./read-script.ts";

// Which column of a file of vouchers and hotspot users says what.

/** In the languages that sellers here write and in what programs call them */
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

export const placesOf = (written: readonly string[]): Places<Column> =>
  placesIn(headings, written.map(plainHeading));

function programOf(written: readonly string[]): Program | null {
  const has = hasHeadings(written);
  if (has(...ofMikhmon)) return "Mikhmon";
  if (has("codevoucher") || has("idplan", "code") || has("namebp") || has("servicetype")) return "PHPNuxBill";
  return has("code", "quota") || has("code", "authorizedguestlimit") ? "UniFi" : null;
}

export const hotspotFile: KnownFile = {
  knownColumns: (written) => knownIn(placesOf(written), ["code", "username", "mac", "phone"]),
  programOf,
  scriptTable,
};
