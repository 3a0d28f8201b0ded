/** Kiswahili of the parts that both consoles share. */
export const words: Record<string, string> = {
  // web/console/not-found.tsx
  "404 Page Not Found": "404 Ukurasa haukupatikana",
  "Did you forget to add the page to the router?": "Je, umesahau kuongeza ukurasa huu?",
  "Go to the dashboard": "Nenda kwenye dashibodi",
  // web/console/unsaved-guard.ts
  "Leave without saving": "Ondoka bila kuhifadhi",
  "Leave without saving?": "Uondoke bila kuhifadhi?",
  "Your changes on this page are not saved yet.": "Mabadiliko yako kwenye ukurasa huu bado hayajahifadhiwa.",
  // web/console/ask-first.tsx
  Cancel: "Ghairi",
  // web/console/choices.tsx
  Dark: "Giza",
  Language: "Lugha",
  Light: "Mwanga",
  System: "Mfumo",
  Theme: "Mwonekano",
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
  Logout: "Ondoka",
  Main: "Kuu",
  Menu: "Menyu",
  More: "Zaidi",
  "What you see may be old. It is read again when the connection is back.":
    "Unachokiona huenda ni cha zamani. Kitasomwa tena muunganisho ukirudi.",
  "You are offline": "Huna muunganisho",
  // web/console/loaded.tsx
  "No connection. Check your internet and try again.":
    "Hakuna muunganisho. Angalia intaneti yako kisha ujaribu tena.",
  // web/console/page-fault.tsx
  "There may be a newer version of the console. Load the page again.":
    "Huenda kuna toleo jipya la koni. Pakia ukurasa tena.",
  "This page could not be shown": "Ukurasa huu haukuweza kuonyeshwa",
  // web/console/search-field.tsx
  "Clear search": "Futa utafutaji",
  // web/console/stale-mark.tsx
  "Not up to date: updated {when}": "Si ya sasa: ilisasishwa {when}",
  // web/console/stat-card.tsx
  "Updated {when}": "Ilisasishwa {when}",
  // web/console/states.tsx
  "Try again": "Jaribu tena",
  // web/console/toast.tsx
  Dismiss: "Ondoa",
  // web/console/wide-table.tsx
  "Choose all on this page": "Chagua zote kwenye ukurasa huu",
};
