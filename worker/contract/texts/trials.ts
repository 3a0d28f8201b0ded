// The free trial: what its owner sets, and what visitors are told on the way.

export const en = {
  trial_name: "Free trial",
  trial_minutes: "Enter whole minutes, from 1 to 240",
  trial_per_day: "Enter how many a day, from 1 to 500",
  trial_again: "Enter whole days, from 1 to 730",
  trial_saved: "Saved.",
  trial_not_offered: "There is no free trial here at the moment. Please choose a plan.",
  trial_phone_needed: "Please enter your phone number",
  trial_no_sms_now:
    "No SMS can be sent right now. Please choose a plan and pay by phone or pay bill, or type a voucher.",
  trial_no_sms_to: "No SMS can be sent to this number. Please use another one.",
  trial_used_up: "Today's free trials are used up. Come back tomorrow, or choose a plan.",
  trial_had_device: "This device has had its free trial. Please choose a plan.",
  trial_had_phone: "This number has had its free trial. Please choose a plan.",
  trial_bought: "This number has bought here before. The free trial is for who is new here.",
  trial_has_plan: "This device has a plan already.",
  trial_code_needed: "Please enter the 6 digits of the SMS",
  trial_code_wrong: "This is not the code. Check the SMS: you have {left} more {left:try|tries}.",
  trial_code_ended: "This code has ended: it was entered wrongly too often. Please ask for a new one.",
  trial_code_late: "This code is over: it works for 10 minutes. Please ask for a new one.",
  trial_unknown: "This code is not known on this device. Please ask for a new one.",
  code_limit_here: "Too many codes were asked for from here. Please try again {when}, or choose a plan.",
  code_limit_phone:
    "A code was sent to this number a short while ago, or too many today. Please try again {when}, or choose a plan.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  trial_name: "Jaribio la bure",
  trial_minutes: "Weka dakika kamili, kutoka 1 hadi 240",
  trial_per_day: "Weka ni mangapi kwa siku, kutoka 1 hadi 500",
  trial_again: "Weka siku kamili, kutoka 1 hadi 730",
  trial_saved: "Imehifadhiwa.",
  trial_not_offered: "Hakuna jaribio la bure hapa kwa sasa. Tafadhali chagua kifurushi.",
  trial_phone_needed: "Tafadhali weka nambari yako ya simu",
  trial_no_sms_now:
    "SMS haiwezi kutumwa sasa. Tafadhali chagua kifurushi ulipe kwa simu au pay bill, au weka vocha.",
  trial_no_sms_to: "SMS haiwezi kutumwa kwa nambari hii. Tafadhali tumia nyingine.",
  trial_used_up: "Majaribio ya bure ya leo yameisha. Rudi kesho, au chagua kifurushi.",
  trial_had_device: "Kifaa hiki kimeshapata jaribio la bure. Tafadhali chagua kifurushi.",
  trial_had_phone: "Nambari hii imeshapata jaribio la bure. Tafadhali chagua kifurushi.",
  trial_bought: "Nambari hii imeshanunua hapa. Jaribio la bure ni la wageni.",
  trial_has_plan: "Kifaa hiki tayari kina kifurushi.",
  trial_code_needed: "Tafadhali weka tarakimu 6 za SMS",
  trial_code_wrong: "Hii si nambari sahihi. Angalia SMS: umebakiza kujaribu mara {left}.",
  trial_code_ended: "Nambari hii imekwisha: imekosewa mara nyingi mno. Tafadhali omba mpya.",
  trial_code_late: "Muda wa nambari hii umeisha: hudumu dakika 10. Tafadhali omba mpya.",
  trial_unknown: "Nambari hii haijulikani kwenye kifaa hiki. Tafadhali omba mpya.",
  code_limit_here:
    "Nambari nyingi mno zimeombwa kutoka hapa. Tafadhali jaribu tena {when}, au chagua kifurushi.",
  code_limit_phone:
    "Nambari ilitumwa kwa simu hii punde, au nyingi mno leo. Tafadhali jaribu tena {when}, au chagua kifurushi.",
};
