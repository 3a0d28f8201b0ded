/**
 * Kiswahili of the consoles, by the English text. A test asks for every text that pages use. Sections are the files where
 * a text stands first, alphabetically.
 */
export const swahili: Record<string, string> = {
  // web/admin/frame.tsx
  "Admin User": "Msimamizi",
  Administrator: "Msimamizi",
  "HotSpot Admin": "Usimamizi wa HotSpot",
  "Nothing found": "Hakuna kilichopatikana",
  Search: "Tafuta",
  "Search or go to …": "Tafuta au nenda …",
  // web/admin/pages/log-in.tsx
  "Invalid credentials": "Jina la mtumiaji au nenosiri si sahihi",
  "Login Failed": "Imeshindwa kuingia",
  "Missing Information": "Taarifa hazijakamilika",
  Password: "Nenosiri",
  "Please enter both username and password": "Weka jina la mtumiaji na nenosiri",
  "Provider Admin": "Usimamizi wa mtoa huduma",
  "Show password": "Onyesha nenosiri",
  "Sign In": "Ingia",
  "Sign in to manage your hotspot": "Ingia ili usimamie hotspot yako",
  "Signing in...": "Inaingia...",
  Username: "Jina la mtumiaji",
  // web/admin/pages/not-found.tsx
  "404 Page Not Found": "404 Ukurasa haukupatikana",
  "Did you forget to add the page to the router?": "Je, umesahau kuongeza ukurasa huu?",
  "Go to the dashboard": "Nenda kwenye dashibodi",
  // web/admin/places.ts
  Dashboard: "Dashibodi",
  Payments: "Malipo",
  Plans: "Vifurushi",
  Profile: "Wasifu",
  Reports: "Ripoti",
  Routers: "Ruta",
  Settings: "Mipangilio",
  "Subscription Plans": "Vifurushi vya intaneti",
  Users: "Watumiaji",
  Vouchers: "Vocha",
  // web/admin/router.tsx
  "Loading …": "Inapakia …",
  // web/console/ask-first.tsx
  Cancel: "Ghairi",
  // web/console/copy-button.tsx
  Copied: "Imenakiliwa",
  "Not copied": "Haikunakiliwa",
  "Press the text for long and choose Copy.": "Bonyeza maandishi kwa muda kisha uchague Nakili.",
  // web/console/data-list.tsx
  "Choose {name}": "Chagua {name}",
  "First page": "Ukurasa wa kwanza",
  "Last page": "Ukurasa wa mwisho",
  "Next page": "Ukurasa unaofuata",
  "Page {number}": "Ukurasa wa {number}",
  Pages: "Kurasa",
  "Previous page": "Ukurasa uliotangulia",
  "{from} to {to} of {total}": "{from} hadi {to} kati ya {total}",
  // web/console/date-range-calendar.tsx
  "30 days": "Siku 30",
  "7 days": "Siku 7",
  "Any day": "Siku yoyote",
  Close: "Funga",
  "This month": "Mwezi huu",
  Today: "Leo",
  // web/console/format.ts
  "Just now": "Sasa hivi",
  "{count} day ago": "Siku {count} zilizopita",
  "{count} hr ago": "Saa {count} zilizopita",
  "{count} min ago": "Dakika {count} zilizopita",
  // web/console/layout.tsx
  Dark: "Giza",
  Language: "Lugha",
  Light: "Mwanga",
  Logout: "Ondoka",
  Main: "Kuu",
  Menu: "Menyu",
  More: "Zaidi",
  System: "Mfumo",
  Theme: "Mwonekano",
  // web/console/loaded.tsx
  "No connection. Check your internet and try again.":
    "Hakuna muunganisho. Angalia intaneti yako kisha ujaribu tena.",
  // web/console/search-field.tsx
  "Clear search": "Futa utafutaji",
  // web/console/stale-mark.tsx
  "Not up to date: updated {when}": "Si ya sasa: ilisasishwa {when}",
  // web/console/states.tsx
  "Try again": "Jaribu tena",
  // web/console/wide-table.tsx
  "Choose all on this page": "Chagua zote kwenye ukurasa huu",
};
