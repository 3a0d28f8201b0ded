import { is, type Row, toast } from "./row.ts";
import { serviceRows } from "./rows-services.ts";

/** Screens. */
const screens: Row[] = [
  { what: "home: company name", how: "home", expect: "Demo WiFi" },
  { what: "home: free-WiFi indicator", how: "home", expect: "Connected to free WiFi" },
  { what: "home: subdomain badge", how: "home", expect: is({ badge: "demo" }) },
  { what: "home: Provider Network", how: "home", expect: "Provider Network" },
  { what: "home: welcome heading", how: "home", expect: is({ heading: "Welcome to Demo WiFi" }) },
  { what: "home: welcome text", how: "home", expect: "Choose a plan and be online in seconds." },
  { what: "home: the header sticks", how: "home", expect: is({ headerTopWhenScrolled: 0 }) },
  { what: "home: the footer is fixed", how: "home", expect: is({ footerBelowWhenScrolled: 0 }) },
  {
    what: "home: a Select Plan button on each card",
    how: "home",
    expect: is({ plans: 5, selectButtons: 5 }),
  },
  { what: "home: Most Popular on the second plan alone", how: "home", expect: is({ popular: "2" }) },
  { what: "home: Why Choose Our Service", how: "home", expect: "Why Choose Our Service" },
  { what: "home: Instant Activation", how: "home", expect: "Instant Activation" },
  { what: "home: Secure Payments", how: "home", expect: "Secure Payments" },
  { what: "home: 24/7 Support", how: "home", expect: "24/7 Support" },
  { what: "home: support phone is a link", how: "home", expect: is({ phoneLink: "tel:+254712000001" }) },
  { what: "home: support e-mail", how: "home", expect: "amina@demo.example" },
  { what: "home: copyright with this year", how: "home", expect: `© ${new Date().getFullYear()} Demo WiFi` },
  { what: "home: the router's vendor", how: "home", expect: "Powered by MikroTik" },
  { what: "home: hours below a day", how: "home", expect: "3 Hours" },
  { what: "home: one hour", how: "home", expect: "1 Hour" },
  { what: "home: a day from 24 hours on", how: "home", expect: "1 Day" },
  { what: "home: several days", how: "home", expect: "7 Days" },
  { what: "home: speed", how: "home", expect: "5 Mbps" },
  { what: "home: no data limit", how: "home", expect: "Unlimited Data" },
  { what: "home: data limit", how: "home", expect: "50 GB" },
  { what: "home: currency", how: "home", expect: /KES\s20/ },
  { what: "home: whole shillings, rounded up", how: "home", expect: /KES\s1,000/ },
  { what: "branding: a provider's name", how: "branded home", expect: "Savanna Lodge Net" },
  { what: "branding: a provider's welcome", how: "branded home", expect: "Karibu to the lodge." },
  { what: "branding: a provider's contacts", how: "branded home", expect: "help@lodge.example" },
  { what: "branding: a provider's logo", how: "branded home", expect: is({ logoWidth: 40 }) },
  {
    what: "branding: a provider's colour",
    how: "branded home",
    expect: is({ headerColour: "rgb(255, 235, 59)" }),
  },
  { what: "branding: the general name elsewhere", how: "main domain with a router", expect: "Mlango WiFi" },
  {
    what: "branding: no badge elsewhere",
    how: "main domain with a router",
    expect: is({ badges: 0, plans: 5 }),
  },
  { what: "hosts: without a router, how to join", how: "main domain", expect: is({ plans: 0, badges: 0 }) },
  { what: "hosts: www is no provider", how: "host www", expect: is({ badges: 0 }) },
  { what: "hosts: api is no provider", how: "host api", expect: is({ badges: 0 }) },
  { what: "hosts: admin is no provider", how: "host admin", expect: is({ badges: 0 }) },
  { what: "hosts: an unknown provider", how: "host of nobody", expect: is({ status: 404 }) },
  { what: "mac: the unsubstituted placeholder is none", how: "mac placeholder", expect: is({ mac: null }) },
  { what: "mac: without a colon is none", how: "mac without colon", expect: is({ mac: null }) },
  { what: "routerId: kept for addresses without it", how: "remembered router", expect: is({ plans: 5 }) },
  { what: "ad: title", how: "first ad", expect: "Fresh chapati" },
  { what: "ad: description", how: "first ad", expect: "Warm every morning" },
  { what: "ad: picture", how: "first ad", expect: is({ pictures: 1 }) },
  { what: "ad: HTML content", how: "first ad", expect: is({ content: "Ten bob each" }) },
  { what: "ad: Visit Website when it has one", how: "first ad", expect: "Visit Website" },
  { what: "ad: no Visit Website when it has none", how: "second ad", expect: is({ websiteButtons: 0 }) },
  { what: "ad: Continue", how: "first ad", expect: "Continue" },
  { what: "ad: Skip", how: "first ad", expect: "Skip" },
  { what: "ad: counter", how: "first ad", expect: "Advertisement 1 of 3" },
  { what: "ad: counter of the second", how: "second ad", expect: "Advertisement 2 of 3" },
  { what: "ad: seconds remaining", how: "first ad", expect: /\b(8|9) ?s/ },
  { what: "ad: progress bar", how: "first ad", expect: is({ progressBars: 1 }) },
  { what: "ad: dots", how: "first ad", expect: is({ dots: 3 }) },
  {
    what: "ad: free of charge while browsing",
    how: "first ad",
    expect: /browsing advertisement content for free/i,
  },
  {
    what: "ad: footer",
    how: "first ad",
    expect: "Advertisement content is provided free of charge • No data charges apply",
  },
  { what: "payment: title", how: "payment dialog", expect: is({ dialogTitle: "Complete Payment" }) },
  { what: "payment: two tabs", how: "payment dialog", expect: is({ tabs: "M-Pesa, Voucher" }) },
  { what: "processing: step by step", how: "payment asked for", expect: "Check your phone" },
  { what: "success: title", how: "paid", expect: "Payment Successful" },
  { what: "success: button", how: "paid", expect: "Start Browsing the Internet" },
  { what: "failure: title", how: "wrong PIN", expect: "Payment Unsuccessful" },
  { what: "failure: Try Again", how: "wrong PIN", expect: "Try Again" },
  { what: "failure: Choose Different Plan", how: "wrong PIN", expect: "Choose Different Plan" },
  {
    what: "failure: common reason, balance",
    how: "wrong PIN",
    expect: /insufficient (mobile-money|M-Pesa) balance/i,
  },
  { what: "failure: common reason, PIN", how: "wrong PIN", expect: "Wrong PIN" },
  { what: "failure: common reason, cancelled", how: "wrong PIN", expect: /cancelled request/i },
  { what: "failure: common reason, network", how: "wrong PIN", expect: /network issues/i },
  { what: "failure: common reason, service", how: "wrong PIN", expect: /service unavailable/i },
  { what: "404: title", how: "unknown address", expect: "404 Page Not Found" },
  { what: "404: text", how: "unknown address", expect: "Did you forget to add the page to the router?" },
  { what: "404: status", how: "unknown address", expect: is({ status: 404 }) },
];

