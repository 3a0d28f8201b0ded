// What a gateway's answer blames when no money came, and what to do about it: one table for both consoles, every letter and
// every breaker. The drivers read the code from the wire (payments/gateways/wire.ts); nothing decides by words.

/** Whose fault. `account`: who receives. `credentials`: who asks. `unreachable`: no gateway answered. `busy`: it had no time. */
export type FaultKind = "account" | "credentials" | "unreachable" | "busy";

type FaultRow = {
  kind: FaultKind;
  /** What is wrong and what to do, for who can do it. */
  en: string;
  sw: string;
};

const rows = {
  "payee-refused": {
    kind: "account",
    en: "M-Pesa does not let this account receive: the till or pay bill number is wrong, or Safaricom has not opened it for this app. Compare the number with Safaricom's letter, or ask Safaricom to open it, then send KSh 1 again.",
    sw: "M-Pesa hairuhusu akaunti hii kupokea: nambari ya till au pay bill si sahihi, au Safaricom haijaifungulia programu hii. Linganisha nambari na barua ya Safaricom, au omba Safaricom iifungue, kisha tuma KSh 1 tena.",
  },
  "wallet-refused": {
    kind: "account",
    en: "Airtel Money does not let this wallet receive. Ask Airtel to open the merchant for collections, then send KSh 1 again.",
    sw: "Airtel Money hairuhusu pochi hii kupokea. Omba Airtel imfungulie mfanyabiashara kupokea malipo, kisha tuma KSh 1 tena.",
  },
  "merchant-unknown": {
    kind: "credentials",
    en: "M-Pesa does not know the business short code: it has not gone live, or belongs to another app. Check the short code in Safaricom's portal and finish going live.",
    sw: "M-Pesa haijui short code ya biashara: bado haijaanza kutumika, au ni ya programu nyingine. Angalia short code kwenye tovuti ya Safaricom na ukamilishe kuiwasha.",
  },
  "passkey-wrong": {
    kind: "credentials",
    en: "M-Pesa does not accept the pass key for this short code. Copy the pass key anew from Safaricom's portal.",
    sw: "M-Pesa haikubali pass key ya short code hii. Nakili pass key upya kutoka kwenye tovuti ya Safaricom.",
  },
  "signature-refused": {
    kind: "credentials",
    en: "Airtel Money refuses the app's signature. Check in Airtel's portal which keys the app uses.",
    sw: "Airtel Money inakataa sahihi ya programu. Angalia kwenye tovuti ya Airtel programu inatumia funguo zipi.",
  },
  "token-refused": {
    kind: "credentials",
    en: "The gateway refuses the app's key and secret: they are wrong, expired or were replaced. Copy both anew from the gateway's portal.",
    sw: "Mfumo wa malipo unakataa ufunguo na siri ya programu: si sahihi, muda wake umeisha au zimebadilishwa. Nakili zote mbili upya kutoka kwenye tovuti ya mfumo huo.",
  },
  "token-replaced": {
    kind: "credentials",
    en: "The gateway does not accept a token that it has just given. Another system uses the same app, or the app may not send prompts: give each system an app of its own, and check what the app is allowed.",
    sw: "Mfumo wa malipo haukubali tokeni ambayo umetoa sasa hivi. Mfumo mwingine unatumia programu hiyohiyo, au programu hairuhusiwi kutuma maombi: ipe kila mfumo programu yake, na uangalie programu inaruhusiwa nini.",
  },
  "credentials-missing": {
    kind: "credentials",
    en: "The credentials are incomplete. Enter all of them again.",
    sw: "Vitambulisho havijakamilika. Viweke vyote tena.",
  },
  "address-refused": {
    kind: "credentials",
    en: "The gateway turns us away at its door (HTTP 403): the address that calls is not on its list, or the app may not do this. Give the gateway the relay's address, or ask it what the app is allowed.",
    sw: "Mfumo wa malipo unatukataa mlangoni (HTTP 403): anwani inayopiga haimo kwenye orodha yake, au programu hairuhusiwi. Upe mfumo anwani ya relay, au uulize programu inaruhusiwa nini.",
  },
  busy: {
    kind: "busy",
    en: "The gateway says that it is busy. It passes by itself; if it lasts, ask the gateway whether the app's quota is used up.",
    sw: "Mfumo wa malipo unasema una kazi nyingi. Itapita yenyewe; ikiendelea, uliza kama kiwango cha programu kimeisha.",
  },
  "timed-out": {
    kind: "unreachable",
    en: "The gateway does not answer in time. It is asked again by itself; if it lasts, look at the gateway's status page and at the relay.",
    sw: "Mfumo wa malipo haujibu kwa wakati. Unaulizwa tena wenyewe; ikiendelea, angalia ukurasa wa hali wa mfumo huo na relay.",
  },
  "not-json": {
    kind: "unreachable",
    en: "A web page or an error of a machine in front of the gateway came instead of its answer. The gateway or the relay is down or being worked on: wait, then look at both.",
    sw: "Ukurasa wa wavuti au hitilafu ya mashine iliyo mbele ya mfumo wa malipo imekuja badala ya jibu lake. Mfumo au relay imezimwa au inafanyiwa kazi: subiri, kisha angalia zote mbili.",
  },
  "not-reached": {
    kind: "unreachable",
    en: "The gateway cannot be reached. Check the relay and the gateway's address.",
    sw: "Mfumo wa malipo haufikiki. Angalia relay na anwani ya mfumo huo.",
  },
} as const satisfies Record<string, FaultRow>;

