import type { PaymentReason } from "#contract/payments";

// What is said from the payment form to its end.

/** Why a payment failed, and what the visitor can do about it now. */
export type ReasonMessages = Record<PaymentReason, { why: string; now: string }>;

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

export const paymentEnglish = {
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
    sentTo: (phone: string) => `Prompt sent to ${phone}`,
    sendingTo: (phone: string) => `Sending the prompt to ${phone}…`,
    wrongNumber: "Wrong number?",
    again: "Send again",
    againIn: (clock: string) => `Send again in ${clock}`,
    unclear: "We do not know yet whether the prompt went out. If it appears, enter your PIN.",
    left: "Time left",
    text: (amount: string, plan: string) =>
      `Enter your M-Pesa PIN on the prompt to pay ${amount} for ${plan}.`,
    steps: {
      sending: "Sending the prompt",
      sent: "Prompt sent to your phone",
      pin: "Enter your M-Pesa PIN",
      connect: "Connecting you",
    },
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
    queued: (plan: string) => `Paid. It starts when ${plan} ends.`,
    queuedUntil: (plan: string, when: string) => `Paid. It starts when ${plan} ends, ${when}.`,
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
  overtaken: {
    title: "You are online already",
    text: "Do not enter the PIN. The prompt on the phone would pay for one more plan.",
  },
  failure: {
    lost: "If a prompt appears on your phone, enter your PIN: you are connected as soon as it is paid.",
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
};

export type PaymentMessages = typeof paymentEnglish;
