import type { Language } from "#contract/texts";
import { englishTime } from "#contract/values/duration";
import { grouped } from "#contract/values/money";
import { speedText } from "#contract/values/speed";

// What the plans and the payment form say: all that a first visit needs.

export const firstEnglish = {
  language: "en" as Language,
  kes: "KES",
  time: englishTime,
  brand: {
    onFreeWifi: "Connected to free WiFi",
    providerNetwork: "Provider Network",
  },
  home: {
    title: "WiFi plans",
    welcome: (company: string) => `Welcome to ${company}`,
    choose: "Choose your plan",
    groups: { hours: "Hours", days: "Days", weeks: "Weeks and months" },
    usualWelcome: "Choose a plan and be online in seconds.",
    selectPlan: "Select Plan",
    insteadOf: "instead of",
    until: (when: string) => `until ${when}`,
    open: (from: string, until: string) => `Open ${from} to ${until}`,
    planFor: (duration: string, amount: string) => `, ${duration} for ${amount}`,
    mostPopular: "Most Popular",
    unlimited: "Unlimited Data",
    mbps: (speed: number) => speedText(speed, grouped),
    slows: (amount: number, speed: number) => `${speedText(speed, grouped)} after ${grouped(amount)} GB`,
    gb: (amount: number) => `${grouped(amount)} GB data`,
    devices: (count: number) => `${count} devices`,
    voucherQuestion: "Have a voucher?",
    voucherAction: "Enter voucher code",
    newHere: "New here?",
    tryFree: (minutes: number) => (minutes === 1 ? "Try 1 minute free" : `Try ${minutes} minutes free`),
    paidAlready: "Already paid?",
    bringIt: "Bring it to this phone",
    noPlans: {
      title: "No plans on sale right now",
      text: "Please look in again a little later. If you have a voucher, you can still use it.",
    },
    unknownDevice:
      "We cannot see your device on the WiFi yet. You can pay now; your time starts when it has joined.",
    onWifi: "I am on this WiFi",
  },
  why: {
    title: "Why Choose Our Service",
    points: [
      { title: "Instant Activation", text: "Online seconds after you pay." },
      { title: "Secure Payments", text: "Your PIN stays on your own phone." },
      { title: "24/7 Support", text: "Call us at any hour of the day." },
    ],
  },
  footer: {
    call: (phone: string) => `Call support, ${phone}`,
    copyEmail: "Copy e-mail address",
    copied: "Copied",
    copyright: (year: number, company: string) => `© ${year} ${company}`,
    reference: (id: string) => `Reference: ${id}`,
    poweredBy: "Powered by MikroTik",
    terms: "Terms",
    privacy: "Privacy",
    copy: (name: string) => `Copy the address: ${name}`,
  },
  loading: "Loading",
  choices: {
    language: "Language",
    theme: "Colours",
    themes: { light: "Light", dark: "Dark", system: "System" },
  },
  problems: {
    phoneEmpty: { title: "Phone Number Required", text: "Please enter your M-Pesa phone number" },
    phoneInvalid: { title: "Invalid Phone Number", text: "Please enter a valid Kenyan phone number" },
    phoneNotMobile: {
      title: "Invalid Phone Number",
      text: "Please enter a mobile number, like 0712\u00a0345\u00a0678",
    },
    codeEmpty: { title: "Voucher Code Required", text: "Please enter your voucher code" },
  },
  toasts: {
    initiated: { title: "Payment Initiated", text: "Check your phone for the M-Pesa prompt" },
    initiationFailed: { title: "Payment Failed", text: "Failed to initiate payment" },
    initiationLost: { title: "Payment Error", text: "Failed to initiate payment" },
    redeemed: { title: "Success!", text: "Voucher redeemed successfully. You now have internet access!" },
    voucherFailed: { title: "Voucher Error", text: "Failed to redeem voucher" },
    paid: { title: "Payment Successful!", text: "Your internet access has been activated." },
    closed: { title: "Payment Successful!", text: "It opens by itself at its hour." },
    queued: { title: "Payment Successful!", text: "It starts when the plan before it ends." },
    failed: { title: "Payment Failed", text: "Please try again or contact support." },
    timeout: { title: "Payment Timeout", text: "Please check your payment status or try again." },
    dismiss: "Dismiss",
  },
  buy: {
    title: "Complete Payment",
    close: "Close",
    voucher: "Voucher",
    methods: "How do you want to pay?",
    youPay: "You pay",
    phoneLabel: "M-Pesa phone number",
    phoneExample: "0712 345 678",
    next: (amount: string) =>
      `A prompt opens on this phone: enter your M-Pesa PIN there to pay ${amount}, and you are online seconds later.`,
    nextClosed: (amount: string) =>
      `A prompt opens on this phone: enter your M-Pesa PIN there to pay ${amount}. Your internet opens by itself.`,
    ends: (when: string) => `Ends ${when}`,
    opens: (when: string, end: string) => `Closed now: opens ${when}, ends ${end}`,
    pay: (amount: string) => `Pay ${amount}`,
    paying: "Sending the prompt…",
    offers: "Send me offers by SMS",
    retryIn: (clock: string) => `Try again in ${clock}`,
    broken: "Your connection broke. If a prompt appears, enter your PIN. We keep asking.",
    brokenVoucher: "Your connection broke. We keep asking.",
    codeLabel: "Voucher code",
    codeExample: "ABCDE-12345",
    redeem: "Redeem Voucher",
    redeeming: "Checking the voucher…",
    hints: [
      "Enter the code exactly as provided",
      "Each voucher is single use",
      "Vouchers may expire",
      "Access is instant after redemption",
    ],
    device: (device: string) => `For the device ending in ${device}.`,
    other: "Not this one?",
    voucherOnly: "Only vouchers are taken here at the moment. Please ask for one at the counter.",
    noPlan: "Choose a plan first, then pay for it here.",
    back: "All plans",
  },
};

export type FirstMessages = typeof firstEnglish;
