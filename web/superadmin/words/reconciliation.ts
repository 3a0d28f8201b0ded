/** Kiswahili of reconciliation. */
export const words: Record<string, string> = {
  // web/superadmin/pages/reconciliation.tsx, web/superadmin/reconciliation/*
  Reconciliation: "Ulinganishaji",
  "Waiting for a person": "Vinasubiri mtu",
  "Where our books, the gateways and the payments do not agree, and what to do about it.":
    "Mahali vitabu vyetu, njia za malipo na malipo yenyewe havilingani, na la kufanya.",
  Differences: "Tofauti",
  Refunds: "Marejesho",
  Nights: "Usiku",
  "Denied by the gateway": "Imekanushwa na njia ya malipo",
  "Its callback said paid, its own answer says it was not. Access was given and stays.":
    "Taarifa yake ilisema imelipwa, jibu lake linasema haikulipwa. Huduma ilitolewa na inabaki.",
  "Look for the receipt in the gateway's statement. If the money is not there, cut the access off.":
    "Tafuta risiti kwenye taarifa ya njia ya malipo. Kama fedha hazipo, kata huduma.",
  "Another amount": "Kiasi tofauti",
  "The gateway shows another amount than we asked for.":
    "Njia ya malipo inaonyesha kiasi tofauti na tulichoomba.",
  "Compare with the statement. Give back what was too much, or ask the payer for the rest.":
    "Linganisha na taarifa. Rudisha kilichozidi, au mwombe mlipaji kilichobaki.",
  "Another phone": "Simu tofauti",
  "A callback named another phone than the one we asked. It was not believed.":
    "Taarifa ilitaja simu tofauti na tuliyoomba. Haikuaminiwa.",
  "Look for the receipt in the statement to see who paid.": "Tafuta risiti kwenye taarifa uone nani alilipa.",
  "A receipt twice": "Risiti mara mbili",
  "Two payments carry the same receipt: only one of them can be its own.":
    "Malipo mawili yana risiti moja: ni moja tu linaloweza kuwa lake.",
  "Look the receipt up in the statement and see whose phone paid it.":
    "Tafuta risiti kwenye taarifa uone ni simu ya nani iliyolipa.",
  "No result": "Hakuna matokeo",
  "Whether this prompt was paid could not be learned within a day.":
    "Haikujulikana ndani ya siku kama ombi hili lililipwa.",
  "Look for its amount and phone in the statement. Money that came in is attributed or given back.":
    "Tafuta kiasi na simu yake kwenye taarifa. Fedha zilizoingia hupewa ununuzi wake au hurudishwa.",
  "Callback not delivered": "Taarifa haikufikishwa",
  "A callback reached us and could not be handed to its payment.":
    "Taarifa ilitufikia lakini haikuweza kupelekwa kwenye malipo yake.",
  "Deliver it again. However often, it counts once.": "Ipeleke tena. Hata mara nyingi, huhesabiwa mara moja.",
  "Paid twice": "Imelipwa mara mbili",
  "A second payment came in for one purchase. It is the payer's credit.":
    "Malipo ya pili yaliingia kwa ununuzi mmoja. Ni salio la mlipaji.",
  "Give it back at the gateway, or extend the purchase, and note which.":
    "Yarudishe kwenye njia ya malipo, au ongeza muda wa ununuzi, na uandike lipi.",
  "Money we do not know": "Fedha tusizozijua",
  "The gateway received this, and no payment of ours has its receipt.":
    "Njia ya malipo ilipokea hizi, na hakuna malipo yetu yenye risiti hiyo.",
  "Find the purchase by amount and time, or give the money back.":
    "Tafuta ununuzi kwa kiasi na wakati, au rudisha fedha.",
  "Not in the statement": "Haipo kwenye taarifa",
  "We count this payment as paid, and the gateway's statement does not have it.":
    "Tunahesabu malipo haya kama yamelipwa, na taarifa ya njia ya malipo haina.",
  "Check the receipt with the gateway. Without it, the sale is refunded in the books.":
    "Hakikisha risiti na njia ya malipo. Bila hiyo, mauzo hurudishwa kwenye vitabu.",
  "Our own books differ": "Vitabu vyetu vinatofautiana",
  "The list and the payment itself say different things, and could not be made equal.":
    "Orodha na malipo yenyewe vinasema tofauti, na havikuweza kulinganishwa.",
  "Compare both with the gateway's statement, and tell whoever runs the platform.":
    "Linganisha vyote na taarifa ya njia ya malipo, na umwambie anayeendesha mfumo.",
  "No statement": "Hakuna taarifa",
  "The gateway gave no statement of this day: its payments were not compared.":
    "Njia ya malipo haikutoa taarifa ya siku hii: malipo yake hayakulinganishwa.",
  "Take the statement from the gateway's own portal and compare it by hand.":
    "Chukua taarifa kwenye tovuti ya njia ya malipo na uilinganishe kwa mkono.",
  "Without a purchase": "Bila ununuzi",
  "Somebody paid a provider's pay bill by hand, and the account number named nothing that could be paid. Give it to its purchase, or back to its payer.":
    "Mtu alilipa pay bill ya mtoa huduma kwa mkono, na nambari ya akaunti haikutaja kitu cha kulipiwa. Zipe ununuzi wake, au mrudishie mlipaji.",
  "Which typed payments": "Malipo gani yaliyoandikwa",
  "Search typed payments": "Tafuta malipo yaliyoandikwa",
  "Receipt, account, payer or provider": "Risiti, akaunti, mlipaji au mtoa huduma",
  "Pay bill {paybill}, account typed: {account}": "Pay bill {paybill}, akaunti iliyoandikwa: {account}",
  "Give back: {receipt}": "Rudisha: {receipt}",
  "Give back": "Rudisha",
  "All typed money has its purchase": "Fedha zote zilizoandikwa zina ununuzi wake",
  "Nothing was typed by hand yet": "Bado hakuna kilicholipwa kwa mkono",
  "Money lands here when its account number names no purchase that can be paid.":
    "Fedha huja hapa nambari ya akaunti isipotaja ununuzi unaoweza kulipiwa.",
  "Waits for a person": "Inasubiri mtu",
  "Paid its purchase": "Imelipia ununuzi wake",
  "Given to a purchase": "Imepewa ununuzi",
  "Is given back": "Inarudishwa",
  "Money waits for a person": "Kuna fedha zinazosubiri mtu",
  "{count, plural, one {# payment} other {# payments}} without a purchase":
    "{count, plural, one {Malipo #} other {Malipo #}} bila ununuzi",
  "{count, plural, one {# refund} other {# refunds}} of unknown outcome":
    "{count, plural, one {Rejesho #} other {Marejesho #}} yasiyojulikana matokeo",
  "Compare now": "Linganisha sasa",
  "Compare now: {day}": "Linganisha sasa: {day}",
  "Not compared": "Haikulinganishwa",
  "Failed to compare it. Please try again.": "Imeshindwa kulinganisha. Jaribu tena.",
  "Not finished": "Haijakamilika",
  "It was cut off, and goes on when the last night is done.":
    "Ulikatishwa, na utaendelea usiku wa mwisho ukikamilika.",
  "It was cut off, and could not be finished within a week. Compare it once more.":
    "Ulikatishwa, na haukuweza kukamilika ndani ya wiki. Linganisha tena.",
  "Tried {tries, plural, one {once} other {# times}} within a week. The platform's log says why.":
    "Imejaribiwa {tries, plural, one {mara moja} other {mara #}} ndani ya wiki. Kumbukumbu za mfumo zinaeleza sababu.",
  "Paid {paid}, in the books {booked}, in statements {received}":
    "Zilizolipwa {paid}, kwenye vitabu {booked}, kwenye taarifa {received}",
  "Asked:": "Iliyoombwa:",
  "Reported:": "Iliyoripotiwa:",
  "Second payment:": "Malipo ya pili:",
  "Pay bill or till": "Pay bill au till",
  "Invoices of": "Ankara za",
  "The platform": "Mfumo",
  "Ours:": "Yetu:",
  "Gateway:": "Njia ya malipo:",
  "Switch:": "Swichi:",
  "Resolve: {what}": "Tatua: {what}",
  "Failed to resolve this. Please try again.": "Imeshindwa kutatua. Tafadhali jaribu tena.",
  Resolve: "Tatua",
  "Resolving...": "Inatatua...",
  Resolved: "Yaliyotatuliwa",
  "Say what was done": "Sema lililofanywa",
  "Resolving moves no money by itself.": "Kutatua hakuhamishi fedha kwenyewe.",
  "What was done": "Lililofanywa",
  "{amount} stays with {provider} as the payer's credit":
    "{amount} inabaki kwa {provider} kama salio la mlipaji",
  "It is written into the books. Leave it out where the money was given back.":
    "Huandikwa kwenye vitabu. Usichague kama fedha zimerudishwa.",
  "Which differences": "Tofauti zipi",
  "Still open": "Bado ziko wazi",
  "Search differences": "Tafuta tofauti",
  "Receipt, transaction or provider": "Risiti, muamala au mtoa huduma",
  Kind: "Aina",
  "All kinds": "Aina zote",
  "Error Loading Reconciliation": "Hitilafu ya kupakia ulinganishaji",
  "Failed to load what does not agree. Please check your connection and try again.":
    "Imeshindwa kupakia visivyolingana. Angalia muunganisho wako kisha ujaribu tena.",
  Since: "Tangu",
  "Delivered again": "Imepelekwa tena",
  "Not delivered": "Haikufikishwa",
  "Failed to deliver it. Please try again.": "Imeshindwa kuipeleka. Tafadhali jaribu tena.",
  Replay: "Peleka tena",
  "Resolve {what} of {name}": "Tatua {what} ya {name}",
  "Everything agrees": "Kila kitu kinalingana",
  "Nothing was resolved yet": "Bado hakuna lililotatuliwa",
  "Books, gateways and payments are compared every night at 02:30.":
    "Vitabu, njia za malipo na malipo hulinganishwa kila usiku saa 02:30.",
  "What you resolve stays here to be looked up.": "Unachotatua hubaki hapa kwa kumbukumbu.",
  Account: "Akaunti",
  Reason: "Sababu",
  "Error Loading Refunds": "Hitilafu ya kupakia marejesho",
  "Failed to load refunds. Please check your connection and try again.":
    "Imeshindwa kupakia marejesho. Angalia muunganisho wako kisha ujaribu tena.",
  "No refunds yet": "Bado hakuna marejesho",
  "Money that is given back is listed here until it has arrived.":
    "Fedha zinazorudishwa huorodheshwa hapa hadi zifike.",
  "On its way": "Iko njiani",
  "Given back": "Imerudishwa",
  "Outcome unknown": "Matokeo hayajulikani",
  "Error Loading Nights": "Hitilafu ya kupakia usiku",
  "Failed to load the nightly comparisons. Please check your connection and try again.":
    "Imeshindwa kupakia ulinganishaji wa usiku. Angalia muunganisho wako kisha ujaribu tena.",
  "No night was compared yet": "Bado hakuna usiku uliolinganishwa",
  Compared: "Vilivyolinganishwa",
  Finished: "Ilimalizika",
  Comparing: "Inalinganisha",
  "Not all compared": "Havikulinganishwa vyote",
  "{count, plural, one {# difference} other {# differences}}":
    "{count, plural, one {Tofauti #} other {Tofauti #}}",
  "{payments} payments, {asked} asked again, {repaired} repaired, {statements} statements, {skipped} without one":
    "malipo {payments}, {asked} yaliyoulizwa tena, {repaired} yaliyorekebishwa, taarifa {statements}, {skipped} bila taarifa",
  "{count, plural, one {# receipt} other {# receipts}} learned from statements":
    "{count, plural, one {Risiti #} other {Risiti #}} zilizojulikana kutoka kwa taarifa",
  "No statement of {account} ({provider}): {fault}": "Hakuna taarifa ya {account} ({provider}): {fault}",
  "The platform has no Kenyan mobile number (PLATFORM_NOMINATED_NUMBER), which a statement asks for.":
    "Mfumo hauna nambari ya simu ya Kenya (PLATFORM_NOMINATED_NUMBER), ambayo taarifa inahitaji.",
  "The provider has no Kenyan mobile number, which a statement asks for.":
    "Mtoa huduma hana nambari ya simu ya Kenya, ambayo taarifa inahitaji.",
  "It is asked for again at {time}.": "Itaombwa tena saa {time}.",
  "Delivered a callback again": "Alipeleka taarifa tena",
  "Had a day compared": "Alilinganisha siku",
  "Resolved a difference": "Alitatua tofauti",
  "A step fails": "Hatua moja inashindwa",
  "Looking for prompts that no list shows fails.":
    "Kutafuta maombi ambayo hakuna orodha inayaonyesha kunashindwa.",
  "Comparing the lists with the payments themselves fails.":
    "Kulinganisha orodha na malipo yenyewe kunashindwa.",
  "Comparing with the gateways' statements fails.": "Kulinganisha na taarifa za njia za malipo kunashindwa.",
  "Comparing the payment switches with the books fails.":
    "Kulinganisha swichi za malipo na vitabu kunashindwa.",
  "Asking for missing statements once more fails.": "Kuomba tena taarifa zinazokosekana kunashindwa.",
  "Tried {tries, plural, one {once} other {# times}}; again at {time}. The platform's log says why.":
    "Imejaribiwa {tries, plural, one {mara moja} other {mara #}}; tena {time}. Kumbukumbu za jukwaa zinasema sababu.",
};
