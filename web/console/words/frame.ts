/** Kiswahili of menu, palette and shortcuts of the provider console. */
export const words: Record<string, string> = {
  // web/admin/frame.tsx
  "Admin User": "Msimamizi",
  Administrator: "Msimamizi",
  "HotSpot Admin": "Usimamizi wa HotSpot",
  "Not logged out": "Hujaondoka",
  "Please try again.": "Tafadhali jaribu tena.",
  Search: "Tafuta",
  // web/admin/palette.tsx
  "Nothing found": "Hakuna kilichopatikana",
  Pages: "Kurasa",
  "Phone, device, voucher or page": "Simu, kifaa, vocha au ukurasa",
  "Searching …": "Inatafuta …",
  // web/admin/places.ts
  Dashboard: "Dashibodi",
  Payments: "Malipo",
  "Online now": "Walio mtandaoni sasa",
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
  // web/admin/shortcuts.tsx
  "Go to Dashboard": "Nenda kwenye dashibodi",
  "Go to Payments": "Nenda kwenye malipo",
  "Go to Plans": "Nenda kwenye vifurushi",
  "Go to Reports": "Nenda kwenye ripoti",
  "Go to Settings": "Nenda kwenye mipangilio",
  "Go to Users": "Nenda kwa watumiaji",
  "Go to Vouchers": "Nenda kwenye vocha",
  "Keyboard shortcuts": "Njia za mkato za kibodi",
  "Search, also while typing": "Tafuta, hata unapoandika",
  "This list": "Orodha hii",
};
