import type { Language } from "#contract/texts";
import { englishTime } from "#contract/values/duration";
import type { DateWords } from "./moment.ts";
import type { CustomerLine } from "./view.ts";

type Period = CustomerLine["period"];

const english = {
  /** In its own words, as whoever reads it knows no other. */
  name: "English",
  dates: {
    days: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
    months: englishTime.months,
  } satisfies DateWords as DateWords,
  title: (company: string) => `Your account at ${company}`,
  hello: (firstName: string) => `Hello ${firstName}`,
  number: "Account number",
  balance: "Balance",
  price(amount: string, period: Period): string {
    if ("months" in period)
      return period.months === 1 ? `${amount} a month` : `${amount} for ${period.months} months`;
    return period.days === 1 ? `${amount} a day` : `${amount} for ${period.days} days`;
  },
  open: (when: string) => `Open until ${when}`,
  ended: (when: string, blocked: string | null) =>
    blocked === null
      ? `Paid until ${when}, and still on`
      : `Paid until ${when}. Pay before ${blocked} to stay on`,
  paused: (when: string) => `Paused since ${when}: your days are kept`,
  blocked: (when: string) => `Blocked since ${when}: pay to be back at once`,
  still: "Nothing comes from your device just now: look at its power and cable",
  silent: "Your router is not connected: look at its power and cable, and restart it",
  askWhy: "No internet? See why",
  used: (data: string) => `Used this month: ${data}`,
  byDay: "See it day by day",
  fairUse: (used: string, all: string, speed: string) =>
    `${used} of ${all} at full speed are used; then ${speed} until your next period`,
  slow: (all: string, speed: string) =>
    `Slower for now: ${all} are used. It goes on at ${speed}, and is fast again with your next period`,
  away: "Our equipment near you does not answer right now. If your internet is off, it comes back with it",
  behind: "Your line is being opened: look again in a minute",
  refused:
    "Your router dials in with a wrong PPPoE password: type name and password into it again, or call us",
  connected: "Your router is connected: restart it, and look whether another phone has internet",
  held: (when: string) => `Blocked by us since ${when}: please call`,
  blockedNow: "Blocked: pay to be back at once",
  unpaid: "Not paid yet",
  payTitle: "Pay",
  amount: "Amount in KES",
  phone: "M-Pesa number",
  phoneHint: "The request comes to this phone. To pay from another one, write its number instead.",
  days: (from: string) => `No whole price at hand? ${from} or more buys days.`,
  pay: "Pay by M-Pesa",
  waiting: "Check your phone and enter your PIN",
  waitingFor: (amount: string) =>
    `You pay ${amount}. This page looks by itself whether the money has arrived.`,
  again: "No request on your phone? Start again",
  arrived: (amount: string) => `${amount} arrived.`,
  lineOpen: (when: string) => `Your line is open until ${when}.`,
  linesOpen: "Your lines are open.",
  payMore: "Pay another amount",
  byHand: "Or in the M-Pesa menu, any amount",
  byHandWay: "Lipa na M-Pesa, Pay Bill",
  businessNumber: "Business number",
  openLink: "Open the link in the last message from us: it shows your line, and takes the payment",
  numberInMessage: "In our messages to you",
  paidBefore: "What you paid",
  byBank: "Bank",
  denied: (way: string) => `Not paid after all: ${way}`,
  inCash: (number: string) => `Cash, receipt ${number}`,
  cashBack: (number: string) => `Given back in cash, receipt ${number}`,
  cashUndone: (number: string) => `Undone: receipt ${number}`,
  givenBack: "Given back to you",
  notGivenBack: "Not given back after all",
  questions: "Questions? Call",
};
export type CustomerMessages = typeof english;

