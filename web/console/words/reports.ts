/** Kiswahili of reports. */
export const words: Record<string, string> = {
  // web/admin/pages/reports.tsx
  "Days of the report": "Siku za ripoti",
  // web/admin/reports/make-report.ts
  "Best customers": "Wateja bora",
  "By day": "Kwa siku",
  "By plan": "Kwa kifurushi",
  "By router": "Kwa ruta",
  Customers: "Wateja",
  Devices: "Vifaa",
  Downloaded: "Imepakuliwa",
  "First payment": "Malipo ya kwanza",
  "Last payment": "Malipo ya mwisho",
  New: "Wapya",
  Returning: "Wanaorudi",
  "Revenue per day": "Mapato kwa siku",
  "Time online": "Muda mtandaoni",
  "Traffic per day": "Data kwa siku",
  Uploaded: "Imepakiwa",
  // web/admin/reports/printed-report.tsx
  "Made {when}": "Imetengenezwa {when}",
  // web/admin/reports/recent-reports.tsx
  "A report that you generate is kept here.": "Ripoti unayotengeneza huwekwa hapa.",
  "Error Loading Reports": "Hitilafu ya kupakia ripoti",
  "Failed to load the recent reports.": "Imeshindwa kupakia ripoti za hivi karibuni.",
  "No recent reports": "Hakuna ripoti za hivi karibuni",
  "Recent Reports": "Ripoti za hivi karibuni",
  // web/admin/reports/report-cards.tsx
  "Generate Report": "Tengeneza ripoti",
  // web/admin/reports/report-names.ts
  "Customer Report": "Ripoti ya wateja",
  "Customer Reports": "Ripoti za wateja",
  "Payments and redeemed vouchers per day, router and plan.":
    "Malipo na vocha zilizotumika kwa siku, ruta na kifurushi.",
  "Revenue Report": "Ripoti ya mapato",
  "Revenue Reports": "Ripoti za mapato",
  "Traffic, time online and devices per day.": "Data, muda mtandaoni na vifaa kwa siku.",
  "Usage Analytics": "Uchambuzi wa matumizi",
  "Usage Report": "Ripoti ya matumizi",
  "Who paid how much and how often; new and returning customers.":
    "Nani amelipa kiasi gani na mara ngapi; wateja wapya na wanaorudi.",
  // web/admin/reports/report-table.tsx
  "Export CSV: {name}": "Hamisha CSV: {name}",
  "Failed to export the report": "Imeshindwa kuhamisha ripoti",
  "Nothing in these days": "Hakuna kitu katika siku hizi",
  // web/admin/reports/report-view.tsx
  "All reports": "Ripoti zote",
  "Choose other days above.": "Chagua siku nyingine hapo juu.",
  "Error Loading Report": "Hitilafu ya kupakia ripoti",
  "Failed to load the report. Please check your connection and try again.":
    "Imeshindwa kupakia ripoti. Angalia muunganisho wako kisha ujaribu tena.",
};
