/** Kiswahili of log-in, profile, and of acting for a provider. */
export const words: Record<string, string> = {
  // web/admin/acting-banner.tsx
  Exit: "Toka",
  "What you do here is recorded under your own name.": "Unachofanya hapa kinarekodiwa kwa jina lako.",
  "{name}, you are acting as {provider}": "{name}, unatenda kwa niaba ya {provider}",
  // web/admin/handoff.ts
  "Failed to sign in as provider": "Imeshindwa kuingia kama mtoa huduma",
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
  // web/admin/pages/profile.tsx
  "Error Loading Profile": "Hitilafu ya kupakia wasifu",
  "Failed to load your profile. Please check your connection and try again.":
    "Imeshindwa kupakia wasifu wako. Angalia muunganisho wako kisha ujaribu tena.",
  "Loading profile …": "Inapakia wasifu …",
  "Manage your account information and security settings":
    "Simamia taarifa za akaunti yako na mipangilio ya usalama",
  "Profile Settings": "Mipangilio ya wasifu",
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
  // web/console/confirm-password.tsx
  "Checking...": "Inakagua...",
  Continue: "Endelea",
  "Enter your password again": "Weka nenosiri lako tena",
  "This changes where money goes or who gets in. It is asked for when ten minutes have passed since the last time.":
    "Hili linabadilisha pesa zinakoenda au ni nani anayeingia. Nenosiri huulizwa dakika kumi zikipita tangu mara ya mwisho.",
  // web/console/sessions-card.tsx
  "Acting for {provider}": "Unatenda kwa niaba ya {provider}",
  "End session": "Maliza kipindi",
  "End session: {browser}": "Maliza kipindi: {browser}",
  "Every browser that is signed in with your account has to sign in again, this one too.":
    "Kila kivinjari kilichoingia kwa akaunti yako kitalazimika kuingia tena, hiki pia.",
  "Last seen": "Kilionekana mwisho",
  "Log out everywhere": "Ondoka kila mahali",
  "Not loaded": "Haikupakiwa",
  "This browser": "Kivinjari hiki",
  "Unknown browser": "Kivinjari kisichojulikana",
  "Where you are signed in": "Ulikoingia",
  since: "tangu",
  // web/admin/profile/sessions.tsx
  "Not signed out": "Hakikuondolewa",
  "Signed out there": "Umeondoka huko",
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
  // web/admin/suspended.tsx
  "Account suspended": "Akaunti imesimamishwa",
};
