/** Kiswahili of refunds. */
export const words: Record<string, string> = {
  // web/superadmin/reconciliation/refund*, find-payment.tsx, settle-dialog.tsx
  "All refunds": "Marejesho yote",
  "Give a payment back": "Rudisha malipo",
  "Give money back": "Rudisha fedha",
  "Give back": "Rudisha",
  "Give back {amount}": "Rudisha {amount}",
  "Give back {receipt} of {payer}": "Rudisha {receipt} ya {payer}",
  "Giving back...": "Inarudisha...",
  "Search refunds": "Tafuta marejesho",
  "Receipt, transaction or reason": "Risiti, muamala au sababu",
  "Receipt, phone or transaction": "Risiti, simu au muamala",
  "Whole receipt or transaction": "Risiti au muamala wote",
  "Completed payments": "Malipo yaliyokamilika",
  "No completed payment found": "Hakuna malipo yaliyokamilika yaliyopatikana",
  "Which payment?": "Malipo yapi?",
  "Give the receipt of the payer's message, whole. Phone numbers and parts are searched among the payments of one provider.":
    "Andika risiti yote ya ujumbe wa mlipaji. Namba za simu na sehemu hutafutwa kati ya malipo ya mtoa huduma mmoja.",
  "{name} pay bill {number}": "pay bill ya {name} {number}",
  "{name} pay bill {number}, account {reference}": "pay bill ya {name} {number}, akaunti {reference}",
  "{name} till {number}": "till ya {name} {number}",
  "{name} wallet {number}": "pochi ya {name} {number}",
  "{name} account {number}": "akaunti ya {name} {number}",
  "{provider} pays: it goes out of its own account, {account}.":
    "{provider} analipa: zinatoka kwenye akaunti yake mwenyewe, {account}.",
  "The platform pays: it goes out of its {account}, which collected it for {provider}. What is owed to {provider} falls by as much.":
    "Mfumo unalipa: zinatoka kwenye {account} yake, iliyozikusanya kwa niaba ya {provider}. Anachodai {provider} kinapungua kwa kiasi hicho.",
  "The payment switch's central account pays: it goes out of {account}. The switch's counter stays as it is.":
    "Akaunti kuu ya swichi ya malipo inalipa: zinatoka kwenye {account}. Hesabu ya swichi inabaki ilivyo.",
  "{amount} to {payer}": "{amount} kwa {payer}",
  "{amount} to whoever paid it": "{amount} kwa aliyezilipa",
  "{amount} paid by {method} on {when}, receipt {receipt}":
    "{amount} zililipwa kwa {method} tarehe {when}, risiti {receipt}",
  "{amount} paid by {method} on {when}, receipt not known":
    "{amount} zililipwa kwa {method} tarehe {when}, risiti haijulikani",
  "{amount} given back before": "{amount} zilirudishwa awali",
  "This cannot be given back here": "Hii haiwezi kurudishwa hapa",
  "Failed to look this payment up. Please try again.":
    "Imeshindwa kutafuta malipo haya. Tafadhali jaribu tena.",
  "It is sent once and cannot be called back.": "Hutumwa mara moja na haiwezi kuitwa tena.",
  "Say why it is given back": "Sema kwa nini zinarudishwa",
  "End the access that was bought": "Maliza huduma iliyonunuliwa",
  "When the money is back. Otherwise the payer stays connected.":
    "Fedha zitakaporudi. La sivyo mlipaji anabaki ameunganishwa.",
  "Nothing can be given back now": "Hakuna kinachoweza kurudishwa sasa",
  "The gateway cannot give this back": "Mfumo wa malipo hauwezi kuzirudisha",
  "It goes back whole: {amount}.": "Zinarudi zote: {amount}.",
  "M-Pesa gives a payment back only once: the rest cannot follow this way.":
    "M-Pesa hurudisha malipo mara moja tu: zilizobaki haziwezi kufuata kwa njia hii.",
  "At most {amount}.": "Si zaidi ya {amount}.",
  "Amount (KES)": "Kiasi (KES)",
  "At least KES 1": "Angalau KES 1",
  "Only {amount} is left to give back": "Zimebaki {amount} tu za kurudisha",
  "Refund sent": "Rejesho limetumwa",
  "Failed to give it back. Look at the list of refunds before you try again.":
    "Imeshindwa kurudisha. Angalia orodha ya marejesho kabla ya kujaribu tena.",
  "Some refunds wait for a person": "Baadhi ya marejesho yanasubiri mtu",
  "Their gateway did not say whether the money went back. Nothing more of these payments is given back until it does, or until somebody with the statement settles them by hand.":
    "Njia yao ya malipo haikusema kama fedha zilirudi. Hakuna zaidi ya malipo haya kinachorudishwa hadi iseme, au hadi mtu mwenye taarifa ya akaunti ayatatue kwa mkono.",
  "Asked the gateway": "Njia ya malipo imeulizwa",
  "Not asked": "Haikuulizwa",
  "Failed to ask the gateway. Please try again.": "Imeshindwa kuuliza njia ya malipo. Tafadhali jaribu tena.",
  "Ask again": "Uliza tena",
  "Ask again about {amount} of {name}": "Uliza tena kuhusu {amount} za {name}",
  "Settle by hand": "Tatua kwa mkono",
  "Settle by hand: {amount} of {name}": "Tatua kwa mkono: {amount} za {name}",
  "Settle a refund by hand": "Tatua rejesho kwa mkono",
  Settle: "Tatua rejesho",
  "Settling...": "Inatatua rejesho...",
  "Say how it ended": "Sema lilivyoisha",
  "Say what the statement shows": "Sema taarifa inaonyesha nini",
  "Failed to settle this refund. Please try again.":
    "Imeshindwa kutatua rejesho hili. Tafadhali jaribu tena.",
  "The books show it as given back.": "Vitabu vinaonyesha kuwa zimerudishwa.",
  "Nothing was given back. It can be given back again.": "Hakuna kilichorudishwa. Zinaweza kurudishwa tena.",
  "How it ended": "Lilivyoisha",
  "The money went back": "Fedha zilirudi",
  "The books take it out of the sales today. Nothing more is sent.":
    "Vitabu vinaziondoa kwenye mauzo ya leo. Hakuna zaidi kinachotumwa.",
  "The money did not go back": "Fedha hazikurudi",
  "It can be given back again. If it went out after all, the payer gets it twice: look at the statement first.":
    "Zinaweza kurudishwa tena. Kama zilitoka kumbe, mlipaji anapata mara mbili: angalia taarifa ya akaunti kwanza.",
  "What the statement shows": "Taarifa inaonyesha nini",
  "Its outcome is known by now, or may still come by itself.":
    "Matokeo yake yanajulikana sasa, au bado yanaweza kuja yenyewe.",
  "Sent on {when}.": "Lilitumwa {when}.",
  "The gateway was not asked about it yet.": "Njia ya malipo bado haijaulizwa kulihusu.",
  "The gateway was asked {asks, plural, one {once} other {# times}}, last on {when}, and did not say.":
    "Njia ya malipo iliulizwa {asks, plural, one {mara moja} other {mara #}}, mara ya mwisho {when}, na haikusema.",
  // web/superadmin/audit/audit-words.ts
  "Asked what became of a refund": "Aliuliza rejesho limefikia wapi",
  "Gave a payment back": "Alirudisha malipo",
  "Settled a refund by hand": "Alitatua rejesho kwa mkono",
  "Gave a typed payment back": "Alirudisha malipo yaliyoandikwa",
  "Note {amount} as given back": "Andika {amount} kuwa zimerudishwa",
  "Noting...": "Inaandika...",
  "How it goes back": "Inavyorudishwa",
  "Through the gateway": "Kupitia njia ya malipo",
  "By hand, done already": "Kwa mkono, tayari",
  Reference: "Kumbukumbu",
  "Receipt, voucher or message by which it can be found again.": "Risiti, vocha au ujumbe wa kuipata tena.",
  "Say under which reference it went back": "Sema ilirudishwa kwa kumbukumbu gani",
  "Nothing is sent: this notes what was done": "Hakuna kinachotumwa: hii huandika kilichofanyika",
  "This money leaves the list. Note it only once it has really gone back.":
    "Pesa hizi hutoka kwenye orodha. Ziandike tu zikiwa zimerudi kweli.",
  "The books take it out of the sales today. Note it only once it has really gone back.":
    "Vitabu huziondoa kwenye mauzo ya leo. Ziandike tu zikiwa zimerudi kweli.",
  "Noted money as given back by hand": "Aliandika pesa kuwa zimerudishwa kwa mkono",
  "Paid with receipt {receipt}": "Zililipwa kwa risiti {receipt}",
  "Went back with {receipt}": "Zilirudi kwa {receipt}",
  "Typed at {paybill}, without a purchase": "Ziliandikwa kwenye {paybill}, bila ununuzi",
  "Give back: {what} of {name}": "Rudisha: {what} ya {name}",
};
