// What messages to customers say unless their provider says it otherwise, and what may stand in them.

export const messageKinds = ["receipt", "ending", "outage"] as const;
export type MessageKind = (typeof messageKinds)[number];

/** To the provider's own phone: no list of customers and no quiet hours hold them back. */
export const ownerMessageKinds = ["morning", "router_down"] as const;
export type OwnerMessageKind = (typeof ownerMessageKinds)[number];

/** A person waits for it: a one-time code, or the link to the own page. Sent at once, at any hour, or not at all. */
export const askedKinds = ["code", "link"] as const;
export type AskedKind = (typeof askedKinds)[number];

/** `{name}` stands for these. */
export const placeholders: Record<MessageKind, readonly string[]> = {
  receipt: ["business", "plan", "amount", "receipt", "link"],
  ending: ["business", "plan", "ends", "page"],
  outage: ["business", "plan", "minutes", "ends"],
};

export const defaultTemplates: Record<MessageKind, Record<"en" | "sw", string>> = {
  receipt: {
    en: "{business}: KSh {amount} paid for {plan}, {receipt}. Not online, or on another phone? Open on our WiFi: {link}",
    sw: "{business}: KSh {amount} zimelipwa kwa {plan}, {receipt}. Huna intaneti au una simu nyingine? Fungua kwenye WiFi yetu: {link}",
  },
  ending: {
    en: "{business}: your {plan} ends at {ends}. To stay online, buy the next one: {page}",
    sw: "{business}: {plan} yako inaisha saa {ends}. Ili uendelee, nunua nyingine: {page}",
  },
  outage: {
    en: "{business}: the internet was away. We gave you {minutes} minutes back: {plan} now ends at {ends}.",
    sw: "{business}: intaneti ilikatika. Tumekurudishia dakika {minutes}: {plan} sasa inaisha saa {ends}.",
  },
};

/** By which a provider sees how a text will look and what it will cost. */
export const sampleValues = {
  plan: "1 Day",
  amount: "100",
  receipt: "TKL1A2B3C4",
  ends: "18:30",
  minutes: "45",
};

/** The longest text that is kept. */
export const longestTemplate = 480;

export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** What stands in braces and means nothing in a message of this kind. */
export function unknownPlaceholders(kind: MessageKind, template: string): string[] {
  const named = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  return [...new Set(named.filter((name) => !placeholders[kind].includes(name)))];
}
