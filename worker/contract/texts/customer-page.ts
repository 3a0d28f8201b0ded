// What a customer is told on the own page, beside payments.

export const en = {
  my_who: "Enter your account number, 8 digits, or the phone number that we have of you",
  my_links_limit: "Too many links were asked for from here. Please try again {when}, or call us.",
  my_change_gone: "This change is not known. Please choose the package again.",
  my_change_code: "Please enter the 6 digits of the SMS",
  my_change_code_wrong: "This is not the code. Check the SMS: you have {left} more {left:try|tries}.",
  my_change_code_over:
    "This code has ended: it works for 10 minutes, once, and not after five wrong tries. Please choose the package again.",
  my_change_codes_limit: "Too many codes were asked for. Please try again {when}.",
  my_change_no_sms: "No SMS can be sent to your phone right now. Please call us.",
  my_change_other: "The package is not as it was shown to you any more. Please choose again.",
  my_change_held: "This line was blocked by us. Please call us.",
  my_change_next_payment: "This package begins with your next payment. Please choose again.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  my_who: "Weka nambari yako ya akaunti, tarakimu 8, au nambari ya simu tuliyo nayo yako",
  my_links_limit: "Viungo vingi mno vimeombwa kutoka hapa. Tafadhali jaribu tena {when}, au tupigie simu.",
  my_change_gone: "Badiliko hili halijulikani. Tafadhali chagua kifurushi tena.",
  my_change_code: "Tafadhali weka tarakimu 6 za SMS",
  my_change_code_wrong: "Hii si nambari sahihi. Angalia SMS: umebakiza kujaribu mara {left}.",
  my_change_code_over:
    "Nambari hii imekwisha: hudumu dakika 10, mara moja, na si baada ya kukosea mara tano. Tafadhali chagua kifurushi tena.",
  my_change_codes_limit: "Nambari nyingi mno zimeombwa. Tafadhali jaribu tena {when}.",
  my_change_no_sms: "Hakuna SMS inayoweza kutumwa kwa simu yako sasa. Tafadhali tupigie simu.",
  my_change_other: "Kifurushi si kama ulivyoonyeshwa tena. Tafadhali chagua upya.",
  my_change_held: "Laini hii tumeifunga sisi. Tafadhali tupigie simu.",
  my_change_next_payment: "Kifurushi hiki kinaanza na malipo yako yajayo. Tafadhali chagua upya.",
};
