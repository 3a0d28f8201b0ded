/** Kiswahili of what a provider pays for the platform. */
export const words: Record<string, string> = {
  // web/admin/billing/how-you-are-paid.tsx
  "How you are paid": "Jinsi unavyolipwa",
  "By these your visitors pay. The platform's operator sets them: ask there for any change.":
    "Wageni wako hulipa kwa njia hizi. Mwendeshaji wa jukwaa huziweka: muulize kwa mabadiliko yoyote.",
  "Nobody can pay you yet": "Hakuna anayeweza kukulipa bado",
  "Visitors can only use vouchers. Ask the platform's operator to set up M-Pesa for you.":
    "Wageni wanaweza kutumia vocha tu. Mwombe mwendeshaji wa jukwaa akuwekee M-Pesa.",
  "Verified with KES 1:": "Imethibitishwa kwa KES 1:",
  "Payments typed by hand arrive, too.": "Malipo yanayoandikwa kwa mkono hufika pia.",
  "The platform collects the money for you.": "Jukwaa linakukusanyia pesa.",
  "The money arrives at your account at once, by credentials of your own.":
    "Pesa hufika kwenye akaunti yako mara moja, kwa hati zako mwenyewe.",
  "The money arrives at your account at once, by the platform's app.":
    "Pesa hufika kwenye akaunti yako mara moja, kupitia app ya jukwaa.",
  "This is a sandbox: no real money moves. Ask the operator for production.":
    "Hii ni ya majaribio: hakuna pesa halisi inayohamishwa. Mwombe mwendeshaji akuwekee ya kazi halisi.",
  "Until the operator has verified it with KES 1, your visitors pay as before.":
    "Hadi mwendeshaji aithibitishe kwa KES 1, wageni wako wanalipa kama awali.",
  "Nobody can pay by it yet: the operator has to verify it with KES 1. Ask there.":
    "Hakuna anayeweza kulipa kwayo bado: lazima mwendeshaji aithibitishe kwa KES 1. Muulize.",
  "Not collecting": "Haipokei malipo",
  "It refused three payments in a row, so visitors are not asked to pay by it. {why}":
    "Ilikataa malipo matatu mfululizo, kwa hiyo wageni hawaombwi kulipa kwayo. {why}",
  "Visitors cannot pay by it right now. {why}": "Wageni hawawezi kulipa kwayo sasa hivi. {why}",
  "Nobody can pay by it yet. {why} Bring it to the operator.":
    "Hakuna anayeweza kulipa kwayo bado. {why} Mpelekee mwendeshaji.",
  "Nobody can pay by it yet: the operator has to complete it. Ask there.":
    "Hakuna anayeweza kulipa kwayo bado: lazima mwendeshaji aikamilishe. Muulize.",
  "Loading payment gateways...": "Inapakia njia za malipo...",
  "Error Loading Payment Gateways": "Hitilafu ya kupakia njia za malipo",
  "Failed to load payment gateways. Please check your connection and try again.":
    "Imeshindwa kupakia njia za malipo. Tafadhali angalia muunganisho wako ujaribu tena.",
  "Only at {router}": "Kwenye {router} tu",
  Sandbox: "Majaribio",
  Production: "Halisi",
  Collects: "Inakusanya",
  "Takes over once verified": "Inachukua nafasi ikithibitishwa",
  "Needs verification": "Inahitaji kuthibitishwa",
  "Cannot collect": "Haiwezi kukusanya",
  // web/console/billing/billing-words.ts
  "{rate}% of sales": "{rate}% ya mauzo",
  "{amount} per transaction": "{amount} kwa kila muamala",
  "{amount} per month": "{amount} kwa mwezi",
  Monthly: "Kila mwezi",
  Quarterly: "Kila robo mwaka",
  Yearly: "Kila mwaka",
  Paid: "Imelipwa",
  Open: "Haijalipwa",
  Overdue: "Imechelewa",
  Verified: "Imethibitishwa",
  Rejected: "Imekataliwa",
  "Sales, {days}": "Mauzo, {days}",
  "Fee for {count, plural, one {# day} other {# days}}, {days}":
    "Ada ya {count, plural, one {siku #} other {siku #}}, {days}",
  "Recorded after the last invoice, {days}": "Yaliyorekodiwa baada ya ankara iliyopita, {days}",
  "Refunds beyond the sales, {days}": "Marejesho yaliyozidi mauzo, {days}",
  // web/console/billing/invoice-cards.tsx
  Invoices: "Ankara",
  "Due {day}": "Lipa kufikia {day}",
  "{paid} paid, {open} still to pay": "{paid} zimelipwa, {open} zimebaki",
  "Hide details of {name}": "Ficha maelezo ya {name}",
  "Show details of {name}": "Onyesha maelezo ya {name}",
  "Hide details": "Ficha maelezo",
  "Show details": "Onyesha maelezo",
  "Rate: {rate}": "Kiwango: {rate}",
  "{count, plural, one {# payment} other {# payments}}, {base}":
    "{count, plural, one {malipo #} other {malipo #}}, {base}",
  What: "Nini",
  Base: "Msingi",
  "Monthly fee": "Ada ya mwezi",
  "Completed payments through gateways, diverted ones included, minus refunds. Vouchers are not counted.":
    "Malipo yaliyokamilika kupitia njia za malipo, yakiwemo yaliyoelekezwa kwingine, bila marejesho. Vocha hazihesabiwi.",
  // web/admin/places.ts, pages/billing.tsx, billing/
  Billing: "Ankara za mfumo",
  "What was sold before goes on running. Billing and your own profile stay open to you.":
    "Kilichouzwa awali kinaendelea kufanya kazi. Ankara za mfumo na wasifu wako bado viko wazi kwako.",
  "What you pay for the use of the platform.": "Unacholipa kwa kutumia mfumo.",
  "Loading billing …": "Inapakia ankara …",
  "Error Loading Billing": "Hitilafu ya kupakia ankara",
  "Failed to load your billing. Please check your connection and try again.":
    "Imeshindwa kupakia ankara zako. Tafadhali angalia muunganisho wako kisha ujaribu tena.",
  "Loading invoices …": "Inapakia ankara …",
  "Error Loading Invoices": "Hitilafu ya kupakia ankara",
  "Failed to load invoices. Please check your connection and try again.":
    "Imeshindwa kupakia ankara. Tafadhali angalia muunganisho wako kisha ujaribu tena.",
  "No invoices yet": "Bado hakuna ankara",
  "The first one comes on the day after your first billing period.":
    "Ya kwanza itakuja siku moja baada ya kipindi chako cha kwanza cha malipo.",
  "Payment code is required": "Weka msimbo wa malipo",
  "A payment code has 8 to 12 letters and digits, as in the message that you got":
    "Msimbo wa malipo una herufi na tarakimu 8 hadi 12, kama ulivyo kwenye ujumbe uliopokea",
  "Amount paid is a number of shillings": "Kiasi kilicholipwa ni idadi ya shilingi",
  "Amount paid is between KES 1 and KES 10,000,000": "Kiasi kilicholipwa ni kati ya KES 1 na KES 10,000,000",
  "Not marked": "Haikuwekwa alama",
  Notifications: "Arifa",
  "Mark {count} as read": "Weka {count} kuwa zimesomwa",
  "Loading notifications …": "Inapakia arifa …",
  "Error Loading Notifications": "Hitilafu ya kupakia arifa",
  "Failed to load notifications. Please check your connection and try again.":
    "Imeshindwa kupakia arifa. Tafadhali angalia muunganisho wako kisha ujaribu tena.",
  "No notifications yet": "Bado hakuna arifa",
  "New invoices, reminders and verified payments are told here, and when a site goes offline.":
    "Ankara mpya, vikumbusho na malipo yaliyothibitishwa hutangazwa hapa, na eneo linapokosa mtandao.",
  "How to pay": "Jinsi ya kulipa",
  "Nothing is charged until the platform has configured your billing.":
    "Hakuna kinachotozwa hadi mfumo uweke mpango wako wa malipo.",
  "Ask the platform's support how to pay, and name the account number {account}.":
    "Waulize wahudumu wa mfumo jinsi ya kulipa, na utaje nambari ya akaunti {account}.",
  "On your phone: M-Pesa, Lipa na M-Pesa, Pay Bill.": "Kwenye simu yako: M-Pesa, Lipa na M-Pesa, Pay Bill.",
  "Business number": "Nambari ya biashara",
  "Account number": "Nambari ya akaunti",
  "Amount: {amount}": "Kiasi: {amount}",
  "Amount: what you want to pay in advance.": "Kiasi: unachotaka kulipa mapema.",
  "Enter the code of M-Pesa's message under “Submit a payment code”.":
    "Weka msimbo wa ujumbe wa M-Pesa chini ya “Wasilisha msimbo wa malipo”.",
  "Copy {name}": "Nakili {name}",
  "To pay": "Cha kulipa",
  "{amount} of it is overdue": "{amount} kati yake zimechelewa",
  "All open invoices": "Ankara zote ambazo hazijalipwa",
  "Paid in advance": "Kilicholipwa mapema",
  "Your next invoices take it": "Ankara zako zijazo zitakitumia",
  "Your rate": "Kiwango chako",
  "{cycle}, due on day {day}": "{cycle}, mwisho wa kulipa ni tarehe {day}",
  "No billing configured": "Malipo ya mfumo hayajawekwa",
  "An invoice was not paid in time, so nothing can be sold now. Pay it and submit the code: you sell again as soon as it is verified.":
    "Ankara haikulipwa kwa wakati, kwa hivyo hakuna kinachoweza kuuzwa sasa. Ilipe na uwasilishe msimbo: utauza tena mara tu utakapothibitishwa.",
  "The platform has suspended your account. Please contact its support.":
    "Mfumo umesimamisha akaunti yako. Tafadhali wasiliana na wahudumu wake.",
  "Payment overdue": "Malipo yamechelewa",
  "If {amount} is not paid, your account is suspended on {day}: nothing can be sold then.":
    "{amount} zisipolipwa, akaunti yako itasimamishwa tarehe {day}: hakuna kitakachoweza kuuzwa.",
  "Payment code submitted": "Msimbo wa malipo umewasilishwa",
  "{amount} with the code {code} waits to be verified.":
    "{amount} zenye msimbo {code} zinasubiri kuthibitishwa.",
  "The payment code could not be submitted. Please try again.":
    "Msimbo wa malipo haukuweza kuwasilishwa. Tafadhali jaribu tena.",
  "Not submitted": "Haukuwasilishwa",
  "Submit a payment code": "Wasilisha msimbo wa malipo",
  "After paying, send us the code. A person compares it with the money that arrived.":
    "Baada ya kulipa, tutumie msimbo. Mtu ataulinganisha na pesa zilizofika.",
  "Payment code": "Msimbo wa malipo",
  "Amount paid (KES)": "Kiasi kilicholipwa (KES)",
  "Submitting...": "Inawasilisha...",
  "Submit code": "Wasilisha msimbo",
  "Payment codes you submitted": "Misimbo ya malipo uliyowasilisha",
};
