/** Kiswahili of vouchers. */
export const words: Record<string, string> = {
  // web/admin/pages/vouchers.tsx
  "Generate Vouchers": "Tengeneza vocha",
  "Voucher Management": "Usimamizi wa vocha",
  "Generate and manage access vouchers for your hotspot service.":
    "Tengeneza na simamia vocha za huduma yako ya hotspot.",
  "Search vouchers": "Tafuta vocha",
  "Code, plan or device": "Nambari, kifurushi au kifaa",
  "Only vouchers that were made together.": "Vocha zilizotengenezwa pamoja tu.",
  "Show all vouchers": "Onyesha vocha zote",
  "Export failed": "Imeshindwa kuhamisha",
  "Failed to export vouchers": "Imeshindwa kuhamisha vocha",
  "Error Loading Vouchers": "Hitilafu ya kupakia vocha",
  "Failed to load vouchers. Please check your connection and try again.":
    "Imeshindwa kupakia vocha. Angalia muunganisho wako na ujaribu tena.",
  "All vouchers": "Vocha zote",
  Used: "Imetumika",
  "Expired or revoked": "Zilizoisha au kubatilishwa",
  Revoked: "Imebatilishwa",
  "Loading vouchers...": "Inapakia vocha...",
  "No vouchers match": "Hakuna vocha zinazolingana",
  "No vouchers found. Generate some to get started!": "Hakuna vocha zilizopatikana. Tengeneza chache uanze!",
  // web/admin/vouchers/ask-revoke.ts
  "{others, plural, one {# chosen voucher is} other {# chosen vouchers are}} used or revoked already and left alone.":
    "{others, plural, other {Vocha # zilizochaguliwa}} zimeshatumika au kubatilishwa na hazitaguswa.",
  "Revoke {count, plural, one {# unused voucher} other {# unused vouchers}}":
    "Batilisha {count, plural, other {vocha # ambazo hazijatumika}}",
  "Revoke voucher {code}?": "Ubatilishe vocha {code}?",
  "Nobody can redeem it any more; this cannot be undone.":
    "Hakuna atakayeweza kuitumia tena; hili haliwezi kutenduliwa.",
  "Revoke voucher": "Batilisha vocha",
  "{leftAlone, plural, one {# was} other {# were}} used in the meantime and left alone.":
    "{leftAlone, plural, other {Vocha #}} zilitumika wakati huo na hazikuguswa.",
  "Failed to revoke vouchers": "Imeshindwa kubatilisha vocha",
  "{asked, plural, one {# is} other {# are}} kept at a router and revoked when its bridge has given them back.":
    "{asked, plural, other {Vocha #}} ziko kwenye ruta na zitabatilishwa daraja lake likizirudisha.",
  // web/admin/vouchers/voucher-list.tsx
  "kept at a router": "iko kwenye ruta",
  // web/admin/vouchers/lend-dialog.tsx
  "Without internet": "Bila intaneti",
  "Vouchers without internet": "Vocha bila intaneti",
  "The bridge of a router can keep vouchers itself. While the internet is away, visitors enter them on the page that the WiFi shows; the sale is counted when the line is back.":
    "Daraja la ruta linaweza kutunza vocha lenyewe. Intaneti isipokuwepo, wageni huziweka kwenye ukurasa unaoonyeshwa na WiFi; mauzo huhesabiwa laini ikirudi.",
  "Take back what {routerName} keeps?": "Urudishe zinazotunzwa na {routerName}?",
  "They work everywhere again as soon as its bridge has given them back. What is redeemed there until then counts.":
    "Zitafanya kazi kila mahali tena mara daraja lake litakapozirudisha. Zitakazotumika huko hadi wakati huo zitahesabiwa.",
  "Take back": "Rudisha",
  "{asked, plural, one {# voucher} other {# vouchers}} asked back":
    "{asked, plural, other {Vocha #}} zimeombwa zirudishwe",
  "Nothing was asked back": "Hakuna kilichoombwa kirudishwe",
  "{lent} ready there, {usedThere} used there in 30 days":
    "{lent} ziko tayari huko, {usedThere} zimetumika huko kwa siku 30",
  "{waiting} waiting for the bridge of the router": "{waiting} zinasubiri daraja la ruta",
  "{comingBack} coming back from there": "{comingBack} zinarudi kutoka huko",
  "Its bridge is away: that takes effect when it is back":
    "Daraja lake halipatikani: itaanza kufanya kazi likirudi",
  "{lent, plural, one {# voucher} other {# vouchers}} lent": "{lent, plural, other {Vocha #}} zimewekwa huko",
  "Nothing was lent": "Hakuna vocha iliyowekwa",
  "Keep more there": "Weka zaidi huko",
  "Select a router": "Chagua ruta",
  "The oldest unused ones, 100 at most. Printed cards stay as they are.":
    "Za zamani zaidi ambazo hazijatumika, 100 kwa wingi. Kadi zilizochapishwa hubaki zilivyo.",
  "Keep them there": "Ziweke huko",
  // web/admin/vouchers/chosen-bar.tsx
  "Chosen vouchers": "Vocha zilizochaguliwa",
  "{count} chosen": "{count} zimechaguliwa",
  "Print {active}": "Chapisha {active}",
  "Export {count}": "Hamisha {count}",
  "Revoke unused ({unused})": "Batilisha zisizotumika ({unused})",
  Clear: "Ondoa",
  // web/admin/vouchers/export-button.tsx
  "{count, plural, one {# voucher} other {# vouchers}}": "{count, plural, other {Vocha #}}",
  "Exporting {done} of {total}": "Inahamisha {done} kati ya {total}",
  "Exporting...": "Inahamisha...",
  // web/admin/vouchers/generate-dialog.tsx
  "Failed to generate vouchers": "Imeshindwa kutengeneza vocha",
  "Generate and print": "Tengeneza na uchapishe",
  Generate: "Tengeneza",
  "Generating...": "Inatengeneza...",
  "Select a plan": "Chagua kifurushi",
  "Create a plan first.": "Unda kifurushi kwanza.",
  Quantity: "Idadi",
  "From 1 to 100": "Kutoka 1 hadi 100",
  "Expires (optional)": "Mwisho wa kutumika (si lazima)",
  "Nairobi time. Empty: the vouchers never expire.": "Saa za Nairobi. Tupu: vocha hazina mwisho.",
  "Print them right away": "Zichapishe mara moja",
  // web/admin/vouchers/made-dialog.tsx
  "{count, plural, one {# voucher} other {# vouchers}} generated":
    "{count, plural, other {Vocha #}} zimetengenezwa",
  "New codes": "Nambari mpya",
  "Copy all": "Nakili zote",
  "Show in the list": "Onyesha kwenye orodha",
  // web/admin/vouchers/order-form.ts
  "Choose a plan": "Chagua kifurushi kimoja",
  "Enter how many vouchers to make, from 1 to 100": "Weka idadi ya vocha za kutengeneza, kutoka 1 hadi 100",
  "The expiry is in the past. Choose a later date.": "Mwisho huo umeshapita. Chagua tarehe ya baadaye.",
  // web/admin/vouchers/print-dialog.tsx
  "Print {count, plural, one {# voucher} other {# vouchers}}": "Chapisha {count, plural, other {vocha #}}",
  "Printing...": "Inachapisha...",
  Paper: "Karatasi",
  "QR code": "Msimbo wa QR",
  Price: "Bei",
  Speed: "Kasi",
  "Name of the WiFi": "Jina la WiFi",
  "As phones show it. Empty: it is left out.": "Kama simu zinavyoionyesha. Tupu: haiandikwi.",
  Preview: "Mfano",
  // web/admin/vouchers/share-vouchers.ts
  "Your voucher for {plan} at {company}: {code}\nJoin the WiFi and enter the code:":
    "Vocha yako ya {plan} kwa {company}: {code}\nJiunge na WiFi na uweke nambari:",
  "Vouchers of {company}:\n{codes}\nJoin the WiFi and enter a code:":
    "Vocha za {company}:\n{codes}\nJiunge na WiFi na uweke nambari:",
  "WiFi voucher": "Vocha ya WiFi",
  "WiFi vouchers": "Vocha za WiFi",
  "Paste it where you want to send it.": "Ibandike unapotaka kuituma.",
  "Copy the code and send it yourself.": "Nakili nambari na uitume mwenyewe.",
  // web/admin/vouchers/voucher-list.tsx
  "Used At": "Ilitumika",
  Created: "Iliundwa",
  "Copy {code}": "Nakili {code}",
  "Share {code}": "Shiriki {code}",
  "Print {code}": "Chapisha {code}",
  "Revoke {code}": "Batilisha {code}",
  // web/admin/vouchers/voucher-slip.tsx
  "WiFi: {name}": "WiFi: {name}",
  "Redeem before {when}": "Tumia kabla ya {when}",
  // web/admin/vouchers/voucher-stats.tsx
  "Total Vouchers": "Vocha zote",
  "with revoked ones": "pamoja na zilizobatilishwa",
  // web/admin/vouchers/voucher-words.ts
  Unknown: "Haijulikani",
};
