/** Kiswahili of provider billing in the super admin's console, by the English text. */
export const words = {
  // web/superadmin/places.ts, pages/provider-billing.tsx
  "Provider Billing": "Malipo ya watoa huduma",
  "Billing Configurations": "Mipangilio ya malipo",
  "Payment Confirmations": "Uthibitisho wa malipo",
  "Payment Confirmations ({count})": "Uthibitisho wa malipo ({count})",
  "What providers pay for the platform, and whether they have.":
    "Watoa huduma wanacholipa kwa mfumo, na kama wamelipa.",
  // web/superadmin/billing/billing-form.ts
  "At most two decimals": "Desimali zisizidi mbili",
  "Percentage rate is required": "Weka kiwango cha asilimia",
  "Percentage rate must be between 0 and 100": "Kiwango cha asilimia kiwe kati ya 0 na 100",
  "Transaction fee is required": "Weka ada ya muamala",
  "Transaction fee must be between 0 and 10,000,000": "Ada ya muamala iwe kati ya 0 na 10,000,000",
  "Monthly fee is required": "Weka ada ya mwezi",
  "Monthly fee must be between 0 and 10,000,000": "Ada ya mwezi iwe kati ya 0 na 10,000,000",
  "Due day is a day from 1 to 28": "Siku ya kulipa ni kati ya 1 na 28",
  "Payment account number is required": "Weka nambari ya akaunti ya malipo",
  "Payment account number has only letters, digits, spaces and - . / _":
    "Nambari ya akaunti ya malipo ina herufi, tarakimu, nafasi na - . / _ pekee",
  "Give e-mail addresses, separated by commas": "Weka anwani za barua pepe, zikitenganishwa kwa koma",
  // web/superadmin/billing/
  "Error Loading Data": "Hitilafu ya kupakia data",
  "Failed to load billing information. Please try refreshing the page.":
    "Imeshindwa kupakia taarifa za malipo. Tafadhali pakia ukurasa upya.",
  "Billing Configuration Saved": "Mpangilio wa malipo umehifadhiwa",
  "{name} is billed by it from now on.": "{name} atatozwa kwa mpangilio huu kuanzia sasa.",
  "Failed to save billing configuration": "Imeshindwa kuhifadhi mpangilio wa malipo",
  "Edit billing of {name}": "Hariri malipo ya {name}",
  "Configure billing of {name}": "Weka malipo ya {name}",
  "Save Configuration": "Hifadhi mpangilio",
  "Billing Model": "Mfumo wa malipo",
  "Percentage of sales": "Asilimia ya mauzo",
  "Fee per transaction": "Ada kwa kila muamala",
  "Percentage Rate (%)": "Kiwango cha asilimia (%)",
  "Transaction Fee (KES)": "Ada ya muamala (KES)",
  "Monthly Fee (KES)": "Ada ya mwezi (KES)",
  "Sales are completed payments through gateways, diverted ones included, minus refunds; vouchers never. The running period is billed by this as a whole.":
    "Mauzo ni malipo yaliyokamilika kupitia njia za malipo, yakiwemo yaliyoelekezwa kwingine, bila marejesho; vocha kamwe. Kipindi kinachoendelea chote kinatozwa kwa mpangilio huu.",
  "Billing Cycle": "Mzunguko wa malipo",
  "Due Day": "Siku ya kulipa",
  "Of the month after the period. Seven days later an unpaid invoice suspends the provider.":
    "Ya mwezi unaofuata kipindi. Siku saba baadaye ankara isiyolipwa husimamisha mtoa huduma.",
  "Payment Account Number": "Nambari ya akaunti ya malipo",
  "The platform's pay bill is not set (PLATFORM_PAYBILL): providers are told to ask support how to pay.":
    "Pay bill ya mfumo haijawekwa (PLATFORM_PAYBILL): watoa huduma wanaambiwa waulize wahudumu jinsi ya kulipa.",
  "Providers pay to pay bill {paybill} with this account number.":
    "Watoa huduma hulipa kwa pay bill {paybill} wakitumia nambari hii ya akaunti.",
  "Notification Emails": "Barua pepe za arifa",
  "Separated by commas; invoices and reminders go there.":
    "Zitenganishwe kwa koma; ankara na vikumbusho hutumwa huko.",
  Invoice: "Ankara",
  Reminder: "Kikumbusho",
  Suspension: "Usimamishaji",
  "Search notifications": "Tafuta arifa",
  "All types": "Aina zote",
  "No Notifications": "Hakuna arifa",
  "Invoices, reminders and suspensions are told to providers and kept here.":
    "Ankara, vikumbusho na usimamishaji hutangazwa kwa watoa huduma na kuhifadhiwa hapa.",
  "Create a provider first; then say here how it is billed.":
    "Ongeza mtoa huduma kwanza; kisha useme hapa atatozwa vipi.",
  "No email": "Hakuna barua pepe",
  "Suspended for an unpaid invoice": "Amesimamishwa kwa ankara isiyolipwa",
  "Payment Account": "Akaunti ya malipo",
  Owed: "Deni",
  "Configure {name}": "Weka {name}",
  Configure: "Weka",
  "Invoices of {name}": "Ankara za {name}",
  "Search confirmations": "Tafuta uthibitisho",
  "All statuses": "Hali zote",
  "No Payment Confirmations": "Hakuna uthibitisho wa malipo",
  "Providers submit the code of their payment on their Billing page; it then waits here.":
    "Watoa huduma huwasilisha msimbo wa malipo yao kwenye ukurasa wao wa ankara; kisha husubiri hapa.",
  "Code {code}": "Msimbo {code}",
  "Owes {amount}": "Anadaiwa {amount}",
  "Verify {code} of {name}": "Thibitisha {code} ya {name}",
  Verify: "Thibitisha",
  "Reject {code} of {name}": "Kataa {code} ya {name}",
  Reject: "Kataa",
  "The first one is made on the day after the first billing period.":
    "Ya kwanza hutengenezwa siku moja baada ya kipindi cha kwanza cha malipo.",
  "Nothing matches your search": "Hakuna kinacholingana na utafutaji wako",
  "Total Providers": "Jumla ya watoa huduma",
  Configured: "Walio na mpangilio",
  "Pending Payments": "Malipo yanayosubiri",
  "Active Providers": "Watoa huduma wanaofanya kazi",
  "Payment Verified": "Malipo yamethibitishwa",
  "Payment has been verified and provider account reactivated.":
    "Malipo yamethibitishwa na akaunti ya mtoa huduma imewashwa tena.",
  "Verification Failed": "Imeshindwa kuthibitisha",
  "Failed to verify the payment. Please try again.": "Imeshindwa kuthibitisha malipo. Tafadhali jaribu tena.",
  "Payment Rejected": "Malipo yamekataliwa",
  "{name} may submit the code again.": "{name} anaweza kuwasilisha msimbo tena.",
  "Rejection Failed": "Imeshindwa kukataa",
  "Failed to reject the payment. Please try again.": "Imeshindwa kukataa malipo. Tafadhali jaribu tena.",
  "Verify {amount} of {name}?": "Thibitisha {amount} za {name}?",
  "Compare the code {code} with the money that arrived on the platform's account first.":
    "Kwanza linganisha msimbo {code} na pesa zilizofika kwenye akaunti ya mfumo.",
  "{amount} then pays the oldest invoices of {name}, and its account is reactivated: it sells again.":
    "Kisha {amount} zitalipa ankara za zamani zaidi za {name}, na akaunti yake itawashwa tena: atauza tena.",
  "{amount} then pays the oldest invoices of {name}. This cannot be undone.":
    "Kisha {amount} zitalipa ankara za zamani zaidi za {name}. Haiwezi kutenduliwa.",
  "Verify {amount}": "Thibitisha {amount}",
  "Reject {amount} of {name}?": "Kataa {amount} za {name}?",
  "No money is counted, and the account stays as it is. The provider is told and may submit the code again.":
    "Hakuna pesa zinazohesabiwa, na akaunti inabaki ilivyo. Mtoa huduma anaambiwa na anaweza kuwasilisha msimbo tena.",
  "Reject {code}": "Kataa {code}",
  // web/superadmin/audit/audit-words.ts
  "Configured a provider's billing": "Aliweka malipo ya mtoa huduma",
  "Rejected a payment of a provider": "Alikataa malipo ya mtoa huduma",
  "Submitted a payment code": "Aliwasilisha msimbo wa malipo",
  "Verified a payment of a provider": "Alithibitisha malipo ya mtoa huduma",
};
