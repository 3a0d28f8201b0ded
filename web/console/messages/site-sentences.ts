/**
 * Kiswahili of what bridges and the server say of a site, by the English sentence: see `siteSentence`. `{}` stands for what
 * differs from case to case; `{1}`, `{2}` put it back, itself translated where it is in this list. A test asks for every
 * sentence in the sources of the bridge.
 */
export const siteSentences: Record<string, string> = {
  // bridge/agent.ts and bridge/agent
  "The router did not answer in time.": "Ruta haikujibu kwa wakati.",
  "The router has not said yet who was let in.": "Ruta bado haijasema ni nani aliyeruhusiwa kuingia.",
  "The voucher is {}.": "Hali ya vocha: {1}.",
  redeemed: "imetumika",
  returned: "imerudishwa",
  "This bridge does not serve that router.": "Daraja hili halihudumii ruta hiyo.",
  "The router's answer could not be read ({}).": "Jibu la ruta halikusomeka ({1}).",
  "{} answers (RouterOS {}).": "{1} inajibu (RouterOS {2}).",
  "{} answers (RouterOS {}). It has no hotspot yet.": "{1} inajibu (RouterOS {2}). Bado haina hotspot.",
  "The router": "Ruta",
  "The bridge and the router are one machine.": "Daraja na ruta ni mashine moja.",
  "The bridge reaches the router from {}.": "Daraja linaifikia ruta kutoka {1}.",
  "Another bridge serves that router now.": "Daraja lingine sasa linaihudumia ruta hiyo.",
  "The check has begun.": "Ukaguzi umeanza.",
  "That is no device address.": "Hiyo si anwani ya kifaa.",
  "Devices on the router's list: {}.": "Vifaa kwenye orodha ya ruta: {1}.",

  // bridge/commands
  "Another bridge took this router over (serving epoch {}).":
    "Daraja lingine limechukua ruta hii (awamu ya huduma {1}).",
  "{} is not online.": "{1} hayuko mtandaoni.",
  "{} is online by a user that is not Mlango's; it was left alone.":
    "{1} yuko mtandaoni kwa mtumiaji asiye wa Mlango; hakuguswa.",
  "{} was disconnected.": "{1} ameondolewa mtandaoni.",
  "The router refused the user name or password.": "Ruta ilikataa jina la mtumiaji au nenosiri.",
  "The router did not answer.": "Ruta haikujibu.",
  "The router did not answer ({}).": "Ruta haikujibu ({1}).",
  "The router answered {} of {} questions.": "Ruta ilijibu maswali {1} kati ya {2}.",
  "The router answered {} of {} questions ({}).": "Ruta ilijibu maswali {1} kati ya {2} ({3}).",

  // bridge/keeper
  "The router cannot be reached ({}).": "Ruta haifikiki ({1}).",
  "The router refused the user name or password ({}).": "Ruta ilikataa jina la mtumiaji au nenosiri ({1}).",
  "The router did not answer in time ({}).": "Ruta haikujibu kwa wakati ({1}).",
  "The router closed the connection ({}).": "Ruta ilikata muunganisho ({1}).",
  "The router refused a command ({}).": "Ruta ilikataa amri ({1}).",
  "What answers there is not the router's API ({}).": "Kinachojibu pale si API ya ruta ({1}).",
  "The bridge has a problem of its own ({}).": "Daraja lina tatizo lake lenyewe ({1}).",
  "The router has a user {} of its own. Mlango leaves it alone and cannot let it in.":
    "Ruta ina mtumiaji wake mwenyewe {1}. Mlango haumgusi na hauwezi kumruhusu kuingia.",
  "The router does not let {} in: {}.": "Ruta haimruhusu {1} kuingia: {2}.",
  "The router does not let {} in: {}. And {} more.":
    "Ruta haimruhusu {1} kuingia: {2}. Na vifaa vingine {3}.",
  "{} And {} more.": "{1} Na vifaa vingine {2}.",
  "the session ended as it began": "kipindi kiliisha mara tu kilipoanza",

  // bridge/discovery.ts and bridge/site-network.ts
  "The bridge's machine does not let it listen for routers ({}).":
    "Mashine ya daraja hairuhusu kusikiliza ruta ({1}).",
  "The bridge's machine is in no network in which it could ask for routers.":
    "Mashine ya daraja haiko kwenye mtandao wowote ambamo ingeweza kutafuta ruta.",
  "The bridge could not look for routers ({}).": "Daraja halikuweza kutafuta ruta ({1}).",
  "No MikroTik router announced itself.": "Hakuna ruta ya MikroTik iliyojitambulisha.",
  "One MikroTik router answered.": "Ruta moja ya MikroTik imejibu.",
  "{} MikroTik routers answered.": "Ruta {1} za MikroTik zimejibu.",
  "A scan is already running at this site.": "Uchunguzi tayari unaendelea mahali hapa.",
  "The bridge's machine is in no private network that could be scanned.":
    "Mashine ya daraja haiko kwenye mtandao wa faragha unaoweza kuchunguzwa.",
  "The scan has begun.": "Uchunguzi umeanza.",
  "This scan is not running.": "Uchunguzi huu hauendelei.",
  "The scan was stopped.": "Uchunguzi umesimamishwa.",

  // worker/features/entitlements and worker/features/bridges
  "Not assigned to a provider yet": "Bado haijapewa mtoa huduma",
  "Its OpenVPN configuration was not generated yet.": "Usanidi wake wa OpenVPN bado haujatengenezwa.",
  "No bridge installed": "Hakuna daraja lililosakinishwa",
  "The bridge at this site cannot be asked right now.": "Daraja la mahali hapa haliwezi kuulizwa sasa hivi.",
  "The bridge at this site has not connected yet.": "Daraja la mahali hapa bado halijaunganishwa.",
  "The bridge at this site is offline since {}.": "Daraja la mahali hapa halipo mtandaoni tangu {1}.",
  "{} Mar, {}": "{1} Mac, {2}",
  "{} May, {}": "{1} Mei, {2}",
  "{} Aug, {}": "{1} Ago, {2}",
  "{} Oct, {}": "{1} Okt, {2}",
  "{} Dec, {}": "{1} Des, {2}",
  Connected: "Imeunganishwa",
  "Connected, RouterOS {}": "Imeunganishwa, RouterOS {1}",
  "You have {} unused vouchers, and at most {} can be kept. Revoke some that you do not need, then make new ones.":
    "Una vocha {1} ambazo hazijatumika, na unaweza kuweka {2} tu. Batilisha usizohitaji, kisha tengeneza mpya.",
  "You made {} vouchers in the last hour, and at most {} an hour can be made. Please go on in an hour.":
    "Umetengeneza vocha {1} katika saa iliyopita, na kwa saa moja unaweza kutengeneza {2} tu. Endelea baada ya saa moja.",
  "You made {} vouchers in the last 24 hours, and at most {} a day can be made. Please go on tomorrow.":
    "Umetengeneza vocha {1} katika saa 24 zilizopita, na kwa siku unaweza kutengeneza {2} tu. Endelea kesho.",
  "The bridge says: {}": "Daraja linasema: {1}",
  "The bridge has not reached this router yet.": "Daraja bado halijaifikia ruta hii.",
  "The bridge at this site is not connected.": "Daraja la mahali hapa halijaunganishwa.",
  "The bridge at this site did not answer in time. Please try again.":
    "Daraja la mahali hapa halikujibu kwa wakati. Tafadhali jaribu tena.",
  "The bridge at this site is too old for this. Update it there and start it again.":
    "Daraja la mahali hapa ni la zamani mno kwa hili. Lisasishe huko na uliwashe tena.",
  "This was asked too often. Try again {}.": "Hili limeombwa mara nyingi mno. Jaribu tena {1}.",
  "in {} second": "baada ya sekunde {1}",
  "in {} seconds": "baada ya sekunde {1}",
  "in {} minutes": "baada ya dakika {1}",
  "The bridge's answer could not be read.": "Jibu la daraja halikusomeka.",
  "This scan does not exist any more.": "Uchunguzi huu haupo tena.",
  "Checked {} of {} addresses.": "Anwani {1} kati ya {2} zimeangaliwa.",
  "The bridge fell silent before the scan was finished.": "Daraja lilinyamaza kabla uchunguzi haujaisha.",
  "Nothing on these networks answers as a router.":
    "Hakuna chochote kwenye mitandao hii kinachojibu kama ruta.",
  "Found one router.": "Ruta moja imepatikana.",
  "Found {} routers.": "Ruta {1} zimepatikana.",
  "This bridge does not exist.": "Daraja hili halipo.",
  "You have several bridges: choose the site to search.": "Una madaraja kadhaa: chagua mahali pa kutafuta.",

  "Site offline: {}": "Mahali hapako mtandaoni: {1}",
  "Nothing was heard of {} since {}. Nobody new gets online there until it is back.":
    "Hakuna kilichosikika kutoka kwa {1} tangu {2}. Hakuna mtu mpya atakayeingia mtandaoni huko hadi kurudi.",
  'the bridge "{}" ({})': 'daraja "{1}" ({2})',
  'The bridge "{}" ({})': 'Daraja "{1}" ({2})',
  "Site online again: {}": "Mahali pako mtandaoni tena: {1}",
  "Router offline: {}": "Ruta haipo mtandaoni: {1}",
  "The bridge has not reached {} since {}. Nobody new gets online there until it is back. {}":
    "Daraja halijaifikia {1} tangu {2}. Hakuna mtu mpya atakayeingia mtandaoni huko hadi irudi. {3}",
  "Router online again: {}": "Ruta iko mtandaoni tena: {1}",
  "{} is back since {}. {}": "{1} – mtandaoni tena tangu {2}. {3}",
  "It was away for {}.": "Muda wa kutokuwepo: {1}.",
  "under a minute": "chini ya dakika moja",
  "{} min": "dakika {1}",
  "{} h {} min": "saa {1} dakika {2}",
  "{} d {} h": "siku {1} saa {2}",
  "{} and {} more": "{1} na nyingine {2}",

  // worker/features/users/move-user.ts
  "This is not a device address. It looks like AA:BB:CC:11:22:33.":
    "Hii si anwani ya kifaa. Huonekana kama AA:BB:CC:11:22:33.",
  "This is the device that has it already.": "Hiki ndicho kifaa ambacho tayari kinao.",
  "Nothing was bought for this device that could move.":
    "Hakuna kilichonunuliwa kwa kifaa hiki kinachoweza kuhamishwa.",
  "The router does not see this device. Connect it to the same WiFi first, then try again.":
    "Ruta haikioni kifaa hiki. Kwanza kiunganishe na WiFi hiyo hiyo, kisha ujaribu tena.",
  "None of your routers sees this device. Connect it to your WiFi first, then try again.":
    "Hakuna ruta yako inayokiona kifaa hiki. Kwanza kiunganishe na WiFi yako, kisha ujaribu tena.",
  "The router cannot be asked right now whether this device is on its WiFi. Please try again in a minute.":
    "Ruta haiwezi kuulizwa sasa hivi kama kifaa hiki kipo kwenye WiFi yake. Tafadhali jaribu tena baada ya dakika moja.",

  // worker/features/routers
  "This router does not exist.": "Ruta hii haipo.",
  "Bridges serve assigned routers only. Assign this one to a provider first.":
    "Madaraja huhudumia ruta zilizopewa watoa huduma pekee. Kwanza mpe mtoa huduma ruta hii.",
  "{} is assigned to {}.": "{1} imepewa {2}.",
  "{} is assigned to nobody.": "{1} haijapewa mtoa huduma yeyote.",
  "{} is assigned to {} already. Unassign it first.": "{1} tayari imepewa {2}. Kwanza iondoe kwake.",
  "{} is not assigned to {} any more.": "{1} haipo tena kwa {2}.",
  "{} sells again.": "{1} inauza tena.",
  "{} sells nothing new. What runs there keeps running.":
    "{1} haiuzi kipya chochote. Kinachoendelea huko kitaendelea.",
  "This provider does not exist.": "Mtoa huduma huyu hayupo.",
  "{} was removed.": "{1} imeondolewa.",
  "{} was deleted.": "{1} imefutwa.",
  "{} 1 purchase now waits for a device elsewhere.": "{1} Ununuzi 1 sasa unasubiri kifaa mahali pengine.",
  "{} {} purchases now wait for a device elsewhere.":
    "{1} Manunuzi {2} sasa yanasubiri kifaa mahali pengine.",
  "{} The router could not be told, so devices stay online there until their time is over.":
    "{1} Ruta haikuweza kuarifiwa, kwa hiyo vifaa vitabaki mtandaoni huko hadi muda wao uishe.",
  "This router still has {}. What is paid would not be activated: {}":
    "Ruta hii bado ina {1}. Kilicholipiwa hakitawashwa: {2}",
  "you can move, extend or refund it afterwards.":
    "unaweza kukihamisha, kukiongezea muda au kurudisha pesa baadaye.",
  "its provider can move, extend or refund it afterwards.":
    "mtoa huduma wake anaweza kukihamisha, kukiongezea muda au kurudisha pesa baadaye.",
  "1 purchase that runs or waits": "ununuzi 1 unaoendelea au unaosubiri",
  "{} purchases that run or wait": "manunuzi {1} yanayoendelea au yanayosubiri",
  "1 payment under way": "malipo 1 yanayoendelea",
  "{} payments under way": "malipo {1} yanayoendelea",
  "{} and 1 payment under way": "{1} na malipo 1 yanayoendelea",
  "{} and {} payments under way": "{1} na malipo {2} yanayoendelea",
  "This bridge already serves a router at that address: {}.":
    "Daraja hili tayari linahudumia ruta kwenye anwani hiyo: {1}.",

  // worker/features/secrets
  "Nothing hangs on an earlier root secret any more. Take ROOT_SECRET_PREVIOUS out.":
    "Hakuna kinachotegemea tena siri kuu ya awali. Ondoa ROOT_SECRET_PREVIOUS.",
  "{} records are sealed with a root secret that is not set ({}). Put it back into ROOT_SECRET_PREVIOUS.":
    "Rekodi {1} zimefungwa kwa siri kuu ambayo haijawekwa ({2}). Irudishe kwenye ROOT_SECRET_PREVIOUS.",
  "{} pay bills are registered at Safaricom with an address of an earlier root secret. Register their typed payments again.":
    "Pay bill {1} zimesajiliwa Safaricom kwa anwani ya siri kuu ya awali. Sajili tena malipo yao ya kuandika.",
  "No earlier root secret is in use.": "Hakuna siri kuu ya awali inayotumika.",
  "{} records are left with an earlier root secret. They are sealed anew by themselves; keep ROOT_SECRET_PREVIOUS.":
    "Rekodi {1} bado ziko kwa siri kuu ya awali. Zinafungwa upya zenyewe; weka ROOT_SECRET_PREVIOUS.",
  "Gateways may still report payments from before the change. Keep ROOT_SECRET_PREVIOUS until {}.":
    "Njia za malipo bado zinaweza kuripoti malipo ya kabla ya mabadiliko. Weka ROOT_SECRET_PREVIOUS hadi {1}.",
};
