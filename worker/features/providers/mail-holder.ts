// Who can make up any number of addresses: the holder of a domain. At a public mail service that is each mailbox, which also receives
// names with a tag behind `+` and, at some services, with dots anywhere.

const publicServices = new Set(
  `gmail.com googlemail.com yahoo.com yahoo.co.uk ymail.com rocketmail.com outlook.com hotmail.com live.com msn.com icloud.com me.com
  mac.com aol.com gmx.com gmx.net mail.com zoho.com yandex.com proton.me protonmail.com fastmail.com tutanota.com`.split(
    /\s+/,
  ),
);
const withoutDots = new Set(["gmail.com", "googlemail.com"]);
/** Second-level domains under which a country sells names (`co.ke`). */
const sellers = /^(?:co|or|ac|go|ne|me|sc|mobi|info|com|org|net|edu|gov|ltd|plc)$/;

/** @param email as it was proved */
export function mailHolder(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email
    .slice(at + 1)
    .toLowerCase()
    .replace(/\.$/, "");
  if (!publicServices.has(domain)) return registered(domain);
  const [name = ""] = email.slice(0, at).toLowerCase().split("+");
  return `${withoutDots.has(domain) ? name.replaceAll(".", "") : name}@${domain}`;
}

/** The registered domain: `lakeside.co.ke` of `a.b.lakeside.co.ke`. */
function registered(domain: string): string {
  const parts = domain.split(".");
  const [seller = "", ending = ""] = parts.slice(-2);
  return parts.slice(ending.length === 2 && sellers.test(seller) ? -3 : -2).join(".");
}