/** What leads where. */
const transitions: Row[] = [
  {
    what: "ads: seen or not stands in local storage",
    how: "ads skipped",
    expect: is({ marker: "true", plans: 5 }),
  },
  { what: "ads: a device with the marker sees none", how: "ads skipped", expect: is({ adsAgain: 0 }) },
  { what: "ads: at zero the next one shows", how: "ad runs out", expect: "Advertisement 2 of 3" },
  { what: "ads: at zero a view is recorded", how: "ad runs out", expect: is({ views: 1 }) },
  { what: "ads: after the last one the plans", how: "last ad", expect: is({ plans: 5 }) },
  {
    what: "ads: a click on the content is recorded",
    how: "ad clicked",
    expect: is({ clicks: 1, interacted: true }),
  },
  {
    what: "ads: ended, future and switched off ones do not show",
    how: "first ad",
    expect: is({ inactive: 0 }),
  },
  {
    what: "ads: a failing list does not block the plans",
    how: "ads cannot be recorded",
    expect: is({ plans: 5 }),
  },
  { what: "ads: a failing record is silent", how: "ads cannot be recorded", expect: is({ toasts: 0 }) },
  { what: "failure: Try Again leads to the plans", how: "try again", expect: is({ plans: 5 }) },
  {
    what: "failure: Choose Different Plan leads to the plans",
    how: "different plan",
    expect: is({ plans: 5 }),
  },
  { what: "failure: why, a wrong PIN", how: "wrong PIN", expect: /PIN was wrong/ },
  { what: "failure: why, cancelled", how: "cancelled", expect: /cancelled/ },
  { what: "failure: why, no money", how: "insufficient", expect: /not enough money/ },
  { what: "failure: why, unreachable", how: "unreachable", expect: /could not reach your phone/ },
  { what: "failure: no reason given", how: "failed without a reason", expect: "Payment failed" },
  {
    what: "failure: nothing known at all",
    how: "initiation without words",
    expect: "Payment could not be processed",
  },
];

