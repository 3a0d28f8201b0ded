import type { Language } from "#contract/texts";

// Words of what a customer does on the own page beside paying: the link anew, and another package.

const english = {
  sendTitle: "Send me my link",
  sendText: "We send it to the phone that we have of you. With it you see your line, and pay.",
  who: "Account number or phone number",
  send: "Send the link",
  sent: "If we have a customer by that number, the link is on its way to that customer's phone. It takes a minute.",
  notCome: "Nothing came? Look whether the number is right, or call us.",
  lost: "Link lost? Call us: we send it to you again.",
  change: "Change package",
  next: (name: string, price: string) => `From your next payment: ${name}, ${price}`,
  choose: "Choose a package",
  has: (name: string) => `You have ${name}`,
  down: (mbps: string) => `${mbps} Mbps down`,
  up: (mbps: string) => `${mbps} Mbps up`,
  daysBecome: (left: string, then: string, until: string) =>
    `Now: the ${left} days that are left become ${then}, until ${until}.`,
  takeNow: "Change now",
  takeNext: "From my next payment",
  takeStay: "Stay on it",
  none: "There is no other package to choose just now.",
  onlyCall: "To change your package, please call us.",
  codeNote: (phone: string) =>
    `We send a code by SMS to your phone ${phone}. Nothing changes before you type it here.`,
  codeTitle: "Type the code",
  codeSent: (phone: string) => `It is in the SMS to your phone ${phone}, and works for 10 minutes.`,
  code: "Code of 6 digits",
  confirm: "Change my package",
  nowTo: (name: string) => `Change now to ${name}`,
  nextTo: (name: string) => `From your next payment: ${name}`,
  doneNow: (name: string) => `Done: you have ${name} now.`,
  doneNext: (name: string) => `Done: ${name} begins with your next payment.`,
  over: "This code has ended.",
  again: "Choose again",
  back: "Back to my page",
};
export type OwnMessages = typeof english;

const swahili: OwnMessages = {
  sendTitle: "Nitumie kiungo changu",
  sendText: "Tunakituma kwa simu tuliyo nayo yako. Kwa hicho unaona laini yako, na kulipa.",
  who: "Nambari ya akaunti au ya simu",
  send: "Tuma kiungo",
  sent: "Kama tuna mteja wa nambari hiyo, kiungo kinaenda kwa simu ya mteja huyo. Huchukua dakika moja.",
  notCome: "Hakuna kilichokuja? Angalia kama nambari ni sahihi, au tupigie simu.",
  lost: "Umepoteza kiungo? Tupigie simu: tutakutumia tena.",
  change: "Badilisha kifurushi",
  next: (name, price) => `Kuanzia malipo yako yajayo: ${name}, ${price}`,
  choose: "Chagua kifurushi",
  has: (name) => `Una ${name}`,
  down: (mbps) => `Mbps ${mbps} kupakua`,
  up: (mbps) => `Mbps ${mbps} kupakia`,
  daysBecome: (left, then, until) => `Sasa: siku ${left} zilizobaki zinakuwa ${then}, hadi ${until}.`,
  takeNow: "Badilisha sasa",
  takeNext: "Kuanzia malipo yajayo",
  takeStay: "Baki nacho",
  none: "Hakuna kifurushi kingine cha kuchagua kwa sasa.",
  onlyCall: "Ili kubadilisha kifurushi chako, tafadhali tupigie simu.",
  codeNote: (phone) =>
    `Tunatuma nambari kwa SMS kwenye simu yako ${phone}. Hakuna kinachobadilika kabla ya kuiandika hapa.`,
  codeTitle: "Andika nambari",
  codeSent: (phone) => `Iko kwenye SMS ya simu yako ${phone}, na hudumu dakika 10.`,
  code: "Nambari ya tarakimu 6",
  confirm: "Badilisha kifurushi changu",
  nowTo: (name) => `Badilisha sasa kwenda ${name}`,
  nextTo: (name) => `Kuanzia malipo yako yajayo: ${name}`,
  doneNow: (name) => `Tayari: sasa una ${name}.`,
  doneNext: (name) => `Tayari: ${name} kinaanza na malipo yako yajayo.`,
  over: "Nambari hii imekwisha.",
  again: "Chagua upya",
  back: "Rudi kwenye ukurasa wangu",
};

export const ownMessages: Record<Language, OwnMessages> = { en: english, sw: swahili };
