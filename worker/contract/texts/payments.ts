// Refunds, money typed at a pay bill, differences and statements, letters.

export const en = {
  no_such_payment: "This payment does not exist.",
  no_such_refund: "This refund does not exist.",
  payment_not_kept: "This payment is not kept any more.",
  payment_being_written: "This payment is still being written down. Try again in a minute.",
  payment_old: "This payment is more than 40 days old. Give it back at the gateway itself.",
  money_decided: "Somebody has decided about this money already.",
  money_goes_back: "Somebody has decided about this money already: it goes back to its payer.",
  money_pays: "Somebody has decided about this money already: it pays {plan} for {phone}.",
  money_pays_on_device:
    "Somebody has decided about this money already: it pays {plan} for {phone} on the device {device}.",
  failed_money_short:
    "The payer's {service} account had too little money. Nothing was taken: the payer can top up and pay again.",
  failed_pin_wrong:
    "The payer entered a wrong {service} PIN. Nothing was taken: the payer can pay again with the right one.",
  failed_cancelled:
    "The payer cancelled the request on the phone. Nothing was taken: the payer can pay again.",
  failed_unanswered:
    "The payer's phone was not reached, or the request was not answered in time. Nothing was taken: the payer can pay again with the phone unlocked.",
  failed_phone:
    "{service} does not know the payer's number. Nothing was sent or taken: the payer can check the number and pay again.",
  failed_service:
    "{service} did not take the request. Nothing was taken: the payer can try again in a few minutes. If it goes on, see Billing, How you are paid.",
  failed_service_staff:
    "{service} did not take the request. Nothing was taken: the payer can try again in a few minutes. If it goes on, tell the owner.",
  operator_money_short: "Too little money in the payer's {service} account",
  operator_pin_wrong: "Wrong {service} PIN",
  operator_cancelled: "Cancelled on the payer's phone",
  operator_unanswered: "The payer's phone was not reached, or not answered in time",
  operator_phone: "{service} does not know the payer's number",
  operator_service:
    "{service} did not take the request. If it goes on, look at the provider's payment gateways.",
  refund_reason: "Say why it is given back",
  refund_whole_shillings: "Whole shillings only",
  refund_one_shilling: "At least KSh 1",
  refund_reference: "Say under which reference it went back",
  refund_name_provider: "Name the provider",
  refund_statement: "Say what the statement shows",
  how_ended: "Say how it ended",
  refund_nothing_left: "Nothing to give back.",
  refund_only_unknown: "Only a refund whose outcome is unknown can be settled by a person.",
  refund_earlier_unknown:
    "The outcome of an earlier refund is unknown. Nothing more is given back until somebody knows.",
  refund_under_way: "A refund of this payment is on its way.",
  refund_done_before: "This payment was given back already.",
  refund_left: "Only KSh {amount} of this payment is left to give back.",
  refund_not_completed: "Only a payment that was completed can be given back.",
  refund_unconfirmed: "The gateway has not confirmed this payment itself yet. Try again in a few minutes.",
  refund_airtel_whole: "Airtel Money gives back whole payments only.",
  refund_bank_account:
    "This money went to a bank account, and M-Pesa cannot give it back from there. Give it back by hand.",
  refund_other_pay_bill:
    "This money went straight to the provider's pay bill, and the platform cannot give it back from there. The provider gives it back by hand.",
  refund_once: "M-Pesa gives back a payment only once. Send the rest by hand.",
  refund_no_credentials: "The gateway's credentials are missing.",
  refund_platform_settings:
    "Refunds of the platform's M-Pesa need PLATFORM_MPESA_INITIATOR_NAME and PLATFORM_MPESA_SECURITY_CREDENTIAL.",
  refund_provider_settings:
    "Refunds need the Initiator Name and the Security Credential of this provider's M-Pesa gateway.",
  refund_banks_never: "Banks give nothing back through us. Give it back by hand.",
  refund_no_receipt:
    "The gateway has not told the receipt of this payment, and without it gives nothing back. Give it back by hand.",
  refund_on_its_way: "The refund is on its way.",
  refund_at_gateway: "The gateway has the refund. Its result follows.",
  refund_unanswered:
    "No clear answer came from the gateway: it may have the refund or not. It is not sent again; the gateway is asked in two minutes, and its answer shows here.",
  refund_into_debt:
    "The provider was paid this money out already: with this it would owe the platform KSh {amount}. Say that you mean it.",
  refund_done: "The money is back with its payer.",
  refund_failed: "The gateway refused the refund. Nothing was given back.",
  refund_unknown: "Nobody knows yet whether the money went back. Look at the gateway's statement.",
  refund_platform_received: "An account of the platform received this money: the operator gives it back.",
  refund_collected:
    "The platform collected this money for you: the operator gives it back, and your balance falls by as much.",
  refund_own_by_hand:
    "The gateway does not give this back. Send it back yourself and tell the operator its reference, who notes it in the books.",
  refund_own_account: "Your own account received this money: give it back yourself.",
  refund_appealed: "The operator was asked. What becomes of it stands on the receipt.",
  refund_appeal_note: "Say why it is not given back",
  refund_appeal_declined: "Declined. Its provider reads your note on the receipt.",
  refund_appeal_decided: "This is decided already.",
  no_such_refund_appeal: "Nobody asked for this refund.",
  paybill_receipt_taken: "This money paid another purchase already: its receipt is there.",
  paybill_purchase_paid_already: "That purchase is paid already. Choose another one, or give the money back.",
  paybill_purchase_paid: "The purchase is paid.",
  no_such_purchase: "This purchase does not exist.",
  paybill_to_central: "That purchase was to pay a central account. Make a new one instead.",
  paybill_choose_purchase: "Choose a purchase, or a plan for a new one.",
  paybill_device_address: "This is not a device address.",
  paybill_choose_router: "Choose one of the provider's routers.",
  paybill_choose_customer: "Choose whose account it is.",
  paybill_not_collected:
    "The platform does not collect for that customer's provider. Give the money back to its payer instead.",
  paybill_https: "Safaricom takes addresses with https only, and this platform has none.",
  paybill_registered_elsewhere:
    "Safaricom has addresses for this pay bill already. Delete them in its Daraja portal (Self Services, URL management), then register again.",
  paybill_registered: "Payments typed by hand at {shortCode} are reported now.",
  paybill_no_answer: "Safaricom gave no known answer. Please try again.",
  paybill_refused: "Safaricom refused it: {why} ({code})",
  difference_say: "Say what was done",
  difference_resolved_already: "Somebody has resolved this already.",
  no_such_difference: "This difference does not exist.",
  difference_credit_only_twice: "Only a purchase that was paid twice leaves a credit.",
  difference_listed_as_money:
    "This money is listed as money without a purchase. Give it to a purchase, or back, there.",
  difference_not_in_books: "The payment is not in the books.",
  difference_only_undelivered: "Only a callback that was never delivered can be delivered again.",
  difference_not_kept: "The payment is not kept any more. Compare the statement, then resolve this.",
  difference_delivered: "Delivered. The payment has read it.",
  difference_resolved: "Resolved. It stays in the list of resolved differences.",
  compare_begins: "The comparison begins within a minute.",
  compare_past_days: "Only a day that is over can be compared.",
  compare_too_long_ago: "This day is too long ago: payments can be compared for 30 days.",
  no_such_letter: "This letter does not exist.",
  letter_sent: "This letter has been sent.",
  letter_no_sender: "The platform has no sender of letters (MAIL_URL): it waits.",
  differences_resolved: "{count} {count:difference is|differences are} resolved.",
  differences_one_by_one: "Callbacks are delivered one by one.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  no_such_payment: "Malipo haya hayapo.",
  no_such_refund: "Urejeshaji huu wa pesa haupo.",
  payment_not_kept: "Malipo haya hayatunzwi tena.",
  payment_being_written: "Malipo haya bado yanaandikwa. Jaribu tena baada ya dakika moja.",
  payment_old: "Malipo haya yana zaidi ya siku 40. Yarudishe kwenye mfumo wa malipo wenyewe.",
  money_decided: "Mtu tayari ameamua kuhusu pesa hizi.",
  money_goes_back: "Mtu tayari ameamua kuhusu pesa hizi: zinarudishwa kwa aliyelipa.",
  money_pays: "Mtu tayari ameamua kuhusu pesa hizi: zinalipia {plan} kwa {phone}.",
  money_pays_on_device:
    "Mtu tayari ameamua kuhusu pesa hizi: zinalipia {plan} kwa {phone} kwenye kifaa {device}.",
  failed_money_short:
    "Akaunti ya {service} ya mlipaji haikuwa na pesa za kutosha. Hakuna kilichochukuliwa: mlipaji anaweza kuongeza pesa na kulipa tena.",
  failed_pin_wrong:
    "Mlipaji aliweka PIN isiyo sahihi ya {service}. Hakuna kilichochukuliwa: mlipaji anaweza kulipa tena kwa PIN sahihi.",
  failed_cancelled:
    "Mlipaji alighairi ombi kwenye simu. Hakuna kilichochukuliwa: mlipaji anaweza kulipa tena.",
  failed_unanswered:
    "Simu ya mlipaji haikufikiwa, au ombi halikujibiwa kwa wakati. Hakuna kilichochukuliwa: mlipaji anaweza kulipa tena simu ikiwa imefunguliwa.",
  failed_phone:
    "{service} haitambui nambari ya mlipaji. Hakuna kilichotumwa wala kuchukuliwa: mlipaji anaweza kuangalia nambari na kulipa tena.",
  failed_service:
    "{service} haikupokea ombi. Hakuna kilichochukuliwa: mlipaji anaweza kujaribu tena baada ya dakika chache. Ikiendelea, angalia Ankara za jukwaa, Jinsi unavyolipwa.",
  failed_service_staff:
    "{service} haikupokea ombi. Hakuna kilichochukuliwa: mlipaji anaweza kujaribu tena baada ya dakika chache. Ikiendelea, mwambie mmiliki.",
  operator_money_short: "Akaunti ya {service} ya mlipaji haikuwa na pesa za kutosha",
  operator_pin_wrong: "PIN isiyo sahihi ya {service}",
  operator_cancelled: "Ilighairiwa kwenye simu ya mlipaji",
  operator_unanswered: "Simu ya mlipaji haikufikiwa, au haikujibiwa kwa wakati",
  operator_phone: "{service} haitambui nambari ya mlipaji",
  operator_service: "{service} haikupokea ombi. Ikiendelea, angalia njia za malipo za mtoa huduma.",
  refund_reason: "Sema kwa nini zinarudishwa",
  refund_whole_shillings: "Shilingi kamili pekee",
  refund_one_shilling: "Angalau KSh 1",
  refund_reference: "Sema ilirudishwa kwa kumbukumbu gani",
  refund_name_provider: "Taja mtoa huduma",
  refund_statement: "Sema taarifa inaonyesha nini",
  how_ended: "Sema ilivyoisha",
  refund_nothing_left: "Hakuna cha kurudisha.",
  refund_only_unknown: "Urejeshaji ambao matokeo yake hayajulikani pekee ndio unaweza kuamuliwa na mtu.",
  refund_earlier_unknown:
    "Matokeo ya urejeshaji wa awali hayajulikani. Hakuna kingine kinachorudishwa hadi yajulikane.",
  refund_under_way: "Urejeshaji wa malipo haya uko njiani.",
  refund_done_before: "Malipo haya tayari yamerudishwa.",
  refund_left: "KSh {amount} pekee za malipo haya zimebaki za kurudisha.",
  refund_not_completed: "Malipo yaliyokamilika pekee ndiyo yanaweza kurudishwa.",
  refund_unconfirmed:
    "Mfumo wa malipo bado haujathibitisha malipo haya wenyewe. Jaribu tena baada ya dakika chache.",
  refund_airtel_whole: "Airtel Money hurudisha malipo yote mazima pekee.",
  refund_bank_account:
    "Pesa hizi zilikwenda kwenye akaunti ya benki, na M-Pesa haiwezi kuzirudisha kutoka huko. Zirudishe mwenyewe.",
  refund_other_pay_bill:
    "Pesa hizi zilikwenda moja kwa moja kwenye pay bill ya mtoa huduma, na jukwaa haliwezi kuzirudisha kutoka huko. Mtoa huduma azirudishe mwenyewe.",
  refund_once: "M-Pesa hurudisha malipo mara moja tu. Tuma zilizobaki mwenyewe.",
  refund_no_credentials: "Vitambulisho vya njia ya malipo havipo.",
  refund_platform_settings:
    "Urejeshaji wa M-Pesa ya jukwaa unahitaji PLATFORM_MPESA_INITIATOR_NAME na PLATFORM_MPESA_SECURITY_CREDENTIAL.",
  refund_provider_settings:
    "Urejeshaji unahitaji Initiator Name na Security Credential za njia ya M-Pesa ya mtoa huduma huyu.",
  refund_banks_never: "Benki hazirudishi chochote kupitia kwetu. Zirudishe mwenyewe.",
  refund_no_receipt:
    "Mfumo wa malipo haujatoa risiti ya malipo haya, na bila hiyo haurudishi chochote. Zirudishe mwenyewe.",
  refund_on_its_way: "Urejeshaji uko njiani.",
  refund_at_gateway: "Mfumo wa malipo umepokea urejeshaji. Matokeo yake yanafuata.",
  refund_unanswered:
    "Mfumo wa malipo haukujibu wazi: huenda umepokea urejeshaji au la. Hautumwi tena; mfumo utaulizwa baada ya dakika mbili, na jibu lake litaonekana hapa.",
  refund_into_debt:
    "Mtoa huduma alishalipwa pesa hizi: kwa hili angelidaiwa na jukwaa KSh {amount}. Sema kwamba unakusudia.",
  refund_done: "Pesa zimerudi kwa aliyelipa.",
  refund_failed: "Mfumo wa malipo umekataa urejeshaji. Hakuna kilichorudishwa.",
  refund_unknown: "Bado haijulikani kama pesa zilirudi. Angalia taarifa ya mfumo wa malipo.",
  refund_platform_received: "Akaunti ya jukwaa ilipokea pesa hizi: mwendeshaji ndiye huzirudisha.",
  refund_collected:
    "Jukwaa lilikukusanyia pesa hizi: mwendeshaji ndiye huzirudisha, na salio lako hupungua kwa kiasi hicho.",
  refund_own_by_hand:
    "Mfumo wa malipo haurudishi pesa hizi. Zirudishe mwenyewe kisha mwambie mwendeshaji kumbukumbu yake, naye aandike kwenye vitabu.",
  refund_own_account: "Akaunti yako mwenyewe ilipokea pesa hizi: zirudishe mwenyewe.",
  refund_appealed: "Mwendeshaji ameombwa. Kitakachoamuliwa kitaonekana kwenye risiti.",
  refund_appeal_note: "Sema kwa nini hazirudishwi",
  refund_appeal_declined: "Limekataliwa. Mtoa huduma wake atasoma maelezo yako kwenye risiti.",
  refund_appeal_decided: "Hili limeshaamuliwa.",
  no_such_refund_appeal: "Hakuna aliyeomba urejeshaji huu.",
  paybill_receipt_taken: "Pesa hizi tayari zimelipia ununuzi mwingine: risiti yake iko huko.",
  paybill_purchase_paid_already: "Ununuzi huo tayari umelipwa. Chagua mwingine, au rudisha pesa.",
  paybill_purchase_paid: "Ununuzi umelipwa.",
  no_such_purchase: "Ununuzi huu haupo.",
  paybill_to_central: "Ununuzi huo ulipaswa kulipa akaunti kuu. Tengeneza mpya badala yake.",
  paybill_choose_purchase: "Chagua ununuzi, au kifurushi cha ununuzi mpya.",
  paybill_device_address: "Hii si anwani ya kifaa.",
  paybill_choose_router: "Chagua moja ya ruta za mtoa huduma.",
  paybill_choose_customer: "Chagua ni akaunti ya nani.",
  paybill_not_collected:
    "Jukwaa halikusanyi pesa kwa ajili ya mtoa huduma wa mteja huyo. Badala yake rudisha pesa kwa aliyelipa.",
  paybill_https: "Safaricom hupokea anwani za https pekee, na jukwaa hili halina.",
  paybill_registered_elsewhere:
    "Safaricom tayari ina anwani za pay bill hii. Zifute kwenye tovuti yake ya Daraja (Self Services, URL management), kisha sajili tena.",
  paybill_registered: "Malipo ya kuandika kwa {shortCode} sasa yanaripotiwa.",
  paybill_no_answer: "Safaricom haikutoa jibu linalojulikana. Tafadhali jaribu tena.",
  paybill_refused: "Safaricom imekataa: {why} ({code})",
  difference_say: "Sema lililofanywa",
  difference_resolved_already: "Mtu tayari amelitatua hili.",
  no_such_difference: "Tofauti hii haipo.",
  difference_credit_only_twice: "Ununuzi uliolipwa mara mbili pekee ndio huacha salio.",
  difference_listed_as_money:
    "Pesa hizi zimeorodheshwa kama pesa zisizo na ununuzi. Zipe ununuzi, au zirudishe, huko.",
  difference_not_in_books: "Malipo haya hayamo kwenye vitabu.",
  difference_only_undelivered: "Ujumbe ambao haukufikishwa pekee ndio unaweza kufikishwa tena.",
  difference_not_kept: "Malipo haya hayatunzwi tena. Linganisha taarifa, kisha utatue hili.",
  difference_delivered: "Imefikishwa. Malipo yameisoma.",
  difference_resolved: "Imetatuliwa. Inabaki kwenye orodha ya tofauti zilizotatuliwa.",
  compare_begins: "Ulinganisho unaanza ndani ya dakika moja.",
  compare_past_days: "Siku iliyokwisha pekee ndiyo inaweza kulinganishwa.",
  compare_too_long_ago: "Siku hii ni ya zamani mno: malipo yanaweza kulinganishwa kwa siku 30.",
  no_such_letter: "Barua hii haipo.",
  letter_sent: "Barua hii imeshatumwa.",
  letter_no_sender: "Jukwaa halina mtumaji wa barua (MAIL_URL): inasubiri.",
  differences_resolved: "Tofauti {count} zimetatuliwa.",
  differences_one_by_one: "Majibu ya malipo huwasilishwa moja moja.",
};
