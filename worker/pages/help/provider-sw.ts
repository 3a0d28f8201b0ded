import type { Book } from "./book.ts";

export const providerSw: Book<"provider"> = {
  title: "Kwa mtoa huduma",
  intro:
    "Unauza WiFi kwa Mlango. Hapa utajua jinsi ya kuanza, cha kufanya kila siku, na cha kufanya mteja akilalamika.",
  parts: {
    "first-router": "Siku ya kwanza",
    "each-morning": "Kila siku",
    "paid-not-online": "Mteja akilalamika",
  },
  topics: {
    "first-router": {
      title: "Unganisha ruta yako",
      text: `
Fungua **Ruta**. Ukiona **Sanidi kwa mstari mmoja**, huhitaji kompyuta dukani: andika jina la ruta, nakili mstari, kisha ubandike kwenye terminali ya ruta. Jinsi ya kuubandika imeelezwa kwenye [mwongozo wa anayesakinisha](/help/install#paste-the-line).
Hatua zilizo chini ya mstari zinageuka kuwa **Imekamilika** moja baada ya nyingine. Zikiisha zote, ruta iko mtandaoni.
Usipoona kitufe hicho, bonyeza **Sakinisha daraja** na ufuate maelezo kwenye kompyuta ndogo ya Linux iliyo karibu na ruta.`,
    },
    "first-money": {
      title: "Pesa zako zinaenda wapi",
      text: `
Iangalie kabla ya kuuza: **Ankara za mfumo**, **Jinsi unavyolipwa**. Till, paybill au akaunti ya benki iliyoandikwa hapo ndiyo inayopokea pesa za wateja wako.
Ukiona **Weka M-Pesa**, mmiliki anaweza kuiweka mwenyewe: andika nambari, kisha bonyeza **Tuma KSh 1** na ulipe ombi kwenye simu. Inaanza kupokea pesa shilingi hiyo ikishafika kwenye akaunti yako. Nambari ikibadilika baadaye, bonyeza **Badilisha akaunti**.
Usipoona kitufe hicho, mpigie mwendeshaji. Kabla haijawekwa, wateja wanaweza kutumia vocha tu.
Kama huna till au paybill, au Safaricom inaikataa, unaweza kuona **Ruhusu jukwaa likukusanyie pesa**. Wateja wanalipa jukwaa, nalo linadaiwa nawe: **Salio lako kwenye jukwaa** linaonyesha kila shilingi. Bonyeza **Sema malipo yaende wapi**, subiri saa 24, kisha bonyeza **Lipa**. Malipo yenye alama **Haijulikani** hayatumwi mara mbili: M-Pesa inaulizwa hadi iseme yaliishaje.`,
    },
    "first-plan": {
      title: "Unda kifurushi cha kwanza",
      text: `
!plan Fomu ya kifurushi kipya
1. Fungua **Vifurushi** na ubonyeze **Unda kifurushi**.
2. Andika jina ambalo wateja wanaelewa, kama "Saa 1", kisha bei, kasi na muda.
3. Hifadhi. Kinaonekana papo hapo kwenye ukurasa wako wa WiFi.
Anza na vifurushi viwili au vitatu. Muda unaanza mteja akiingia mtandaoni, na hausimami simu ikizimwa.
Kifurushi kinaweza kuwa wazi saa fulani za siku tu, kama za usiku: chini ya **Zaidi**, kwenye **Saa**. Nje ya saa hizo hakuna anayeingia, na muda ulionunuliwa hausogei.
Ukibadilisha kifurushi, aliyekinunua awali anabaki na alicholipia.`,
    },
    "first-sale": {
      title: "Jiuzie mwenyewe kwanza",
      text: `
Jiunge na WiFi yako kwa simu, subiri ukurasa, chagua kifurushi cha bei nafuu na ulipe. Unapaswa kuwa mtandaoni baada ya sekunde chache, na mauzo yaonekane kwenye **Malipo**.
Fanya hivi kabla ya mteja wa kwanza. Isipofanya kazi, angalia **Hatua za kwanza** kwenye **Dashibodi**: inasema nini kinakosekana.`,
    },
    "each-morning": {
      title: "Cha kuangalia kila asubuhi",
      text: `
!dashboard Dashibodi
1. **Dashibodi**, **Yanahitaji uangalizi wako**: ikiwepo, anza nayo. Kila mstari unakupeleka kwenye cha kufanya.
2. **Ruta**: zote ziwe **Mtandaoni**.
3. **Malipo**: **Imelipwa, haijawashwa** isiwepo. Ikiwepo, ifungue na ubonyeze **Jaribu tena**.`,
    },
    "sell-vouchers": {
      title: "Uza vocha",
      text: `
!vouchers Orodha ya vocha
1. Fungua **Vocha** na ubonyeze **Tengeneza vocha**. Chagua kifurushi na idadi.
2. Zichapishe, au tuma moja kwa WhatsApp.
3. Mteja anajiunga na WiFi na kuandika msimbo. Msimbo mmoja unafanya kazi mara moja.
Pesa za vocha unapokea mwenyewe, taslimu. Zihesabu: **Zilizotengenezwa pamoja** inaonyesha ngapi zimetumika za kila agizo.
Vocha ikipotea au ikiibwa: **Batilisha**. Haitafungua kitu tena.`,
    },
    "free-trial": {
      title: "Wape watu nafasi ya kujaribu",
      text: `
Watu wasiojua WiFi yako hununua kwa urahisi zaidi wakishaijaribu. Fungua **Mipangilio**, kisha **Jaribio la bure**.
1. Inahitaji akaunti yako ya SMS: iweke chini ya **Ujumbe** na utume ujumbe wa majaribio.
2. Chagua **Dakika** ngapi, na majaribio mangapi kwa siku kwenye kila router. Ukurasa unasema SMS zinaweza kugharimu kiasi gani.
3. Washa **Toa jaribio la bure** na ubonyeze **Hifadhi**.
Mgeni anaandika nambari ya simu kwenye ukurasa wako wa WiFi, anapata namba kwa SMS, anaiandika na kuingia mtandaoni. Kila simu hupata mara moja, na simu iliyonunua kwako haipati.
Hakuna kilichouzwa: halionekani kwenye jumla yoyote ya pesa zako. **Watumiaji** inaonyesha nani ana **Jaribio la bure**.`,
    },
    "moving-here": {
      title: "Hamia hapa kutoka mfumo mwingine",
      text: `
Njoo na vocha zako ambazo hazijatumika na muda wa wateja wako. Fungua **Vocha** na ubonyeze **Ingiza**.
1. Kutoka Mikhmon: \`Users\`, \`Export\`, \`CSV\` au \`Script\`. Kutoka PHPNuxBill: toa majedwali \`tbl_voucher\` na \`tbl_user_recharges\` kama CSV. Kutoka UniFi au jedwali lako mwenyewe: mstari wenye \`code,plan,expires\` juu ya safu; kwa wateja pia \`phone\` au \`mac\`. Bila \`plan\` unachagua kimoja kwa safu zote.
2. Bonyeza **Chagua faili**, na useme kila kifurushi chake ni kipi kati ya vifurushi vyako. **Tengeneza kifurushi** hutengeneza kipya, kisichoonekana kwa wageni.
3. Bonyeza **Ona itakavyokuwa**. Hakuna kinachobadilika bado. Kila safu inasema itakuwa nini, nini hakihifadhiwi, au kwa nini inaachwa.
4. Bonyeza **Ingiza**. Laini ikikatika, bonyeza **Endelea**; hakuna kinachoingia mara mbili.
Vocha zilizochapishwa zinaendelea kufanya kazi: wateja wanaandika nambari kama ilivyochapishwa. Vocha ikiwa na jina na nenosiri tofauti, wanaandika yote mawili, moja baada ya jingine.
Mteja aliyebakiwa na muda anaupata kwenye kifaa kile kile, au kwa nambari. **Pakua jedwali** lina nambari mpya; tuma kila moja kwa simu yake.
Kuna kosa? **Tengua** hurudisha ambacho hakijatumiwa na mtu.`,
    },
    "your-people": {
      title: "Wengine wakufanyie kazi",
      text: `
Usimpe mtu yeyote nenosiri lako. Fungua **Watu** na ubonyeze **Alika mtu**. Atachagua nenosiri lake mwenyewe.
- **Keshia** anauza vocha na kutafuta malipo, na haoni jumla ya pesa zako.
- **Fundi** anaona ruta, bila pesa.
- **Mmiliki** anaona na kubadilisha kila kitu.
Nenosiri linaweza kuonekana na mtu. Washa **Uthibitisho wa pili** kwenye **Wasifu**: kisha kuingia kunahitaji simu yako pia. Chapisha misimbo ya dharura na uifungie mahali salama. Mtu amepoteza wake? Umzimie kwenye **Watu**; ikiwa wewe ndiye mmiliki pekee, mwombe anayeendesha jukwaa.
**Nani alifanya nini** inaonyesha kila kilichofanywa, na nani na lini.`,
    },
    "paid-not-online": {
      title: '"Nimelipa na siko mtandaoni"',
      text: `
!payment Risiti ya malipo
Uliza nambari ya simu iliyolipa, au msimbo wa M-Pesa. Fungua **Malipo** na uitafute.
- **Malipo yamekamilika** na **Imelipwa, haijawashwa**: bonyeza **Jaribu tena**. Kama ruta haiko mtandaoni, ununuzi unasubiri na haupotezi muda.
- **Malipo yamekamilika** peke yake: ununuzi uko sawa. Mteja ajiunge na WiFi kwa simu iliyonunua na afungue ukurasa wowote.
- **Malipo yanasubiri**: M-Pesa bado haijatuambia. Subiri dakika moja; tunaiuliza M-Pesa wenyewe. Mteja asilipe tena sasa.
- **Malipo yameshindwa**: M-Pesa imetuambia kwamba hakuna kilichochukuliwa. Ifungue, inasema sababu. Kama mteja bado ana ujumbe wa M-Pesa, angalia tena baada ya dakika moja, kisha mwonyeshe mwendeshaji ujumbe huo.
- Haionekani: pesa zilienda kwingine. Angalia ujumbe wa M-Pesa wa mteja: jina lililo hapo ni lako? Kama aliandika paybill yako mwenyewe, iko kwenye **Pesa zisizo na ununuzi**.
Mteja anaweza pia kurudisha ununuzi mwenyewe: kwenye ukurasa wa WiFi, aandike msimbo wa M-Pesa.`,
    },
    "voucher-refused": {
      title: '"Vocha yangu haifanyi kazi"',
      text: `
Fungua **Vocha** na utafute msimbo.
- **Inatumika**: haijawahi kutumika. Mteja aiandike tena polepole. Herufi kubwa au ndogo ni sawa.
- **Imetumika**: inasema lini na kwa kifaa gani. Mara nyingi ni simu nyingine ya mteja huyo huyo.
- **Imebatilishwa** au **Muda umekwisha**: tengeneza nyingine ukiona ni haki.`,
    },
    slow: {
      title: '"Intaneti iko polepole"',
      text: `
Fungua **Watumiaji** na utafute nambari ya simu. Angalia mambo matatu:
- Kasi ya kifurushi. Hiyo ndiyo iliyonunuliwa; haiwezi kuzidi.
- Data. Vifurushi vingine vinaendelea kwa kasi ndogo baada ya GB kadhaa.
- Wangapi wako mtandaoni kwenye ruta. Laini yako wanaigawana wote: watu kumi kwa Mbps 5 wanahitaji Mbps 50 kutoka kwa anayekuuzia intaneti, wote wakipakua pamoja.
Kama ni polepole kwa kila mtu, pima laini yenyewe kwa kebo kwenye modemu na umpigie anayekuuzia intaneti.`,
    },
    "other-phone": {
      title: '"Nina simu nyingine sasa"',
      text: `
Mteja anaweza kufanya mwenyewe: ajiunge na WiFi kwa simu mpya na aandike msimbo wa M-Pesa au msimbo wa kurejesha ulio kwenye risiti. Muda unahamia simu mpya, ya zamani inatoka mtandaoni.
Nawe unaweza: **Watumiaji**, fungua mtumiaji, **Hamisha kifaa**.
Simu nyingi huonyesha anwani tofauti kwa kila WiFi. Kama mteja analazimika kulipa upya kila siku, azime "private address" kwa WiFi yako.`,
    },
    television: {
      title: '"TV yangu inapataje intaneti?"',
      text: `
TV au konsoli haiwezi kufungua ukurasa na kulipa, lakini simu iliyonunua inaweza kuiingiza. Mteja aunganishe TV kwenye WiFi, afungue ukurasa kwenye simu, "Uko mtandaoni", kisha aguse "Ongeza TV au kifaa kingine". Ukurasa unaonyesha vifaa vinavyosubiri kwenye hotspot kwa jina la mtengenezaji; mteja aguse chake na kuthibitisha.
Mpango wa kifaa kimoja unahama: simu inatoka mtandaoni TV ikiwa mtandaoni, na inaweza kuurudisha kwenye ukurasa wake. Ili vyote viwe mtandaoni pamoja, uza mpango wa vifaa viwili.
Haipo kwenye orodha? TV lazima iwe kwenye WiFi yako. Anwani yake ya MAC, iliyo kwenye mipangilio ya mtandao ya TV, inaweza pia kuandikwa.
Simu ya pili hujiunga na mpango wa vifaa viwili kwa kuskani msimbo ulio kwenye ukurasa huo huo. Mteja anayetoka ruta yako moja kwenda nyingine huingia mtandaoni huko wenyewe ukurasa ukifunguka, mradi mpango unauzwa huko.`,
    },
    "money-back": {
      title: '"Nataka pesa zangu"',
      text: `
Kama WiFi haikufanya kazi, mara nyingi muda ni bora kuliko pesa: **Watumiaji**, fungua mtumiaji, **Ongeza muda**. Hauhesabiwi kwenye mauzo yako.
Pesa zilizoingia kwa M-Pesa zinarudi kutoka akaunti yako: mwombe mwendeshaji, ambaye anaweza kwa risiti, au zitume mwenyewe na uhifadhi ujumbe.
Amelipa mara mbili kwa ununuzi mmoja? Yako kwenye **Malipo yanayokaguliwa** yenyewe.`,
    },
    "all-offline": {
      title: "Hakuna aliye mtandaoni",
      text: `
1. Je, kuna umeme kwenye ruta na modemu? Angalia taa.
2. Je, laini yako ya intaneti inafanya kazi? Ipime kwa kebo.
3. Fungua **Ruta**. **Nje ya mtandao** na sababu chini yake: fanya inavyosema.
4. **Mtandaoni**, lakini simu hazioni ukurasa: fungua **Orodha ya ukaguzi** ya ruta hiyo na uangalie kilicho na **Inazuia kuuza**.
Aliyekuwa mtandaoni anabaki mtandaoni kama ni mfumo wetu tu usiopatikana; ruta yenyewe inahesabu muda.
Baada ya kukatika kwa dakika tano au zaidi **Ruta** inakupa **Rudisha muda**. Kubonyeza mara moja kunampa kila mnunuzi alichopoteza.`,
    },
  },
};
