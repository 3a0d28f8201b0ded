import { hasHeadings, knownIn, type Places, placesIn, plainHeading } from "../imports/columns.ts";
import type { KnownFile } from "../imports/read-table.ts";
import type { Program } from "../imports/table.ts";

// Which column of a file of customers says what, by its heading (docs/reference/imports.md).

/** In plain small letters, in the words of programs and of people here */
const headings = {
  login: [
    ...[
      "pppoeusername",
      "pppoelogin",
      "pppoename",
      "pppoeuser",
      "pppoe",
      "pppusername",
      "ppplogin",
      "pppname",
    ],
    ...["servicelogin", "login", "loginname", "username", "user", "secret", "jinalapppoe", "jinalakuingia"],
    ...["jinalamtumiaji", "mtumiaji", "portallogin"],
  ],
  password: [
    ...["pppoepassword", "ppppassword", "servicepassword", "password", "pass", "nenosirilapppoe", "nenosiri"],
    ...["nywila", "portalpassword"],
  ],
  name: [
    ...["fullname", "customername", "clientname", "subscribername", "name", "names", "customer", "client"],
    ...["subscriber", "jinakamili", "jinalamteja", "majina", "jina", "mteja"],
  ],
  firstName: ["firstname", "jinalakwanza"],
  lastName: ["lastname", "surname", "jinalaukoo", "jinalamwisho"],
  company: ["companyname", "company", "business", "biashara", "kampuni"],
  phone: [
    ...["phonenumber", "phonenumbers", "phone", "phones", "phoneno", "mobile", "mobilenumber", "mobileno"],
    ...["msisdn", "tel", "telephone", "contact", "contactnumber", "mpesanumber", "whatsapp"],
    ...["simu", "nambayasimu", "nambariyasimu", "namba", "nambari", "mawasiliano"],
  ],
  email: ["email", "emails", "emailaddress", "mail", "baruapepe", "anwaniyabaruapepe"],
  profile: [
    ...[
      "internetplan",
      "internetplans",
      "internettariff",
      "tariff",
      "tariffplan",
      "serviceplan",
      "serviceplans",
    ],
    ...[
      "package",
      "packagename",
      "plan",
      "planname",
      "nameplan",
      "namebp",
      "bundle",
      "subscription",
      "service",
    ],
    ...["profile", "kifurushi", "mpango", "huduma"],
  ],
  price: [
    ...["price", "packageprice", "planprice", "serviceprice", "serviceindividualprice", "monthlyprice"],
    ...["monthlyfee", "fee", "rate", "monthlyrate", "bei", "ada", "adayamwezi", "malipoyamwezi"],
  ],
  speed: ["speed", "bandwidth", "downloadspeed", "download", "speedmbps", "mbps", "kasi"],
  end: [
    ...[
      "paiduntil",
      "paidtill",
      "paidupto",
      "paidto",
      "paidthrough",
      "expiration",
      "expirationdate",
      "expiry",
    ],
    ...[
      "expirydate",
      "expires",
      "expireson",
      "expiresat",
      "expiredate",
      "validuntil",
      "validtill",
      "nextdue",
    ],
    ...["nextduedate", "duedate", "due", "nextpayment", "nextpaymentdate", "nextbilling", "nextbillingdate"],
    ...["billingdue", "renewal", "renewaldate", "renewson", "servicetill", "enddate", "ends", "end"],
    ...["imelipwahadi", "imelipiwahadi", "mwisho", "tareheyamwisho", "inaisha", "tareheyakulipa"],
    ...["malipoyajayo", "tareheyamalipo"],
  ],
  time: ["time"],
  balance: [
    ...["accountbalance", "balance", "credit", "accountcredit", "deposit", "wallet", "prepaidbalance"],
    ...["salio", "akiba"],
  ],
  number: [
    ...["accountnumber", "accountno", "account", "customid", "customernumber", "customerid", "customerno"],
    ...["clientnumber", "clientid", "subscriberid", "nambariyaakaunti", "nambayaakaunti", "akaunti"],
    ...["nambariyamteja", "id"],
  ],
  status: ["status", "customerstatus", "servicestatus", "accountstatus", "state", "hali"],
  type: ["servicetype", "connectiontype", "type", "aina"],
} as const;

export type LineColumn = keyof typeof headings;
export const lineColumns = Object.keys(headings) as LineColumn[];
/** UISP writes of a field of one's own that it is one. */
const spelled = (written: string): string => plainHeading(written).replace(/customattribute$/, "");

export const linePlacesOf = (written: readonly string[]): Places<LineColumn> =>
  placesIn(headings, written.map(spelled));

function programOf(written: readonly string[]): Program | null {
  const has = hasHeadings(written);
  if (has("namebp") || has("phonenumber", "servicetype") || has("username", "pppoepassword"))
    return "PHPNuxBill";
  if (has("serviceplans", "phones") || has("invoiceaddresssameascontact")) return "UISP";
  return has("portallogin") || has("billingtype", "partner") || has("accountbalance", "internetplans")
    ? "Splynx"
    : null;
}

export const lineFile: KnownFile = {
  knownColumns: (written) => knownIn(linePlacesOf(written), ["login", "name", "firstName", "company"]),
  programOf,
};