const swahili: CustomerMessages = {
  name: "Kiswahili",
  dates: {
    days: ["Jumapili", "Jumatatu", "Jumanne", "Jumatano", "Alhamisi", "Ijumaa", "Jumamosi"],
    months: ["Jan", "Feb", "Mac", "Apr", "Mei", "Jun", "Jul", "Ago", "Sep", "Okt", "Nov", "Des"],
  },
  title: (company) => `Akaunti yako ya ${company}`,
  hello: (firstName) => `Habari ${firstName}`,
  number: "Nambari ya akaunti",
  balance: "Salio",
  price(amount, period) {
    if ("months" in period)
      return period.months === 1 ? `${amount} kwa mwezi` : `${amount} kwa miezi ${period.months}`;
    return period.days === 1 ? `${amount} kwa siku` : `${amount} kwa siku ${period.days}`;
  },
  open: (when) => `Iko wazi hadi ${when}`,
  ended: (when, blocked) =>
    blocked === null
      ? `Ililipiwa hadi ${when}, na bado iko wazi`
      : `Ililipiwa hadi ${when}. Lipa kabla ya ${blocked} ili iendelee`,
  paused: (when) => `Imesimamishwa tangu ${when}: siku zako zimehifadhiwa`,
  blocked: (when) => `Imefungwa tangu ${when}: lipa ili irudi mara moja`,
  still: "Hakuna kinachotoka kwenye kifaa chako sasa: angalia umeme na kebo yake",
  silent: "Ruta yako haijaunganishwa: angalia umeme na kebo yake, kisha iwashe upya",
  askWhy: "Huna intaneti? Tazama kwa nini",
  used: (data) => `Umetumia mwezi huu: ${data}`,
  byDay: "Tazama siku kwa siku",
  fairUse: (used, all, speed) =>
    `Umetumia ${used} kati ya ${all} za kasi kamili; kisha ni ${speed} hadi kipindi chako kijacho`,
  slow: (all, speed) =>
    `Kasi imepungua kwa sasa: ${all} zimetumika. Inaendelea kwa ${speed}, na itarudi kasi kamili kipindi chako kijacho kikianza`,
  away: "Kifaa chetu kilicho karibu nawe hakijibu kwa sasa. Ikiwa intaneti yako imekatika, itarudi kitakapojibu",
  behind: "Laini yako inafunguliwa: tazama tena baada ya dakika moja",
  refused:
    "Ruta yako inaunganisha kwa nenosiri la PPPoE lisilo sahihi: andika tena jina na nenosiri ndani yake, au tupigie simu",
  connected: "Ruta yako imeunganishwa: iwashe upya, kisha angalia kama simu nyingine ina intaneti",
  held: (when) => `Tumeifunga tangu ${when}: tafadhali piga simu`,
  blockedNow: "Imefungwa: lipa ili irudi mara moja",
  unpaid: "Bado haijalipiwa",
  payTitle: "Lipa",
  amount: "Kiasi kwa KES",
  phone: "Nambari ya M-Pesa",
  phoneHint: "Ombi litatokea kwenye simu hii. Ili kulipa kwa simu nyingine, andika nambari yake badala yake.",
  days: (from) => `Huna bei yote? ${from} au zaidi hununua siku.`,
  pay: "Lipa kwa M-Pesa",
  waiting: "Angalia simu yako na uweke PIN yako",
  waitingFor: (amount) => `Unalipa ${amount}. Ukurasa huu unaangalia wenyewe kama pesa zimefika.`,
  again: "Hakuna ombi kwenye simu? Anza tena",
  arrived: (amount) => `${amount} zimefika.`,
  lineOpen: (when) => `Laini yako iko wazi hadi ${when}.`,
  linesOpen: "Laini zako ziko wazi.",
  payMore: "Lipa kiasi kingine",
  byHand: "Au kwenye menyu ya M-Pesa, kiasi chochote",
  byHandWay: "Lipa na M-Pesa, Pay Bill",
  businessNumber: "Nambari ya biashara",
  openLink: "Fungua kiungo kilicho kwenye ujumbe wetu wa mwisho: kinaonyesha laini yako, na kupokea malipo",
  numberInMessage: "Iko kwenye ujumbe wetu kwako",
  paidBefore: "Ulicholipa",
  byBank: "Benki",
  denied: (way) => `Haikulipwa hatimaye: ${way}`,
  inCash: (number) => `Taslimu, risiti ${number}`,
  cashBack: (number) => `Umerudishiwa taslimu, risiti ${number}`,
  cashUndone: (number) => `Imebatilishwa: risiti ${number}`,
  givenBack: "Umerudishiwa",
  notGivenBack: "Hukurudishiwa hatimaye",
  questions: "Una swali? Piga",
};

export const messagesOf: Record<Language, CustomerMessages> = { en: english, sw: swahili };
