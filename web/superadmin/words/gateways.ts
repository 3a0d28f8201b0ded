/** Kiswahili of how providers take money. */
export const words: Record<string, string> = {
  "A payment gateway was stopped": "Njia ya malipo ilisimamishwa",
  "A way to take money was stopped": "Njia ya kupokea pesa ilisimamishwa",
  "A way to take money works again": "Njia ya kupokea pesa inafanya kazi tena",
  Stopped: "Imesimamishwa",
  "Stopped: it refused three payments in a row. Put it right, then verify it with KES 1.":
    "Imesimamishwa: ilikataa malipo matatu mfululizo. Irekebishe, kisha uithibitishe kwa KES 1.",
  "A pay bill takes account numbers of at most 12 characters. Enter the bank's own credentials instead.":
    "Pay bill inakubali nambari za akaunti za herufi 12 zaidi. Weka hati za siri za benki badala yake.",
  "A router's own gateway comes before that of all routers.":
    "Njia ya ruta yenyewe hutangulia ile ya ruta zote.",
  "API Key": "API key",
  "API Secret": "API secret",
  "API key is required": "API key inahitajika",
  "API secret is required": "API secret inahitajika",
  "Airtel signs its reports with it; without it we ask until we know.":
    "Airtel husaini taarifa zake nayo; bila hiyo tunauliza hadi tujue.",
  "Bank Code": "Nambari ya benki",
  "Bank is required": "Benki inahitajika",
  "Business short code is required": "Nambari fupi ya biashara inahitajika",
  "Callback Key": "Callback key",
  "Changed a payment gateway": "Alibadilisha njia ya malipo",
  "Choose a bank": "Chagua benki",
  "Choose a service": "Chagua huduma",
  "Client ID": "Client ID",
  "Client ID is required": "Client ID inahitajika",
  "Client Secret": "Client secret",
  "Client secret is required": "Client secret inahitajika",
  "Collects after KES 1 has arrived by it: send it from the list afterwards.":
    "Inakusanya baada ya KES 1 kufika kwa njia hii: itume kutoka kwenye orodha baadaye.",
  "Custom configuration": "Usanidi maalum",
  "Failed to update payment gateway.": "Imeshindwa kusasisha njia ya malipo.",
  "From now on visitors of {business} pay to {account} ({environment}).":
    "Kuanzia sasa wageni wa {business} wanalipa kwa {account} ({environment}).",
  "Gateway Provider": "Mtoa huduma ya malipo",
  "Gateway Type": "Aina ya njia ya malipo",
  "Gateway provider is required": "Mtoa huduma ya malipo anahitajika",
  "Initiator Name": "Jina la mwanzilishi",
  "Merchant ID": "Merchant ID",
  "Mobile Money": "Pesa za simu",
  "Only for refunds": "Kwa marejesho ya pesa tu",
  "PEM of the RSA key that signs each call; without it Equity collects nothing.":
    "PEM ya ufunguo wa RSA unaosaini kila ombi; bila hiyo Equity haikusanyi chochote.",
  "Payment Gateway Updated": "Njia ya malipo imesasishwa",
  "Payments that have begun are finished the way they began.":
    "Malipo yaliyoanza yanakamilishwa jinsi yalivyoanza.",
  "Private Key": "Ufunguo wa siri",
  "Saved, cannot collect yet: {why}": "Imehifadhiwa, bado haiwezi kukusanya: {why}",
  "Security Credential": "Security credential",
  "Set: {end}. Type to replace it.": "Imewekwa: {end}. Andika ili kuibadilisha.",
  "{other} collects at this account, too. If that is not meant, correct the number.":
    "{other} pia anakusanya kwenye akaunti hii. Kama si makusudi, rekebisha nambari.",
  "The account that is paid": "Akaunti inayolipwa",
  "The merchant code of Jenga": "Nambari ya mfanyabiashara ya Jenga",
  "The merchant whose wallet is paid": "Mfanyabiashara ambaye pochi yake inalipwa",
  "The operator code of Co-op Connect": "Nambari ya opereta ya Co-op Connect",
  "The provider's own credentials. Without them the platform's app collects for its account.":
    "Hati za siri za mtoa huduma mwenyewe. Bila hizo programu ya jukwaa inakusanya kwa akaunti yake.",
  "The till at KCB": "Till ya KCB",
  "Travels behind the bank's pay bill: at most 12 letters and digits, never cut":
    "Husafiri nyuma ya pay bill ya benki: herufi na tarakimu 12 zaidi, haikatwi kamwe",
  "Update Gateway": "Sasisha njia ya malipo",
  "Verify it with KES 1: until then visitors of {name} cannot pay this way.":
    "Ithibitishe kwa KES 1: hadi hapo wageni wa {name} hawawezi kulipa kwa njia hii.",
  "Ask for KES 1": "Omba KES 1",
  "Check your phone": "Angalia simu yako",
  "Enter your PIN. The list says when KES 1 has arrived.": "Weka PIN yako. Orodha itasema KES 1 ikifika.",
  "Failed to send KES 1.": "Imeshindwa kutuma KES 1.",
  "KES 1 did not arrive: {why}": "KES 1 haikufika: {why}",
  "KES 1 has not been sent yet.": "KES 1 bado haijatumwa.",
  "KES 1 is on its way: enter your PIN on the phone.": "KES 1 iko njiani: weka PIN yako kwenye simu.",
  "No payment gateways": "Hakuna njia za malipo",
  "Nothing is sold by it. Once it has arrived, visitors can pay this way.":
    "Hakuna kinachouzwa nayo. Ikishafika, wageni wanaweza kulipa kwa njia hii.",
  "One real shilling is taken from this phone and paid to {account} of {business}.":
    "Shilingi moja halisi inatolewa kwenye simu hii na kulipwa kwa {account} ya {business}.",
  "Phone number is required": "Nambari ya simu inahitajika",
  "Sending...": "Inatuma...",
  "Verification Failed": "Uthibitishaji haukufaulu",
  "Verified: KES 1 has arrived.": "Imethibitishwa: KES 1 imefika.",
  "Verify with KES 1": "Thibitisha kwa KES 1",
  "Verify {name} with KES 1": "Thibitisha {name} kwa KES 1",
  "Your phone": "Simu yako",
  "Asked for reports of typed payments": "Aliomba taarifa za malipo ya kuandika",
  "Gave a typed payment to a purchase": "Aliyapa malipo ya kuandika ununuzi wake",
  "Payments typed by hand are not received yet.": "Malipo ya kuandika kwa mkono bado hayapokelewi.",
  "Receive payments typed at {account}?": "Upokee malipo yanayoandikwa kwa {account}?",
  "Receive typed payments": "Pokea malipo ya kuandika",
  "Receive typed payments of {name}": "Pokea malipo ya kuandika ya {name}",
  "Register again": "Sajili tena",
  "Register at Safaricom": "Sajili Safaricom",
  "Registration Failed": "Usajili haukufaulu",
  "Safaricom will ask this platform about each payment that somebody types at {account} of {business}, and report it: a wrong account code is refused before money moves. It reports to no other system afterwards.":
    "Safaricom itauliza jukwaa hili kuhusu kila malipo yanayoandikwa kwa {account} ya {business}, na kuyataarifu: msimbo wa akaunti usio sahihi hukataliwa kabla ya pesa kuhama. Baada ya hapo haitaarifu mfumo mwingine.",
  "Sent KES 1 to verify a gateway": "Alituma KES 1 kuthibitisha njia ya malipo",
  "Typed payments": "Malipo ya kuandika",
  "Typed payments are not reported. Please try again.":
    "Malipo ya kuandika hayataarifiwi. Tafadhali jaribu tena.",
  "Typed payments are received": "Malipo ya kuandika yanapokelewa",
  "Typed payments are received since:": "Malipo ya kuandika yanapokelewa tangu:",
  "{name} takes no money yet: configure its first gateway.":
    "{name} haipokei pesa bado: weka njia yake ya kwanza ya malipo.",
  "Until then visitors pay as before.": "Hadi wakati huo wageni wanalipa kama awali.",
  "It takes over nothing: visitors of {business} go on paying as before. This cannot be undone.":
    "Haichukui nafasi yoyote: wageni wa {business} wanaendelea kulipa kama awali. Hili haliwezi kutenduliwa.",
  "Nothing is sold by it. Once it has arrived, this one takes over.":
    "Hakuna kinachouzwa kwa hiyo. Ikishafika, njia hii inachukua nafasi.",
  "Verify it with KES 1: then it takes over. Until then visitors of {name} pay as before.":
    "Ithibitishe kwa KES 1: kisha inachukua nafasi. Hadi wakati huo wageni wa {name} wanalipa kama awali.",
  "It takes the place of {name} once it is verified with KES 1.":
    "Inachukua nafasi ya {name} ikishathibitishwa kwa KES 1.",
  "Once KES 1 has arrived by it, visitors of {business} pay to {account} ({environment}).":
    "KES 1 ikishafika kwa njia hii, wageni wa {business} wanalipa kwa {account} ({environment}).",
  "Enter this callback address in Airtel's portal: results of payments are reported there.":
    "Weka anwani hii ya callback kwenye tovuti ya Airtel: matokeo ya malipo yanaripotiwa hapo.",
  "The bank is told where to report with each push. Where it wants to know our address before:":
    "Benki inaambiwa mahali pa kuripoti kwa kila ombi. Ikitaka kujua anwani yetu mapema:",
  "Copy callback address": "Nakili anwani ya callback",
  "Copy address": "Nakili anwani",
  "A payment gateway took over": "Njia ya malipo ilichukua nafasi",
  "Verify with KES 1: {name}": "Thibitisha kwa KES 1: {name}",
  "Register again: {name}": "Sajili tena: {name}",
};
