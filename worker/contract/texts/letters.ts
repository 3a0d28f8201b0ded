// Letters about signing up and signing in.

export const en = {
  letter_code_subject: "Your code for Mlango",
  letter_code:
    "Your code is {code}\n\nType it into the page where you sign up, within 30 minutes. Somebody else signed up with your address? Then do nothing, and give the code to nobody.",
  letter_approved_subject: "Your business is on Mlango",
  letter_approved:
    "Hello {name},\n\n{business} is ready. Sign in with {email} and the password that you chose:\n{link}\n\nThe page leads you through the first steps: a router, a plan, and how you are paid.",
  letter_refused_subject: "Your sign-up at Mlango",
  letter_refused: "Hello {name},\n\n{business} was not approved:\n{reason}",
  letter_overfull:
    "Hello {name},\n\nso many businesses wait to be approved that the sign-up of {business} could not be kept. Nothing is wrong with it: please sign up again tomorrow.",
  letter_reset_subject: "A new password for Mlango",
  letter_reset:
    "Hello {username},\n\nset a new password by this link, within 30 minutes and once:\n{link}\n\nYou did not ask for it? Then do nothing: your password stays as it is.",
  letter_confirm_subject: "Confirm your address for Mlango",
  letter_confirm:
    "Hello {username},\n\nconfirm by this link, within a day, that this address is yours:\n{link}\n\nThen you can set a new password by mail if you forget yours. You do not know Mlango? Then do nothing.",
  letter_factor_off_subject: "Your second factor at Mlango is off",
  letter_factor_off:
    "Hello {username},\n\nyour second factor was turned off, because it was said that you lost it. You were signed out everywhere, and your password alone signs you in. Turn it on again in your profile.\n\nYou lost nothing? Then set a new password at once, and ask an owner of your business who did this.",
  letter_password_subject: "Your password at Mlango was changed",
  letter_password:
    "Hello {username},\n\nyour password was changed on {when}. Other browsers in which you were signed in are signed out.\n\nWas it not you? Set a new one at once: press “Forgotten your password?” at {link}\nand, once it is set, end what else opens your account.",
  letter_token_subject: "A new API token at Mlango",
  letter_token:
    "Hello {username},\n\nan API token was made in your name on {when}. A program that has it can do what it may until you revoke it.\n\nWas it not you? Revoke it in Settings under API, and set a new password:\n{link}",
  letter_factor_on_subject: "Your second factor at Mlango is on",
  letter_factor_on:
    "Hello {username},\n\na second factor was turned on for you on {when}: from now on you sign in with your password and a code of your phone.\n\nWas it not you? Ask an owner of your business, or whoever runs the platform, to turn it off and to set a new password: {link}",
  letter_factor_ended:
    "Hello {username},\n\nyour second factor was turned off on {when}: your password alone signs you in.\n\nWas it not you? Set a new password at once, and turn it on again in your profile:\n{link}",
  letter_codes_subject: "New recovery codes at Mlango",
  letter_codes:
    "Hello {username},\n\nnew recovery codes of your second factor were made on {when}. The earlier ones are worth nothing.\n\nWas it not you? Set a new password at once, and make new codes in your profile:\n{link}",
  letter_email_subject: "Your address at Mlango is another one",
  letter_email:
    "Hello {username},\n\nyour profile was given another email address on {when}. Links for a new password come to this address no more.\n\nWas it not you? Sign in, set your address and a new password at once, or ask an owner of your business:\n{link}",
  letter_joined_subject: "An invitation of yours was accepted",
  letter_joined:
    "Hello {username},\n\nsomebody accepted an invitation that was given out in your name, on {when}, and can sign in to your console.\n\nDid you invite nobody? Remove them under People, and set a new password:\n{link}",
  letter_operator_password:
    "Hello {username},\n\nyour password was changed on {when}, and your other browsers were signed out.\n\nWas it not you? Have another super admin disable your account at once:\n{link}",
  letter_operator_factor_on:
    "Hello {username},\n\na second factor was turned on for you on {when}.\n\nWas it not you? Have another super admin disable your account at once:\n{link}",
  letter_operator_factor_off:
    "Hello {username},\n\nyour second factor was turned off on {when}: your password alone signs you in.\n\nWas it not you? Have another super admin disable your account at once:\n{link}",
  letter_operator_codes:
    "Hello {username},\n\nnew recovery codes of your second factor were made on {when}. The earlier ones are worth nothing.\n\nWas it not you? Have another super admin disable your account at once:\n{link}",
} as const;

