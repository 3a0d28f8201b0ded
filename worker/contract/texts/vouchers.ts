export const en = {
  voucher_code_needed: "Please enter your voucher code",
  voucher_redeemed: "Voucher redeemed successfully. You now have internet access!",
  voucher_opens_at: "Voucher redeemed successfully. Your internet opens by itself at {clock}.",
  offline_hours: "This plan is open at some hours only: its vouchers can't be used without internet.",
  voucher_unreadable: "This is not a voucher code. Check it and try again.",
  voucher_unknown: "This voucher code is not known here. Check it, or ask where you bought it.",
  voucher_revoked: "This voucher was revoked. Please ask where you bought it.",
  voucher_used: "This voucher has already been used.",
  voucher_expired: "This voucher has expired.",
  voucher_failed: "This voucher could not be redeemed. Please try again.",
  voucher_kept_here:
    "This voucher is kept at this WiFi, whose line to us is down just now. Try again in a minute, or enter it on the page that the WiFi itself shows.",
  voucher_kept_at:
    "This voucher works on the WiFi of {router}, whose line to us is down just now. Use it there, or try again later.",
  vouchers_quantity: "Enter how many vouchers to make, from 1 to 100",
  vouchers_to_keep: "Enter how many vouchers to keep there, from 1 to 100",
  vouchers_100_at_once: "At most 100 vouchers at a time",
  vouchers_choose: "Choose at least one voucher",
  vouchers_1000_at_once: "At most 1,000 vouchers at a time",
  expiry_past: "The expiry is in the past. Choose a later date.",
  vouchers_gone: "These vouchers do not exist any more. Reload the list.",
  vouchers_kept_limit:
    "You have {count} unused vouchers, and at most {most} can be kept. Revoke some that you do not need, then make new ones.",
  vouchers_hour_limit:
    "You made {count} vouchers in the last hour, and at most {most} an hour can be made. Please go on in an hour.",
  vouchers_day_limit:
    "You made {count} vouchers in the last 24 hours, and at most {most} a day can be made. Please go on tomorrow.",
  offline_limit: "A router keeps at most {most} vouchers; this one has {held}.",
  offline_none_unused: "There are no unused vouchers of this plan. Generate some first.",
  offline_no_bridge: "This router has no bridge, which would keep the vouchers.",
  offline_bridge_old: "The bridge of this router is too old for this. Update it first.",
  offline_bridge_away: "The bridge of this router is not connected. Try again when it is.",
  vouchers_generated: "{count} {count:voucher|vouchers} generated",
  offline_lent: "{count} {count:voucher|vouchers} lent to the router",
  vouchers_asked_back: "{count} {count:voucher|vouchers} asked back",
  vouchers_did_revoke: "{count} {count:voucher|vouchers} revoked",
  vouchers_asked_of_routers: "{count} {count:voucher|vouchers} asked back from the routers that keep them",
  vouchers_left: "{count} {count:voucher|vouchers} left as before",
  semicolon: "{first}; {rest}",
  import_rows:
    "A file brings from 1 to 10,000 rows at a time. Split it, and import the parts one after another.",
  import_gone: "This import does not exist any more. Reload the list.",
  import_undone: "This import was undone. Choose the file again to bring it in anew.",
  import_day_limit:
    "At most {most} rows can be imported in 24 hours, and you have imported {count}. Please go on tomorrow.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  voucher_code_needed: "Tafadhali weka nambari ya vocha yako",
  voucher_redeemed: "Vocha imekubaliwa. Sasa una intaneti!",
  voucher_opens_at: "Vocha imekubaliwa. Intaneti yako itafunguka yenyewe {clock}.",
  offline_hours: "Mpango huu uko wazi saa fulani tu: vocha zake haziwezi kutumika bila intaneti.",
  voucher_unreadable: "Hii si nambari ya vocha. Iangalie na ujaribu tena.",
  voucher_unknown: "Nambari hii ya vocha haijulikani hapa. Iangalie, au uliza uliponunua.",
  voucher_revoked: "Vocha hii imefutwa. Tafadhali uliza uliponunua.",
  voucher_used: "Vocha hii tayari imetumika.",
  voucher_expired: "Muda wa vocha hii umeisha.",
  voucher_failed: "Vocha hii haikuweza kutumika. Tafadhali jaribu tena.",
  voucher_kept_here:
    "Vocha hii inatunzwa na WiFi hii, ambayo laini yake kwetu haipatikani kwa sasa. Jaribu tena baada ya dakika moja, au iweke kwenye ukurasa unaoonyeshwa na WiFi yenyewe.",
  voucher_kept_at:
    "Vocha hii inafanya kazi kwenye WiFi ya {router}, ambayo laini yake kwetu haipatikani kwa sasa. Itumie huko, au ujaribu tena baadaye.",
  vouchers_quantity: "Weka idadi ya vocha za kutengeneza, kutoka 1 hadi 100",
  vouchers_to_keep: "Weka idadi ya vocha za kuweka huko, kutoka 1 hadi 100",
  vouchers_100_at_once: "Vocha 100 kwa wakati mmoja ndio mwisho",
  vouchers_choose: "Chagua angalau vocha moja",
  vouchers_1000_at_once: "Vocha 1,000 kwa wakati mmoja ndio mwisho",
  expiry_past: "Tarehe ya kuisha imeshapita. Chagua tarehe ya baadaye.",
  vouchers_gone: "Vocha hizi hazipo tena. Pakia orodha upya.",
  vouchers_kept_limit:
    "Una vocha {count} ambazo hazijatumika, na unaweza kuweka {most} tu. Batilisha usizohitaji, kisha tengeneza mpya.",
  vouchers_hour_limit:
    "Umetengeneza vocha {count} katika saa iliyopita, na kwa saa moja unaweza kutengeneza {most} tu. Endelea baada ya saa moja.",
  vouchers_day_limit:
    "Umetengeneza vocha {count} katika saa 24 zilizopita, na kwa siku unaweza kutengeneza {most} tu. Endelea kesho.",
  offline_limit: "Ruta huweka vocha zisizozidi {most}; hii ina {held}.",
  offline_none_unused: "Hakuna vocha za mpango huu ambazo hazijatumika. Tengeneza kwanza.",
  offline_no_bridge: "Ruta hii haina daraja la kuweka vocha hizo.",
  offline_bridge_old: "Daraja la ruta hii ni la zamani mno kwa hili. Lisasishe kwanza.",
  offline_bridge_away: "Daraja la ruta hii halijaunganishwa. Jaribu tena likishaunganishwa.",
  vouchers_generated: "Vocha zilizotengenezwa: {count}",
  offline_lent: "Vocha zilizopewa ruta: {count}",
  vouchers_asked_back: "Vocha zilizoombwa kurudishwa: {count}",
  vouchers_did_revoke: "Vocha zilizobatilishwa: {count}",
  vouchers_asked_of_routers: "vocha zilizoombwa kurudishwa na ruta zinazoziweka: {count}",
  vouchers_left: "vocha zilizoachwa kama zilivyokuwa: {count}",
  semicolon: "{first}; {rest}",
  import_rows:
    "Faili huleta safu 1 hadi 10,000 kwa mara moja. Igawe, kisha ingiza sehemu moja baada ya nyingine.",
  import_gone: "Uingizaji huu haupo tena. Pakia orodha upya.",
  import_undone: "Uingizaji huu ulitenguliwa. Chagua faili tena ili uiingize upya.",
  import_day_limit: "Kwa saa 24 unaweza kuingiza safu {most} tu, na umeshaingiza {count}. Endelea kesho.",
};
