import type { Messages } from "./en.ts";
import { paymentSwahili } from "./payment-sw.ts";

// Kiswahili as it is spoken in Kenya: short, polite, the words that M-Pesa's own messages use (nenosiri would be understood,
// "PIN" is what everybody says).

/** "Saa 3" alone would be nine in the morning. */
const hoursOf = (count: number) => (count === 1 ? "saa 1" : `masaa ${count}`);

/** The part of the day stands behind the clock: "saa 5" would be eleven to those who count from sunrise. */
function ofDay(clock: string): string {
  const hour = Number(clock.slice(0, 2));
  const part = hour < 4 || hour >= 19 ? "usiku" : hour < 12 ? "asubuhi" : hour < 16 ? "mchana" : "jioni";
  return `${clock} ${part}`;
}

export const swahili: Messages = {
  language: "sw",
  kes: "KES",
  time: {
    plan(days, hours) {
      if (days === 0) return hours === 1 ? "Saa 1" : `Masaa ${hours}`;
      return hours === 0 ? `Siku ${days}` : `Siku ${days} na ${hoursOf(hours)}`;
    },
    left(days, hours, minutes) {
      if (days > 0) return hours > 0 ? `siku ${days} ${hoursOf(hours)}` : `siku ${days}`;
      if (hours > 0) return `${hoursOf(hours)} dk ${minutes}`;
      return minutes > 0 ? `dakika ${minutes}` : "chini ya dakika moja";
    },
    months: ["Jan", "Feb", "Mac", "Apr", "Mei", "Jun", "Jul", "Ago", "Sep", "Okt", "Nov", "Des"],
  },
  brand: {
    onFreeWifi: "WiFi ya bure",
    providerNetwork: "Mtandao wa huduma",
  },
  home: {
    title: "Mipango ya WiFi",
    welcome: (company) => `Karibu ${company}`,
    choose: "Chagua mpango wako",
    groups: { hours: "Kwa saa", days: "Kwa siku", weeks: "Wiki na mwezi" },
    usualWelcome: "Chagua mpango na uingie mtandaoni kwa sekunde chache.",
    selectPlan: "Chagua",
    planFor: (duration, amount) => `, ${duration} kwa ${amount}`,
    mostPopular: "Unaopendwa zaidi",
    unlimited: "Data bila kikomo",
    mbps: (speed) => `${speed} Mbps`,
    gb: (amount) => `Data ${amount} GB`,
    devices: (count) => `Vifaa ${count}`,
    voucherQuestion: "Una vocha?",
    voucherAction: "Weka nambari ya vocha",
    paidAlready: "Umeshalipa?",
    bringIt: "Hamishia kwenye simu hii",
    noPlans: {
      title: "Hakuna mipango kwa sasa",
      text: "Tafadhali angalia tena baadaye kidogo. Kama una vocha, bado unaweza kuitumia.",
    },
    noRouter: {
      title: "Jiunge na WiFi kwanza",
      text: "Ukurasa huu unauza intaneti ya WiFi uliyojiunga nayo, na bado haujui ni WiFi gani.",
      steps: [
        "Fungua mipangilio ya WiFi kwenye simu yako.",
        "Jiunge na WiFi ya mtoa huduma wako.",
        "Mipango itafunguka yenyewe. Isipofunguka, fungua ukurasa wowote wa wavuti.",
      ],
    },
    unknownDevice: "Bado hatuoni kifaa chako kwenye WiFi. Unaweza kulipa sasa; muda wako utaanza kikijiunga.",
  },
  ads: {
    region: "Matangazo",
    counter: (number, count) => `Tangazo ${number} kati ya ${count}`,
    secondsLeft: (seconds) => `Sek ${seconds}`,
    secondsRemaining: "Sekunde zilizobaki: ",
    shown: "Sehemu iliyoonyeshwa",
    pause: "Simamisha",
    resume: "Endeleza",
    interested: (title) => `Ninavutiwa na hili: ${title}`,
    noted: "Sawa: unavutiwa na tangazo hili.",
    visit: "Tembelea tovuti",
    visitLater: "Itafunguka ukiwa mtandaoni",
    visitKept: "Tumekuhifadhia hadi uwe mtandaoni",
    free: "Unatazama matangazo bila malipo",
    skip: "Ruka",
    continue: "Endelea",
    footer: "Matangazo hutolewa bila malipo • Hakuna gharama za data",
  },
  why: {
    title: "Kwa nini utuchague",
    points: [
      { title: "Huanza papo hapo", text: "Unaingia mtandaoni sekunde chache baada ya kulipa." },
      { title: "Malipo salama", text: "PIN yako inabaki kwenye simu yako." },
      { title: "Msaada saa 24", text: "Tupigie saa yoyote, siku yoyote." },
    ],
  },
  footer: {
    call: (phone) => `Piga simu kwa msaada, ${phone}`,
    copyEmail: "Nakili anwani ya barua pepe",
    copied: "Imenakiliwa",
    copyright: (year, company) => `© ${year} ${company}`,
    reference: (id: string) => `Kumbukumbu: ${id}`,
    poweredBy: "Inaendeshwa na MikroTik",
    terms: "Masharti",
    privacy: "Faragha",
    copy: (name) => `Nakili anwani: ${name}`,
  },
  legal: {
    title: "Masharti na faragha",
    text: "Kurasa hizi hufunguka ukiwa mtandaoni. Nakili anwani zake uzisome baadaye.",
  },
  loading: "Inapakia",
  choices: {
    language: "Lugha",
    theme: "Rangi",
    themes: { light: "Angavu", dark: "Nyeusi", system: "Ya simu" },
  },
  device: {
    online: "Uko mtandaoni",
    connecting: "Umelipa. Tunakuunganisha…",
    waiting: "Umelipa. Tunasubiri kifaa chako",
    ended: "Muda wako umeisha",
    endedWhen: (when) => `Muda wako uliisha ${when}`,
    dataUsedUp: "Data yako imeisha",
    buyAgain: (plan) => `Nunua tena ${plan}`,
    slow: "Hii inachukua muda kuliko kawaida.",
    slowUnstarted: "Hii inachukua muda kuliko kawaida. Muda wako haujaanza kuhesabiwa.",
    call: (phone) => `Piga simu ${phone}`,
    until: (when) => `hadi ${when}`,
    left: (amount) => `bado ${amount}`,
    follow: "Tazama yalipofikia",
    stillChecking: "Bado tunaangalia malipo yako ya mwisho",
    pending: (plan, amount) =>
      `Malipo ya ${amount} ya ${plan} yanasubiri PIN ya M-Pesa. Kifaa hiki kitaunganishwa malipo yakikamilika.`,
  },
  ...paymentSwahili,
  connected: {
    title: "Muunganisho wako",
    none: {
      title: "Bado hujaunganishwa",
      text: "Hakuna mpango unaotumika kwenye kifaa hiki. Chagua mpango ili uingie mtandaoni.",
    },
    notShown: "Kilichobaki kinaonyeshwa kwenye kivinjari kilichotumika kununua.",
    timeLeft: "Muda uliobaki",
    dataLeft: "Data iliyobaki",
    speed: "Kasi",
    until: (when) => `Hadi ${when}`,
    unlimited: "Bila kikomo",
    noTime: "–",
    queue: "Kinachofuata",
    starts: (when) => `Itaanza ${when}`,
    receiptShort: "Risiti",
    startsAfter: "Itaanza iliyotangulia ikiisha",
    unknownDevice: {
      title: "Hiki ni kifaa gani?",
      text: "Ukurasa huu haukitambui kifaa chako. Gusa kitufe ukiwa kwenye WiFi, na utaona ulicho nacho.",
    },
    absent: "Jiunge na WiFi kwa kifaa hiki; muda wako utaanza kikijiunga.",
    purchase: "Ulichonunua",
    plan: "Mpango",
    amount: "Kiasi",
    receipt: "Risiti ya M-Pesa",
    paidBy: "Aliyelipa",
    reference: "Nambari ya kumbukumbu",
    buyMore: "Nunua zaidi",
    seePlans: "Tazama mipango",
    devices: "Vifaa",
    devicesUsed: (used, bought) => `${used} kati ya vifaa ${bought}`,
    planDevices: "Vifaa vya mpango huu",
    remove: "Ondoa",
    addDevice:
      "Ili kuongeza kifaa kingine, kiunganishe kwenye WiFi hii, fungua ukurasa huu hapo, gusa “Tumia nambari” na uandike nambari ya kurejesha.",
    askBuyer: "Aliyelipa anaona nambari ya kurejesha kwenye ukurasa huu.",
    move: "Ulinunua kwa simu nyingine, au umebadilisha simu?",
    useCode: "Tumia nambari",
    websites: "Kutoka kwa watangazaji wetu",
    open: (title) => `Fungua ${title}`,
  },
  claim: {
    title: "Tumia ulichonunua hapa",
    text: "Umelipa lakini huna intaneti, au umebadilisha simu? Nambari uliyopewa italeta intaneti kwenye kifaa hiki.",
    codeLabel: "Ujumbe wa M-Pesa, risiti au vocha",
    codeHint:
      "Bandika ujumbe wote wa M-Pesa, au andika nambari ya risiti yake, nambari ya vocha au nambari ya kurejesha.",
    phoneLabel: "Nambari ya simu iliyolipa",
    optional: "(risiti ya M-Pesa tu)",
    submit: "Tumia kwenye kifaa hiki",
    asking: "Tunatafuta ulichonunua…",
    checking: "Tunauliza M-Pesa kuhusu nambari hii. Baki hapa, ukurasa utaendelea wenyewe.",
    checkingPlain: "Tunauliza M-Pesa kuhusu nambari hii. Bonyeza kitufe tena baada ya dakika moja.",
    unclear:
      "M-Pesa bado haijathibitisha nambari hii. Kama pesa zimetoka kwenye akaunti yako, hifadhi ujumbe wa M-Pesa na uwasiliane na huduma kwa wateja.",
    call: (phone) => `Piga simu kwa msaada, ${phone}`,
    lost: "Kuna hitilafu ya mtandao au ya seva. Tafadhali jaribu tena.",
    unknownDevice: "Bado hatuoni kifaa chako kwenye WiFi. Kiunganishe na WiFi kwanza.",
    back: "Mipango yote",
    whichLeaves: "Nafasi zote za mpango huu zimechukuliwa. Ni kifaa gani kiondoke?",
    takesPlace: "Kitatoka mtandaoni, na kifaa hiki kitachukua nafasi yake.",
    allLeave: "Mpango huu unatumika kwenye hotspot nyingine. Ukiuleta hapa, utaisha huko kwa:",
    bringHere: "Ulete hapa",
  },
  planDevice: {
    this: "Kifaa hiki",
    other: (mark) => `Kifaa kinachoishia na ${mark}`,
    joined: (when) => `kilijiunga ${when}`,
  },
  elsewhere: {
    text: (plan) => `Mpango wa ${plan} uko kwenye kifaa kingine`,
    textUntil: (plan, when) => `Mpango wa ${plan}, hadi ${when}, uko kwenye kifaa kingine`,
    use: (device) => `Tumia hapa (${device})`,
    waits: (plans) => `Umelipia, na bado haina kifaa: ${plans}`,
    connect: (device) => `Unganisha kifaa hiki (${device})`,
  },
  recovery: {
    name: "Nambari ya kurejesha",
    text: "Iandike mahali salama: inahamisha intaneti yako hadi simu nyingine.",
    copy: "Nakili nambari ya kurejesha",
  },
  refused: { back: "Rudi kwenye mipango" },
  notFound: {
    title: "404 Ukurasa haujapatikana",
    text: "Ukurasa huu haupo. Huenda anwani imebadilika.",
    back: "Nenda kwenye mipango",
  },
  moments: {
    today: (clock) => `leo, ${ofDay(clock)}`,
    tomorrow: (clock) => `kesho, ${ofDay(clock)}`,
  },
  problems: {
    phoneEmpty: {
      title: "Nambari ya simu inahitajika",
      text: "Tafadhali weka nambari yako ya simu ya M-Pesa",
    },
    phoneInvalid: {
      title: "Nambari ya simu si sahihi",
      text: "Tafadhali weka nambari sahihi ya simu ya Kenya",
    },
    codeEmpty: { title: "Nambari ya vocha inahitajika", text: "Tafadhali weka nambari ya vocha yako" },
    claimPhone: {
      title: "Nambari ya simu inahitajika",
      text: "Tafadhali weka pia nambari ya simu iliyolipa.",
    },
    claimEmpty: {
      title: "Nambari inahitajika",
      text: "Tafadhali weka nambari uliyopewa au ubandike ujumbe wa M-Pesa",
    },
  },
  toasts: {
    initiated: { title: "Malipo yameanza", text: "Angalia ombi la M-Pesa kwenye simu yako" },
    initiationFailed: { title: "Malipo yameshindikana", text: "Imeshindikana kuanzisha malipo" },
    initiationLost: { title: "Hitilafu ya malipo", text: "Imeshindikana kuanzisha malipo" },
    redeemed: { title: "Imefaulu!", text: "Vocha imekubaliwa. Sasa una intaneti!" },
    voucherFailed: { title: "Hitilafu ya vocha", text: "Imeshindikana kutumia vocha" },
    paid: { title: "Malipo yamefaulu!", text: "Intaneti yako imewashwa." },
    queued: { title: "Malipo yamefaulu!", text: "Mpango utaanza ule uliotangulia ukiisha." },
    failed: {
      title: "Malipo yameshindikana",
      text: "Tafadhali jaribu tena au wasiliana na huduma kwa wateja.",
    },
    timeout: {
      title: "Muda wa malipo umeisha",
      text: "Tafadhali angalia hali ya malipo yako au ujaribu tena.",
    },
    dismiss: "Funga",
  },
};
