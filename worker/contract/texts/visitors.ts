// What visitors are told: where the device is, paying, bringing a purchase to a device, advertisements.

export const en = {
  welcome: "Choose a plan and be online in seconds.",
  did_not_work: "This did not work",
  page_not_found: "404 Page Not Found",
  titled: "{title} - {text}",
  title_phone_required: "Phone Number Required",
  title_phone_invalid: "Invalid Phone Number",
  title_voucher_required: "Voucher Code Required",
  join_wifi: "Join the WiFi first: this page does not know which hotspot you are on.",
  join_wifi_with_device: "Join the WiFi first: open this page on the device that shall go online.",
  not_a_device: "This is not a device address. Join the WiFi and open this page again.",
  foreign_hotspot: "This hotspot does not belong to this provider.",
  foreign_hotspot_join:
    "This hotspot does not belong to this provider. Join the WiFi and open this page again.",
  provider_closed: "This provider does not sell access at the moment. Please ask at the counter.",
  hotspot_closed: "This hotspot does not sell access at the moment. Please ask at the counter.",
  device_unknown:
    "This page does not know your device. After paying, join the WiFi and open this page again.",
  device_unseen: "The hotspot does not see your device right now. Stay connected to the WiFi while you pay.",
  phone_needed: "Please enter your {service} phone number",
  check_phone: "Check your phone for the {service} prompt",
  prompt_went_elsewhere:
    "The prompt went to the phone number that was entered first. To pay with another one, wait two minutes and try again.",
  top_up_nothing:
    "Nothing of this plan is on this device, so there is nothing to add data to. Choose a plan.",
  top_up_not_offered: "No more data can be added to this purchase. Choose a plan.",
  top_up_cut_off: "This purchase was stopped, so no data can be added to it. Choose a plan, or call support.",
  top_up_over: "The time of this purchase is over, so no data can be added to it. Choose a plan.",
  top_up_not_started: "This purchase has not started and has all of its data.",
  top_up_too_late: "This purchase ends in a few minutes: more data would be lost with it. Choose a plan.",
  top_up_other_runs: "Another plan runs on this device now. Add data once it has ended, or choose a plan.",
  prompts_unanswered_paybill:
    "The last payment requests to this phone were not answered. Try again {when}, use a voucher, or pay KES {amount} to pay bill {paybill}, account {account}.",
  prompts_unanswered:
    "The last payment requests to this phone were not answered. Try again {when}, or use a voucher.",
  codes_limit: "Too many codes were entered from here. Please try again {when}.",
  payments_limit: "Too many payment requests from here. Please try again {when}, or use a voucher.",
  phones_limit:
    "Too many different phone numbers were entered here. Use a number that you entered before or a voucher, or try again {when}.",
  phones_limit_paybill:
    "Too many different phone numbers were entered here, so no prompt is sent to another one. Pay KES {amount} to pay bill {paybill}, account {account}, and you are connected as soon as it arrives. Or use a voucher, or try again {when}.",
  unlisted_limit:
    "The hotspot does not see this device right now, and too many prompts were asked for in this way. Join the WiFi with it and try again at once, use a voucher, or try again {when}.",
  unlisted_limit_paybill:
    "The hotspot does not see this device right now, and too many prompts were asked for in this way. Pay KES {amount} to pay bill {paybill}, account {account}, and you are connected as soon as it arrives. Or join the WiFi with it and try again at once, use a voucher, or try again {when}.",
  tries_limit: "Too many tries from this device. Please try again {when}.",
  reports_limit: "Too many reports from here. Please try again {when}.",
  wrong_codes_limit:
    "{about} Too many wrong codes were entered here, so answers come slower now. A right code still works at once.",
  payment_waiting:
    "Another payment of {whose} is still waiting. Finish or cancel it on the phone, or try again {when}.",
  this_device: "this device",
  this_phone: "this phone number",
  already_paid: "This is already paid. You are being connected.",
  payment_unknown: "This payment is not known.",
  payment_unknown_here: "This payment is not known here.",
  money_short: "There is not enough money in your {service} account for this plan.",
  pin_wrong: "The {service} PIN was wrong.",
  cancelled_on_phone: "The request was cancelled on your phone.",
  phone_not_reached: "We could not reach your phone, or the prompt was not answered in time.",
  phone_refused: "{service} does not know this number. Check it, or enter another one.",
  service_down: "{service} is not available right now. No money was taken.",
  claim_empty: "Please enter your payment message, voucher code or recovery code",
  claim_unreadable: "This is neither a payment message nor a code of ours. Check it and try again.",
  claim_nothing_found:
    "We do not find a purchase for this here. Check the code, and the phone number that paid.",
  claim_phone_needed: "Please enter the phone number that paid, too.",
  claim_wifi_first: "Connect this phone to the WiFi first, then try again.",
  hotspot_silent: "The hotspot does not answer right now. Please try again in a minute.",
  voucher_not_used_yet: "This voucher has not been used yet. Enter it under Voucher to go online with it.",
  claim_moved: "Your purchase is on this device now. You are being connected.",
  claim_added: "This device is added to your purchase. You are being connected.",
  claim_had_already: "This device has your purchase already. You are being connected.",
  claim_on_its_way:
    "Your purchase is on its way to this device. It comes as soon as the other hotspot has let go of it.",
  claim_choose: "All places of this plan are taken. Choose the device that gives way.",
  claim_checking: "We are still checking this payment. Please try again in a minute.",
  purchase_unknown: "This purchase is not known here.",
  roam_stays: "Your purchase does not come to this hotspot by itself. Use its code under “Use a code”.",
  plan_runs_elsewhere: "This plan runs at another hotspot. Open this page there.",
  plan_places_taken: "All places of this plan are taken. Remove a device first.",
  device_has_purchase: "This device has a purchase of its own already.",
  device_passes: "This device belongs to the provider and needs no plan.",
  device_gone: "The hotspot does not see this device any more. Join the WiFi with it and look again.",
  device_not_waiting:
    "No device with this address waits at this hotspot. Check the address, and that the device has joined this WiFi.",
  device_address_wrong:
    "This is not a device address. It has twelve digits and letters, like A4:5E:60:12:34:56.",
  purchase_changing: "This purchase is just being changed. Please try again in a moment.",
  purchase_stopped: "The provider has stopped this purchase. Please ask at the counter.",
  purchase_used_up: "This purchase is used up: its time or its data is over.",
  moves_limit:
    "This purchase was moved to another device {times} times within a day. Please try again tomorrow.",
  ad_gone: "This advertisement is not shown any more.",
  ad_click_other: "This click names another advertisement than its address.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  welcome: "Chagua kifurushi na uingie mtandaoni kwa sekunde chache.",
  did_not_work: "Haikufaulu",
  page_not_found: "404 Ukurasa haujapatikana",
  titled: "{title} - {text}",
  title_phone_required: "Nambari ya simu inahitajika",
  title_phone_invalid: "Nambari ya simu si sahihi",
  title_voucher_required: "Nambari ya vocha inahitajika",
  join_wifi: "Jiunge na WiFi kwanza: ukurasa huu haujui uko kwenye hotspot gani.",
  join_wifi_with_device: "Jiunge na WiFi kwanza: fungua ukurasa huu kwenye kifaa kitakachoingia mtandaoni.",
  not_a_device: "Hii si anwani ya kifaa. Jiunge na WiFi na ufungue ukurasa huu tena.",
  foreign_hotspot: "Hotspot hii si ya mtoa huduma huyu.",
  foreign_hotspot_join: "Hotspot hii si ya mtoa huduma huyu. Jiunge na WiFi na ufungue ukurasa huu tena.",
  provider_closed: "Mtoa huduma huyu hauzi intaneti kwa sasa. Tafadhali uliza kwenye kaunta.",
  hotspot_closed: "Hotspot hii haiuzi intaneti kwa sasa. Tafadhali uliza kwenye kaunta.",
  device_unknown:
    "Ukurasa huu haukitambui kifaa chako. Ukishalipa, jiunge na WiFi na ufungue ukurasa huu tena.",
  device_unseen: "Hotspot haikioni kifaa chako kwa sasa. Baki kwenye WiFi unapolipa.",
  phone_needed: "Tafadhali weka nambari yako ya simu ya {service}",
  check_phone: "Angalia ombi la {service} kwenye simu yako",
  prompt_went_elsewhere:
    "Ombi limetumwa kwa nambari iliyowekwa kwanza. Ili ulipe kwa nyingine, subiri dakika mbili na ujaribu tena.",
  top_up_nothing:
    "Hakuna cha kifurushi hiki kwenye kifaa hiki, kwa hivyo hakuna cha kuongezea data. Chagua kifurushi.",
  top_up_not_offered: "Ununuzi huu hauwezi kuongezewa data. Chagua kifurushi.",
  top_up_cut_off:
    "Ununuzi huu ulisimamishwa, kwa hivyo hauwezi kuongezewa data. Chagua kifurushi, au piga simu kwa msaada.",
  top_up_over: "Muda wa ununuzi huu umeisha, kwa hivyo hauwezi kuongezewa data. Chagua kifurushi.",
  top_up_not_started: "Ununuzi huu haujaanza na una data yake yote.",
  top_up_too_late: "Ununuzi huu unaisha baada ya dakika chache: data zaidi ingepotea nao. Chagua kifurushi.",
  top_up_other_runs:
    "Kifurushi kingine kinatumika kwenye kifaa hiki sasa. Ongeza data kikiisha, au chagua kifurushi.",
  prompts_unanswered_paybill:
    "Maombi ya malipo ya mwisho kwa simu hii hayakujibiwa. Jaribu tena {when}, tumia vocha, au lipa KES {amount} kwa pay bill {paybill}, akaunti {account}.",
  prompts_unanswered:
    "Maombi ya malipo ya mwisho kwa simu hii hayakujibiwa. Jaribu tena {when}, au tumia vocha.",
  codes_limit: "Nambari nyingi mno zimeingizwa kutoka hapa. Tafadhali jaribu tena {when}.",
  payments_limit: "Maombi ya malipo ni mengi mno kutoka hapa. Tafadhali jaribu tena {when}, au tumia vocha.",
  phones_limit:
    "Nambari nyingi mno tofauti za simu zimewekwa hapa. Tumia nambari uliyoweka awali au vocha, au jaribu tena {when}.",
  phones_limit_paybill:
    "Nambari nyingi mno tofauti za simu zimewekwa hapa, kwa hiyo hakuna ombi linalotumwa kwa nyingine. Lipa KES {amount} kwa pay bill {paybill}, akaunti {account}, na utaunganishwa mara tu zitakapofika. Au tumia vocha, au jaribu tena {when}.",
  unlisted_limit:
    "Hotspot haikioni kifaa hiki kwa sasa, na maombi mengi mno yametumwa kwa njia hii. Kiunganishe kwenye WiFi na ujaribu tena papo hapo, tumia vocha, au jaribu tena {when}.",
  unlisted_limit_paybill:
    "Hotspot haikioni kifaa hiki kwa sasa, na maombi mengi mno yametumwa kwa njia hii. Lipa KES {amount} kwa pay bill {paybill}, akaunti {account}, na utaunganishwa mara tu zitakapofika. Au kiunganishe kwenye WiFi na ujaribu tena papo hapo, tumia vocha, au jaribu tena {when}.",
  tries_limit: "Umejaribu mara nyingi mno kwenye kifaa hiki. Tafadhali jaribu tena {when}.",
  reports_limit: "Ripoti ni nyingi mno kutoka hapa. Tafadhali jaribu tena {when}.",
  wrong_codes_limit:
    "{about} Nambari nyingi zisizo sahihi zimeingizwa hapa, kwa hiyo majibu yanachelewa sasa. Nambari sahihi bado inafanya kazi papo hapo.",
  payment_waiting:
    "Malipo mengine ya {whose} bado yanasubiri. Yakamilishe au uyakatize kwenye simu, au ujaribu tena {when}.",
  this_device: "kifaa hiki",
  this_phone: "nambari hii ya simu",
  already_paid: "Tayari umelipa. Unaunganishwa.",
  payment_unknown: "Malipo haya hayajulikani.",
  payment_unknown_here: "Malipo haya hayajulikani hapa.",
  money_short: "Pesa kwenye {service} yako hazitoshi kwa kifurushi hiki.",
  pin_wrong: "PIN ya {service} haikuwa sahihi.",
  cancelled_on_phone: "Ombi limekatizwa kwenye simu yako.",
  phone_not_reached: "Hatukuweza kufikia simu yako, au ombi halikujibiwa kwa wakati.",
  phone_refused: "{service} haitambui nambari hii. Iangalie, au weka nyingine.",
  service_down: "{service} haipatikani kwa sasa. Hujakatwa pesa.",
  claim_empty: "Tafadhali weka ujumbe wa malipo, nambari ya vocha au nambari ya kurejesha",
  claim_unreadable: "Huu si ujumbe wa malipo wala nambari yetu. Iangalie na ujaribu tena.",
  claim_nothing_found:
    "Hatujapata ununuzi wowote hapa kwa nambari hiyo. Iangalie, na uangalie nambari ya simu iliyolipa.",
  claim_phone_needed: "Tafadhali weka pia nambari ya simu iliyolipa.",
  claim_wifi_first: "Unganisha simu hii kwenye WiFi kwanza, kisha ujaribu tena.",
  hotspot_silent: "Hotspot haijibu kwa sasa. Tafadhali jaribu tena baada ya dakika moja.",
  voucher_not_used_yet: "Vocha hii bado haijatumika. Iweke chini ya Vocha ili uingie mtandaoni.",
  claim_moved: "Ununuzi wako sasa uko kwenye kifaa hiki. Unaunganishwa.",
  claim_added: "Kifaa hiki kimeongezwa kwenye ununuzi wako. Unaunganishwa.",
  claim_had_already: "Kifaa hiki tayari kina ununuzi wako. Unaunganishwa.",
  claim_on_its_way:
    "Ununuzi wako unakuja kwenye kifaa hiki. Utafika mara tu hotspot ile nyingine ikiuachilia.",
  claim_choose: "Nafasi zote za kifurushi hiki zimechukuliwa. Chagua kifaa kitakachoondoka.",
  claim_checking: "Bado tunaangalia malipo haya. Tafadhali jaribu tena baada ya dakika moja.",
  purchase_unknown: "Ununuzi huu haujulikani hapa.",
  roam_stays: "Ununuzi wako hauji kwenye hotspot hii wenyewe. Tumia nambari yake chini ya “Tumia nambari”.",
  plan_runs_elsewhere: "Kifurushi hiki kinatumika kwenye hotspot nyingine. Fungua ukurasa huu ukiwa pale.",
  plan_places_taken: "Nafasi zote za kifurushi hiki zimechukuliwa. Ondoa kifaa kimoja kwanza.",
  device_has_purchase: "Kifaa hiki tayari kina ununuzi wake.",
  device_passes: "Kifaa hiki ni cha mtoa huduma na hakihitaji kifurushi.",
  device_gone: "Hotspot haikioni kifaa hiki tena. Kiunganishe kwenye WiFi kisha utazame tena.",
  device_not_waiting:
    "Hakuna kifaa chenye anwani hii kinachosubiri kwenye hotspot hii. Angalia anwani, na kama kifaa kimejiunga na WiFi hii.",
  device_address_wrong:
    "Hii si anwani ya kifaa. Ina tarakimu na herufi kumi na mbili, kama A4:5E:60:12:34:56.",
  purchase_changing: "Ununuzi huu unabadilishwa sasa hivi. Tafadhali jaribu tena baada ya muda mfupi.",
  purchase_stopped: "Mtoa huduma amesimamisha ununuzi huu. Tafadhali uliza kwenye kaunta.",
  purchase_used_up: "Ununuzi huu umetumika wote: muda au data yake imeisha.",
  moves_limit:
    "Ununuzi huu umehamishiwa kifaa kingine mara {times} kwa siku moja. Tafadhali jaribu tena kesho.",
  ad_gone: "Tangazo hili halionyeshwi tena.",
  ad_click_other: "Mguso huu unataja tangazo tofauti na la anwani yake.",
};
