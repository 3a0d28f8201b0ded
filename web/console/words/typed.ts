/** Kiswahili of money that was typed at a pay bill and paid nothing. */
export const words: Record<string, string> = {
  // web/console/typed/*, web/admin/payments/typed-money.tsx, attribute-own.tsx
  "{provider}, pay bill {paybill}": "{provider}, pay bill {paybill}",
  "Money without a purchase": "Pesa zisizo na ununuzi",
  "Error Loading Money Without a Purchase": "Hitilafu ya kupakia pesa zisizo na ununuzi",
  "Failed to load it. Please check your connection and try again.":
    "Imeshindwa kupakia. Tafadhali angalia muunganisho wako kisha ujaribu tena.",
  "Somebody paid your pay bill by hand, and the account number named nothing that could be paid. Give it to the purchase that it was meant for.":
    "Mtu alilipa pay bill yako kwa mkono, na nambari ya akaunti haikutaja chochote cha kulipiwa. Zipe ununuzi zilizokusudiwa.",
  "Account typed: {account}": "Akaunti iliyoandikwa: {account}",
  "Give to a purchase: {receipt}": "Ipe ununuzi wake: {receipt}",
  "Give to a purchase": "Ipe ununuzi wake",
  "Payer unknown": "Mlipaji hajulikani",
  "Less money than the purchase costs.": "Pesa ni chini ya bei ya ununuzi.",
  "Less money than the purchase costs: {amount} of {asked}.":
    "Pesa ni chini ya bei ya ununuzi: {amount} kati ya {asked}.",
  "Its purchase was paid before.": "Ununuzi wake ulikuwa umelipwa.",
  "Its purchase is too old to be completed.": "Ununuzi wake ni wa zamani mno kukamilishwa.",
  "Choose a purchase": "Chagua ununuzi",
  "Choose a router": "Chagua ruta",
  "Please enter a valid Kenyan phone number": "Tafadhali weka nambari sahihi ya simu ya Kenya",
  "{amount} of {receipt} pays {plan} for {who}. This cannot be undone.":
    "{amount} za {receipt} zinalipia {plan} kwa {who}. Hili haliwezi kutenduliwa.",
  "{amount} of {receipt} buys {plan} for {who}. This cannot be undone.":
    "{amount} za {receipt} zinanunua {plan} kwa {who}. Hili haliwezi kutenduliwa.",
  "{amount} of {receipt} is taken as the whole price of that purchase. This cannot be undone.":
    "{amount} za {receipt} zinachukuliwa kuwa bei kamili ya ununuzi huo. Hili haliwezi kutenduliwa.",
  "Choose what {amount} of {receipt} was paid for.": "Chagua {amount} za {receipt} zililipia nini.",
  "Money given to a purchase": "Pesa zimepewa ununuzi",
  "{amount} of {receipt} has paid it. The device is let in as soon as its router confirms.":
    "{amount} za {receipt} zimeulipia. Kifaa kitaruhusiwa mara tu ruta yake itakapothibitisha.",
  "Failed to give the money to a purchase. Please try again.":
    "Imeshindwa kuzipa pesa ununuzi. Tafadhali jaribu tena.",
  "Not given": "Hazikutolewa",
  "What was {amount} paid for?": "{amount} zililipia nini?",
  "Give {amount}": "Toa {amount}",
  "Giving...": "Inatoa...",
  "Error Loading Purchases": "Hitilafu ya kupakia ununuzi",
  Purchase: "Ununuzi",
  "A new purchase": "Ununuzi mpya",
  "No unpaid purchase of that day costs {amount}.":
    "Hakuna ununuzi ambao haujalipwa wa siku hiyo wenye bei ya {amount}.",
  "None of these: choose plan and device yourself.": "Si hizi: chagua kifurushi na kifaa mwenyewe.",
  "The purchase whose account number was typed": "Ununuzi ambao nambari yake ya akaunti iliandikwa",
  "It costs more. Taken as paid, it is let in all the same.":
    "Bei yake ni zaidi. Ukichukuliwa kuwa umelipwa, unaruhusiwa vivyo hivyo.",
  "Phone of the buyer": "Simu ya mnunuzi",
  "Device (MAC address)": "Kifaa (anwani ya MAC)",
};
