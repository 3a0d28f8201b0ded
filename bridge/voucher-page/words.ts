import type { Refusal } from "../agent/redeem-offline.ts";

export type Language = "en" | "sw";

type Words = {
  title: string;
  intro: string;
  label: string;
  action: string;
  tooMany: string;
  done: string;
  doneText: string;
  onward: string;
  days(count: number): string;
  hours(count: number): string;
  minutes(count: number): string;
  refusals: Record<Refusal, string>;
};

/** As the portal says it, which is away while this page is read. */
export const words: Record<Language, Words> = {
  en: {
    title: "Voucher",
    intro:
      "The internet connection of this WiFi is down just now. Some vouchers work all the same: enter yours.",
    label: "Voucher code",
    action: "Go online",
    tooMany: "Too many wrong codes were tried: wait and try again in 10 minutes.",
    done: "Voucher redeemed",
    doneText: "Voucher redeemed successfully. You are being let in.",
    onward: "Continue",
    days: (count) => `${count} ${count === 1 ? "day" : "days"}`,
    hours: (count) => `${count} ${count === 1 ? "hour" : "hours"}`,
    minutes: (count) => `${count} ${count === 1 ? "minute" : "minutes"}`,
    refusals: {
      no_code: "Please enter your voucher code",
      not_a_code: "This is not a voucher code. Check it and try again.",
      unknown:
        "This voucher does not work without the internet. Check the code, or try again when the connection is back.",
      used: "This voucher has already been used.",
      expired: "This voucher has expired.",
      returned: "This voucher needs the internet now. It is unused: try again when the connection is back.",
      not_this_device: "Join the WiFi first: open this page on the device that shall go online.",
      later: "The WiFi is starting up. Your voucher is unused: try again in a minute.",
    },
  },
  sw: {
    title: "Vocha",
    intro:
      "Muunganisho wa intaneti wa WiFi hii haupatikani kwa sasa. Baadhi ya vocha hufanya kazi hata hivyo: weka yako.",
    label: "Nambari ya vocha",
    action: "Ingia mtandaoni",
    tooMany: "Nambari nyingi zisizo sahihi zimejaribiwa: subiri na ujaribu tena baada ya dakika 10.",
    done: "Vocha imekubaliwa",
    doneText: "Vocha imekubaliwa. Unaingizwa mtandaoni.",
    onward: "Endelea",
    days: (count) => `siku ${count}`,
    hours: (count) => `saa ${count}`,
    minutes: (count) => `dakika ${count}`,
    refusals: {
      no_code: "Tafadhali weka nambari ya vocha yako",
      not_a_code: "Hii si nambari ya vocha. Iangalie na ujaribu tena.",
      unknown: "Vocha hii haifanyi kazi bila intaneti. Angalia nambari, au ujaribu tena muunganisho ukirudi.",
      used: "Vocha hii tayari imetumika.",
      expired: "Muda wa vocha hii umeisha.",
      returned: "Vocha hii sasa inahitaji intaneti. Haijatumika: jaribu tena muunganisho ukirudi.",
      not_this_device: "Jiunge na WiFi kwanza: fungua ukurasa huu kwenye kifaa kitakachoingia mtandaoni.",
      later: "WiFi inaanza. Vocha yako haijatumika: jaribu tena baada ya dakika moja.",
    },
  },
};

/** The chosen one, else the first of the browser's that is known. */
export function languageOf(chosen: string | null, accepted: string | undefined): Language {
  if (chosen === "en" || chosen === "sw") return chosen;
  for (const part of (accepted ?? "").split(",")) {
    const name = part.split(";")[0]?.trim().split("-")[0]?.toLowerCase() ?? "";
    if (["sw", "swa", "swh"].includes(name)) return "sw";
    if (["en", "eng"].includes(name)) return "en";
  }
  return "en";
}

/** A plan's time in its largest whole unit. */
export function durationIn(language: Language, ms: number): string {
  const { days, hours, minutes } = words[language];
  const whole = Math.max(1, Math.round(ms / 60_000));
  if (whole % 1_440 === 0) return days(whole / 1_440);
  return whole % 60 === 0 ? hours(whole / 60) : minutes(whole);
}
