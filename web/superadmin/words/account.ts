/** Kiswahili of the super admin's frame, log-in, looks and profile, by the English text. */
export const words = {
  // web/superadmin/frame.tsx, places.ts, palette.tsx
  "System Control Center": "Kituo cha udhibiti",
  "Super admin": "Msimamizi mkuu",
  "Sign Out": "Ondoka",
  Advertisements: "Matangazo",
  "General settings": "Mipangilio ya jumla",
  Audit: "Kumbukumbu za matendo",
  "Provider, router or page": "Mtoa huduma, ruta au ukurasa",
  Operators: "Waendeshaji",
  // web/superadmin/pages/operators.tsx, operators/
  "Who may sign in here, and what is asked of them.": "Wanaoweza kuingia hapa, na wanachotakiwa kuwa nacho.",
  Admins: "Wasimamizi",
  "Can sign in": "Anaweza kuingia",
  Disable: "Zuia",
  "Disable {username}": "Mzuie {username}",
  "Disable {username}?": "Umzuie {username}?",
  Disabled: "Amezuiwa",
  Enable: "Ruhusu",
  "Enable {username}": "Mruhusu {username}",
  Enabled: "Ameruhusiwa",
  "Not changed": "Haikubadilishwa",
  "They are signed out everywhere at once and cannot sign in until they are enabled again.":
    "Anaondolewa kila mahali mara moja na hawezi kuingia hadi aruhusiwe tena.",
  "With a second factor": "Ana uthibitisho wa pili",
  "Without a second factor": "Hana uthibitisho wa pili",
  You: "Wewe",
  Saved: "Imehifadhiwa",
  "not lately": "si karibuni",
  "{username} can sign in again.": "{username} anaweza kuingia tena.",
  "{username} is signed out everywhere.": "{username} ameondolewa kila mahali.",
  "Every operator needs a second factor": "Kila mwendeshaji anahitaji uthibitisho wa pili",
  "Who has none is led to setting one up after signing in, and can do nothing else before. Yours has to be on first.":
    "Asiye nao anaelekezwa kuuweka baada ya kuingia, na hawezi kufanya jambo jingine kabla. Wako lazima uwe umewashwa kwanza.",
  "Root secret": "Siri kuu",
  "It seals gateways' credentials and signs recovery codes. It is changed in the worker's settings.":
    "Inafunga siri za njia za malipo na kusaini misimbo ya urejeshaji. Hubadilishwa kwenye mipangilio ya worker.",
  "In use": "Inatumika",
  "Earlier one": "Ya awali",
  "{count, plural, one {# sealed record} other {# sealed records}}":
    "{count, plural, one {rekodi # iliyofungwa} other {rekodi # zilizofungwa}}",
  "{count, plural, one {# recovery code} other {# recovery codes}}":
    "{count, plural, one {msimbo # wa urejeshaji} other {misimbo # ya urejeshaji}}",
  "{count, plural, one {# pay bill} other {# pay bills}}": "Pay bill {count}",
  // web/superadmin/profile/second-factor-first.tsx
  "Every super admin of this platform needs a code of an authenticator app beside the password.":
    "Kila msimamizi mkuu wa jukwaa hili anahitaji msimbo wa programu ya uthibitishaji pamoja na nenosiri.",
  "Go on to the console": "Endelea kwenye dashibodi",
  "Set up your second factor": "Weka uthibitisho wako wa pili",
  "Then the rest of the console opens.": "Kisha sehemu nyingine za dashibodi zitafunguka.",
  // web/superadmin/look-choice.tsx
  "Ocean Blue": "Bluu ya bahari",
  "Nature Green": "Kijani cha asili",
  "Royal Purple": "Zambarau ya kifalme",
  Cyberpunk: "Cyberpunk",
  "Theme not saved": "Mandhari hayakuhifadhiwa",
  // web/superadmin/pages/log-in.tsx
  "Super Admin Portal": "Lango la msimamizi mkuu",
  "System Administration Dashboard": "Dashibodi ya usimamizi wa mfumo",
  "Signing In...": "Inaingia...",
  "Login Successful": "Umeingia",
  "Welcome back, {name}!": "Karibu tena, {name}!",
  "Code of your authenticator app": "Msimbo wa programu yako ya uthibitishaji",
  "Six digits, or one of your recovery codes.": "Tarakimu sita, au mmoja wa misimbo yako ya dharura.",
  // web/superadmin/pages/profile.tsx, profile/
  "Your account, its password and its second factor":
    "Akaunti yako, nenosiri lake na uthibitisho wake wa pili",
  "Enter your current password": "Weka nenosiri lako la sasa",
  "You were signed out everywhere else.": "Umeondolewa kwingine kote.",
  "Failed to change password.": "Imeshindwa kubadilisha nenosiri.",
  "A new one signs you out everywhere else.": "Jipya linakuondoa kwingine kote.",
  "Second factor": "Uthibitisho wa pili",
  On: "Umewashwa",
  Off: "Umezimwa",
  "Signing in asks for a code of your authenticator app beside the password.":
    "Kuingia kunahitaji msimbo wa programu yako ya uthibitishaji pamoja na nenosiri.",
  "Whoever learns your password can sign in. With an authenticator app they also need your phone.":
    "Anayejua nenosiri lako anaweza kuingia. Kwa programu ya uthibitishaji atahitaji simu yako pia.",
  "{count, plural, one {# recovery code is left} other {# recovery codes are left}}":
    "{count, plural, one {Umebaki msimbo # wa dharura} other {Imebaki misimbo # ya dharura}}",
  "For new recovery codes, turn the second factor off and on again.":
    "Kwa misimbo mipya ya dharura, zima uthibitisho wa pili kisha uwashe tena.",
  "Turn the second factor off": "Zima uthibitisho wa pili",
  "Turn the second factor on": "Washa uthibitisho wa pili",
  "Second factor on": "Uthibitisho wa pili umewashwa",
  "Second factor off": "Uthibitisho wa pili umezimwa",
  "Keep your recovery codes before you leave this page.":
    "Hifadhi misimbo yako ya dharura kabla ya kuondoka kwenye ukurasa huu.",
  "The password alone signs you in now.": "Sasa nenosiri pekee linakuingiza.",
  "Turn on": "Washa",
  "Turn off": "Zima",
  "Scan this with an authenticator app on your phone, then enter the six digits that it shows.":
    "Changanua hii kwa programu ya uthibitishaji kwenye simu yako, kisha weka tarakimu sita zinazoonyeshwa.",
  "QR code of the new key": "Msimbo wa QR wa ufunguo mpya",
  "Or type this key into the app:": "Au andika ufunguo huu kwenye programu:",
  "Copy key": "Nakili ufunguo",
  "The password alone will sign you in, and your recovery codes will be worth nothing.":
    "Nenosiri pekee litakuingiza, na misimbo yako ya dharura haitafaa tena.",
  "Your recovery codes": "Misimbo yako ya dharura",
  "Each signs you in once when the phone is not at hand. They are shown this once: print them or keep them in a password store.":
    "Kila mmoja unakuingiza mara moja simu isipokuwepo. Inaonyeshwa mara hii tu: ichapishe au ihifadhi kwenye hifadhi ya manenosiri.",
  "Copy codes": "Nakili misimbo",
  "I have kept them": "Nimeihifadhi",
};