export type FaultCode = keyof typeof rows;

/** `isOfToken`: the gateway gave no token, so that nothing was sent. */
export type GatewayFault = { code: FaultCode; isOfToken?: true };

/** `detail`: the gateway's own words, its code first, for people and the log. `fault`: null where no gateway is to blame. */
export type FaultReport = { fault: GatewayFault | null; detail: string };

/** What is wrong and what to do, in the reader's language. */
export function faultWords(code: FaultCode, language: "en" | "sw"): string {
  return rows[code][language];
}

export function faultKind(code: FaultCode): FaultKind {
  return rows[code].kind;
}

/** What is wrong and what to do, with the gateway's own words behind; where no gateway is to blame, what it says of the payer. */
export function explained({ fault, detail }: FaultReport): string {
  return fault ? `${faultWords(fault.code, "en")} (${detail})` : gatewaySays.en(detail);
}

const gatewaySays = {
  en: (detail: string) => `The gateway says: ${detail}`,
  sw: (detail: string) => `Mfumo wa malipo unasema: ${detail}`,
};

const comesBack = {
  soon: {
    en: "It is tried every minute and comes back by itself.",
    sw: "Inajaribiwa kila dakika na hurudi yenyewe.",
  },
  later: {
    en: "Sales try it again after ten minutes, and it comes back by itself.",
    sw: "Mauzo huijaribu tena baada ya dakika kumi, na hurudi yenyewe.",
  },
};

/** It was refused for its credentials while its token was good: only a sale can show that it works again. */
export function isTriedBySales(fault: GatewayFault | null): boolean {
  return fault !== null && fault.isOfToken !== true && faultKind(fault.code) === "credentials";
}

/** When what is out of order is tried again. */
export function comesBackWords(fault: GatewayFault | null): string {
  return comesBack[isTriedBySales(fault) ? "later" : "soon"].en;
}

/** What is said of a gateway while something of the platform's own is out of order. @param app null = the relay */
export function outageWords(app: string | null, fault: GatewayFault | null): string {
  const what = app === null ? "relay to the gateways" : `own ${app} app`;
  return `The platform's ${what} is out of order. ${comesBackWords(fault)}`;
}

const ofCredentials: GatewayFault = { code: "credentials-missing" };

/** Kiswahili of every sentence of this file, by the English one; `{}` stands for what differs from case to case. */
export function faultSentences(): Record<string, string> {
  const faults = Object.values(rows).flatMap(({ en, sw }) => [
    [en, sw],
    [`${en} ({})`, `${sw} ({1})`],
  ]);
  return {
    ...Object.fromEntries(faults),
    [gatewaySays.en("{}")]: gatewaySays.sw("{1}"),
    [outageWords("{}", null)]: `Programu ya jukwaa ya {1} haifanyi kazi. ${comesBack.soon.sw}`,
    [outageWords("{}", ofCredentials)]: `Programu ya jukwaa ya {1} haifanyi kazi. ${comesBack.later.sw}`,
    [outageWords(null, null)]: `Relay ya jukwaa kwa mifumo ya malipo haifanyi kazi. ${comesBack.soon.sw}`,
  };
}
