/** Kiswahili of how the portal looks. */
export const words: Record<string, string> = {
  // web/admin/pages/settings.tsx
  "Captive Portal Settings": "Mipangilio ya ukurasa wa kuingia",
  "Error Loading Settings": "Hitilafu ya kupakia mipangilio",
  "Failed to load settings. Please check your connection and try again.":
    "Imeshindwa kupakia mipangilio. Angalia muunganisho wako kisha ujaribu tena.",
  "How your portal looks, what it says, and whom visitors can reach.":
    "Jinsi ukurasa wako unavyoonekana, unachosema, na nani wateja wanaweza kuwasiliana naye.",
  "Loading settings …": "Inapakia mipangilio …",
  "Preview Portal": "Tazama ukurasa",
  "System Settings": "Mipangilio ya mfumo",
  // web/console/settings/appearance.tsx
  "Background colour": "Rangi ya mandharinyuma",
  "Behind the plans": "Nyuma ya vifurushi",
  "Buttons and links": "Vitufe na viungo",
  "Footer colour": "Rangi ya chini",
  "Header colour": "Rangi ya juu",
  "Poor contrast": "Utofautishaji hafifu",
  "Primary colour": "Rangi kuu",
  "Primary on white cards: {ratio} to 1. The portal draws a darker line around it.":
    "Rangi kuu kwenye kadi nyeupe: {ratio} kwa 1. Ukurasa huchora mstari mweusi zaidi kuizunguka.",
  "Primary on your background: {ratio} to 1. It takes 3 to 1 to be seen well.":
    "Rangi kuu kwenye mandharinyuma yako: {ratio} kwa 1. Inahitaji 3 kwa 1 ili ionekane vizuri.",
  "Secondary colour": "Rangi ya pili",
  "Secondary on white cards: {ratio} to 1. The portal draws a darker line around it.":
    "Rangi ya pili kwenye kadi nyeupe: {ratio} kwa 1. Ukurasa huchora mstari mweusi zaidi kuizunguka.",
  "The bottom, with your contacts": "Sehemu ya chini, yenye mawasiliano yako",
  "The mark of the popular plan": "Alama ya kifurushi maarufu",
  "The top, with logo and name": "Sehemu ya juu, yenye nembo na jina",
  // web/console/settings/contact.tsx
  "Support e-mail": "Barua pepe ya msaada",
  "Support phone": "Simu ya msaada",
  "Visitors call it with one tap.": "Wateja huipiga kwa mguso mmoja.",
  "Visitors copy it.": "Wateja huinakili.",
  // web/console/settings/content.tsx
  "Company name": "Jina la kampuni",
  "Left empty: {name}": "Ikiwa wazi: {name}",
  "Privacy URL": "Anwani ya faragha",
  "Terms URL": "Anwani ya masharti",
  "Welcome message": "Ujumbe wa kukaribisha",
  // web/console/settings/logo-field.tsx
  "An image up to 5 MB. It is made small here and shown after you save.":
    "Picha ya hadi MB 5. Hupunguzwa hapa na huonyeshwa ukishahifadhi.",
  "Change logo": "Badilisha nembo",
  "Choose a logo": "Chagua nembo",
  "Failed to upload logo": "Imeshindwa kupakia nembo",
  Logo: "Nembo",
  "Logo file": "Faili ya nembo",
  "Remove logo": "Ondoa nembo",
  "Upload Failed": "Imeshindwa kupakia",
  "or drop an image here": "au dondosha picha hapa",
  // web/console/settings/portal-preview.tsx
  "1 Day": "Siku 1",
  "1 Hour": "Saa 1",
  "Choose your plan": "Chagua mpango wako",
  "Enter voucher code": "Weka nambari ya vocha",
  "Most Popular": "Unaopendwa zaidi",
  "Preview of the portal": "Mwonekano wa ukurasa",
  Privacy: "Faragha",
  "Select Plan": "Chagua mpango",
  Terms: "Masharti",
  "The plans are examples. Phones that are set to dark show a dark page with the same colours.":
    "Vifurushi ni mifano. Simu zilizowekwa giza huonyesha ukurasa wa giza wenye rangi hizo hizo.",
  "Unlimited Data": "Data bila kikomo",
  "Welcome to {name}": "Karibu {name}",
  // web/console/settings/settings-form-rules.ts
  "Choose a colour like {example}": "Chagua rangi kama {example}",
  "Enter a web address that begins with https://": "Weka anwani ya wavuti inayoanza na https://",
  "Use at most {count} characters": "Tumia herufi zisizozidi {count}",
  // web/console/settings/settings-form.tsx
  "All changes are saved": "Mabadiliko yote yamehifadhiwa",
  Appearance: "Mwonekano",
  Contact: "Mawasiliano",
  Content: "Maudhui",
  Discard: "Tupa",
  Error: "Hitilafu",
  "Failed to update settings": "Imeshindwa kusasisha mipangilio",
  Save: "Hifadhi",
  "Settings Saved": "Mipangilio imehifadhiwa",
  "Unsaved changes": "Mabadiliko hayajahifadhiwa",
  "Visitors see them within seconds.": "Wateja watayaona ndani ya sekunde chache.",
  // web/console/settings/shrink-logo.ts
  "Failed to read the uploaded file": "Imeshindwa kusoma faili iliyopakiwa",
  "File Too Large": "Faili ni kubwa mno",
  "Invalid File Type": "Aina ya faili si sahihi",
  "Please upload an image file (PNG, JPG, SVG, etc.)": "Pakia faili ya picha (PNG, JPG, SVG n.k.)",
  "Please upload an image smaller than 5MB": "Pakia picha ndogo kuliko 5MB",
};
