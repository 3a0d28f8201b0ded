export const en = {
  user_unknown: "This user is not known here.",
  extend_whole_minutes: "Give the time in whole minutes",
  extend_one_minute: "Give at least one minute",
  extend_31_days: "At most 31 days at a time",
  extend_uncertain:
    "It is not certain that this time was given. Look when the user's time ends before you give more.",
  gifts_none: "You may not give free time. An owner can allow it under People.",
  gifts_limit:
    "That is more than you may give today: {left} of your {most} free minutes are left. An owner can allow more under People.",
  extend_nothing: "Nothing was bought for this device that could be given more time.",
  extend_cut_off: "This device is disconnected. Allow it again first, then give it more time.",
  extend_lapsed: "This purchase was never used and has lapsed. Give the user a voucher instead.",
  extend_not_started: "This purchase has not started yet: its whole time is still there.",
  extend_data_used:
    "The data of this purchase is used up: more time would not help. Give the user a voucher.",
  extend_too_late: "This purchase ended more than 7 days ago. Give the user a voucher instead.",
  device_address: "This is not a device address. It looks like AA:BB:CC:11:22:33.",
  device_has_it: "This is the device that has it already.",
  move_nothing: "Nothing was bought for this device that could move.",
  move_unseen: "The router does not see this device. Connect it to the same WiFi first, then try again.",
  move_unseen_anywhere:
    "None of your routers sees this device. Connect it to your WiFi first, then try again.",
  move_router_silent:
    "The router cannot be asked right now whether this device is on its WiFi. Please try again in a minute.",
  moved: "Moved. The new device is being connected.",
  moved_added: "Added: this plan is for several devices, and there was room for one more.",
  moved_already: "This device has the purchase already. It is being connected.",
  moved_later: "On its way: it comes to the new device as soon as the other router has let go of it.",
  outage_unknown: "This outage is not known, or it is more than 7 days old.",
  outage_settled: "This outage is settled already.",
  outage_given: "{count} {count:purchase was|purchases were} given the lost time back.",
  outage_left: "Left as it is.",
  cut_off_done: "Disconnected. The bought time runs on; you can allow this device again.",
  allowed_again: "Allowed again.",
  given_days: "{count} {count:day|days} more given.",
  given_hours: "{count} {count:hour|hours} more given.",
  given_minutes: "{count} {count:minute|minutes} more given.",
  purchase_not_running: "This purchase is not running.",
  purchase_money_back:
    "The money of this purchase went back to its payer. Sell it again, or give time from the user's details.",
  purchase_not_cut_off: "This purchase is not disconnected, or its time is over.",
  device_nothing_running: "Nothing that was bought for this device is running.",
  device_not_cut_off: "This device is not disconnected, or the time that it had is over.",
  transaction_unknown: "This transaction does not exist.",
  retry_arrived: "The payment has arrived. {text}",
  retry_not_asked: "The payment could not be asked about. Please try again in a moment.",
  retry_too_old: "This payment is too old to be asked about.",
  retry_no_money: "Asked again: no money has arrived for this one.",
  retry_no_result: "Asked again: there is no result yet. We keep asking.",
  retry_online: "The router has let this device out.",
  retry_sent: "Sent to the router again. It is let out as soon as the router confirms.",
  retry_foreign_user:
    "The router has a user of another system for this device, so it cannot be let in. Hand that user over: open the device under Users, or the router's checklist.",
  retry_closed: "This plan is closed at this hour. The device is let out by itself when it opens.",
  retry_waits_for_wifi: "The router has it. The device is let out as soon as it is on the WiFi.",
  retry_waits_for_device:
    "This purchase waits for its device: it starts when the buyer opens the portal on the WiFi.",
  retry_router_removed:
    "Its router was removed. It goes on when the buyer opens the portal on the WiFi of another one, or when you move it to a device there.",
  retry_no_bridge: "No bridge installed. It is delivered as soon as one is.",
  retry_bridge_away:
    "The bridge at this site is not connected. It is delivered as soon as the bridge is back.",
  retry_router_away:
    "The bridge does not reach the router right now: Routers says why. It is delivered as soon as the router is back.",
  retry_moving: "This purchase moves to another router. It goes on there when the old one has let go.",
  retry_cut_off: "You have disconnected this device. Allow it again first.",
  retry_over: "This purchase is over: its time or its data is used up, or it lapsed.",
  retry_not_written: "The access is not written yet. Please try again in a moment.",
  payment_bought_nothing: "This payment bought nothing, or it is not paid yet.",
  payment_without_device:
    "What this payment bought has no device yet: the payer opens the portal on the device that shall have it.",
  payment_device_has_other:
    "Another purchase counts for this device now. Open the provider's console to choose among them.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  user_unknown: "Mtumiaji huyu hajulikani hapa.",
  extend_whole_minutes: "Toa muda kwa dakika kamili",
  extend_one_minute: "Toa angalau dakika moja",
  extend_31_days: "Siku 31 kwa wakati mmoja ndio mwisho",
  extend_uncertain:
    "Haina uhakika kwamba muda huu ulitolewa. Angalia muda wa mtumiaji unaisha lini kabla ya kuongeza tena.",
  gifts_none: "Huruhusiwi kutoa muda wa bure. Mmiliki anaweza kuruhusu kwenye Watu.",
  gifts_limit:
    "Hiyo ni zaidi ya unayoweza kutoa leo: zimebaki {left} kati ya dakika zako {most} za bure. Mmiliki anaweza kuongeza kwenye Watu.",
  extend_nothing: "Hakuna kilichonunuliwa kwa kifaa hiki kinachoweza kuongezewa muda.",
  extend_cut_off: "Kifaa hiki kimekatwa. Kiruhusu tena kwanza, kisha ukiongezee muda.",
  extend_lapsed: "Ununuzi huu haukutumika na muda wake umepita. Mpe mtumiaji vocha badala yake.",
  extend_not_started: "Ununuzi huu bado haujaanza: muda wake wote bado upo.",
  extend_data_used: "Data ya ununuzi huu imeisha: muda zaidi hautasaidia. Mpe mtumiaji vocha.",
  extend_too_late: "Ununuzi huu uliisha zaidi ya siku 7 zilizopita. Mpe mtumiaji vocha badala yake.",
  device_address: "Hii si anwani ya kifaa. Huonekana kama AA:BB:CC:11:22:33.",
  device_has_it: "Hiki ndicho kifaa ambacho tayari kinao.",
  move_nothing: "Hakuna kilichonunuliwa kwa kifaa hiki kinachoweza kuhamishwa.",
  move_unseen: "Ruta haikioni kifaa hiki. Kwanza kiunganishe na WiFi hiyo hiyo, kisha ujaribu tena.",
  move_unseen_anywhere:
    "Hakuna ruta yako inayokiona kifaa hiki. Kwanza kiunganishe na WiFi yako, kisha ujaribu tena.",
  move_router_silent:
    "Ruta haiwezi kuulizwa sasa hivi kama kifaa hiki kipo kwenye WiFi yake. Tafadhali jaribu tena baada ya dakika moja.",
  moved: "Imehamishwa. Kifaa kipya kinaunganishwa.",
  moved_added: "Kimeongezwa: mpango huu ni wa vifaa kadhaa, na kulikuwa na nafasi ya kimoja zaidi.",
  moved_already: "Kifaa hiki tayari kina ununuzi huo. Kinaunganishwa.",
  moved_later: "Iko njiani: itafika kwenye kifaa kipya mara tu ruta ile nyingine ikiuachilia.",
  outage_unknown: "Kukatika huku hakujulikani, au ni kwa zaidi ya siku 7 zilizopita.",
  outage_settled: "Kukatika huku kumeshaamuliwa.",
  outage_given: "{count:Ununuzi|Manunuzi} {count} {count:umerudishiwa|yamerudishiwa} muda uliopotea.",
  outage_left: "Imeachwa ilivyo.",
  cut_off_done: "Kimekatwa. Muda ulionunuliwa unaendelea kuhesabika; unaweza kukiruhusu kifaa hiki tena.",
  allowed_again: "Kimeruhusiwa tena.",
  given_days: "Umeongeza siku {count}.",
  given_hours: "Umeongeza saa {count}.",
  given_minutes: "Umeongeza dakika {count}.",
  purchase_not_running: "Ununuzi huu hauendelei.",
  purchase_money_back:
    "Pesa za ununuzi huu zilirudi kwa aliyelipa. Uza tena, au toa muda kwenye maelezo ya mtumiaji.",
  purchase_not_cut_off: "Ununuzi huu haujakatwa, au muda wake umeisha.",
  device_nothing_running: "Hakuna kilichonunuliwa kwa kifaa hiki kinachoendelea.",
  device_not_cut_off: "Kifaa hiki hakijakatwa, au muda wake umeisha.",
  transaction_unknown: "Muamala huu haupo.",
  retry_arrived: "Malipo yamefika. {text}",
  retry_not_asked: "Malipo haya hayakuweza kuulizwa. Tafadhali jaribu tena baada ya muda mfupi.",
  retry_too_old: "Malipo haya ni ya zamani mno kuulizwa.",
  retry_no_money: "Tumeuliza tena: hakuna pesa iliyofika kwa hili.",
  retry_no_result: "Tumeuliza tena: bado hakuna jibu. Tunaendelea kuuliza.",
  retry_online: "Ruta imekiruhusu kifaa hiki.",
  retry_sent: "Imetumwa kwa ruta tena. Kifaa kitaruhusiwa mara tu ruta ikithibitisha.",
  retry_foreign_user:
    "Ruta ina mtumiaji wa mfumo mwingine wa kifaa hiki, kwa hivyo hakiwezi kuruhusiwa. Mkabidhi mtumiaji huyo: fungua kifaa kwenye Watumiaji, au orodha ya ukaguzi ya ruta.",
  retry_closed: "Mpango huu umefungwa saa hii. Kifaa kitaruhusiwa chenyewe utakapofunguka.",
  retry_waits_for_wifi: "Ruta imeipata. Kifaa kitaruhusiwa mara tu kitakapokuwa kwenye WiFi.",
  retry_waits_for_device:
    "Ununuzi huu unasubiri kifaa chake: utaanza mnunuzi atakapofungua ukurasa wa kununua akiwa kwenye WiFi.",
  retry_router_removed:
    "Ruta yake iliondolewa. Utaendelea mnunuzi atakapofungua ukurasa wa kununua kwenye WiFi ya ruta nyingine, au ukiuhamishia kifaa kilicho huko.",
  retry_no_bridge: "Hakuna daraja lililosakinishwa. Utafikishwa mara tu likisakinishwa.",
  retry_bridge_away: "Daraja la mahali hapa halijaunganishwa. Utafikishwa mara tu daraja likirudi.",
  retry_router_away:
    "Daraja haliifikii ruta sasa hivi: Ruta husema kwa nini. Utafikishwa mara tu ruta ikirudi.",
  retry_moving: "Ununuzi huu unahamia ruta nyingine. Utaendelea huko ruta ya zamani ikiuachilia.",
  retry_cut_off: "Umekikata kifaa hiki. Kiruhusu tena kwanza.",
  retry_over: "Ununuzi huu umekwisha: muda au data yake imeisha, au ulipitwa na wakati.",
  retry_not_written: "Ruhusa bado haijaandikwa. Tafadhali jaribu tena baada ya muda mfupi.",
  payment_bought_nothing: "Malipo haya hayakununua kitu, au bado hayajalipwa.",
  payment_without_device:
    "Kilichonunuliwa na malipo haya bado hakina kifaa: mlipaji afungue ukurasa wa WiFi kwenye kifaa kitakachokuwa nacho.",
  payment_device_has_other:
    "Ununuzi mwingine ndio unaohesabika kwa kifaa hiki sasa. Fungua konsoli ya mtoa huduma kuchagua.",
};
