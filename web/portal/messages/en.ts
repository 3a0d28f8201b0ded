import type { PaymentReason } from "#contract/payments";
import type { Language } from "#contract/texts";
import { englishTime } from "#contract/values/duration";

// Every text of the visitor's page by key. What docs/behaviour/visitor-portal.md quotes is kept to the letter.

const reasons: ReasonMessages = {
  insufficient: {
    why: "Your M-Pesa balance is too low.",
    now: "Top up your M-Pesa, or choose a plan that costs less.",
  },
  "wrong-pin": {
    why: "The M-Pesa PIN was not accepted.",
    now: "Try again and enter your M-Pesa PIN when the prompt appears.",
  },
  cancelled: {
    why: "The request was cancelled on the phone.",
    now: "Nothing was charged. Try again whenever you are ready.",
  },
  network: {
    why: "The prompt did not reach your phone, or no PIN came back in time.",
    now: "Check that the phone is on and has signal, then try again.",
  },
  service: {
    why: "M-Pesa could not take the payment just now.",
    now: "Wait a minute, then try again.",
  },
};

export const english = {
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
    selectPlan: "Select Plan",
    planFor: (duration: string, amount: string) => `, ${duration} for ${amount}`,
    mostPopular: "Most Popular",
    unlimited: "Unlimited Data",
    mbps: (speed: number) => `${speed} Mbps`,
    gb: (amount: number) => `${amount} GB data`,
    devices: (count: number) => `${count} devices`,
    voucherQuestion: "Have a voucher?",
    voucherAction: "Enter voucher code",
    paidAlready: "Already paid?",
    bringIt: "Bring it to this phone",
    noPlans: {
      title: "No plans on sale right now",
      text: "Please look in again a little later. If you have a voucher, you can still use it.",
    },
    noRouter: {
      title: "Join a WiFi first",
      text: "This page sells internet on the WiFi you are connected to, and it does not know yet which one that is.",
      steps: [
        "Open the WiFi settings of your phone.",
        "Connect to the WiFi of your provider.",
        "The plans open by themselves. If they do not, open any web page.",
      ],
    },
    unknownDevice:
      "We cannot see your device on the WiFi yet. You can pay now; your time starts when it has joined.",
  },
  ads: {
    region: "Advertisements",
    counter: (number: number, count: number) => `Advertisement ${number} of ${count}`,
    secondsLeft: (seconds: number) => `${seconds} s`,
    secondsRemaining: "Seconds remaining: ",
    shown: "Shown so far",
    pause: "Pause",
    resume: "Resume",
    interested: (title: string) => `I am interested in this: ${title}`,
    noted: "Noted: you are interested in this.",
    visit: "Visit Website",
    visitLater: "Opens once you are online",
    visitKept: "Kept for you until you are online",
    free: "You are browsing advertisement content for free",
    skip: "Skip",
    continue: "Continue",
    footer: "Advertisement content is provided free of charge • No data charges apply",
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
  legal: {
    title: "Terms and privacy",
    text: "These pages open once you are online. Copy their addresses to read them later.",
  },
  loading: "Loading",
  choices: {
    language: "Language",
    theme: "Colours",
    themes: { light: "Light", dark: "Dark", system: "System" },
  },
  device: {
    online: "You are online",
    connecting: "Paid. Connecting you…",
    waiting: "Paid. Waiting for your device",
    ended: "Your time has ended",
    until: (when: string) => `until ${when}`,
    left: (amount: string) => `${amount} left`,
    stillChecking: "We are still checking your last payment",
    pending: (plan: string, amount: string) =>
      `A payment of ${amount} for ${plan} is waiting for its M-Pesa PIN. This device goes online when it is paid.`,
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
    pay: (amount: string) => `Pay ${amount}`,
    paying: "Sending the prompt…",
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
  join: {
    title: "Join the WiFi first",
    text: (company: string) =>
      `Connect this phone to the WiFi of ${company}. Your voucher works there, and it is not used up yet.`,
    code: "Your voucher",
    onWifi: "I am on this WiFi",
    next: "If nothing opens, open the WiFi settings, tap this WiFi and sign in, then enter the code.",
  },
  waiting: {
    title: "Check your phone",
    text: (amount: string, plan: string) =>
      `Enter your M-Pesa PIN on the prompt to pay ${amount} for ${plan}.`,
    elapsed: "Waiting for your PIN",
    steps: { sent: "Prompt sent to your phone", pin: "Enter your M-Pesa PIN", connect: "Connecting you" },
    stepStates: { done: "done", now: "now", later: "next" },
    noPrompt: "No prompt on your phone?",
    help: {
      signal: "Unlock the phone and make sure it has signal; the prompt can take up to a minute.",
      menu: "On an older SIM card, dial *234# once to update the M-Pesa menu.",
      paid: "Already paid? Stay here, you are connected as soon as M-Pesa confirms it.",
    },
    trouble: "Network error or server issue. We keep checking.",
    useCode: "Enter your M-Pesa code",
  },
  byHand: {
    title: "Or pay by hand",
    paybill: "Pay bill",
    account: "Account",
    amount: "Amount",
    copy: (name: string) => `Copy: ${name}`,
    next: "In the M-Pesa menu choose Lipa na M-Pesa, then Pay Bill. You are connected as soon as it is paid.",
  },
  success: {
    title: "Payment Successful!",
    activated: "Your internet access has been activated.",
    connecting: "Paid. We are connecting you now…",
    absent: "Paid. Your time starts when this device joins the WiFi.",
    connectingStep: "Connecting you…",
    absentStep: "Waiting for your device…",
    browse: "Start Browsing the Internet",
    plan: "Plan",
    until: "Online until",
    speed: "Speed",
    upTo: (speed: string) => `Up to ${speed}`,
    closesIn: (seconds: number) => `Opens by itself in ${seconds} s`,
    stay: "Stay here",
    staying: "Tap the button when you are ready",
  },
  failure: {
    title: "Payment Unsuccessful",
    failed: "Payment failed",
    unknown: "Payment could not be processed",
    timeout: "Please check your payment status or try again.",
    stillChecking:
      "We keep checking. If your payment arrives, you are connected at once: your money is safe.",
    commonReasons: "Common reasons",
    common: [
      { reason: "insufficient", text: "Insufficient mobile-money balance" },
      { reason: "wrong-pin", text: "Wrong PIN" },
      { reason: "cancelled", text: "Cancelled request" },
      { reason: "network", text: "Network issues" },
      { reason: "service", text: "Service unavailable" },
    ],
    tryAgain: "Try Again",
    otherPlan: "Choose Different Plan",
    havePaid: "I have paid",
    reasons,
  },
  connected: {
    title: "Your connection",
    none: {
      title: "Not connected yet",
      text: "Nothing is running on this device. Choose a plan to get online.",
    },
    notShown: "What is left is shown in the browser in which it was bought.",
    timeLeft: "Time left",
    dataLeft: "Data left",
    speed: "Speed",
    until: (when: string) => `Until ${when}`,
    unlimited: "Unlimited",
    noTime: "–",
    queued: (count: number) =>
      count === 1
        ? "1 more plan starts when this one ends."
        : `${count} more plans start when this one ends.`,
    absent: "Join the WiFi with this device; your time starts when it is there.",
    purchase: "Your purchase",
    plan: "Plan",
    amount: "Amount",
    receipt: "M-Pesa receipt",
    paidBy: "Paid by",
    reference: "Reference",
    buyMore: "Buy more",
    seePlans: "See plans",
    devices: "Devices",
    devicesUsed: (used: number, bought: number) => `${used} of ${bought} devices`,
    addDevice:
      "To add another device, join this WiFi with it, open this page there, tap “Use a code” and type the recovery code.",
    askBuyer: "Who paid sees the recovery code on this page.",
    move: "Bought on another phone, or changed yours?",
    useCode: "Use a code",
    websites: "From our advertisers",
    open: (title: string) => `Open ${title}`,
  },
  claim: {
    title: "Use what you bought here",
    text: "Paid but not online, or changed your phone? Your code brings the internet to this device.",
    codeLabel: "M-Pesa message or code",
    codeHint: "Paste the whole M-Pesa message, or enter its receipt code, a voucher code or a recovery code.",
    phoneLabel: "Number that paid",
    optional: "(M-Pesa receipt only)",
    submit: "Use it on this device",
    asking: "Looking for your purchase…",
    checking: "We are asking M-Pesa about this code. Stay here, this page goes on by itself.",
    checkingPlain: "We are asking M-Pesa about this code. Press the button again in a minute.",
    unclear:
      "M-Pesa has not confirmed this code yet. If the money has left your account, keep the M-Pesa message and contact support.",
    call: (phone: string) => `Call support, ${phone}`,
    lost: "Network error or server issue. Please try again.",
    unknownDevice: "We cannot see your device on the WiFi yet. Join the WiFi with it first.",
    back: "All plans",
  },
  elsewhere: {
    text: (plan: string) => `${plan} is on another device`,
    textUntil: (plan: string, when: string) => `${plan}, until ${when}, is on another device`,
    use: (device: string) => `Use it here (${device})`,
    waits: (plans: string) => `Paid, and for no device yet: ${plans}`,
    connect: (device: string) => `Connect this device (${device})`,
  },
  recovery: {
    name: "Recovery code",
    text: "Write it down: it moves your internet to another phone.",
    copy: "Copy the recovery code",
  },
  refused: { back: "Back to the plans" },
  notFound: {
    title: "404 Page Not Found",
    text: "Did you forget to add the page to the router?",
    back: "Go to the plans",
  },
  moments: {
    today: (clock: string) => `today at ${clock}`,
    tomorrow: (clock: string) => `tomorrow at ${clock}`,
  },
  problems: {
    phoneEmpty: { title: "Phone Number Required", text: "Please enter your M-Pesa phone number" },
    phoneInvalid: { title: "Invalid Phone Number", text: "Please enter a valid Kenyan phone number" },
    codeEmpty: { title: "Voucher Code Required", text: "Please enter your voucher code" },
    claimPhone: {
      title: "Phone Number Required",
      text: "Please enter the phone number that paid, too.",
    },
    claimEmpty: { title: "Code Required", text: "Please enter your code or paste the M-Pesa message" },
  },
  toasts: {
    initiated: { title: "Payment Initiated", text: "Check your phone for the M-Pesa prompt" },
    initiationFailed: { title: "Payment Failed", text: "Failed to initiate payment" },
    initiationLost: { title: "Payment Error", text: "Failed to initiate payment" },
    redeemed: { title: "Success!", text: "Voucher redeemed successfully. You now have internet access!" },
    voucherFailed: { title: "Voucher Error", text: "Failed to redeem voucher" },
    paid: { title: "Payment Successful!", text: "Your internet access has been activated." },
    failed: { title: "Payment Failed", text: "Please try again or contact support." },
    timeout: { title: "Payment Timeout", text: "Please check your payment status or try again." },
    dismiss: "Dismiss",
  },
};

// One object per language, typed by the English one. A page loads one language.

export type Problem = { title: string; text: string };

/** Why a payment failed, and what the visitor can do about it now. */
export type ReasonMessages = Record<PaymentReason, { why: string; now: string }>;

export type Messages = typeof english;
export type ToastKind = Exclude<keyof Messages["toasts"], "dismiss">;
