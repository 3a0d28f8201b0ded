import { is, type Row, toast } from "./row.ts";

/** Sections 2, 5 and 8 again, for whatever a router's provider collects by: M-Pesa's texts with the name replaced. */
const airtel: Row[] = [
  {
    what: "services: a tab for each, labelled by its name, and Voucher",
    how: "two services",
    expect: is({ tabs: "M-Pesa, Airtel Money, Voucher" }),
  },
  { what: "Airtel: the label", how: "Airtel tab", expect: is({ label: "Airtel Money phone number" }) },
  {
    what: "Airtel: what happens next",
    how: "Airtel tab",
    expect: "A prompt opens on this phone: enter your Airtel Money PIN there to pay KES 30",
  },
  {
    what: "Airtel: the form differs from M-Pesa's in the name alone",
    how: "Airtel tab",
    expect: is({ mpesaNamed: false, differsInName: true }),
  },
  {
    what: "Airtel: phone required",
    how: "Airtel phone empty",
    expect: /Phone Number Required.*Please enter your Airtel Money phone number/,
  },
  {
    what: "Airtel: phone too short",
    how: "Airtel phone of 8 digits",
    expect: /Invalid Phone Number.*Please enter a valid Kenyan phone number/,
  },
  {
    what: "Airtel: toast of the prompt",
    how: "asked by Airtel",
    expect: toast("Payment Initiated", "Check your phone for the Airtel Money prompt"),
  },
  {
    what: "Airtel: which PIN, how much and for what",
    how: "asked by Airtel",
    expect: "Enter your Airtel Money PIN on the prompt to pay KES 30 for Savanna Evening.",
  },
  {
    what: "Airtel: whoever has paid waits",
    how: "asked by Airtel",
    expect: "Already paid? Stay here, you are connected as soon as Airtel Money confirms it.",
  },
  { what: "Airtel: M-Pesa is not named while waiting", how: "asked by Airtel", expect: /^(?!.*M-Pesa)/ },
  { what: "Airtel: paid", how: "paid by Airtel", expect: "Payment Successful!" },
  {
    what: "Airtel: paid, and then",
    how: "paid by Airtel",
    expect: "Paid. We are connecting you now…",
  },
  {
    what: "Airtel: why, a wrong PIN",
    how: "Airtel wrong PIN",
    expect: "The Airtel Money PIN was wrong.",
  },
  {
    what: "Airtel: why, no money",
    how: "Airtel insufficient",
    expect: "There is not enough money in your Airtel Money account for this plan.",
  },
  {
    what: "Airtel: what to do without money",
    how: "Airtel insufficient",
    expect: "Top up your Airtel Money, or choose a plan that costs less.",
  },
  {
    what: "Airtel: why, cancelled",
    how: "Airtel cancelled",
    expect: "The request was cancelled on your phone.",
  },
  { what: "Airtel: M-Pesa is not named in a failure", how: "Airtel wrong PIN", expect: /^(?!.*M-Pesa)/ },
];

const byHand: Row[] = [
  { what: "by hand: offered while waiting", how: "by hand while waiting", expect: "Or pay by hand" },
  { what: "by hand: the pay bill", how: "by hand while waiting", expect: /Pay bill 600200/ },
  { what: "by hand: a code of eight digits", how: "by hand while waiting", expect: /Account \d{4} \d{4} / },
  { what: "by hand: the amount", how: "by hand while waiting", expect: /Amount KES 30/ },
  {
    what: "by hand: where to type it",
    how: "by hand while waiting",
    expect:
      "In the M-Pesa menu choose Lipa na M-Pesa, then Pay Bill. You are connected as soon as it is paid.",
  },
  { what: "by hand: offered after a failure", how: "by hand after a failure", expect: "Or pay by hand" },
  { what: "by hand: the pay bill again", how: "by hand after a failure", expect: /Pay bill 600200/ },
  {
    what: "by hand: the same code after a failure",
    how: "by hand after a failure",
    expect: is({ keptAccount: true }),
  },
  {
    what: "by hand: not where nothing is reported",
    how: "payment asked for",
    expect: /^(?!.*Or pay by hand)/,
  },
  { what: "by hand: not by Airtel", how: "asked by Airtel", expect: /^(?!.*Or pay by hand)/ },
];

const none: Row[] = [
  {
    what: "no service: only Voucher, and it is open",
    how: "no service",
    expect: is({ tabs: "Voucher", phoneFields: 0, codeField: true }),
  },
  {
    what: "no service: said so",
    how: "no service",
    expect: "Only vouchers are taken here at the moment. Please ask for one at the counter.",
  },
];

export const serviceRows: Row[] = [...airtel, ...byHand, ...none];