/** Validation. */
const required = "Phone Number Required";
const validation: Row[] = [
  {
    what: "phone: required",
    how: "phone empty",
    expect: new RegExp(`${required}.*Please enter your M-Pesa phone number`),
  },
  {
    what: "phone: 8 digits are too few",
    how: "phone of 8 digits",
    expect: /Invalid Phone Number.*Please enter a valid Kenyan phone number/,
  },
  {
    what: "phone: 13 digits are too many",
    how: "phone of 13 digits",
    expect: /Invalid Phone Number.*Please enter a valid Kenyan phone number/,
  },
  { what: "phone: nothing is sent while it is wrong", how: "phone of 13 digits", expect: is({ sent: null }) },
  { what: "phone: 07… becomes 2547…", how: "phone with 0", expect: is({ sent: "254712300001" }) },
  { what: "phone: 7… becomes 2547…", how: "phone of 9 digits", expect: is({ sent: "254712300002" }) },
  { what: "phone: 2547… stays", how: "phone with 254", expect: is({ sent: "254712300003" }) },
  {
    what: "phone: signs and spaces are stripped",
    how: "phone with signs",
    expect: is({ sent: "254712300004" }),
  },
  {
    what: "voucher: required",
    how: "voucher empty",
    expect: /Voucher Code Required.*Please enter your voucher code/,
  },
  {
    what: "voucher: trimmed and upper-cased",
    how: "voucher in small letters",
    expect: is({ sent: "ABCDE-23456" }),
  },
  { what: "voucher: hint on exactness", how: "voucher tab", expect: /enter the code exactly as provided/i },
  { what: "voucher: hint on single use", how: "voucher tab", expect: /each voucher is single use/i },
  { what: "voucher: hint on expiry", how: "voucher tab", expect: /vouchers may expire/i },
  {
    what: "voucher: hint on instant access",
    how: "voucher tab",
    expect: /access is instant after redemption/i,
  },
];

/** Toasts and refusals. */
const catalogue: Row[] = [
  {
    what: "toast: initiated",
    how: "payment asked for",
    expect: toast("Payment Initiated", "Check your phone for the M-Pesa prompt"),
  },
  {
    what: "toast: initiation refused, in the server's words",
    how: "initiation refused",
    expect: toast("Payment Failed", "This till takes no money today."),
  },
  {
    what: "failure screen: initiation refused, in the server's words",
    how: "initiation refused",
    expect: "This till takes no money today.",
  },
  {
    what: "toast: initiation refused without words",
    how: "initiation without words",
    expect: toast("Payment Failed", "Failed to initiate payment"),
  },
  {
    what: "toast: initiation lost",
    how: "initiation lost",
    expect: toast("Payment Error", "Failed to initiate payment"),
  },
  {
    what: "initiation lost leads to the failure screen",
    how: "initiation lost",
    expect: "Payment Unsuccessful",
  },
  {
    what: "toast: voucher",
    how: "voucher redeemed",
    expect: toast("Success!", "Voucher redeemed successfully. You now have internet access!"),
  },
  { what: "a voucher leads to the success screen", how: "voucher redeemed", expect: "Payment Successful" },
  {
    what: "toast: voucher refused, in the server's words",
    how: "voucher unknown",
    expect: toast(
      "Voucher Error",
      "This voucher code is not known here. Check it, or ask where you bought it.",
    ),
  },
  {
    what: "toast: voucher refused without words",
    how: "voucher lost",
    expect: toast("Voucher Error", "Failed to redeem voucher"),
  },
  {
    what: "toast: paid",
    how: "paid",
    expect: toast("Payment Successful!", "Your internet access has been activated."),
  },
  {
    what: "toast: failed",
    how: "wrong PIN",
    expect: toast("Payment Failed", "Please try again or contact support."),
  },
  {
    what: "toast: timeout",
    how: "no answer in 120 s",
    expect: toast("Payment Timeout", "Please check your payment status or try again."),
  },
  { what: "toast: one at a time", how: "two toasts", expect: is({ toasts: 1, title: "Voucher Error" }) },
  { what: "toast: gone when dismissed", how: "toast dismissed", expect: is({ toasts: 0 }) },
  { what: "status: an error is said", how: "status answers 500", expect: "Network error or server issue" },
  { what: "status: an error ends nothing", how: "status answers 500", expect: "Check your phone" },
];

/** Times and other constants. */
const constants: Row[] = [
  { what: "status is polled every 1.5 s", how: "polling", expect: is({ gaps: "1500,1500,1500" }) },
  { what: "polling stops when it is paid", how: "after success", expect: is({ questionsIn8s: 0 }) },
  { what: "polling stops when it failed", how: "after failure", expect: is({ questionsIn8s: 0 }) },
  { what: "timeout after 120 s", how: "no answer in 120 s", expect: is({ seconds: 120 }) },
  { what: "timeout shows the failure screen", how: "no answer in 120 s", expect: "Payment Unsuccessful" },
  {
    what: "the success screen closes after 10 s",
    how: "success left alone",
    expect: is({ seconds: 10, ends: "/connected" }),
  },
  { what: "a toast lasts 5 s", how: "toast left alone", expect: is({ ms: 5000 }) },
  {
    what: "plans are not asked for again in 5 minutes",
    how: "home left alone",
    expect: is({ plansAsked: 0 }),
  },
  {
    what: "settings are not asked for again in 30 s",
    how: "home left alone",
    expect: is({ settingsAsked: 0 }),
  },
  { what: "ads are not asked for again in 2 minutes", how: "home left alone", expect: is({ adsAsked: 0 }) },
  {
    what: "the provider is not asked for again in 60 s",
    how: "home left alone",
    expect: is({ providerAsked: 0 }),
  },
];

export const rows: Row[] = [
  ...screens,
  ...transitions,
  ...validation,
  ...catalogue,
  ...constants,
  ...serviceRows,
];
