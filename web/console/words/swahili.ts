import { words as preflight } from "./preflight.ts";

/**
 * Kiswahili of the consoles, by the English text. A test asks for every text that pages use. Sections are the files where
 * a text stands first, alphabetically.
 */
export const swahili: Record<string, string> = {
  ...preflight,
  // web/admin/acting-banner.tsx
  Exit: "Toka",
  "What you do here is recorded under your own name.": "Unachofanya hapa kinarekodiwa kwa jina lako.",
  "{name}, you are acting as {provider}": "{name}, unatenda kwa niaba ya {provider}",
  // web/admin/billing/how-you-are-paid.tsx
  "How you are paid": "Jinsi unavyolipwa",
  "By these your visitors pay. The platform's operator sets them: ask there for any change.":
    "Wageni wako hulipa kwa njia hizi. Mwendeshaji wa jukwaa huziweka: muulize kwa mabadiliko yoyote.",
  "Nobody can pay you yet": "Hakuna anayeweza kukulipa bado",
  "Visitors can only use vouchers. Ask the platform's operator to set up M-Pesa for you.":
    "Wageni wanaweza kutumia vocha tu. Mwombe mwendeshaji wa jukwaa akuwekee M-Pesa.",
  "Verified with KES 1:": "Imethibitishwa kwa KES 1:",
  "Payments typed by hand arrive, too.": "Malipo yanayoandikwa kwa mkono hufika pia.",
  "The platform collects the money for you.": "Jukwaa linakukusanyia pesa.",
  "The money arrives at your account at once, by credentials of your own.":
    "Pesa hufika kwenye akaunti yako mara moja, kwa hati zako mwenyewe.",
  "The money arrives at your account at once, by the platform's app.":
    "Pesa hufika kwenye akaunti yako mara moja, kupitia app ya jukwaa.",
  "This is a sandbox: no real money moves. Ask the operator for production.":
    "Hii ni ya majaribio: hakuna pesa halisi inayohamishwa. Mwombe mwendeshaji akuwekee ya kazi halisi.",
  "Until the operator has verified it with KES 1, your visitors pay as before.":
    "Hadi mwendeshaji aithibitishe kwa KES 1, wageni wako wanalipa kama awali.",
  "Nobody can pay by it yet: the operator has to verify it with KES 1. Ask there.":
    "Hakuna anayeweza kulipa kwayo bado: lazima mwendeshaji aithibitishe kwa KES 1. Muulize.",
  "Nobody can pay by it yet. {why} Bring it to the operator.":
    "Hakuna anayeweza kulipa kwayo bado. {why} Mpelekee mwendeshaji.",
  "Nobody can pay by it yet: the operator has to complete it. Ask there.":
    "Hakuna anayeweza kulipa kwayo bado: lazima mwendeshaji aikamilishe. Muulize.",
  "Loading payment gateways...": "Inapakia njia za malipo...",
  "Error Loading Payment Gateways": "Hitilafu ya kupakia njia za malipo",
  "Failed to load payment gateways. Please check your connection and try again.":
    "Imeshindwa kupakia njia za malipo. Tafadhali angalia muunganisho wako ujaribu tena.",
  "Only at {router}": "Kwenye {router} tu",
  Sandbox: "Majaribio",
  Production: "Halisi",
  Collects: "Inakusanya",
  "Takes over once verified": "Inachukua nafasi ikithibitishwa",
  "Needs verification": "Inahitaji kuthibitishwa",
  "Cannot collect": "Haiwezi kukusanya",
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
  // web/admin/frame.tsx
  "Admin User": "Msimamizi",
  Administrator: "Msimamizi",
  "HotSpot Admin": "Usimamizi wa HotSpot",
  "Not logged out": "Hujaondoka",
  "Please try again.": "Tafadhali jaribu tena.",
  Search: "Tafuta",
  // web/admin/handoff.ts
  "Failed to sign in as provider": "Imeshindwa kuingia kama mtoa huduma",
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
  // web/admin/pages/log-in.tsx
  "Invalid credentials": "Jina la mtumiaji au nenosiri si sahihi",
  "Login Failed": "Imeshindwa kuingia",
  "Missing Information": "Taarifa hazijakamilika",
  Password: "Nenosiri",
  "Please enter both username and password": "Weka jina la mtumiaji na nenosiri",
  "Provider Admin": "Usimamizi wa mtoa huduma",
  "Show password": "Onyesha nenosiri",
  "Sign In": "Ingia",
  "Sign In Failed": "Imeshindwa kuingia",
  "Sign in to manage your hotspot": "Ingia ili usimamie hotspot yako",
  "Signing in...": "Inaingia...",
  Username: "Jina la mtumiaji",
  // web/console/not-found.tsx
  "404 Page Not Found": "404 Ukurasa haukupatikana",
  "Did you forget to add the page to the router?": "Je, umesahau kuongeza ukurasa huu?",
  "Go to the dashboard": "Nenda kwenye dashibodi",
  // web/admin/pages/payments.tsx
  "All transactions": "Miamala yote",
  "Error Loading Payments": "Hitilafu ya kupakia malipo",
  "No payments match your filters": "Hakuna malipo yanayolingana na vichujio vyako",
  "No payments yet": "Bado hakuna malipo",
  Receipt: "Risiti",
  "Show all payments": "Onyesha malipo yote",
  "{count, plural, one {# transaction} other {# transactions}}":
    "{count, plural, one {Muamala #} other {Miamala #}}",
  // web/admin/pages/plans.tsx
  "Create Plan": "Unda kifurushi",
  "What visitors can buy on your WiFi": "Vitu ambavyo wageni wanaweza kununua kwenye WiFi yako",
  "Loading plans...": "Inapakia vifurushi...",
  "Error Loading Plans": "Hitilafu ya kupakia vifurushi",
  "Failed to load plans. Please check your connection and try again.":
    "Imeshindwa kupakia vifurushi. Angalia muunganisho wako na ujaribu tena.",
  "No plans yet": "Bado hakuna vifurushi",
  "Create your first plan: a name, a price, a speed and how long it lasts.":
    "Unda kifurushi chako cha kwanza: jina, bei, kasi na muda wake.",
  // web/admin/pages/profile.tsx
  "Error Loading Profile": "Hitilafu ya kupakia wasifu",
  "Failed to load your profile. Please check your connection and try again.":
    "Imeshindwa kupakia wasifu wako. Angalia muunganisho wako kisha ujaribu tena.",
  "Loading profile …": "Inapakia wasifu …",
  "Manage your account information and security settings":
    "Simamia taarifa za akaunti yako na mipangilio ya usalama",
  "Profile Settings": "Mipangilio ya wasifu",
  // web/admin/pages/reports.tsx
  "Days of the report": "Siku za ripoti",
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
  // web/admin/pages/users.tsx
  "All users": "Watumiaji wote",
  "Cut off": "Amekatwa",
  "Error Loading Users": "Hitilafu ya kupakia watumiaji",
  Expired: "Muda umekwisha",
  "Failed to load users. Please check your connection and try again.":
    "Imeshindwa kupakia watumiaji. Angalia muunganisho wako kisha ujaribu tena.",
  "MAC address, phone number or username": "Anwani ya MAC, nambari ya simu au jina la mtumiaji",
  "Make vouchers": "Tengeneza vocha",
  "No users found": "Hakuna watumiaji waliopatikana",
  "No users match your search": "Hakuna watumiaji wanaolingana na utafutaji wako",
  "Nobody is in this group right now.": "Hakuna mtu katika kundi hili kwa sasa.",
  "Online Now": "Mtandaoni sasa",
  "Search users": "Tafuta watumiaji",
  Show: "Onyesha",
  "Show all users": "Onyesha watumiaji wote",
  User: "Mtumiaji",
  "Whoever pays or redeems a voucher on your WiFi stands here.":
    "Yeyote anayelipa au kutumia vocha kwenye WiFi yako anaonekana hapa.",
  // web/admin/pages/vouchers.tsx
  "Generate Vouchers": "Tengeneza vocha",
  "Voucher Management": "Usimamizi wa vocha",
  "Generate and manage access vouchers for your hotspot service.":
    "Tengeneza na simamia vocha za huduma yako ya hotspot.",
  "Search vouchers": "Tafuta vocha",
  "Code, plan or device": "Nambari, kifurushi au kifaa",
  "Only vouchers that were made together.": "Vocha zilizotengenezwa pamoja tu.",
  "Show all vouchers": "Onyesha vocha zote",
  "Export failed": "Imeshindwa kuhamisha",
  "Failed to export vouchers": "Imeshindwa kuhamisha vocha",
  "Error Loading Vouchers": "Hitilafu ya kupakia vocha",
  "Failed to load vouchers. Please check your connection and try again.":
    "Imeshindwa kupakia vocha. Angalia muunganisho wako na ujaribu tena.",
  "All vouchers": "Vocha zote",
  Used: "Imetumika",
  "Expired or revoked": "Zilizoisha au kubatilishwa",
  Revoked: "Imebatilishwa",
  "Loading vouchers...": "Inapakia vocha...",
  "No vouchers match": "Hakuna vocha zinazolingana",
  "No vouchers found. Generate some to get started!": "Hakuna vocha zilizopatikana. Tengeneza chache uanze!",
  // web/admin/palette.tsx
  "Nothing found": "Hakuna kilichopatikana",
  Pages: "Kurasa",
  "Phone, device, voucher or page": "Simu, kifaa, vocha au ukurasa",
  "Searching …": "Inatafuta …",
  // web/admin/payments/export-button.tsx
  Export: "Hamisha",
  "Export CSV": "Hamisha CSV",
  "Export Failed": "Imeshindwa kuhamisha",
  Exported: "Imehamishwa",
  "Exporting... {percent}%": "Inahamisha... {percent}%",
  "Failed to export the payments": "Imeshindwa kuhamisha malipo",
  // web/admin/payments/payment-filters.tsx
  "All routers": "Ruta zote",
  "Any status": "Hali yoyote",
  "Clear filters": "Futa vichujio",
  Completed: "Yamekamilika",
  Failed: "Yameshindwa",
  Filters: "Vichujio",
  "Filters ({count})": "Vichujio ({count})",
  "Paid, not activated": "Imelipwa, haijawashwa",
  "Payments and vouchers": "Malipo na vocha",
  Pending: "Yanasubiri",
  "Phone or receipt": "Simu au risiti",
  "Phone, receipt or device": "Simu, risiti au kifaa",
  "Search payments": "Tafuta malipo",
  Type: "Aina",
  // web/admin/payments/payment-stats.tsx
  "Face value of redeemed vouchers, not in the revenue": "Thamani ya vocha zilizotumika, haimo kwenye mapato",
  "Since midnight": "Tangu usiku wa manane",
  "Payments, all time": "Malipo, tangu mwanzo",
  "Show them": "Yaonyeshe",
  "Success Rate": "Kiwango cha mafanikio",
  "The rest failed": "Mengine yameshindwa",
  Transactions: "Miamala",
  "Voucher sales": "Mauzo ya vocha",
  // web/admin/payments/payment-words.ts
  Access: "Ufikiaji",
  Activated: "Imewashwa",
  Amount: "Kiasi",
  Bank: "Benki",
  Device: "Kifaa",
  "No phone": "Hakuna simu",
  "Diverted •••• {last}": "Imeelekezwa •••• {last}",
  Money: "Pesa",
  "Refunded KES {amount}": "Imerudishwa KES {amount}",
  "Not activated": "Haijawashwa",
  "Paid by": "Imelipwa kwa",
  "Payment Completed": "Malipo yamekamilika",
  "Payment Failed": "Malipo yameshindwa",
  "Payment Pending": "Malipo yanasubiri",
  Phone: "Simu",
  Plan: "Kifurushi",
  "Receipt number": "Nambari ya risiti",
  "Redeemed, not activated": "Imetumika, haijawashwa",
  Time: "Wakati",
  Transaction: "Muamala",
  Voucher: "Vocha",
  "Voucher Redeemed": "Vocha imetumika",
  "Voucher Redemption": "Matumizi ya vocha",
  "Why it failed": "Kwa nini yameshindwa",
  // web/admin/payments/payments-list.tsx
  Customer: "Mteja",
  "Receipt of {who}": "Risiti ya {who}",
  Retry: "Jaribu tena",
  "Retry {who}": "Jaribu tena {who}",
  "Retrying...": "Inajaribu tena...",
  // web/admin/payments/receipt.tsx
  Copy: "Nakili",
  "Copy the receipt instead.": "Badala yake, nakili risiti.",
  "Move or extend": "Hamisha au ongeza muda",
  "Not shared": "Haikushirikiwa",
  "Open this user": "Fungua mtumiaji huyu",
  Print: "Chapisha",
  Share: "Shiriki",
  // web/admin/payments/recent-payments.tsx
  "Failed to load payments. Please check your connection and try again.":
    "Imeshindwa kupakia malipo. Angalia muunganisho wako kisha ujaribu tena.",
  "No recent payments": "Hakuna malipo ya hivi karibuni",
  "Payments and redeemed vouchers stand here within seconds.":
    "Malipo na vocha zilizotumika zinaonekana hapa ndani ya sekunde chache.",
  "Recent Payments": "Malipo ya hivi karibuni",
  "Show fewer": "Onyesha machache",
  "Show {count} more": "Onyesha {count} zaidi",
  // web/admin/payments/use-retry.ts
  "Failed to retry the activation": "Imeshindwa kujaribu kuwasha tena",
  "Not activated yet": "Bado haijawashwa",
  Retried: "Imejaribiwa tena",
  "Retry Failed": "Kujaribu tena kumeshindwa",
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
  // web/admin/plans/delete-plan.tsx
  "Plan deleted": "Kifurushi kimefutwa",
  "{revoked, plural, one {# voucher} other {# vouchers}} revoked":
    "{revoked, plural, other {Vocha #}} zimebatilishwa",
  "Failed to delete the plan": "Imeshindwa kufuta kifurushi",
  "Delete {name}?": "Ufute {name}?",
  "It is no longer sold and leaves this list; this cannot be undone. Whoever bought it stays online until the end, and sales and reports keep it.":
    "Hakitauzwa tena na kitaondoka kwenye orodha hii; hili haliwezi kutenduliwa. Aliyekinunua anabaki mtandaoni hadi mwisho, na mauzo na ripoti zinakihifadhi.",
  "It has no unused vouchers.": "Hakina vocha ambazo hazijatumika.",
  "What happens to its unused vouchers?": "Vocha zake ambazo hazijatumika zifanyweje?",
  "What happens to its {count, plural, one {# unused voucher} other {# unused vouchers}}?":
    "{count, plural, other {Vocha zake # ambazo hazijatumika}} zifanyweje?",
  "Keep them": "Zibaki",
  "They can still be redeemed, for what the plan gave when they were made.":
    "Bado zinaweza kutumika, kwa kile kifurushi kilichotoa zilipotengenezwa.",
  "Revoke them": "Zibatilishe",
  "They stop working for good.": "Hazitafanya kazi tena kamwe.",
  "Deleting...": "Inafuta...",
  "Delete plan and revoke vouchers": "Futa kifurushi na ubatilishe vocha",
  "Delete plan": "Futa kifurushi",
  // web/admin/plans/plan-dialog.tsx
  "Plan updated": "Kifurushi kimebadilishwa",
  "Plan created": "Kifurushi kimeundwa",
  "Failed to update plan": "Imeshindwa kubadilisha kifurushi",
  "Failed to create plan": "Imeshindwa kuunda kifurushi",
  "Edit Plan": "Hariri kifurushi",
  "Save Plan": "Hifadhi kifurushi",
  "Creating...": "Inaunda...",
  "Plan Name": "Jina la kifurushi",
  "3 hours at the gate": "Saa 3 langoni",
  "Price (KES)": "Bei (KES)",
  "Speed (Mbps)": "Kasi (Mbps)",
  "Duration (hours)": "Muda (saa)",
  "24 hours are a day, 168 a week, 720 a month.": "Saa 24 ni siku, 168 ni wiki, 720 ni mwezi.",
  "Visitors can buy it. An inactive plan stays in this list only.":
    "Wageni wanaweza kukinunua. Kifurushi kisichotumika kinabaki kwenye orodha hii tu.",
  "Upload (Mbps)": "Kupakia (Mbps)",
  "Empty: as fast as the download.": "Tupu: sawa na kasi ya kupakua.",
  "Data limit (GB)": "Kikomo cha data (GB)",
  "Empty: unlimited.": "Tupu: bila kikomo.",
  "Number of devices": "Idadi ya vifaa",
  "How many devices may share one purchase, up to 20.":
    "Vifaa vingapi vinaweza kutumia ununuzi mmoja, hadi 20.",
  // web/admin/plans/plan-fields.ts
  Required: "Inahitajika",
  "Please enter a valid price": "Weka bei sahihi",
  "Please enter a valid speed in Mbps": "Weka kasi sahihi kwa Mbps",
  "Please enter a valid duration in hours": "Weka muda sahihi kwa saa",
  "Please enter a valid upload speed in Mbps": "Weka kasi sahihi ya kupakia kwa Mbps",
  "Please enter a valid data limit in GB": "Weka kikomo sahihi cha data kwa GB",
  "Please enter a number of devices from 1 to 20": "Weka idadi ya vifaa kutoka 1 hadi 20",
  "Please fill in all required fields": "Jaza sehemu zote zinazohitajika",
  "Invalid Name": "Jina si sahihi",
  "Invalid Price": "Bei si sahihi",
  "Invalid Speed": "Kasi si sahihi",
  "Invalid Duration": "Muda si sahihi",
  "Invalid Upload Speed": "Kasi ya kupakia si sahihi",
  "Invalid Data Limit": "Kikomo cha data si sahihi",
  "Invalid Number of Devices": "Idadi ya vifaa si sahihi",
  // web/admin/plans/plan-list.tsx
  Duration: "Muda",
  "KES {price} for {duration}": "KES {price} kwa {duration}",
  "{speed} Mbps": "Mbps {speed}",
  "Edit {name}": "Hariri {name}",
  "Delete {name}": "Futa {name}",
  // web/admin/plans/plan-words.ts
  "{days, plural, one {# Day} other {# Days}}": "{days, plural, other {Siku #}}",
  "{hours, plural, one {# Hour} other {# Hours}}": "{hours, plural, other {Saa #}}",
  "{speed} Mbps up": "Mbps {speed} kupakia",
  "{amount} GB data": "GB {amount} za data",
  "{devices} devices": "Vifaa {devices}",
  // web/admin/profile/acted-for.tsx
  "A new password for them is set in the super admin console.":
    "Nenosiri jipya lake huwekwa kwenye dashibodi ya msimamizi mkuu.",
  "Only the admin changes this profile": "Msimamizi mwenyewe tu ndiye hubadilisha wasifu huu",
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
  "Revoke {name}": "Batilisha {name}",
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
  "On that Linux machine, run this one line in a terminal:":
    "Kwenye mashine hiyo ya Linux, endesha mstari huu mmoja katika terminal:",
  "Install {name}": "Sakinisha {name}",
  "Installed. Waiting for its line …": "Limesakinishwa. Inasubiri muunganisho wake …",
  "It runs on any machine at your site that stays on and reaches your routers: an old computer or a small board with Linux.":
    "Linafanya kazi kwenye mashine yoyote mahali pako inayokaa imewashwa na kufikia ruta zako: kompyuta ya zamani au bodi ndogo yenye Linux.",
  "Make a new code": "Tengeneza msimbo mpya",
  "Making a code...": "Inatengeneza msimbo...",
  "Name of the bridge": "Jina la daraja",
  "Office computer": "Kompyuta ya ofisi",
  "Show the code": "Onyesha msimbo",
  "The name of a bridge that stopped lets the new one take its place.":
    "Jina la daraja lililosimama huruhusu jipya kuchukua nafasi yake.",
  "This code is no longer good": "Msimbo huu haufai tena",
  "Waiting for the bridge …": "Inasubiri daraja …",
  "{name} is connected.": "{name} imeunganishwa.",
  "Your routers are reached through it from now on.": "Kuanzia sasa ruta zako hufikiwa kupitia kwayo.",
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
  "Test connection": "Jaribu laini",
  "Test connection of {name}": "Jaribu laini ya {name}",
  // web/admin/routers/router-list.tsx
  Actions: "Vitendo",
  Connection: "Muunganisho",
  "Host/VPN": "Anwani/VPN",
  Inactive: "Haitumiki",
  Status: "Hali",
  // web/admin/routers/router-words.ts
  Direct: "Moja kwa moja",
  OpenVPN: "OpenVPN",
  // web/admin/routers/router-actions.tsx, web/console/set-up-router.tsx
  "6.45 or newer of version 6": "6.45 au mpya zaidi ya toleo la 6",
  "7.9 or newer": "7.9 au mpya zaidi",
  "A router that may not fetch takes the script as a file: drag it into Files, then enter /import and its name. It holds a password: delete it afterwards.":
    "Ruta isiyoruhusiwa kupakua huchukua hati kama faili: iburute hadi Files, kisha andika /import na jina lake. Ina nenosiri: ifute baadaye.",
  "Address of the bridge's machine": "Anwani ya mashine ya daraja",
  "Asking the bridge where it stands …": "Inauliza daraja lilipo …",
  Back: "Rudi",
  "Connect to the router by WinBox from its own network, open New Terminal, paste this line and press Enter:":
    "Unganisha kwenye ruta kwa WinBox kutoka mtandao wake wenyewe, fungua New Terminal, bandika mstari huu na ubonyeze Enter:",
  "Copy the undo script": "Nakili hati ya kutengua",
  "Download the script": "Pakua hati",
  "Download the undo script": "Pakua hati ya kutengua",
  "Enter the address of the bridge's machine, for example 192.168.88.10":
    "Weka anwani ya mashine ya daraja, kwa mfano 192.168.88.10",
  "Enter the interface of the visitors, for example bridge": "Weka kiolesura cha wageni, kwa mfano bridge",
  "Error Loading the Set-up": "Hitilafu ya kupakia usanidi",
  "Everybody on it must pay. On a home router as it comes it is bridge; choose another to keep an office network free.":
    "Kila aliye juu yake lazima alipe. Kwenye ruta ya nyumbani jinsi inavyokuja ni bridge; chagua kingine ili mtandao wa ofisi ubaki huru.",
  "Failed to load the set-up.": "Imeshindwa kupakia usanidi.",
  "Failed to make the line": "Imeshindwa kutengeneza mstari",
  "From there alone the router may be controlled. The bridge gave this address itself.":
    "Ruta inaweza kudhibitiwa kutoka hapo pekee. Daraja lenyewe lilitoa anwani hii.",
  "Good for {time}, until the bridge logs in": "Unafaa kwa {time}, hadi daraja liingie",
  "Interface of the visitors": "Kiolesura cha wageni",
  "Make a new line": "Tengeneza mstari mpya",
  "Make the line": "Tengeneza mstari",
  "Making the line...": "Inatengeneza mstari...",
  "One line in the router's terminal makes it a hotspot that leads to your portal. What you set up there yourself stays; it can be pasted again, and taken back.":
    "Mstari mmoja kwenye terminal ya ruta huifanya hotspot inayoelekeza kwenye ukurasa wako wa malipo. Ulichosanidi mwenyewe kinabaki; unaweza kubandikwa tena, na kutenguliwa.",
  "Paste all of this into the terminal of {name}. It takes away what the set-up and the bridge made, ends the visitors' sessions, and puts back what was before. What is not ours stays.":
    "Bandika haya yote kwenye terminal ya {name}. Huondoa kilichotengenezwa na usanidi na daraja, hukatiza vipindi vya wageni, na kurudisha yaliyokuwepo. Kisicho chetu kinabaki.",
  "RouterOS version": "Toleo la RouterOS",
  "Set up": "Imesanidiwa",
  "Set up router": "Sanidi ruta",
  "Set up {name}": "Sanidi {name}",
  "Take a set-up back": "Tengua usanidi",
  "The bridge has logged in to {name} and given it a password of its own. Join its WiFi with a phone: your portal opens.":
    "Daraja limeingia kwenye {name} na kuipa nenosiri lake yenyewe. Jiunge na WiFi yake kwa simu: ukurasa wako wa malipo utafunguka.",
  "This line is no longer good": "Mstari huu haufai tena",
  "Undo script": "Hati ya kutengua",
  "Waiting for the router …": "Inasubiri ruta …",
  "WinBox shows it in its title; System, Resources too.":
    "WinBox huionyesha kwenye kichwa chake; na System, Resources pia.",
  "Your bridge cannot say it right now: its machine's own address in the router's network.":
    "Daraja lako haliwezi kuisema sasa hivi: anwani ya mashine yake yenyewe kwenye mtandao wa ruta.",
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
  // web/console/unsaved-guard.ts
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
  // web/admin/users/extend-dialog.tsx
  "A purchase that ran out opens again.": "Ununuzi uliokwisha unafunguka tena.",
  Days: "Siku",
  "Ends {when}. A purchase that ran out opens again.": "Unaisha {when}. Ununuzi uliokwisha unafunguka tena.",
  "Extend time": "Ongeza muda",
  "Extend time of {who}": "Ongeza muda wa {who}",
  "Extending...": "Inaongeza...",
  "Failed to extend the time": "Imeshindwa kuongeza muda",
  Hours: "Saa",
  "How much more?": "Kiasi gani zaidi?",
  Length: "Urefu",
  Minutes: "Dakika",
  "Online until {until}": "Mtandaoni hadi {until}",
  "Time extended": "Muda umeongezwa",
  Unit: "Kipimo",
  // web/admin/users/extend-time.ts
  "1 day": "Siku 1",
  "1 hour": "Saa 1",
  "3 hours": "Saa 3",
  "30 minutes": "Dakika 30",
  "Another length": "Urefu mwingine",
  "At most 31 days at a time": "Siku 31 kwa wakati mmoja ndio mwisho",
  "Give at least one minute": "Toa angalau dakika moja",
  "Give the time in whole minutes": "Toa muda kwa dakika kamili",
  // web/admin/users/move-dialog.tsx
  "Failed to move the purchase": "Imeshindwa kuhamisha ununuzi",
  "Move device": "Hamisha kifaa",
  "Move {who} to another device": "Hamisha {who} kwenda kifaa kingine",
  "Moved to {device}": "Imehamishiwa {device}",
  "Moving...": "Inahamisha...",
  "New device (MAC address)": "Kifaa kipya (anwani ya MAC)",
  "Its router was removed. The time that is left goes to a device on the WiFi of another router.":
    "Ruta yake iliondolewa. Muda uliobaki unaenda kwa kifaa kilicho kwenye WiFi ya ruta nyingine.",
  "Now on {device}. That device goes offline; the time that is left goes with the purchase.":
    "Sasa iko kwenye {device}. Kifaa hicho kitatoka mtandaoni; muda uliobaki unaenda na ununuzi.",
  "On the phone: Settings, WiFi, this network, MAC address. The phone must have joined this WiFi.":
    "Kwenye simu: Mipangilio, WiFi, mtandao huu, anwani ya MAC. Simu lazima iwe imejiunga na WiFi hii.",
  "This is no device address. It has six pairs of 0-9 and A-F, such as 4C:5E:0C:A1:00:07.":
    "Hii si anwani ya kifaa. Ina jozi sita za 0-9 na A-F, kama 4C:5E:0C:A1:00:07.",
  "This is the device that has it now.": "Hiki ndicho kifaa chenye ununuzi sasa.",
  // web/admin/users/use-cut-off.ts
  "Cut off {who} now": "Mkate {who} sasa",
  "Cut off {who}?": "Umkate {who}?",
  "Disconnect Failed": "Imeshindwa kukata",
  "Failed to allow the user again": "Imeshindwa kumruhusu mtumiaji tena",
  "Failed to disconnect the user": "Imeshindwa kumkata mtumiaji",
  "The device loses the internet at once and stays off, with everything bought for it. Its time runs on. You can allow it again at any time.":
    "Kifaa kinapoteza intaneti mara moja na kubaki nje, pamoja na vyote vilivyonunuliwa kwa ajili yake. Muda wake unaendelea. Unaweza kukiruhusu tena wakati wowote.",
  "{who} is allowed again": "{who} ameruhusiwa tena",
  "{who} is cut off": "{who} amekatwa",
  // web/admin/users/user-buttons.tsx
  "Allow again": "Ruhusu tena",
  "Allow again {who}": "Ruhusu tena {who}",
  Disconnect: "Kata",
  "Disconnect {who}": "Kata {who}",
  "More for {who}": "Zaidi kwa {who}",
  View: "Tazama",
  "View {who}": "Tazama {who}",
  // web/admin/users/user-figures.ts
  Ended: "Umekwisha",
  Lapsed: "Umepitwa",
  Moved: "Umehamishwa",
  Running: "Unaendelea",
  Waiting: "Unasubiri",
  "{count, plural, one {# day} other {# days}}": "{count, plural, one {siku #} other {siku #}}",
  "{count, plural, one {# hour} other {# hours}}": "{count, plural, one {saa #} other {saa #}}",
  // web/admin/users/user-sheet.tsx
  "Data left": "Data iliyobaki",
  "Error Loading User": "Hitilafu ya kupakia mtumiaji",
  Expires: "Inaisha",
  "Failed to load this user.": "Imeshindwa kumpakia mtumiaji huyu.",
  "First seen": "Alionekana kwanza",
  "Last seen": "Alionekana mwisho",
  "No plan": "Hakuna kifurushi",
  "No usage in the last 30 days": "Hakuna matumizi katika siku 30 zilizopita",
  "Not started": "Haujaanza",
  "Nothing bought yet": "Bado hakijanunuliwa kitu",
  Purchases: "Manunuzi",
  Started: "Ulianza",
  Unlimited: "Bila kikomo",
  Usage: "Matumizi",
  "Usage of the last 30 days": "Matumizi ya siku 30 zilizopita",
  "by payment": "kwa malipo",
  "by voucher": "kwa vocha",
  ends: "unaisha",
  "{used} of {bought} devices": "Vifaa {used} kati ya {bought}",
  "{used} used": "{used} zimetumika",
  // web/admin/users/user-stats.tsx
  "Let out right now": "Wameunganishwa sasa hivi",
  "Their time is over": "Muda wao umekwisha",
  "Their time runs now": "Muda wao unaendelea",
  "Total Users": "Jumla ya watumiaji",
  // web/admin/vouchers/ask-revoke.ts
  "{others, plural, one {# chosen voucher is} other {# chosen vouchers are}} used or revoked already and left alone.":
    "{others, plural, other {Vocha # zilizochaguliwa}} zimeshatumika au kubatilishwa na hazitaguswa.",
  "Revoke {count, plural, one {# unused voucher} other {# unused vouchers}}":
    "Batilisha {count, plural, other {vocha # ambazo hazijatumika}}",
  "Revoke voucher {code}?": "Ubatilishe vocha {code}?",
  "Nobody can redeem it any more; this cannot be undone.":
    "Hakuna atakayeweza kuitumia tena; hili haliwezi kutenduliwa.",
  "Revoke voucher": "Batilisha vocha",
  "{leftAlone, plural, one {# was} other {# were}} used in the meantime and left alone.":
    "{leftAlone, plural, other {Vocha #}} zilitumika wakati huo na hazikuguswa.",
  "Failed to revoke vouchers": "Imeshindwa kubatilisha vocha",
  "{asked, plural, one {# is} other {# are}} kept at a router and revoked when its bridge has given them back.":
    "{asked, plural, other {Vocha #}} ziko kwenye ruta na zitabatilishwa daraja lake likizirudisha.",
  // web/admin/vouchers/voucher-list.tsx
  "kept at a router": "iko kwenye ruta",
  // web/admin/vouchers/lend-dialog.tsx
  "Without internet": "Bila intaneti",
  "Vouchers without internet": "Vocha bila intaneti",
  "The bridge of a router can keep vouchers itself. While the internet is away, visitors enter them on the page that the WiFi shows; the sale is counted when the line is back.":
    "Daraja la ruta linaweza kutunza vocha lenyewe. Intaneti isipokuwepo, wageni huziweka kwenye ukurasa unaoonyeshwa na WiFi; mauzo huhesabiwa laini ikirudi.",
  "Take back what {routerName} keeps?": "Urudishe zinazotunzwa na {routerName}?",
  "They work everywhere again as soon as its bridge has given them back. What is redeemed there until then counts.":
    "Zitafanya kazi kila mahali tena mara daraja lake litakapozirudisha. Zitakazotumika huko hadi wakati huo zitahesabiwa.",
  "Take back": "Rudisha",
  "{asked, plural, one {# voucher} other {# vouchers}} asked back":
    "{asked, plural, other {Vocha #}} zimeombwa zirudishwe",
  "Nothing was asked back": "Hakuna kilichoombwa kirudishwe",
  "{lent} ready there, {usedThere} used there in 30 days":
    "{lent} ziko tayari huko, {usedThere} zimetumika huko kwa siku 30",
  "{waiting} waiting for the bridge of the router": "{waiting} zinasubiri daraja la ruta",
  "{comingBack} coming back from there": "{comingBack} zinarudi kutoka huko",
  "Its bridge is away: that takes effect when it is back":
    "Daraja lake halipatikani: itaanza kufanya kazi likirudi",
  "{lent, plural, one {# voucher} other {# vouchers}} lent": "{lent, plural, other {Vocha #}} zimewekwa huko",
  "Nothing was lent": "Hakuna vocha iliyowekwa",
  "Keep more there": "Weka zaidi huko",
  "Select a router": "Chagua ruta",
  "The oldest unused ones, 100 at most. Printed cards stay as they are.":
    "Za zamani zaidi ambazo hazijatumika, 100 kwa wingi. Kadi zilizochapishwa hubaki zilivyo.",
  "Keep them there": "Ziweke huko",
  // web/admin/vouchers/chosen-bar.tsx
  "Chosen vouchers": "Vocha zilizochaguliwa",
  "{count} chosen": "{count} zimechaguliwa",
  "Print {active}": "Chapisha {active}",
  "Export {count}": "Hamisha {count}",
  "Revoke unused ({unused})": "Batilisha zisizotumika ({unused})",
  Clear: "Ondoa",
  // web/admin/vouchers/export-button.tsx
  "{count, plural, one {# voucher} other {# vouchers}}": "{count, plural, other {Vocha #}}",
  "Exporting {done} of {total}": "Inahamisha {done} kati ya {total}",
  "Exporting...": "Inahamisha...",
  // web/admin/vouchers/generate-dialog.tsx
  "Failed to generate vouchers": "Imeshindwa kutengeneza vocha",
  "Generate and print": "Tengeneza na uchapishe",
  Generate: "Tengeneza",
  "Generating...": "Inatengeneza...",
  "Select a plan": "Chagua kifurushi",
  "Create a plan first.": "Unda kifurushi kwanza.",
  Quantity: "Idadi",
  "From 1 to 100": "Kutoka 1 hadi 100",
  "Expires (optional)": "Mwisho wa kutumika (si lazima)",
  "Nairobi time. Empty: the vouchers never expire.": "Saa za Nairobi. Tupu: vocha hazina mwisho.",
  "Print them right away": "Zichapishe mara moja",
  // web/admin/vouchers/made-dialog.tsx
  "{count, plural, one {# voucher} other {# vouchers}} generated":
    "{count, plural, other {Vocha #}} zimetengenezwa",
  "New codes": "Nambari mpya",
  "Copy all": "Nakili zote",
  "Show in the list": "Onyesha kwenye orodha",
  // web/admin/vouchers/order-form.ts
  "Choose a plan": "Chagua kifurushi kimoja",
  "Enter how many vouchers to make, from 1 to 100": "Weka idadi ya vocha za kutengeneza, kutoka 1 hadi 100",
  "The expiry is in the past. Choose a later date.": "Mwisho huo umeshapita. Chagua tarehe ya baadaye.",
  // web/admin/vouchers/print-dialog.tsx
  "Print {count, plural, one {# voucher} other {# vouchers}}": "Chapisha {count, plural, other {vocha #}}",
  "Printing...": "Inachapisha...",
  Paper: "Karatasi",
  "QR code": "Msimbo wa QR",
  Price: "Bei",
  Speed: "Kasi",
  "Name of the WiFi": "Jina la WiFi",
  "As phones show it. Empty: it is left out.": "Kama simu zinavyoionyesha. Tupu: haiandikwi.",
  Preview: "Mfano",
  // web/admin/vouchers/share-vouchers.ts
  "Your voucher for {plan} at {company}: {code}\nJoin the WiFi and enter the code:":
    "Vocha yako ya {plan} kwa {company}: {code}\nJiunge na WiFi na uweke nambari:",
  "Vouchers of {company}:\n{codes}\nJoin the WiFi and enter a code:":
    "Vocha za {company}:\n{codes}\nJiunge na WiFi na uweke nambari:",
  "WiFi voucher": "Vocha ya WiFi",
  "WiFi vouchers": "Vocha za WiFi",
  "Paste it where you want to send it.": "Ibandike unapotaka kuituma.",
  "Copy the code and send it yourself.": "Nakili nambari na uitume mwenyewe.",
  // web/admin/vouchers/voucher-list.tsx
  "Used At": "Ilitumika",
  Created: "Iliundwa",
  "Copy {code}": "Nakili {code}",
  "Share {code}": "Shiriki {code}",
  "Print {code}": "Chapisha {code}",
  "Revoke {code}": "Batilisha {code}",
  // web/admin/vouchers/voucher-slip.tsx
  "WiFi: {name}": "WiFi: {name}",
  "Redeem before {when}": "Tumia kabla ya {when}",
  // web/admin/vouchers/voucher-stats.tsx
  "Total Vouchers": "Vocha zote",
  "with revoked ones": "pamoja na zilizobatilishwa",
  // web/admin/vouchers/voucher-words.ts
  Unknown: "Haijulikani",
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
  // web/console/billing/billing-words.ts
  "{rate}% of sales": "{rate}% ya mauzo",
  "{amount} per transaction": "{amount} kwa kila muamala",
  "{amount} per month": "{amount} kwa mwezi",
  Monthly: "Kila mwezi",
  Quarterly: "Kila robo mwaka",
  Yearly: "Kila mwaka",
  Paid: "Imelipwa",
  Open: "Haijalipwa",
  Overdue: "Imechelewa",
  Verified: "Imethibitishwa",
  Rejected: "Imekataliwa",
  "Sales, {days}": "Mauzo, {days}",
  "Fee for {count, plural, one {# day} other {# days}}, {days}":
    "Ada ya {count, plural, one {siku #} other {siku #}}, {days}",
  "Recorded after the last invoice, {days}": "Yaliyorekodiwa baada ya ankara iliyopita, {days}",
  "Refunds beyond the sales, {days}": "Marejesho yaliyozidi mauzo, {days}",
  // web/console/billing/invoice-cards.tsx
  Invoices: "Ankara",
  "Due {day}": "Lipa kufikia {day}",
  "{paid} paid, {open} still to pay": "{paid} zimelipwa, {open} zimebaki",
  "Hide details of {name}": "Ficha maelezo ya {name}",
  "Show details of {name}": "Onyesha maelezo ya {name}",
  "Hide details": "Ficha maelezo",
  "Show details": "Onyesha maelezo",
  "Rate: {rate}": "Kiwango: {rate}",
  "{count, plural, one {# payment} other {# payments}}, {base}":
    "{count, plural, one {malipo #} other {malipo #}}, {base}",
  What: "Nini",
  Base: "Msingi",
  "Monthly fee": "Ada ya mwezi",
  "Completed payments through gateways, diverted ones included, minus refunds. Vouchers are not counted.":
    "Malipo yaliyokamilika kupitia njia za malipo, yakiwemo yaliyoelekezwa kwingine, bila marejesho. Vocha hazihesabiwi.",
  // web/admin/places.ts, pages/billing.tsx, billing/
  Billing: "Ankara za mfumo",
  "What was sold before goes on running. Billing and your own profile stay open to you.":
    "Kilichouzwa awali kinaendelea kufanya kazi. Ankara za mfumo na wasifu wako bado viko wazi kwako.",
  "What you pay for the use of the platform.": "Unacholipa kwa kutumia mfumo.",
  "Loading billing …": "Inapakia ankara …",
  "Error Loading Billing": "Hitilafu ya kupakia ankara",
  "Failed to load your billing. Please check your connection and try again.":
    "Imeshindwa kupakia ankara zako. Tafadhali angalia muunganisho wako kisha ujaribu tena.",
  "Loading invoices …": "Inapakia ankara …",
  "Error Loading Invoices": "Hitilafu ya kupakia ankara",
  "Failed to load invoices. Please check your connection and try again.":
    "Imeshindwa kupakia ankara. Tafadhali angalia muunganisho wako kisha ujaribu tena.",
  "No invoices yet": "Bado hakuna ankara",
  "The first one comes on the day after your first billing period.":
    "Ya kwanza itakuja siku moja baada ya kipindi chako cha kwanza cha malipo.",
  "Payment code is required": "Weka msimbo wa malipo",
  "A payment code has 8 to 12 letters and digits, as in the message that you got":
    "Msimbo wa malipo una herufi na tarakimu 8 hadi 12, kama ulivyo kwenye ujumbe uliopokea",
  "Amount paid is a number of shillings": "Kiasi kilicholipwa ni idadi ya shilingi",
  "Amount paid is between KES 1 and KES 10,000,000": "Kiasi kilicholipwa ni kati ya KES 1 na KES 10,000,000",
  "Not marked": "Haikuwekwa alama",
  Notifications: "Arifa",
  "Mark {count} as read": "Weka {count} kuwa zimesomwa",
  "Loading notifications …": "Inapakia arifa …",
  "Error Loading Notifications": "Hitilafu ya kupakia arifa",
  "Failed to load notifications. Please check your connection and try again.":
    "Imeshindwa kupakia arifa. Tafadhali angalia muunganisho wako kisha ujaribu tena.",
  "No notifications yet": "Bado hakuna arifa",
  "New invoices, reminders and verified payments are told here, and when a site goes offline.":
    "Ankara mpya, vikumbusho na malipo yaliyothibitishwa hutangazwa hapa, na eneo linapokosa mtandao.",
  "How to pay": "Jinsi ya kulipa",
  "Nothing is charged until the platform has configured your billing.":
    "Hakuna kinachotozwa hadi mfumo uweke mpango wako wa malipo.",
  "Ask the platform's support how to pay, and name the account number {account}.":
    "Waulize wahudumu wa mfumo jinsi ya kulipa, na utaje nambari ya akaunti {account}.",
  "On your phone: M-Pesa, Lipa na M-Pesa, Pay Bill.": "Kwenye simu yako: M-Pesa, Lipa na M-Pesa, Pay Bill.",
  "Business number": "Nambari ya biashara",
  "Account number": "Nambari ya akaunti",
  "Amount: {amount}": "Kiasi: {amount}",
  "Amount: what you want to pay in advance.": "Kiasi: unachotaka kulipa mapema.",
  "Enter the code of M-Pesa's message under “Submit a payment code”.":
    "Weka msimbo wa ujumbe wa M-Pesa chini ya “Wasilisha msimbo wa malipo”.",
  "Copy {name}": "Nakili {name}",
  "To pay": "Cha kulipa",
  "{amount} of it is overdue": "{amount} kati yake zimechelewa",
  "All open invoices": "Ankara zote ambazo hazijalipwa",
  "Paid in advance": "Kilicholipwa mapema",
  "Your next invoices take it": "Ankara zako zijazo zitakitumia",
  "Your rate": "Kiwango chako",
  "{cycle}, due on day {day}": "{cycle}, mwisho wa kulipa ni tarehe {day}",
  "No billing configured": "Malipo ya mfumo hayajawekwa",
  "An invoice was not paid in time, so nothing can be sold now. Pay it and submit the code: you sell again as soon as it is verified.":
    "Ankara haikulipwa kwa wakati, kwa hivyo hakuna kinachoweza kuuzwa sasa. Ilipe na uwasilishe msimbo: utauza tena mara tu utakapothibitishwa.",
  "The platform has suspended your account. Please contact its support.":
    "Mfumo umesimamisha akaunti yako. Tafadhali wasiliana na wahudumu wake.",
  "Payment overdue": "Malipo yamechelewa",
  "If {amount} is not paid, your account is suspended on {day}: nothing can be sold then.":
    "{amount} zisipolipwa, akaunti yako itasimamishwa tarehe {day}: hakuna kitakachoweza kuuzwa.",
  "Payment code submitted": "Msimbo wa malipo umewasilishwa",
  "{amount} with the code {code} waits to be verified.":
    "{amount} zenye msimbo {code} zinasubiri kuthibitishwa.",
  "The payment code could not be submitted. Please try again.":
    "Msimbo wa malipo haukuweza kuwasilishwa. Tafadhali jaribu tena.",
  "Not submitted": "Haukuwasilishwa",
  "Submit a payment code": "Wasilisha msimbo wa malipo",
  "After paying, send us the code. A person compares it with the money that arrived.":
    "Baada ya kulipa, tutumie msimbo. Mtu ataulinganisha na pesa zilizofika.",
  "Payment code": "Msimbo wa malipo",
  "Amount paid (KES)": "Kiasi kilicholipwa (KES)",
  "Submitting...": "Inawasilisha...",
  "Submit code": "Wasilisha msimbo",
  "Payment codes you submitted": "Misimbo ya malipo uliyowasilisha",
  "{provider}, pay bill {paybill}": "{provider}, pay bill {paybill}",
  "Money without a purchase": "Pesa zisizo na ununuzi",
  "Error Loading Money Without a Purchase": "Hitilafu ya kupakia pesa zisizo na ununuzi",
  "Failed to load it. Please check your connection and try again.":
    "Imeshindwa kupakia. Tafadhali angalia muunganisho wako kisha ujaribu tena.",
  "Somebody paid your pay bill by hand, and the account number named nothing that could be paid. Give it to the purchase that it was meant for.":
    "Mtu alilipa pay bill yako kwa mkono, na nambari ya akaunti haikutaja chochote cha kulipiwa. Zipe ununuzi zilizokusudiwa.",
  "Account typed: {account}": "Akaunti iliyoandikwa: {account}",
  "Give to a purchase: {receipt}": "Ipe ununuzi wake: {receipt}",
  "Give to a purchase": "Ipe ununuzi wake",
  "Payer unknown": "Mlipaji hajulikani",
  "Less money than the purchase costs.": "Pesa ni chini ya bei ya ununuzi.",
  "Its purchase was paid before.": "Ununuzi wake ulikuwa umelipwa.",
  "Its purchase is too old to be completed.": "Ununuzi wake ni wa zamani mno kukamilishwa.",
  "Choose a purchase": "Chagua ununuzi",
  "Choose a router": "Chagua ruta",
  "Please enter a valid Kenyan phone number": "Tafadhali weka nambari sahihi ya simu ya Kenya",
  "{amount} of {receipt} pays {plan} for {who}. This cannot be undone.":
    "{amount} za {receipt} zinalipia {plan} kwa {who}. Hili haliwezi kutenduliwa.",
  "{amount} of {receipt} buys {plan} for {who}. This cannot be undone.":
    "{amount} za {receipt} zinanunua {plan} kwa {who}. Hili haliwezi kutenduliwa.",
  "{amount} of {receipt} is taken as the whole price of that purchase. This cannot be undone.":
    "{amount} za {receipt} zinachukuliwa kuwa bei kamili ya ununuzi huo. Hili haliwezi kutenduliwa.",
  "Choose what {amount} of {receipt} was paid for.": "Chagua {amount} za {receipt} zililipia nini.",
  "Money given to a purchase": "Pesa zimepewa ununuzi",
  "{amount} of {receipt} has paid it. The device is let in as soon as its router confirms.":
    "{amount} za {receipt} zimeulipia. Kifaa kitaruhusiwa mara tu ruta yake itakapothibitisha.",
  "Failed to give the money to a purchase. Please try again.":
    "Imeshindwa kuzipa pesa ununuzi. Tafadhali jaribu tena.",
  "Not given": "Hazikutolewa",
  "What was {amount} paid for?": "{amount} zililipia nini?",
  "Give {amount}": "Toa {amount}",
  "Giving...": "Inatoa...",
  "Error Loading Purchases": "Hitilafu ya kupakia ununuzi",
  Purchase: "Ununuzi",
  "A new purchase": "Ununuzi mpya",
  "No unpaid purchase of that day costs {amount}.":
    "Hakuna ununuzi ambao haujalipwa wa siku hiyo wenye bei ya {amount}.",
  "None of these: choose plan and device yourself.": "Si hizi: chagua kifurushi na kifaa mwenyewe.",
  "The purchase whose account number was typed": "Ununuzi ambao nambari yake ya akaunti iliandikwa",
  "It costs more. Taken as paid, it is let in all the same.":
    "Bei yake ni zaidi. Ukichukuliwa kuwa umelipwa, unaruhusiwa vivyo hivyo.",
  "Phone of the buyer": "Simu ya mnunuzi",
  "Device (MAC address)": "Kifaa (anwani ya MAC)",
  "Error Loading Payments Under Review": "Hitilafu ya kupakia malipo yanayokaguliwa",
  "Failed to load them. Please check your connection and try again.":
    "Imeshindwa kuyapakia. Tafadhali angalia muunganisho wako na ujaribu tena.",
  "Payments under review": "Malipo yanayokaguliwa",
  "Our books and the gateway do not agree about these. The operator settles them; you have nothing to do.":
    "Vitabu vyetu na njia ya malipo havikubaliani kuhusu haya. Msimamizi huyamaliza; huna la kufanya.",
  "Transaction {id}": "Muamala {id}",
  "The operator is looking at it": "Msimamizi anaiangalia",
  Settled: "Imemalizwa",
  "Reported as paid, and the gateway denies it": "Yaliripotiwa kulipwa, na njia ya malipo inakana",
  "Another amount than asked for": "Kiasi tofauti na kilichoombwa",
  "Another phone than asked": "Simu tofauti na iliyoombwa",
  "The same receipt as another payment": "Risiti sawa na ya malipo mengine",
  "Its result was never told": "Matokeo yake hayakutolewa",
  "The gateway's report could not be read in": "Ripoti ya njia ya malipo haikuweza kusomwa",
  "Paid twice for one purchase": "Yamelipwa mara mbili kwa ununuzi mmoja",
  "Money that no purchase is known for": "Pesa zisizojulikana ni za ununuzi gani",
  "Not in the gateway's statement": "Hayamo kwenye taarifa ya njia ya malipo",
  "This list and the payment itself differ": "Orodha hii na malipo yenyewe yanatofautiana",
};
