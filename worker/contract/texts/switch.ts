export const en = {
  switch_account_type: "Account type (Mobile Money or Bank) is required",
  switch_provider: "Specific provider is required",
  switch_account: "Central account number is required",
  switch_target: "Target amount is required",
  switch_name: "Switch name is required",
  switch_positive: "Target amount must be a positive number",
  switch_day: "At least one day must be selected for recurring schedule",
  switch_start: "Start time is required for recurring schedule",
  switch_end: "End time is required for recurring schedule",
  switch_order: "Start time must be before end time",
  switch_reason: "Please provide a reason for emergency deactivation",
  switch_id: "Invalid switch ID",
  switch_payee: "Type the name of who received the KSh 1, as the prompt showed it",
  switch_revision: "This page is out of date. Load it again, then make your change",
  switch_cents: "Target amount has at most two decimals and is at most 1,000,000,000",
  switch_bank_account: "The account number is longer than the 12 characters that a bank's pay bill takes",
  switch_bank_letters: "A bank account number has letters and digits only",
  switch_short_code: "The M-Pesa account must be a till or pay bill number of 5 to 9 digits",
  switch_times: "Times are written HH:MM",
  switch_name_long: "The switch name is longer than 80 characters",
  switch_days: "Days are written in full and in lower case",
  switch_payee_long: "The name is too long",
  switch_reason_long: "The reason is longer than 500 characters",
  switch_is_active: "This switch is active. Deactivate it before you delete it.",
  switch_is_inactive: "This switch is not active, so there is nothing to stop.",
  switch_no_stop:
    "Emergency stop is not allowed for this switch. Deactivate it, or allow it in its settings.",
  switch_deleted_before: "This switch was deleted. The switch ID does not match any that is configured.",
  switch_untried:
    "Nobody has tried this account yet. Send KSh 1 to it first, and name who received it as the prompt says.",
  switch_suspended:
    "This switch suspended itself, because its account refused payments. Try the account again with KSh 1, then resume.",
  switch_not_shown:
    "The switch has changed, but the list could not be brought up to date. Please try again in a moment.",
  switch_unknown: "The switch ID does not match any payment gateway switch. Please choose again.",
  switch_providers_account:
    "{name} collects at {account}. A central account is the platform's own: enter another number.",
  switch_activated: "Payment gateway switch activated successfully",
  switch_deactivated: "Payment gateway switch deactivated successfully",
  switch_stopped: "Emergency Deactivation Successful",
  switch_deleted: "Payment gateway switch deleted successfully",
  switch_deactivate_first:
    "This switch is active. Deactivate it before you change its account, then try the new account.",
  switch_changed:
    "Somebody else has changed this switch meanwhile. Look at it as it is now, then make your change again.",
  switch_not_offered: "This provider is not offered for a central account",
  switch_no_credentials: "Nothing can be sent to this account: the platform has no credentials that pay it.",
  switch_payee_is_provider:
    "{name} is a provider. The money of all visitors would go to that business: enter the platform's own account.",
  switch_not_verified: "No KSh 1 was paid to this account since it was named last. Try it first.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  switch_account_type: "Aina ya akaunti (pesa za simu au benki) inahitajika",
  switch_provider: "Mtoa huduma maalum anahitajika",
  switch_account: "Nambari ya akaunti kuu inahitajika",
  switch_target: "Kiasi lengwa kinahitajika",
  switch_name: "Jina la swichi linahitajika",
  switch_positive: "Kiasi lengwa lazima kiwe zaidi ya sifuri",
  switch_day: "Chagua angalau siku moja kwa ratiba inayojirudia",
  switch_start: "Saa ya kuanza inahitajika kwa ratiba inayojirudia",
  switch_end: "Saa ya mwisho inahitajika kwa ratiba inayojirudia",
  switch_order: "Saa ya kuanza lazima iwe kabla ya saa ya mwisho",
  switch_reason: "Tafadhali toa sababu ya kuzima kwa dharura",
  switch_id: "Kitambulisho cha swichi si sahihi",
  switch_payee: "Andika jina la aliyepokea KSh 1, kama ombi lilivyoonyesha",
  switch_revision: "Ukurasa huu umepitwa na wakati. Upakie tena, kisha ufanye mabadiliko yako",
  switch_cents: "Kiasi lengwa kina desimali mbili tu na hakizidi 1,000,000,000",
  switch_bank_account: "Nambari ya akaunti inazidi herufi 12 ambazo pay bill ya benki inapokea",
  switch_bank_letters: "Nambari ya akaunti ya benki ina herufi na tarakimu pekee",
  switch_short_code: "Akaunti ya M-Pesa lazima iwe nambari ya till au pay bill ya tarakimu 5 hadi 9",
  switch_times: "Saa huandikwa HH:MM",
  switch_name_long: "Jina la swichi lina zaidi ya herufi 80",
  switch_days: "Siku huandikwa kikamilifu kwa herufi ndogo",
  switch_payee_long: "Jina ni refu mno",
  switch_reason_long: "Sababu ina zaidi ya herufi 500",
  switch_is_active: "Swichi hii inatumika. Izime kabla ya kuifuta.",
  switch_is_inactive: "Swichi hii haitumiki, kwa hiyo hakuna cha kusimamisha.",
  switch_no_stop:
    "Kusimamisha kwa dharura hakuruhusiwi kwa swichi hii. Izime, au uruhusu kwenye mipangilio yake.",
  switch_deleted_before: "Swichi hii ilifutwa. Kitambulisho chake hakilingani na swichi yoyote iliyowekwa.",
  switch_untried:
    "Akaunti hii bado haijajaribiwa. Kwanza itumie KSh 1, na umtaje aliyepokea kama ombi linavyoonyesha.",
  switch_suspended:
    "Swichi hii imejisimamisha, kwa sababu akaunti yake ilikataa malipo. Jaribu akaunti tena kwa KSh 1, kisha uendelee.",
  switch_not_shown:
    "Swichi imebadilika, lakini orodha haikuweza kusasishwa. Tafadhali jaribu tena baada ya muda mfupi.",
  switch_unknown: "Kitambulisho cha swichi hakilingani na swichi yoyote ya malipo. Tafadhali chagua tena.",
  switch_providers_account:
    "{name} hupokea malipo kwa {account}. Akaunti kuu ni ya jukwaa lenyewe: weka nambari nyingine.",
  switch_activated: "Swichi ya malipo imewashwa",
  switch_deactivated: "Swichi ya malipo imezimwa",
  switch_stopped: "Imezimwa kwa dharura",
  switch_deleted: "Swichi ya malipo imefutwa",
  switch_deactivate_first:
    "Swichi hii inatumika. Izime kabla ya kubadilisha akaunti yake, kisha ujaribu akaunti mpya.",
  switch_changed:
    "Mtu mwingine amebadilisha swichi hii wakati huohuo. Iangalie ilivyo sasa, kisha ufanye mabadiliko yako tena.",
  switch_not_offered: "Mtoa huduma huyu hatolewi kwa akaunti kuu",
  switch_no_credentials:
    "Hakuna kinachoweza kutumwa kwa akaunti hii: jukwaa halina vitambulisho vya kuilipa.",
  switch_payee_is_provider:
    "{name} ni mtoa huduma. Pesa za wageni wote zingekwenda kwa biashara hiyo: weka akaunti ya jukwaa lenyewe.",
  switch_not_verified:
    "Hakuna KSh 1 iliyolipwa kwa akaunti hii tangu ilipotajwa mara ya mwisho. Ijaribu kwanza.",
};
