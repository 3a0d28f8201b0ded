/**
 * Kiswahili of the consoles, by the English text. A test asks for every text that pages use. Sections are the files where
 * a text stands first, alphabetically.
 */
export const swahili: Record<string, string> = {
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
  Revenue: "Mapato",
  "Revenue, last 30 days": "Mapato, siku 30 zilizopita",
  "The revenue of the last days could not be read.": "Mapato ya siku zilizopita hayakuweza kusomwa.",
  // web/admin/dashboard/router-panel.tsx
  "IP Address": "Anwani ya IP",
  "Last Seen": "Ilionekana mwisho",
  Location: "Mahali",
  "Monthly Revenue": "Mapato ya mwezi",
  Never: "Kamwe",
  "Not set": "Haijawekwa",
  Offline: "Nje ya mtandao",
  Online: "Mtandaoni",
  Router: "Ruta",
  "Select Router": "Chagua ruta",
  "Today's Sales": "Mauzo ya leo",
  // web/admin/frame.tsx
  "Admin User": "Msimamizi",
  Administrator: "Msimamizi",
  "HotSpot Admin": "Usimamizi wa HotSpot",
  "Not logged out": "Hujaondoka",
  "Please try again.": "Tafadhali jaribu tena.",
  Search: "Tafuta",
  // web/admin/pages/dashboard.tsx
  "Active Users": "Watumiaji hai",
  "All time": "Tangu mwanzo",
  "Connect a router to sell internet and see its sales here.":
    "Unganisha ruta ili uuze intaneti na kuona mauzo yake hapa.",
  "Currently online": "Walio mtandaoni sasa",
  "Currently online: {count}": "Walio mtandaoni sasa: {count}",
  "Error Loading Routers": "Hitilafu ya kupakia ruta",
  "Failed to load routers. Please check your connection and try again.":
    "Ruta hazikuweza kupakiwa. Angalia muunganisho wako kisha ujaribu tena.",
  "Go to Routers": "Nenda kwenye ruta",
  "Loading routers …": "Inapakia ruta …",
  "No Routers Found": "Hakuna ruta zilizopatikana",
  "Total Revenue": "Mapato yote",
  "Welcome back, {name}": "Karibu tena, {name}",
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
  // web/admin/pages/profile.tsx
  "Error Loading Profile": "Hitilafu ya kupakia wasifu",
  "Failed to load your profile. Please check your connection and try again.":
    "Imeshindwa kupakia wasifu wako. Angalia muunganisho wako kisha ujaribu tena.",
  "Loading profile …": "Inapakia wasifu …",
  "Manage your account information and security settings":
    "Simamia taarifa za akaunti yako na mipangilio ya usalama",
  "Profile Settings": "Mipangilio ya wasifu",
  // web/admin/pages/routers.tsx
  Active: "Inatumika",
  "Add router": "Ongeza ruta",
  "Assigned Routers": "Ruta ulizopewa",
  Discover: "Gundua",
  "Discover looks for MikroTik routers at your site; you can also add one by its address.":
    "Gundua hutafuta ruta za MikroTik mahali pako; unaweza pia kuongeza ruta kwa anwani yake.",
  "First install a bridge at your site; it then finds your routers.":
    "Kwanza sakinisha daraja mahali pako; kisha litapata ruta zako.",
  "Install a bridge": "Sakinisha daraja",
  "No router is like this": "Hakuna ruta ya aina hii",
  "No routers assigned": "Hujapewa ruta yoyote",
  "Scan network": "Chunguza mtandao",
  "Search through": "Tafuta kupitia",
  "Show all": "Onyesha zote",
  Total: "Jumla",
  "{shown} of {total} routers": "Ruta {shown} kati ya {total}",
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
  // web/admin/profile/profile-form-rules.ts
  "Current password is required to change password": "Nenosiri la sasa linahitajika ili kubadilisha nenosiri",
  "Invalid email address": "Barua pepe si sahihi",
  "Name is required": "Jina linahitajika",
  "Passwords do not match": "Manenosiri hayafanani",
  "Use at least 8 characters": "Tumia angalau herufi 8",
  // web/admin/profile/profile-form.tsx
  "Change password": "Badilisha nenosiri",
  "Confirm new password": "Thibitisha nenosiri jipya",
  "Current password": "Nenosiri la sasa",
  "Email address": "Barua pepe",
  "Failed to update profile": "Imeshindwa kusasisha wasifu",
  "Full name": "Jina kamili",
  "Leave these fields empty to keep your password. A new one signs you out everywhere else.":
    "Acha sehemu hizi wazi ili kubaki na nenosiri lako. Jipya litakuondoa kwenye vifaa vingine vyote.",
  "New password": "Nenosiri jipya",
  "Profile Updated": "Wasifu umesasishwa",
  Role: "Wadhifa",
  "Save Changes": "Hifadhi mabadiliko",
  "Saving...": "Inahifadhi...",
  "Update Failed": "Imeshindwa kusasisha",
  "Your profile has been updated successfully.": "Wasifu wako umesasishwa.",
  // web/admin/router.tsx
  "Loading …": "Inapakia …",
  // web/admin/routers/add-router.tsx
  "8728, or 8729 where the API speaks TLS": "8728, au 8729 ikiwa API inatumia TLS",
  "API password": "Nenosiri la API",
  "API port": "Mlango wa API",
  "API user": "Mtumiaji wa API",
  "Adding...": "Inaongeza...",
  Address: "Anwani",
  Bridge: "Daraja",
  "Choose a bridge": "Chagua daraja",
  "Enter a port from 1 to 65535": "Weka mlango kati ya 1 na 65535",
  "Enter the API user": "Weka mtumiaji wa API",
  "Enter the router's address": "Weka anwani ya ruta",
  "Failed to add the router": "Imeshindwa kuongeza ruta",
  "Give the router a name": "Ipe ruta jina",
  "Location (optional)": "Mahali (si lazima)",
  Name: "Jina",
  "The bridge at this router's site": "Daraja lililo mahali pa ruta hii",
  "{name} added": "{name} imeongezwa",
  // web/admin/routers/bridges.tsx
  "A bridge is the small program at your site through which your routers are reached.":
    "Daraja ni programu ndogo mahali pako ambayo kupitia kwayo ruta zako hufikiwa.",
  Bridges: "Madaraja",
  "Error Loading Bridges": "Hitilafu ya kupakia madaraja",
  "Failed to load bridges.": "Imeshindwa kupakia madaraja.",
  "Failed to revoke the bridge": "Imeshindwa kubatilisha daraja",
  Installed: "Lilisakinishwa",
  "Its line closes at once and it forgets your routers. They stay offline until another bridge is installed. This cannot be undone.":
    "Muunganisho wake hufungwa mara moja na husahau ruta zako. Zitabaki nje ya mtandao hadi daraja jingine lisakinishwe. Hili haliwezi kutenduliwa.",
  "Loading bridges …": "Inapakia madaraja …",
  "No bridge installed": "Hakuna daraja lililosakinishwa",
  Revoke: "Batilisha",
  "Revoke Failed": "Imeshindwa kubatilisha",
  "Revoke bridge": "Batilisha daraja",
  "Revoke {name}?": "Ubatilishe {name}?",
  "Serves no router yet": "Bado halihudumii ruta yoyote",
  "Without one your routers stay offline and nobody can be let in.":
    "Bila daraja ruta zako hubaki nje ya mtandao na hakuna anayeweza kuingia.",
  "{name} is revoked": "{name} imebatilishwa",
  // web/admin/routers/found-routers.tsx
  "API port {ports}": "Mlango wa API {ports}",
  Add: "Ongeza",
  "Add {name}": "Ongeza {name}",
  "Added already": "Imeshaongezwa",
  "Routers found": "Ruta zilizopatikana",
  // web/admin/routers/install-bridge.tsx
  Code: "Msimbo",
  Connected: "Imeunganishwa",
  "Copy the line": "Nakili mstari",
  Done: "Tayari",
  "Failed to make a code": "Imeshindwa kutengeneza msimbo",
  "Give the bridge a name": "Lipe daraja jina",
  "Good for {time}, and once": "Unafaa kwa {time}, na mara moja tu",
  "In the folder of this product on that machine, run this one line:":
    "Kwenye folda ya programu hii katika mashine hiyo, endesha mstari huu mmoja:",
  "Install {name}": "Sakinisha {name}",
  "Installed. Waiting for its line …": "Limesakinishwa. Inasubiri muunganisho wake …",
  "It runs on any machine at your site that stays on and reaches your routers: an old computer or a small board with Node 24.":
    "Linafanya kazi kwenye mashine yoyote mahali pako inayokaa imewashwa na kufikia ruta zako: kompyuta ya zamani au bodi ndogo yenye Node 24.",
  "Make a new code": "Tengeneza msimbo mpya",
  "Making a code...": "Inatengeneza msimbo...",
  "Name of the bridge": "Jina la daraja",
  "Office computer": "Kompyuta ya ofisi",
  "Show the code": "Onyesha msimbo",
  "The name of a bridge that stopped lets the new one take its place.":
    "Jina la daraja lililosimama huruhusu jipya kuchukua nafasi yake.",
  "This code is no longer good": "Msimbo huu haufai tena",
  "Waiting for the bridge …": "Inasubiri daraja …",
  "{name} is connected. Your routers are reached through it from now on.":
    "{name} imeunganishwa. Kuanzia sasa ruta zako hufikiwa kupitia kwayo.",
  // web/admin/routers/router-actions.tsx
  "Connection Failed": "Muunganisho umeshindwa",
  "Connection Successful": "Muunganisho umefaulu",
  "Connection Test Failed": "Jaribio la muunganisho limeshindwa",
  "Delete Failed": "Imeshindwa kufuta",
  "Failed to connect to router": "Imeshindwa kuunganisha na ruta",
  "Failed to remove the router": "Imeshindwa kuondoa ruta",
  "It serves nobody any more and leaves this list. Its sales stay in your reports.":
    "Haitahudumia mtu tena na itaondoka kwenye orodha hii. Mauzo yake yatabaki kwenye ripoti zako.",
  "Purchases are running on {name}": "Kuna vifurushi vinavyotumika kwenye {name}",
  "Remove it all the same": "Iondoe hata hivyo",
  "Remove router": "Ondoa ruta",
  "Remove {name}": "Ondoa {name}",
  "Remove {name}?": "Uondoe {name}?",
  "Router removed": "Ruta imeondolewa",
  "Test connection": "Jaribu muunganisho",
  "Test connection of {name}": "Jaribu muunganisho wa {name}",
  // web/admin/routers/router-list.tsx
  Actions: "Vitendo",
  Connection: "Muunganisho",
  "Host/VPN": "Anwani/VPN",
  Inactive: "Haitumiki",
  Status: "Hali",
  // web/admin/routers/router-words.ts
  Direct: "Moja kwa moja",
  OpenVPN: "OpenVPN",
  // web/admin/routers/search-panel.tsx
  "Asking your bridge to begin …": "Inaliomba daraja lako lianze …",
  "Discovered routers": "Ruta zilizogunduliwa",
  "Discovering routers": "Inagundua ruta",
  "Failed to scan the network": "Imeshindwa kuchunguza mtandao",
  "Listening for MikroTik announcements at your site. This takes about five seconds.":
    "Inasikiliza matangazo ya MikroTik mahali pako. Huchukua takriban sekunde tano.",
  "Network Scan Failed": "Uchunguzi wa mtandao umeshindwa",
  "Network scan": "Uchunguzi wa mtandao",
  "Stop scan": "Simamisha uchunguzi",
  "The scan was not stopped": "Uchunguzi haukusimamishwa",
  "{checked} of {total} addresses checked": "Anwani {checked} kati ya {total} zimekaguliwa",
  // web/admin/routers/use-searches.ts
  "Auto-Discovery Failed": "Ugunduzi umeshindwa",
  "Failed to discover MikroTik routers": "Imeshindwa kugundua ruta za MikroTik",
  // web/admin/settings/appearance.tsx
  "Background colour": "Rangi ya mandharinyuma",
  "Behind the plans": "Nyuma ya vifurushi",
  "Buttons and links": "Vitufe na viungo",
  "Footer colour": "Rangi ya chini",
  "Header colour": "Rangi ya juu",
  Hue: "Rangi yenyewe",
  "Poor contrast": "Utofautishaji hafifu",
  "Primary colour": "Rangi kuu",
  "Primary on white cards: {ratio} to 1. The portal draws a darker line around it.":
    "Rangi kuu kwenye kadi nyeupe: {ratio} kwa 1. Ukurasa huchora mstari mweusi zaidi kuizunguka.",
  "Primary on your background: {ratio} to 1. It takes 3 to 1 to be seen well.":
    "Rangi kuu kwenye mandharinyuma yako: {ratio} kwa 1. Inahitaji 3 kwa 1 ili ionekane vizuri.",
  Saturation: "Ukolezo",
  "Secondary colour": "Rangi ya pili",
  "Secondary on white cards: {ratio} to 1. The portal draws a darker line around it.":
    "Rangi ya pili kwenye kadi nyeupe: {ratio} kwa 1. Ukurasa huchora mstari mweusi zaidi kuizunguka.",
  "The bottom, with your contacts": "Sehemu ya chini, yenye mawasiliano yako",
  "The mark of the popular plan": "Alama ya kifurushi maarufu",
  "The top, with logo and name": "Sehemu ya juu, yenye nembo na jina",
  // web/admin/settings/contact.tsx
  "Support e-mail": "Barua pepe ya msaada",
  "Support phone": "Simu ya msaada",
  "Visitors call it with one tap.": "Wateja huipiga kwa mguso mmoja.",
  "Visitors copy it.": "Wateja huinakili.",
  // web/admin/settings/content.tsx
  "Company name": "Jina la kampuni",
  "Empty: {name}": "Ikiwa wazi: {name}",
  "Privacy URL": "Anwani ya faragha",
  "Terms URL": "Anwani ya masharti",
  "Welcome message": "Ujumbe wa kukaribisha",
  // web/admin/settings/logo-field.tsx
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
  // web/admin/settings/portal-preview.tsx
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
  // web/admin/settings/settings-form-rules.ts
  "Choose a colour like {example}": "Chagua rangi kama {example}",
  "Enter a web address that begins with https://": "Weka anwani ya wavuti inayoanza na https://",
  "Use at most {count} characters": "Tumia herufi zisizozidi {count}",
  // web/admin/settings/settings-form.tsx
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
  // web/admin/settings/shrink-logo.ts
  "Failed to read the uploaded file": "Imeshindwa kusoma faili iliyopakiwa",
  "File Too Large": "Faili ni kubwa mno",
  "Invalid File Type": "Aina ya faili si sahihi",
  "Please upload an image file (PNG, JPG, SVG, etc.)": "Pakia faili ya picha (PNG, JPG, SVG n.k.)",
  "Please upload an image smaller than 5MB": "Pakia picha ndogo kuliko 5MB",
  // web/admin/settings/unsaved-guard.ts
  "Leave without saving": "Ondoka bila kuhifadhi",
  "Leave without saving?": "Uondoke bila kuhifadhi?",
  "Your changes on this page are not saved yet.": "Mabadiliko yako kwenye ukurasa huu bado hayajahifadhiwa.",
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
  // web/admin/suspended.tsx
  "Account suspended": "Akaunti imesimamishwa",
  "What was sold before goes on running. Your own profile stays open to you.":
    "Kilichouzwa awali kinaendelea. Wasifu wako unabaki wazi kwako.",
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
  // web/console/states.tsx
  "Try again": "Jaribu tena",
  // web/console/wide-table.tsx
  "Choose all on this page": "Chagua zote kwenye ukurasa huu",
};
