/** Kiswahili of revenue analytics and the Revenue tab of a provider's profile. */
export const words: Record<string, string> = {
  // web/superadmin/pages/revenue.tsx, web/superadmin/revenue/*
  "Revenue Analytics": "Uchambuzi wa mapato",
  "Completed payments less refunds, diverted money included, in days of Nairobi.":
    "Malipo yaliyokamilika bila yaliyorudishwa, pamoja na fedha zilizoelekezwa kwingine, kwa siku za Nairobi.",
  "Total System Revenue": "Mapato ya mfumo wote",
  "Total Transactions": "Miamala yote",
  "Average per Provider": "Wastani kwa mtoa huduma",
  "Active Routers": "Ruta zinazofanya kazi",
  "online right now": "mtandaoni sasa hivi",
  "{count, plural, one {# provider} other {# providers}}":
    "{count, plural, one {mtoa huduma #} other {watoa huduma #}}",
  "Top Performing Provider": "Mtoa huduma anayeongoza",
  "{percent} % of all revenue": "{percent} % ya mapato yote",
  "{percent} %": "{percent} %",
  "Provider Revenue Breakdown": "Mgawanyo wa mapato kwa watoa huduma",
  "Share of all": "Sehemu ya yote",
  "Business name": "Jina la biashara",
  "Share of {name}": "Sehemu ya {name}",
  "Failed to export the revenue": "Imeshindwa kuhamisha mapato",
  // web/superadmin/provider-profile/provider-revenue.tsx
  "Where the money went": "Fedha zilikwenda wapi",
  "Paid to the provider": "Zilizolipwa kwa mtoa huduma",
  "Straight to its own account": "Moja kwa moja kwa akaunti yake",
  "Collected by the platform": "Zilizokusanywa na mfumo",
  "Refunds not taken off": "Marejesho hayajatolewa",
  "What is open": "Kisichokamilika",
  "Owed to the provider": "Anachodai mtoa huduma",
  "Collected by the platform, refunds taken off": "Zilizokusanywa na mfumo, marejesho yametolewa",
  "Diverted, not settled": "Zilizoelekezwa, bado kusuluhishwa",
  "In central accounts, refunds taken off": "Kwenye akaunti kuu, marejesho yametolewa",
  "Fees owed by the provider": "Ada anazodaiwa mtoa huduma",
  "Invoices less verified payments": "Ankara kutoa malipo yaliyothibitishwa",
  Diverted: "Zilizoelekezwa kwingine",
  "To a central account by the switch": "Kwa akaunti kuu kupitia swichi",
  Refunded: "Zilizorudishwa",
  "Taken off on the day it went back": "Huondolewa siku zinaporudishwa",
};
