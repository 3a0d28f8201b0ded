// The shilling guard: what was paid and not served, what is served and not paid.

export const en = {
  leak_sentence:
    "KSh {lost} lost of {taken} yesterday; {count} {count:device|devices} online that nobody pays for.",
  leak_sentence_none: "KSh {lost} lost of {taken} yesterday; nobody is online that nobody pays for.",
  leak_unknown: "This was ended or is gone. Look again.",
  leak_note_long: "The note can have at most 200 characters.",
  leak_nothing_to_end: "There is nothing to end at the router for this.",
  leak_allowed: "Let be: {count}. It is named again when it changes.",
  leak_named_again: "It is named again.",
  leak_ended: "Ended at the router.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  leak_sentence:
    "KSh {lost} zimepotea kati ya {taken} jana; {count:kifaa|vifaa} {count} {count:kiko|viko} mtandaoni bila mtu kulipia.",
  leak_sentence_none: "KSh {lost} zimepotea kati ya {taken} jana; hakuna aliye mtandaoni bila malipo.",
  leak_unknown: "Hii imekatizwa au haipo tena. Angalia tena.",
  leak_note_long: "Maelezo yawe na herufi 200 zaidi.",
  leak_nothing_to_end: "Hakuna cha kukatiza kwenye ruta kwa hili.",
  leak_allowed: "Zimeachwa: {count}. Zitatajwa tena zikibadilika.",
  leak_named_again: "Itatajwa tena.",
  leak_ended: "Imekatizwa kwenye ruta.",
};
