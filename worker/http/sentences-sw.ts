// What the server tells a visitor, in Kiswahili, by its English sentence. `{}` stands for what differs from case to case;
// `{1}`, `{2}` put it back, itself translated where it is a sentence or a phrase of this list.

export const swahiliSentences: Record<string, string> = {
  // Phrases
  "this device": "kifaa hiki",
  "this phone number": "nambari hii ya simu",
  "in {} second": "baada ya sekunde {1}",
  "in {} seconds": "baada ya sekunde {1}",
  "in {} minutes": "baada ya dakika {1}",
  "Choose a plan and be online in seconds.": "Chagua mpango na uingie mtandaoni kwa sekunde chache.",
  "This did not work": "Haikufaulu",
  "404 Page Not Found": "404 Ukurasa haujapatikana",
  "Phone Number Required": "Nambari ya simu inahitajika",
  "Invalid Phone Number": "Nambari ya simu si sahihi",
  "Voucher Code Required": "Nambari ya vocha inahitajika",

  // Any call
  "Something went wrong on our side. Please try again in a moment.":
    "Kuna hitilafu upande wetu. Tafadhali jaribu tena baada ya muda mfupi.",
  "There is nothing at this address.": "Hakuna kitu kwenye anwani hii.",
  "There is no such file.": "Faili hii haipo.",
  "There is no such picture.": "Picha hii haipo.",
  "There is no provider at this address. Check the name of your WiFi.":
    "Hakuna mtoa huduma kwenye anwani hii. Angalia jina la WiFi yako.",
  "There is no provider of this name.": "Hakuna mtoa huduma wa jina hili.",
  "Please sign in first.": "Tafadhali ingia kwanza.",
  "This request did not come from this page. Reload the page and try again.":
    "Ombi hili halikutoka kwenye ukurasa huu. Pakia ukurasa upya na ujaribu tena.",
  "This request was already sent with other content. Reload the page and try again.":
    "Ombi hili lilishatumwa likiwa na maelezo mengine. Pakia ukurasa upya na ujaribu tena.",
  "That is too much data for one request.": "Maelezo ni mengi mno kwa ombi moja.",
  "Send this as a form.": "Tuma hii kama fomu.",
  "Send this as JSON, with the content type application/json.":
    "Tuma hii kama JSON, yenye aina ya maudhui application/json.",
  "The request is not valid JSON.": "Ombi si JSON sahihi.",
  "The Idempotency-Key is longer than 255 characters.": "Idempotency-Key ina zaidi ya herufi 255.",
  "Please check what you entered.": "Tafadhali angalia ulichoandika.",
  "Please check {}: it is not what is expected here.": "Tafadhali angalia {1}: si kile kinachohitajika hapa.",
  "Please check service: it is not what is expected here.":
    "Tafadhali angalia huduma: si kile kinachohitajika hapa.",
  "Please fill in everything.": "Tafadhali jaza sehemu zote.",
  "Please fill in {}.": "Tafadhali jaza {1}.",
  "This call does not take {}.": "Ombi hili halipokei {1}.",
  "Too many requests from here. Please try again in 60 seconds.":
    "Maombi ni mengi mno kutoka hapa. Tafadhali jaribu tena baada ya sekunde 60.",
  "Too many reports from here. Please try again {}.":
    "Ripoti ni nyingi mno kutoka hapa. Tafadhali jaribu tena {1}.",

  // Where the device is
  "Join the WiFi first: this page does not know which hotspot you are on.":
    "Jiunge na WiFi kwanza: ukurasa huu haujui uko kwenye hotspot gani.",
  "Join the WiFi first: open this page on the device that shall go online.":
    "Jiunge na WiFi kwanza: fungua ukurasa huu kwenye kifaa kitakachoingia mtandaoni.",
  "This is not a device address. Join the WiFi and open this page again.":
    "Hii si anwani ya kifaa. Jiunge na WiFi na ufungue ukurasa huu tena.",
  "This hotspot does not belong to this provider.": "Hotspot hii si ya mtoa huduma huyu.",
  "This hotspot does not belong to this provider. Join the WiFi and open this page again.":
    "Hotspot hii si ya mtoa huduma huyu. Jiunge na WiFi na ufungue ukurasa huu tena.",
  "This provider does not sell access at the moment. Please ask at the counter.":
    "Mtoa huduma huyu hauzi intaneti kwa sasa. Tafadhali uliza kwenye kaunta.",
  "This hotspot does not sell access at the moment. Please ask at the counter.":
    "Hotspot hii haiuzi intaneti kwa sasa. Tafadhali uliza kwenye kaunta.",
  "This page does not know your device. After paying, join the WiFi and open this page again.":
    "Ukurasa huu haukitambui kifaa chako. Ukishalipa, jiunge na WiFi na ufungue ukurasa huu tena.",
  "The hotspot does not see your device right now. Stay connected to the WiFi while you pay.":
    "Hotspot haikioni kifaa chako kwa sasa. Baki kwenye WiFi unapolipa.",

  // Paying
  "Please enter your M-Pesa phone number": "Tafadhali weka nambari yako ya simu ya M-Pesa",
  "Please enter a valid Kenyan phone number": "Tafadhali weka nambari sahihi ya simu ya Kenya",
  "This plan is not sold any more. Please choose another one.":
    "Mpango huu hauuzwi tena. Tafadhali chagua mwingine.",
  "Check your phone for the M-Pesa prompt": "Angalia ombi la M-Pesa kwenye simu yako",
  "The prompt went to the phone number that was entered first. To pay with another one, wait two minutes and try again.":
    "Ombi limetumwa kwa nambari iliyowekwa kwanza. Ili ulipe kwa nyingine, subiri dakika mbili na ujaribu tena.",
  "The last payment requests to this phone were not answered. Try again {}, use a voucher, or pay KES {} to pay bill {}, account {}.":
    "Maombi ya malipo ya mwisho kwa simu hii hayakujibiwa. Jaribu tena {1}, tumia vocha, au lipa KES {2} kwa pay bill {3}, akaunti {4}.",
  "The last payment requests to this phone were not answered. Try again {}, or use a voucher.":
    "Maombi ya malipo ya mwisho kwa simu hii hayakujibiwa. Jaribu tena {1}, au tumia vocha.",
  "Too many codes were entered from here. Please try again {}.":
    "Nambari nyingi mno zimeingizwa kutoka hapa. Tafadhali jaribu tena {1}.",
  "Too many payment requests from here. Please try again {}.":
    "Maombi ya malipo ni mengi mno kutoka hapa. Tafadhali jaribu tena {1}.",
  "Another payment of {} is still waiting. Finish or cancel it on the phone, or try again {}.":
    "Malipo mengine ya {1} bado yanasubiri. Yakamilishe au uyakatize kwenye simu, au ujaribu tena {2}.",
  "This is already paid. You are being connected.": "Tayari umelipa. Unaunganishwa.",
  "This payment is not known.": "Malipo haya hayajulikani.",
  "This payment is not known here.": "Malipo haya hayajulikani hapa.",
  "There is not enough money in your M-Pesa account for this plan.":
    "Pesa kwenye M-Pesa yako hazitoshi kwa mpango huu.",
  "The M-Pesa PIN was wrong.": "PIN ya M-Pesa haikuwa sahihi.",
  "The request was cancelled on your phone.": "Ombi limekatizwa kwenye simu yako.",
  "We could not reach your phone, or the prompt was not answered in time.":
    "Hatukuweza kufikia simu yako, au ombi halikujibiwa kwa wakati.",
  "M-Pesa is not available right now. No money was taken.": "M-Pesa haipatikani kwa sasa. Hujakatwa pesa.",

  // Vouchers
  "Please enter your voucher code": "Tafadhali weka nambari ya vocha yako",
  "Voucher redeemed successfully. You now have internet access!": "Vocha imekubaliwa. Sasa una intaneti!",
  "This is not a voucher code. Check it and try again.": "Hii si nambari ya vocha. Iangalie na ujaribu tena.",
  "This voucher code is not known here. Check it, or ask where you bought it.":
    "Nambari hii ya vocha haijulikani hapa. Iangalie, au uliza uliponunua.",
  "This voucher was revoked. Please ask where you bought it.":
    "Vocha hii imefutwa. Tafadhali uliza uliponunua.",
  "This voucher has already been used.": "Vocha hii tayari imetumika.",
  "This voucher has expired.": "Muda wa vocha hii umeisha.",
  "This voucher is kept at this WiFi, whose line to us is down just now. Try again in a minute, or enter it on the page that the WiFi itself shows.":
    "Vocha hii inatunzwa na WiFi hii, ambayo laini yake kwetu haipatikani kwa sasa. Jaribu tena baada ya dakika moja, au iweke kwenye ukurasa unaoonyeshwa na WiFi yenyewe.",
  "This voucher works on the WiFi of {}, whose line to us is down just now. Use it there, or try again later.":
    "Vocha hii inafanya kazi kwenye WiFi ya {1}, ambayo laini yake kwetu haipatikani kwa sasa. Itumie huko, au ujaribu tena baadaye.",
  "This voucher could not be redeemed. Please try again.":
    "Vocha hii haikuweza kutumika. Tafadhali jaribu tena.",
  "{} Too many wrong codes were tried: wait and try again {}.":
    "{1} Nambari nyingi zisizo sahihi zimejaribiwa: subiri na ujaribu tena {2}.",

  // Bringing a purchase to this device
  "Please enter your M-Pesa message, voucher code or recovery code":
    "Tafadhali weka ujumbe wa M-Pesa, nambari ya vocha au nambari ya kurejesha",
  "This is neither an M-Pesa message nor a code of ours. Check it and try again.":
    "Huu si ujumbe wa M-Pesa wala nambari yetu. Iangalie na ujaribu tena.",
  "We do not find a purchase for this here. Check the code, and the phone number that paid.":
    "Hatujapata ununuzi wowote hapa kwa nambari hiyo. Iangalie, na uangalie nambari ya simu iliyolipa.",
  "Please enter the phone number that paid, too.": "Tafadhali weka pia nambari ya simu iliyolipa.",
  "Connect this phone to the WiFi first, then try again.":
    "Unganisha simu hii kwenye WiFi kwanza, kisha ujaribu tena.",
  "The hotspot does not answer right now. Please try again in a minute.":
    "Hotspot haijibu kwa sasa. Tafadhali jaribu tena baada ya dakika moja.",
  "This voucher has not been used yet. Enter it under Voucher to go online with it.":
    "Vocha hii bado haijatumika. Iweke chini ya Vocha ili uingie mtandaoni.",
  "Your purchase is on this device now. You are being connected.":
    "Ununuzi wako sasa uko kwenye kifaa hiki. Unaunganishwa.",
  "This device is added to your purchase. You are being connected.":
    "Kifaa hiki kimeongezwa kwenye ununuzi wako. Unaunganishwa.",
  "This device has your purchase already. You are being connected.":
    "Kifaa hiki tayari kina ununuzi wako. Unaunganishwa.",
  "Your purchase is on its way to this device. It comes as soon as the other hotspot has let go of it.":
    "Ununuzi wako unakuja kwenye kifaa hiki. Utafika mara tu hotspot ile nyingine ikiuachilia.",
  "We are still checking this payment. Please try again in a minute.":
    "Bado tunaangalia malipo haya. Tafadhali jaribu tena baada ya dakika moja.",
  "This purchase is not known here.": "Ununuzi huu haujulikani hapa.",
  "This purchase is just being changed. Please try again in a moment.":
    "Ununuzi huu unabadilishwa sasa hivi. Tafadhali jaribu tena baada ya muda mfupi.",
  "The provider has stopped this purchase. Please ask at the counter.":
    "Mtoa huduma amesimamisha ununuzi huu. Tafadhali uliza kwenye kaunta.",
  "This purchase is used up: its time or its data is over.":
    "Ununuzi huu umetumika wote: muda au data yake imeisha.",
  "This purchase was moved to another device {} times within a day. Please try again tomorrow.":
    "Ununuzi huu umehamishiwa kifaa kingine mara {1} kwa siku moja. Tafadhali jaribu tena kesho.",
  "Too many tries from this device. Please try again {}.":
    "Umejaribu mara nyingi mno kwenye kifaa hiki. Tafadhali jaribu tena {1}.",

  // Advertisements
  "This advertisement is not shown any more.": "Tangazo hili halionyeshwi tena.",
  "This click names another advertisement than its address.":
    "Mguso huu unataja tangazo tofauti na la anwani yake.",
};
