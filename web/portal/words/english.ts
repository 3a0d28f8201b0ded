import type { ReasonWords } from "../words.ts";

// Every text of the visitor's page by key. Texts in the specification's words are kept to the letter.

const reasons: ReasonWords = {
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
  language: "en" as string,
  kes: "KES",
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
    poweredBy: "Powered by MikroTik",
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
    mpesa: "M-Pesa",
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
    noPlan: "Choose a plan first, then pay for it here.",
    back: "All plans",
  },
  waiting: {
    title: "Check your phone",
    text: (amount: string, plan: string) =>
      `Enter your M-Pesa PIN on the prompt to pay ${amount} for ${plan}.`,
    elapsed: "Waiting for your PIN",
    steps: { sent: "Prompt sent to your phone", pin: "Enter your M-Pesa PIN", connect: "Connecting you" },
    stepStates: { done: "done", now: "now", later: "next" },
    noPrompt: "No prompt on your phone?",
    help: [
      "Unlock the phone and make sure it has signal; the prompt can take up to a minute.",
      "On an older SIM card, dial *234# once to update the M-Pesa menu.",
      "Already paid? Stay here, you are connected as soon as M-Pesa confirms it.",
    ],
    trouble: "Network error or server issue. We keep checking.",
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
      { reason: "insufficient", text: "Insufficient M-Pesa balance" },
      { reason: "wrong-pin", text: "Wrong PIN" },
      { reason: "cancelled", text: "Cancelled request" },
      { reason: "network", text: "Network issues" },
      { reason: "service", text: "Service unavailable" },
    ],
    tryAgain: "Try Again",
    otherPlan: "Choose Different Plan",
    reasons,
  },
  connected: {
    title: "Your connection",
    none: {
      title: "Not connected yet",
      text: "Nothing is running on this device. Choose a plan to get online.",
    },
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
  },
  claim: {
    title: "Use what you bought on this device",
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
