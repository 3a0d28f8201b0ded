// Files of customers as other programs write them (docs/reference/imports.md).

/** Splynx's list of customers, with columns of their internet services turned on. */
export const splynx = `ID,Status,Portal login,Full name,Phone number,Email,Internet plans,Login,Password,Account balance,Billing due,Partner
1001,Active,1001,Jane Wanjiku,"+254 712 000 001, 0733000001",jane@x.ke,Home 10,jane.home,pw-jane,"1,500.0000",2026-12-20,Main
1002,Blocked,1002,Peter Otieno,0712000002,,Home 10,peter.home,pw-peter,-1500.0000,2026-11-20,Main
1003,Inactive (doesn't use services),1003,Asha Ali,0712000003,,Home 20,asha.home,pw-asha,0.0000,2026-10-01,Main
1001,Active,1001,Jane Wanjiku,"+254 712 000 001, 0733000001",jane@x.ke,Home 20,jane.shop,pw-shop,"1,500.0000",2026-12-25,Main`;

/** UISP's export of clients, with two fields of one's own. */
export const uisp = `Id,Name,Emails,Phones,Address,Balance,"Service plans","Connected to","Street 1","Invoice address same as contact",Note,"Registration date","First name","Last name","Company name","Custom ID","PPPoE login (custom attribute)","PPPoE password (custom attribute)"
7,"Jane Wanjiku",jane@x.ke,"0712000001, 0733000001","Kisumu Rd","KES 1,500.00","Home 10",,"Kisumu Rd",1,,"1 Nov 2026",Jane,Wanjiku,,A-7,jane.home,pw-jane
8,"Otieno Shop",,0712000002,,"-KES 300.00","Home 20",,,1,,"1 Nov 2026",,,"Otieno Shop",A-8,otieno.shop,pw-otieno`;

/** PHPNuxBill's "prepaid users", and its table of customers. */
export const phpnuxbillUsers = `"id";"username";"fullname";"phonenumber";"email";"balance";"namebp";"routers";"status";"Payment"
"4";"jane.home";"Jane Wanjiku";"254712000001";"jane@x.ke";"250.00";"Home 10";"gate";"on";"M-Pesa"
"5";"peter.home";"Peter Otieno";"0";"1";"0.00";"Home 10";"gate";"off";"M-Pesa"`;

export const phpnuxbillTable = `"id","username","password","pppoe_password","fullname","address","phonenumber","email","balance","service_type","auto_renewal","status"
"4","jane.home","portal1","pw-jane","Jane Wanjiku","Kisumu Rd","254712000001","jane@x.ke","250.00","PPPoE","1","Active"
"6","visitor","portal2","","Walk In","","0712000009","1","0.00","Hotspot","1","Active"
"7","old.home","portal3","pw-old","Old One","","0712000010","1","0.00","PPPoE","1","Banned"`;

/** A sheet as people here keep one. */
export const sheet = `Wateja wa Mtaa Mtandao,,,,,,,
,,,,,,,
Jina kamili,Simu,Jina la PPPoE,Nenosiri,Bei,Imelipwa hadi,Salio,Hali
Jane Wanjiku,0712 000 001,jane.home,pw-jane,"1,500/=",20/12/2026,500,hai
Peter Otieno,712000002,peter.home,pw-peter,1500,5/11/2026,,imefungwa`;
