/** Kiswahili of the dashboard. */
export const words: Record<string, string> = {
  // web/admin/dashboard/attention.tsx
  "Needs your attention": "Yanahitaji uangalizi wako",
  "No plan is on sale": "Hakuna kifurushi kinachouzwa",
  "{count, plural, one {# purchase is paid and not activated} other {# purchases are paid and not activated}}":
    "{count, plural, one {Ununuzi # umelipwa na haujawashwa} other {Manunuzi # yamelipwa na hayajawashwa}}",
  "{name} is offline": "{name} haipo mtandaoni",
  "{name}: no bridge installed": "{name}: hakuna daraja lililowekwa",
  // web/admin/dashboard/quick-cards.tsx
  "Manage Plans": "Simamia vifurushi",
  "Manage Users": "Simamia watumiaji",
  "Quick links": "Viungo vya haraka",
  "View Payments": "Tazama malipo",
  "What came in, and from whom": "Kilichoingia, na kutoka kwa nani",
  "What you sell, and for how much": "Unachouza, na kwa bei gani",
  "Who is online, and until when": "Nani yuko mtandaoni, na hadi lini",
  // web/admin/dashboard/revenue-panel.tsx
  Day: "Siku",
  "Error Loading Revenue": "Hitilafu ya kupakia mapato",
  "Loading revenue …": "Inapakia mapato …",
  "No sales in the last 30 days": "Hakuna mauzo katika siku 30 zilizopita",
  Revenue: "Mapato",
  "Revenue, last 30 days": "Mapato, siku 30 zilizopita",
  "The revenue of the last days could not be read.": "Mapato ya siku zilizopita hayakuweza kusomwa.",
  // web/admin/dashboard/provider-cards.tsx
  "Active Users": "Watumiaji hai",
  "All time": "Tangu mwanzo",
  "Currently online": "Walio mtandaoni sasa",
  "Currently online: {count}": "Walio mtandaoni sasa: {count}",
  "Total Revenue": "Mapato yote",
  // web/admin/dashboard/router-*.tsx
  "IP Address": "Anwani ya IP",
  "Last Seen": "Ilionekana",
  Location: "Mahali",
  "Monthly Revenue": "Mapato ya mwezi",
  Never: "Kamwe",
  "Not set": "Haijawekwa",
  Offline: "Nje ya mtandao",
  Online: "Mtandaoni",
  Router: "Ruta",
  "Select Router": "Chagua ruta",
  "Today's Sales": "Mauzo ya leo",
  // web/admin/pages/dashboard.tsx
  "Connect a router to sell internet and see its sales here.":
    "Unganisha ruta ili uuze intaneti na kuona mauzo yake hapa.",
  "Error Loading Routers": "Hitilafu ya kupakia ruta",
  "Failed to load routers. Please check your connection and try again.":
    "Ruta hazikuweza kupakiwa. Angalia muunganisho wako kisha ujaribu tena.",
  "Go to Routers": "Nenda kwenye ruta",
  "Loading routers …": "Inapakia ruta …",
  "No Routers Found": "Hakuna ruta zilizopatikana",
  "Welcome back, {name}": "Karibu tena, {name}",
};
