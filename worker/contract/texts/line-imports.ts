// Customers of another system whose lines are brought in from a file.

export const en = {
  line_import_rows:
    "A file brings from 1 to 2,000 lines at a time. Split it, and bring the parts in one after another.",
  line_import_name: "It has no name. Write whose line it is.",
  line_import_name_long: "The name has more than 80 characters.",
  line_import_phone: "{phone} is no Kenyan mobile number. Write it as 0712 345 678, or leave the cell empty.",
  line_import_phone_cut: "A spreadsheet cut the digits of the phone off ({phone}). Export it again, as text.",
  line_import_balance: "The balance is more than KES {most}.",
  line_import_there: "{login} is a line here already.",
  line_import_twice: "{login} stands in the file twice.",
  line_import_no_login: "It has no PPPoE name.",
  line_import_login: "The PPPoE name {login} has other signs than letters, digits and . _ @ -",
  line_import_cut:
    "A spreadsheet cut the digits of the PPPoE name or password off. Export it again, as text.",
  line_import_no_password:
    "The file has no password for {login}, and the router has no such name yet. Write the password into the file.",
  line_import_password: "The password of {login} has more than 60 signs, or some that no router takes.",
  line_import_more_names:
    "The router has more names than can be read at once, so that nobody knows whether {login} is one of them.",
  line_import_other_password: "The router has another password for it, which stays.",
  line_import_off: "The router has it switched off: brought in, it is on until its time is over.",
  line_import_known: "It joins {name}, who is a customer here already.",
  line_import_balance_known: "Its balance does not come along: {name} has one that was brought in before.",
  line_import_email: "{email} is no e-mail address, and is not kept.",
  line_import_former: "Its account number there is too long, and is not kept.",
  line_import_held: "It is blocked there though it is paid: it stays blocked until you free it.",
  line_import_old: "This import is more than {count} days old: give its lines up one by one.",
} as const;

export const sw: Record<keyof typeof en, string> = {
  line_import_rows:
    "Faili huleta laini 1 hadi 2,000 kwa wakati mmoja. Igawanye, kisha ulete sehemu moja moja.",
  line_import_name: "Haina jina. Andika laini ni ya nani.",
  line_import_name_long: "Jina lina zaidi ya herufi 80.",
  line_import_phone:
    "{phone} si nambari ya simu ya mkononi ya Kenya. Iandike kama 0712 345 678, au uache kisanduku wazi.",
  line_import_phone_cut: "Jedwali limekata tarakimu za simu ({phone}). Hamisha tena, kama maandishi.",
  line_import_balance: "Salio ni zaidi ya KES {most}.",
  line_import_there: "{login} tayari ni laini hapa.",
  line_import_twice: "{login} iko mara mbili kwenye faili.",
  line_import_no_login: "Haina jina la PPPoE.",
  line_import_login: "Jina la PPPoE {login} lina alama zisizo herufi, tarakimu na . _ @ -",
  line_import_cut: "Jedwali limekata tarakimu za jina au nenosiri la PPPoE. Hamisha tena, kama maandishi.",
  line_import_no_password:
    "Faili haina nenosiri la {login}, na ruta bado haina jina hilo. Andika nenosiri kwenye faili.",
  line_import_password: "Nenosiri la {login} lina zaidi ya alama 60, au alama ambazo ruta haipokei.",
  line_import_more_names:
    "Ruta ina majina mengi kuliko yanayoweza kusomwa kwa mara moja, hivyo haijulikani kama {login} ni mojawapo.",
  line_import_other_password: "Ruta ina nenosiri lingine lake, ambalo linabaki.",
  line_import_off: "Ruta imeizima: ikiletwa, inawashwa hadi muda wake uishe.",
  line_import_known: "Inajiunga na {name}, ambaye tayari ni mteja hapa.",
  line_import_balance_known: "Salio lake haliji: {name} ana salio lililoletwa awali.",
  line_import_email: "{email} si anwani ya barua pepe, na haihifadhiwi.",
  line_import_former: "Nambari yake ya akaunti kule ni ndefu mno, na haihifadhiwi.",
  line_import_held: "Imefungwa kule ingawa imelipiwa: inabaki imefungwa hadi uifungue.",
  line_import_old: "Uingizaji huu una zaidi ya siku {count}: acha laini zake moja moja.",
};