export const sw: Record<keyof typeof en, string> = {
  letter_code_subject: "Msimbo wako wa Mlango",
  letter_code:
    "Msimbo wako ni {code}\n\nUandike kwenye ukurasa unapojisajili, ndani ya dakika 30. Mtu mwingine amejisajili kwa barua pepe yako? Usifanye kitu, wala usimpe mtu yeyote msimbo.",
  letter_approved_subject: "Biashara yako iko kwenye Mlango",
  letter_approved:
    "Habari {name},\n\n{business} iko tayari. Ingia kwa {email} na nenosiri ulilochagua:\n{link}\n\nUkurasa utakuongoza hatua za kwanza: ruta, kifurushi, na jinsi unavyolipwa.",
  letter_refused_subject: "Usajili wako kwenye Mlango",
  letter_refused: "Habari {name},\n\n{business} haikukubaliwa:\n{reason}",
  letter_overfull:
    "Habari {name},\n\nbiashara nyingi mno zinasubiri kukubaliwa, na usajili wa {business} haukuweza kuhifadhiwa. Hauna kasoro: tafadhali jisajili tena kesho.",
  letter_reset_subject: "Nenosiri jipya la Mlango",
  letter_reset:
    "Habari {username},\n\nweka nenosiri jipya kwa kiungo hiki, ndani ya dakika 30 na mara moja:\n{link}\n\nHukuomba? Usifanye kitu: nenosiri lako linabaki lilivyo.",
  letter_confirm_subject: "Thibitisha barua pepe yako ya Mlango",
  letter_confirm:
    "Habari {username},\n\nthibitisha kwa kiungo hiki, ndani ya siku moja, kwamba barua pepe hii ni yako:\n{link}\n\nKisha utaweza kuweka nenosiri jipya kwa barua ukilisahau. Hujui Mlango? Usifanye kitu.",
  letter_factor_off_subject: "Uthibitisho wako wa pili kwenye Mlango umezimwa",
  letter_factor_off:
    "Habari {username},\n\nuthibitisho wako wa pili umezimwa, kwa kuwa imesemwa umeupoteza. Umeondolewa kila mahali, na nenosiri lako pekee linakuingiza. Uwashe tena kwenye wasifu wako.\n\nHukupoteza kitu? Weka nenosiri jipya mara moja, na umuulize mmiliki wa biashara yako nani alifanya hivi.",
  letter_password_subject: "Nenosiri lako kwenye Mlango limebadilishwa",
  letter_password:
    "Habari {username},\n\nnenosiri lako lilibadilishwa {when}. Vivinjari vingine ulivyoingia vimeondolewa.\n\nSi wewe? Weka jipya mara moja: bonyeza “Umesahau nenosiri?” kwenye {link}\nna, likishawekwa, funga njia nyingine zinazofungua akaunti yako.",
  letter_token_subject: "Tokeni mpya ya API kwenye Mlango",
  letter_token:
    "Habari {username},\n\ntokeni ya API ilitengenezwa kwa jina lako {when}. Programu iliyo nayo inafanya inachoruhusiwa hadi uibatilishe.\n\nSi wewe? Ibatilishe kwenye Mipangilio, API, na uweke nenosiri jipya:\n{link}",
  letter_factor_on_subject: "Uthibitisho wako wa pili kwenye Mlango umewashwa",
  letter_factor_on:
    "Habari {username},\n\nuthibitisho wa pili uliwashwa kwako {when}: kuanzia sasa unaingia kwa nenosiri na msimbo wa simu yako.\n\nSi wewe? Mwombe mmiliki wa biashara yako, au anayeendesha jukwaa, auzime na aweke nenosiri jipya: {link}",
  letter_factor_ended:
    "Habari {username},\n\nuthibitisho wako wa pili ulizimwa {when}: nenosiri lako pekee linakuingiza.\n\nSi wewe? Weka nenosiri jipya mara moja, na uuwashe tena kwenye wasifu wako:\n{link}",
  letter_codes_subject: "Misimbo mipya ya dharura kwenye Mlango",
  letter_codes:
    "Habari {username},\n\nmisimbo mipya ya dharura ya uthibitisho wako wa pili ilitengenezwa {when}. Ya awali haifai tena.\n\nSi wewe? Weka nenosiri jipya mara moja, na utengeneze misimbo mipya kwenye wasifu wako:\n{link}",
  letter_email_subject: "Barua pepe yako kwenye Mlango ni nyingine",
  letter_email:
    "Habari {username},\n\nwasifu wako uliwekewa barua pepe nyingine {when}. Viungo vya nenosiri jipya haviji tena kwa barua pepe hii.\n\nSi wewe? Ingia, uweke barua pepe yako na nenosiri jipya mara moja, au umuulize mmiliki wa biashara yako:\n{link}",
  letter_joined_subject: "Mwaliko wako umekubaliwa",
  letter_joined:
    "Habari {username},\n\nmtu amekubali mwaliko uliotolewa kwa jina lako, {when}, na anaweza kuingia kwenye konsoli yako.\n\nHukumwalika mtu? Mwondoe kwenye Watu, na uweke nenosiri jipya:\n{link}",
  letter_operator_password:
    "Habari {username},\n\nnenosiri lako lilibadilishwa {when}, na vivinjari vyako vingine vimeondolewa.\n\nSi wewe? Mwombe msimamizi mkuu mwingine afunge akaunti yako mara moja:\n{link}",
  letter_operator_factor_on:
    "Habari {username},\n\nuthibitisho wa pili uliwashwa kwako {when}.\n\nSi wewe? Mwombe msimamizi mkuu mwingine afunge akaunti yako mara moja:\n{link}",
  letter_operator_factor_off:
    "Habari {username},\n\nuthibitisho wako wa pili ulizimwa {when}: nenosiri lako pekee linakuingiza.\n\nSi wewe? Mwombe msimamizi mkuu mwingine afunge akaunti yako mara moja:\n{link}",
  letter_operator_codes:
    "Habari {username},\n\nmisimbo mipya ya dharura ya uthibitisho wako wa pili ilitengenezwa {when}. Ya awali haifai tena.\n\nSi wewe? Mwombe msimamizi mkuu mwingine afunge akaunti yako mara moja:\n{link}",
};
