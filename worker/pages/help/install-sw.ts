import { allowCommand } from "../../contract/values/device-mode.ts";
import type { Book } from "./book.ts";

export const installSw: Book<"install"> = {
  title: "Kwa anayesakinisha",
  intro: "Uko dukani na ruta ya MikroTik. Hii ndiyo njia kutoka kwenye boksi hadi mteja wa kwanza.",
  parts: {
    "before-you-go": "Kabla",
    "paste-the-line": "Kwenye ruta",
    checklist: "Kabla hujaondoka",
  },
  topics: {
    "before-you-go": {
      title: "Unachohitaji",
      text: `
- Ruta ya MikroTik yenye RouterOS 7.9 au mpya zaidi (toleo la 6 kuanzia 6.45 pia linafanya kazi), kebo ya intaneti ikiwa kwenye mlango wa kwanza na inafanya kazi.
- Simu au laptop yenye WinBox, iliyounganishwa na ruta kwa kebo au kwa WiFi yake.
- Konsoli ya mtoa huduma ikiwa wazi kwenye simu: unahitaji nafasi ya **Fundi** au **Mmiliki**.
- KSh 10 hadi 20 kwenye laini ya M-Pesa kwa ununuzi wa majaribio.
Hifadhi mipangilio ya ruta kabla ya kuanza: kwenye WinBox, Files, Backup.`,
    },
    "paste-the-line": {
      title: "Mstari mmoja, bila kompyuta",
      text: `
!routers Orodha ya ruta
1. Kwenye konsoli: **Ruta**, **Sanidi kwa mstari mmoja**. Andika jina la duka na interface ya wageni, mara nyingi \`bridge\`.
2. Bonyeza **Nakili mstari**. Unafaa kwa dakika 30, na kwa laini ya intaneti itakayouchukua kwanza.
3. Kwenye WinBox: New Terminal. Bonyeza kitufe cha kulia cha kipanya, Paste, kisha Enter. Kwenye simu, shikilia dirisha kwa kidole, kisha Paste.
4. Acha zote mbili wazi. Hatua zilizo chini ya mstari zinaisha moja baada ya nyingine: **Ruta imechukua hati**, **Ufunguo umetumwa**, **Njia iko wazi**, **Jukwaa limeingia**, **Hotspot inajibu**, **Kifaa cha kwanza kimeonekana**.
Unaweza kuubandika mara mbili: mara ya pili haubadilishi kitu.`,
    },
    "line-stops": {
      title: "Hatua haiji",
      text: `
Konsoli inasema sababu na cha kufanya. Tunayokutana nayo zaidi:
- Ruta mpya haichukui kitu: andika \`${allowCommand}\`, kisha bonyeza kitufe chake au ukate umeme wake ndani ya dakika tano, na ubandike mstari tena.
- Ruta haikuchukua kitu: haina intaneti, au saa yake si sahihi. Kwenye terminali: \`/ping 1.1.1.1\` na \`/system clock print\`.
- **Njia iko wazi** haiji: anayeuza intaneti amezuia UDP 51820. Jaribu laini nyingine, kama ya simu, ili kuhakikisha.
- **Hali ya kifaa** inakataza hotspot: konsoli inaonyesha amri; ruta inakuomba ubonyeze kitufe chake au ukate umeme ndani ya dakika tano.
- Toleo la zamani: sasisha RouterOS, kisha bandika mstari tena.`,
    },
    "bridge-at-site": {
      title: "Kwa kompyuta ndogo dukani",
      text: `
Hapo vocha zinafanya kazi hata bila intaneti. Mashine yoyote ya Linux ya biti 64 inatosha, ikiunganishwa na ruta kwa kebo.
1. Kwenye konsoli: **Ruta**, **Sakinisha daraja**. Mstari unafaa kwa dakika 15, mara moja tu.
2. Uendeshe kwenye kompyuta. Inajisakinisha na kuanza pamoja na kompyuta.
3. \`mlango-bridge doctor\` inasema nini kinaizuia kuhudumia, na cha kufanya.
4. Kwenye konsoli: **Gundua** inaipata ruta, au **Ongeza ruta** kwa anwani yake. Kisha **Sanidi ruta**.`,
    },
    checklist: {
      title: "Angalia orodha ya ukaguzi",
      text: `
**Ruta**, ruta, **Orodha ya ukaguzi**, **Kagua sasa**. Kilicho na **Inazuia kuuza** lazima kirekebishwe; mengine yanayopatikana yanaelezwa pamoja na cha kufanya.
Pointi za mwisho zinaonyesha kwamba hakuna aliye mtandaoni bila kulipa.`,
    },
    "before-you-leave": {
      title: "Nunua kwa simu ya mteja",
      text: `
1. Chukua simu ambayo haijawahi kuwa hapa. Jiunge na WiFi: ukurasa unafunguka wenyewe, au kwa ukurasa wowote unaoanza na http.
2. Kabla ya kulipa: fungua tovuti yoyote. Isifunguke.
3. Nunua kifurushi cha bei nafuu. Uko mtandaoni baada ya sekunde chache, na mauzo yako kwenye konsoli.
4. Kata umeme wa ruta, kisha uurudishe. Simu inarudi mtandaoni yenyewe.
5. Mwachie mtoa huduma nenosiri la ruta kwenye bahasha, si kwenye chat.`,
    },
    "take-back": {
      title: "Tengua",
      text: `
**Ruta**, ruta, **Sanidi ruta**, **Nakili hati ya kutengua**: mstari mmoja unaondoa kilichowekwa na usanidi, na hakuna kingine.
Walio mtandaoni wanatoka. Fanya wakati wa utulivu.`,
    },
  },
};
