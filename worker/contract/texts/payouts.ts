export const en = {
  payout_shillings: "Enter an amount in whole shillings",
  payout_fee_range: "The fee of a payout is between KSh 0 and KSh 1,000",
  payout_least_range: "The least amount of a payout is between KSh 10 and KSh 100,000",
  payout_hold_range: "What was sold waits for 0 to 168 hours",
  payout_short_code: "The short code of the account that pays out has 5 to 7 digits",
  payout_secret_long: "This credential is too long",
  payout_app_both: "The app of this short code needs both its consumer key and its consumer secret.",
  payout_account_whole: "Paying out needs a short code, an initiator name and its security credential.",
  collection_no_app: "The platform has no M-Pesa app of its own, at whose pay bill it could collect.",
  collection_no_account:
    "Enter the account from which payouts go first: what nobody can pay out is not collected.",
  collection_off: "The platform does not collect for providers now.",
  collection_own_collects:
    "Your own M-Pesa account collects already. The platform collects only where no account of your own does.",
  collection_not_consented: "The platform does not collect for you.",
  collection_debt:
    "KSh {amount} more went back to your visitors than was left of what the platform collected for you. Your next sales make it up; you can leave once they have.",
  gateway_by_consent:
    "The provider consented to this one, at the platform's own pay bill. It cannot be changed, only deleted.",
  standing_collection_off: "The platform does not collect for providers now.",
  destination_kind: "Choose a phone, a pay bill or a till",
  destination_account: "Enter the number to which payouts go",
  destination_phone: "Enter a Kenyan mobile number, such as 0712 345 678.",
  destination_number: "Enter the number of the pay bill or till: 5 to 7 digits.",
  destination_reference: "A pay bill needs an account number of at most 13 letters and digits",
  held_since_load:
    "This platform was restored from a backup. Payouts and refunds wait until its support has checked what was sent since then.",
  payouts_off: "The platform cannot pay out now. Nothing of your balance is lost; ask its support.",
  payout_sandbox:
    "A part of this balance was collected in the sandbox, where no money moves. Ask the platform's support to set it right.",
  payout_no_destination: "Say first where payouts go.",
  payout_held: "Where payouts go was changed. Nothing is paid there before {at}.",
  payout_too_little: "There is less than KSh {least} to pay out, with the fee taken off.",
  payout_least: "A payout is at least KSh {least}.",
  payout_most: "A payout is at most KSh {most}.",
  payout_more_than_there: "At most KSh {most} can be paid out now, with the fee taken off.",
  payout_fresh:
    "KSh {fresh} of your balance was sold lately and can be paid out once it is {count} {count:hour|hours} old, since its payers may still want it back. Now it is at most KSh {most}.",
  payout_changed: "Your balance changed meanwhile. Look at it again, then try again.",
  payout_sent: "The payout is on its way. M-Pesa says in a moment whether it arrived.",
  payout_unclear:
    "M-Pesa has not said what became of this payout. It is asked until it says so; nothing is sent twice.",
  payout_paid: "The payout has arrived.",
  payout_failed: "The payout failed, and its money is in the balance again.",
  payout_reversed: "The payout was taken back, and its money is in the balance again.",
  no_such_payout: "This payout does not exist.",
  payout_nameless:
    "M-Pesa never named this payout, so it cannot be asked about. Look for it in M-Pesa's statement, and say how it ended.",
  payout_other_account:
    "This payout went out from {code}, and the platform pays out from another account now, which cannot be asked about it. Look for it in the statement of {code}, and say how it ended.",
  payout_key_used: "This was asked for before, with another amount. Look at the payouts, then ask anew.",
  payout_only_unclear: "Only an unclear payout is decided by a person.",
  payout_receipt: "A receipt has 8 to 12 letters and digits",
  payout_receipt_taken: "Another payout has this receipt.",
  statement_period: "A statement is about at most 366 days, and ends on the day it begins or later.",
  erase_payouts: "{count} {count:payout is|payouts are} still under way. Wait until each has ended.",
  erase_payouts_watched:
    "{count} {count:payout|payouts} to a phone can still come back: M-Pesa takes the money from a phone that is not registered. Wait until {count:it is|they are} eight days old.",
  erase_balance: "The platform still owes {name} KSh {amount}. Pay it out first.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  payout_shillings: "Andika kiasi kwa shilingi kamili",
  payout_fee_range: "Ada ya malipo ni kati ya KSh 0 na KSh 1,000",
  payout_least_range: "Kiasi cha chini cha malipo ni kati ya KSh 10 na KSh 100,000",
  payout_hold_range: "Mauzo husubiri saa 0 hadi 168",
  payout_short_code: "Nambari fupi ya akaunti inayolipa ina tarakimu 5 hadi 7",
  payout_secret_long: "Siri hii ni ndefu mno",
  payout_app_both: "Programu ya nambari hii inahitaji consumer key na consumer secret zote mbili.",
  payout_account_whole:
    "Ili kulipa kunahitajika nambari fupi, jina la initiator na security credential yake.",
  collection_no_app: "Jukwaa halina programu yake ya M-Pesa ya kukusanya pesa kwenye pay bill yake.",
  collection_no_account: "Andika kwanza akaunti inayolipa: pesa zisizoweza kulipwa hazikusanywi.",
  collection_off: "Jukwaa halikusanyi pesa kwa ajili ya watoa huduma sasa.",
  collection_own_collects:
    "Akaunti yako ya M-Pesa tayari inapokea pesa. Jukwaa hukusanya tu pale ambapo huna akaunti yako inayopokea.",
  collection_not_consented: "Jukwaa halikukusanyii pesa.",
  collection_debt:
    "KSh {amount} zaidi zilirudi kwa wageni wako kuliko zilizobaki katika pesa ambazo jukwaa lilikukusanyia. Mauzo yako yajayo yatazifidia; kisha unaweza kuondoka.",
  gateway_by_consent:
    "Mtoa huduma aliridhia njia hii, kwenye pay bill ya jukwaa lenyewe. Haiwezi kubadilishwa, inaweza kufutwa tu.",
  standing_collection_off: "Jukwaa halikusanyi pesa kwa ajili ya watoa huduma sasa.",
  destination_kind: "Chagua simu, pay bill au till",
  destination_account: "Andika nambari ambako malipo yataenda",
  destination_phone: "Andika nambari ya simu ya Kenya, kama 0712 345 678.",
  destination_number: "Andika nambari ya pay bill au till: tarakimu 5 hadi 7.",
  destination_reference: "Pay bill inahitaji nambari ya akaunti yenye herufi na tarakimu zisizozidi 13",
  held_since_load:
    "Jukwaa hili limerejeshwa kutoka nakala rudufu. Malipo na marejesho yanasubiri hadi huduma kwa wateja wake ihakikishe kilichotumwa tangu wakati huo.",
  payouts_off: "Jukwaa haliwezi kulipa sasa. Salio lako halijapotea; uliza huduma kwa wateja wake.",
  payout_sandbox:
    "Sehemu ya salio hili ilikusanywa kwenye sandbox, ambako hakuna pesa halisi. Uliza huduma kwa wateja ya jukwaa ili lirekebishwe.",
  payout_no_destination: "Sema kwanza malipo yaende wapi.",
  payout_held: "Mahali malipo yanakoenda palibadilishwa. Hakuna kinacholipwa huko kabla ya {at}.",
  payout_too_little: "Kuna chini ya KSh {least} ya kulipwa, baada ya kutoa ada.",
  payout_least: "Malipo ni angalau KSh {least}.",
  payout_most: "Malipo hayazidi KSh {most}.",
  payout_more_than_there: "Sasa kinaweza kulipwa kiasi kisichozidi KSh {most}, baada ya kutoa ada.",
  payout_fresh:
    "KSh {fresh} za salio lako ni za mauzo ya karibuni, na zinaweza kulipwa zikifikisha saa {count}, kwa kuwa waliolipa bado wanaweza kuzidai. Sasa si zaidi ya KSh {most}.",
  payout_changed: "Salio lako limebadilika. Liangalie tena, kisha ujaribu tena.",
  payout_sent: "Malipo yako njiani. M-Pesa itasema baada ya muda mfupi kama yamefika.",
  payout_unclear:
    "M-Pesa haijasema malipo haya yaliishia wapi. Inaulizwa hadi iseme; hakuna kinachotumwa mara mbili.",
  payout_paid: "Malipo yamefika.",
  payout_failed: "Malipo yameshindikana, na pesa zake zimerudi kwenye salio.",
  payout_reversed: "Malipo yalirudishwa, na pesa zake zimerudi kwenye salio.",
  no_such_payout: "Malipo haya hayapo.",
  payout_nameless:
    "M-Pesa haikuyapa malipo haya jina, kwa hiyo haiwezi kuulizwa. Yatafute kwenye taarifa ya M-Pesa, kisha useme yaliishaje.",
  payout_other_account:
    "Malipo haya yalitoka {code}, na sasa jukwaa linalipa kutoka akaunti nyingine, ambayo haiwezi kuulizwa kuyahusu. Yatafute kwenye taarifa ya {code}, kisha useme yaliishaje.",
  payout_key_used: "Hili liliombwa awali, kwa kiasi kingine. Angalia malipo, kisha uombe upya.",
  payout_only_unclear: "Mtu huamua tu malipo ambayo hayajulikani yaliishaje.",
  payout_receipt: "Risiti ina herufi na tarakimu 8 hadi 12",
  payout_receipt_taken: "Malipo mengine yana risiti hii.",
  statement_period: "Taarifa ni ya siku zisizozidi 366, na huisha siku inayoanza au baadaye.",
  erase_payouts: "Malipo {count} bado yako njiani. Subiri hadi kila moja liishe.",
  erase_payouts_watched:
    "Malipo {count} kwa simu bado yanaweza kurudi: M-Pesa huchukua pesa kutoka simu isiyosajiliwa. Subiri hadi yafikishe siku nane.",
  erase_balance: "Jukwaa bado linadaiwa na {name} KSh {amount}. Mlipe kwanza.",
};
