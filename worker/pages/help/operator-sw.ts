import type { Book } from "./book.ts";

export const operatorSw: Book<"operator"> = {
  title: "Kwa mwendeshaji",
  intro:
    "Unaendesha mfumo kwa watoa huduma wengi. Amri na maelezo yote yako kwenye docs/operate.md, pamoja na programu.",
  parts: {
    "new-provider": "Kila siku",
    "safaricom-down": "Kitu kikishindwa",
    "watch-minute": "Jinsi mfumo unavyofanya kazi",
  },
  topics: {
    "new-provider": {
      title: "Mtoa huduma mpya",
      text: `
1. **Watoa huduma**, **Ongeza mtoa huduma**: jina la biashara, mawasiliano, subdomain.
2. Kwenye wasifu wake, **Njia za malipo**: pesa zinakoenda. Production inapokea tu baada ya **Thibitisha kwa KSh 1** kufika.
3. Ruta: mtoa huduma anaiongeza kwa mstari mmoja, au unamkabidhi moja.
4. Muhtasari wa wasifu unasema nini kinakosekana **Hadi itakapouza**.`,
    },
    "each-day": {
      title: "Cha kuangalia kila siku",
      text: `
1. Dashibodi: kilicho juu kinamhitaji mtu.
2. **Ulinganishaji**: ulinganishaji wa usiku umekamilika, na hakuna tofauti iliyopita siku moja.
3. **Malipo ya watoa huduma**: malipo ambayo watoa huduma wanasema wamelipa.
4. **Malipo kwa watoa huduma**, ukiwakusanyia pesa: yale yenye alama **Haijulikani**, na kama akaunti inayolipa ina **Kinachodaiwa na watoa huduma**. Hamishia pesa huko kwenye M-Pesa mapema. Kabla ya kuwasha ukusanyaji, uliza kama unahitaji leseni: unashika pesa za wengine.
5. Huduma ya nje inauliza \`/api/health\` kila dakika na inakupigia isipojibu 200.`,
    },
    "new-host": {
      title: "Mashine ya ruta, au nyingine mahali pake",
      text: `
**Ruta**, **Weka mashine ya jukwaa**: jina, anwani ya umma, mstari mmoja kwa mashine ya Debian. Fungua UDP 51820 na, kwa RouterOS 6, TCP 1194 kwake.
Mashine ikiharibika: elekeza jina lake la DNS kwenye mashine mpya, **Weka mashine ya jukwaa** kwa jina lilelile, na uendeshe mstari. Ruta hazihitaji kitu kipya.
Kukiwa na mashine ya pili, inaendesha ruta zake baada ya sekunde 12.`,
    },
    "safaricom-down": {
      title: "Safaricom haijibu",
      text: `
- Usiguse malipo yaliyoanza. Tunauliza kwa saa 24; pesa zilizochelewa zinahudumiwa, na hakuna kinachotumwa mara mbili.
- Waambie watoa huduma: vocha zinafanya kazi, aliye mtandaoni anabaki, na mtu asilipe tena kabla simu yake haijasema kwamba imeshindwa.
- Baadaye usanidi ulio **Imesimamishwa** unathibitishwa kwa KSh 1; programu ya mfumo yenyewe inarudi.
- Kesho yake: **Ulinganishaji**, **Linganisha sasa** kwa siku hiyo.`,
    },
    restore: {
      title: "Mtoa huduma ameondoa kitu kimakosa",
      text: `
1. **Simamisha** mtoa huduma. Aliye mtandaoni anabaki.
2. Wasifu, **Data**, **Rejesha mtoa huduma**: dakika kabla ya kosa. Kilichouzwa tangu hapo kinabaki.
3. Angalia **Ulinganishaji**, kisha **Washa**.`,
    },
    "leaked-secret": {
      title: "Nenosiri au ufunguo uko mikononi pabaya",
      text: `
- La mwendeshaji: **Waendeshaji**, zima akaunti, kisha angalia **Kumbukumbu za matendo** kuanzia saa hiyo.
- Mashine ya daraja imeibwa: **Batilisha** daraja. Kinachofungua ruta zake kinabadilishwa.
- Za njia ya malipo: vitambulisho vipya kwenye **Njia za malipo** za mtoa huduma.
- Siri kuu ya mfumo: docs/operate.md, "Rotate a secret".`,
    },
    "watch-minute": {
      title: "Kinachofanywa kila dakika",
      text: `
Cron haiendi. Malipo yanaendelea yenyewe; barua na usafi vinasubiri.
Dashibodi ya Cloudflare, worker, Triggers: cron moja kwa kila dakika. Kisha makosa yake. Kama ni tangu toleo jipya: \`npm run deploy -- --rollback\`.`,
    },
    "watch-wakes": {
      title: "Kazi za watoa huduma wenyewe",
      text: `
Object ya mtoa huduma haikuamka kwa wakati; zinaamshwa moja baada ya nyingine. Ni mmoja: tafuta id yake kwenye logs. Ni wote: toleo jipya au Cloudflare yenyewe.`,
    },
    "watch-mail": {
      title: "Barua",
      text: `
Huduma ya barua inakataa au haijawekwa: \`MAIL_URL\`, \`MAIL_TOKEN\`, \`MAIL_FROM\`, kisha deploy. Zilizosubiri zinatoka zenyewe.`,
    },
    "watch-differences": {
      title: "Tofauti za vitabu",
      text: `
**Ulinganishaji** inaorodhesha kiasi vyote viwili. Viangalie kwenye njia ya malipo, suluhisha kwa maelezo, au **Peleka tena** ujumbe. Usilipe mara mbili ili jumla ilingane.`,
    },
    "watch-confirmations": {
      title: "Malipo ambayo watoa huduma wanasema wamelipa",
      text: `
**Malipo ya watoa huduma**: tafuta risiti kwenye akaunti yako, kisha thibitisha au kataa. Hadi hapo ankara yake inabaki wazi.`,
    },
    "watch-online": {
      title: "Kuanzia kulipa hadi mtandaoni",
      text: `
Nusu ya wanunuzi wa saa iliyopita walisubiri zaidi ya dakika moja baada ya kulipa. Anza na **Madaraja** na ruta zisizopatikana: watoa huduma wao wameshaambiwa. Kama zote zinapatikana: toleo jipya, au makosa ya worker. Aliyelipa anaingia mara ruta inapojibu.`,
    },
    "watch-database": {
      title: "Ukubwa wa hifadhidata",
      text: `
D1 inabeba GB 10. Tengeneza nakala, angalia kilichokua (kumbukumbu za matendo na barua kwanza), na umwombe msanidi migration ya kukikata. Usifute kitu kwa mkono.`,
    },
    "watch-largest": {
      title: "Ukubwa wa mtoa huduma mkubwa zaidi",
      text: `
Data ya kila mtoa huduma iko kwenye hifadhi yake yenyewe, inayobeba GB 10. Mwulize msanidi ni jedwali gani limekua, na umwombe migration ya kulikata. Mpaka hapo kila kitu kinaendelea; hakuna cha kuhamisha.`,
    },
  },
};
