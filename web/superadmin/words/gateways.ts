/** Kiswahili of how providers take money. */
export const words: Record<string, string> = {
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
  "Cannot collect": "Haiwezi kukusanya",
  "Changed a payment gateway": "Alibadilisha njia ya malipo",
  "Choose a bank": "Chagua benki",
  "Choose a service": "Chagua huduma",
  "Client ID": "Client ID",
  "Client ID is required": "Client ID inahitajika",
  "Client Secret": "Client secret",
  "Client secret is required": "Client secret inahitajika",
  Collects: "Inakusanya",
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
  "Needs verification": "Inahitaji kuthibitishwa",
  "Only at {router}": "Kwenye {router} tu",
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
};
