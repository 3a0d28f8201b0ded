import { grouped } from "#contract/values/money";
import { speedText } from "#contract/values/speed";
import type { FirstMessages } from "./first-en.ts";

// Kiswahili as it is spoken in Kenya: short, polite, the words that M-Pesa's own messages use (nenosiri would be understood,
// "PIN" is what everybody says).

/** "Saa 3" alone would be nine in the morning. */
const hoursOf = (count: number) => (count === 1 ? "saa 1" : `masaa ${count}`);

export const firstSwahili: FirstMessages = {
  language: "sw",
  kes: "KES",
  time: {
    plan(days, hours, minutes) {
      const parts = [
        ...(days === 0 ? [] : [`Siku ${days}`]),
        ...(hours === 0 ? [] : [days > 0 ? hoursOf(hours) : hours === 1 ? "Saa 1" : `Masaa ${hours}`]),
        ...(minutes === 0 ? [] : [days + hours > 0 ? `dakika ${minutes}` : `Dakika ${minutes}`]),
      ];
      return parts.join(" na ");
    },
    left(days, hours, minutes) {
      if (days > 0) return hours > 0 ? `siku ${days} ${hoursOf(hours)}` : `siku ${days}`;
      if (hours > 0) return minutes > 0 ? `${hoursOf(hours)} dk ${minutes}` : hoursOf(hours);
      return minutes > 0 ? `dakika ${minutes}` : "chini ya dakika moja";
    },
    months: ["Jan", "Feb", "Mac", "Apr", "Mei", "Jun", "Jul", "Ago", "Sep", "Okt", "Nov", "Des"],
  },
  brand: {
    onFreeWifi: "WiFi ya bure",
    providerNetwork: "Mtandao wa huduma",
  },
  home: {
    title: "Vifurushi vya WiFi",
    welcome: (company) => `Karibu ${company}`,
    choose: "Chagua kifurushi chako",
    groups: { hours: "Kwa saa", days: "Kwa siku", weeks: "Wiki na mwezi" },
    usualWelcome: "Chagua kifurushi na uingie mtandaoni kwa sekunde chache.",
    selectPlan: "Chagua",
    insteadOf: "badala ya",
    until: (when) => `hadi ${when}`,
    open: (from, until) => `Wazi ${from} hadi ${until}`,
    planFor: (duration, amount) => `, ${duration} kwa ${amount}`,
    mostPopular: "Kinachopendwa zaidi",
    unlimited: "Data bila kikomo",
    mbps: (speed) => speedText(speed, grouped),
    slows: (amount, speed) => `${speedText(speed, grouped)} baada ya GB ${grouped(amount)}`,
    gb: (amount) => `Data ${grouped(amount)} GB`,
    devices: (count) => `Vifaa ${count}`,
    voucherQuestion: "Una vocha?",
    voucherAction: "Weka nambari ya vocha",
    newHere: "Mgeni hapa?",
    tryFree: (minutes: number) => `Jaribu dakika ${minutes} bure`,
    paidAlready: "Umeshalipa?",
    bringIt: "Ilete kwenye simu hii",
    noPlans: {
      title: "Hakuna vifurushi kwa sasa",
      text: "Angalia tena baadaye. Ukiwa na vocha, unaweza kuitumia.",
    },
    unknownDevice: "Bado hatuoni kifaa chako kwenye WiFi. Unaweza kulipa sasa; muda wako utaanza kikijiunga.",
    onWifi: "Niko kwenye WiFi hii",
  },
  why: {
    title: "Kwa nini utuchague",
    points: [
      { title: "Huanza papo hapo", text: "Unaingia mtandaoni sekunde chache baada ya kulipa." },
      { title: "Malipo salama", text: "PIN yako inabaki kwenye simu yako." },
      { title: "Msaada saa 24", text: "Tupigie saa yoyote." },
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
  loading: "Inapakia",
  choices: {
    language: "Lugha",
    theme: "Rangi",
    themes: { light: "Angavu", dark: "Nyeusi", system: "Ya simu" },
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
    phoneNotMobile: {
      title: "Nambari ya simu si sahihi",
      text: "Tafadhali weka nambari ya simu ya mkononi, kama 0712\u00a0345\u00a0678",
    },
    codeEmpty: { title: "Nambari ya vocha inahitajika", text: "Tafadhali weka nambari ya vocha yako" },
  },
  toasts: {
    initiated: { title: "Malipo yameanza", text: "Angalia ombi la M-Pesa kwenye simu yako" },
    initiationFailed: { title: "Malipo yameshindikana", text: "Imeshindikana kuanzisha malipo" },
    initiationLost: { title: "Hitilafu ya malipo", text: "Imeshindikana kuanzisha malipo" },
    redeemed: { title: "Imefaulu!", text: "Vocha imekubaliwa. Sasa una intaneti!" },
    voucherFailed: { title: "Hitilafu ya vocha", text: "Imeshindikana kutumia vocha" },
    paid: { title: "Malipo yamefaulu!", text: "Intaneti yako imewashwa." },
    closed: { title: "Malipo yamefaulu!", text: "Kitafunguka chenyewe saa yake." },
    queued: { title: "Malipo yamefaulu!", text: "Kitaanza kilichopo kikiisha." },
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
  buy: {
    title: "Kamilisha malipo",
    close: "Funga",
    voucher: "Vocha",
    methods: "Ungependa kulipa vipi?",
    youPay: "Unalipa",
    phoneLabel: "Nambari ya simu ya M-Pesa",
    phoneExample: "0712 345 678",
    next: (amount) =>
      `Ombi litatokea kwenye simu hii: weka PIN yako ya M-Pesa hapo ili ulipe ${amount}, na utakuwa mtandaoni sekunde chache baadaye.`,
    nextClosed: (amount) =>
      `Ombi litatokea kwenye simu hii: weka PIN yako ya M-Pesa hapo ili ulipe ${amount}. Intaneti yako itafunguka yenyewe.`,
    ends: (when) => `Kinaisha ${when}`,
    opens: (when, end) => `Umefungwa sasa: unafunguka ${when}, unaisha ${end}`,
    pay: (amount) => `Lipa ${amount}`,
    paying: "Tunatuma ombi…",
    offers: "Nitumie ofa kwa SMS",
    retryIn: (clock) => `Jaribu tena baada ya ${clock}`,
    broken: "Mtandao umekatika. Ombi likitokea, weka PIN yako. Tunaendelea kuuliza.",
    brokenVoucher: "Mtandao umekatika. Tunaendelea kuuliza.",
    codeLabel: "Nambari ya vocha",
    codeExample: "ABCDE-12345",
    redeem: "Tumia vocha",
    redeeming: "Tunakagua vocha…",
    hints: [
      "Weka nambari kama ilivyoandikwa",
      "Kila vocha hutumika mara moja tu",
      "Vocha inaweza kuisha muda wake",
      "Utaunganishwa mara tu vocha ikikubaliwa",
    ],
    device: (device) => `Kwa kifaa kinachoishia na ${device}.`,
    other: "Si hiki?",
    voucherOnly: "Kwa sasa hapa tunapokea vocha tu. Omba moja kwenye kaunta.",
    noPlan: "Chagua kifurushi kwanza, kisha ukilipie hapa.",
    back: "Vifurushi vyote",
  },
};
