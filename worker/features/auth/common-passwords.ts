// What anybody tries first. Two lists: whole passwords, and words that are refused with whatever digits and signs stand
// around them (`dragon123`, `2024nairobi!`, `P@ssw0rd99`). Lower case; read once, when the first password is chosen.

const passwords = `
0123456789 01234567 012345678 0987654321 09876543 098765432 1122334455 11223344 112233445566 11112222 1111222233334444
123123123 12312312 123123123a 12341234 123412341234 12344321 1234554321 123454321 1234512345 123456123 123456123456
123456654321 1234567654321 1234567a 123456789a 123456789q 123456789z 1234567890a 1234567890q 12345678a 12345678q 12345qwert
12345qwerty 1234qwer 1234qwerty 1234abcd 123abc123 123abcdef 123qweasd 123qweasdzxc 123qwe123 123qwe456 123qwe,./ 12qwaszx
1232323q 12121212 121212121 12131415 1213141516 123654789 123698745 12369874 1236987412 124578963 13131313 1357924680
13579246 135792468 1357908642 13579024 14141414 141421356 14521452 1470258369 147258369 14725836 147852369 14785236
147896325 1478963250 15151515 159357258 159357456 15935728 159753159 159753456 15975346 159753852 159951159 16161616
1a2b3c4d 1a2b3c4d5e 1a2s3d4f 1q1q1q1q 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p
1qa2ws3ed 1qa2ws3ed4rf 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw2 1qazxsw23edc 1qaz!qaz 1w2q3r4e 1x2x3x4x
20002000 20012001 20022002 20032003 20042004 20052005 20062006 20072007 20082008 20092009 20102010 20112011 20122012 20132013
20142014 20152015 20162016 20172017 20182018 20192019 20202020 20212021 20222022 20232023 20242024 20252025 20262026 21122112
21212121 22222222a 2244668800 23232323 232323232 234567890 23456789 2345678901 24242424 24681012 246813579 2468013579 24682468
25252525 25802580 258025802580 258456258 258963147 25896314 26262626 27272727 28282828 29292929 2w3e4r5t 31313131 31415926
314159265 3141592653 31415926535 321321321 32132132 321654987 32165498 32323232 33334444 34343434 343434343 345678912 36363636
369258147 36925814 369369369 369852147 3edc4rfv 3rjs1la7qe 40404040 41414141 42424242 4321rewq 43214321 43434343 44445555
45454545 454545454 45645645 456456456 45678912 456789123 456852456 46464646 47474747 48484848 4r3e2w1q 50505050 51505150
51515151 52525252 53535353 54321543 5432112345 54545454 55556666 55667788 56565656 56789012 567890123 57575757 58585858 59595959
60606060 61616161 62626262 63636363 64646464 654321654321 65432165 65656565 66778899 67676767 678901234 68686868 69696969
696969696 70707070 71717171 72727272 73737373 741852963 74185296 7418529630 741852741 74747474 75757575 753159852 753951456
753951852 75395145 76767676 77778888 777888999 78787878 787878787 789456123 78945612 7894561230 789632145 78963214 789789789
78978978 79797979 80808080 81818181 82828282 83838383 84848484 85208520 852456852 852852852 85285285 85858585 86868686
87654321 876543210 87878787 88889999 88888888a 89898989 898989898 90909090 91919191 92929292 93939393 94949494 95959595
963258741 963852741 96385274 96969696 97979797 987412365 987456321 98745632 987654321a 9876543210a 98765432a 987987987 98798798
98989898 989898989 99887766 9988776655 999888777 a1234567 a12345678 a123456789 a1234567890 a1a1a1a1 a1b2c3d4 a1b2c3d4e5
a1s2d3f4 a1s2d3f4g5 aa123456 aa12345678 aa123456789 aaa11111 aaaa1111 aaaabbbb abababab abc12345 abc123456 abc123456789
abc123abc abc123abc123 abcabcabc abcd1234 abcd12345 abcd123456 abcd4321 abcdabcd abcde12345 abcde123 abcdef123 abcdef123456
abcdefg1 abcdefg123 abcdefgh1 access14 admin123 admin1234 admin12345 admin123456 adminadmin admin@123 admin888 administrator
aabbccdd aabbccddee asasasas asd123456 asd12345 asdasd123 asdasdasd asdf1234 asdf12345 asdf123456 asdfasdf asdfasdfasdf
asdfghjk asdfghjkl asdfghjkl1 asdfghjkl; asdfjkl; asdf;lkj asdqwe123 asdzxc123 azertyui azertyuiop aqwzsxedc aqswdefr
azsxdcfv azsxdcfvgb b1234567 baby1234 babababa biteme69 bbbbbbbb1 c1234567 changeit changeme123 changeme! changemenow
charlie1 chocolat d1234567 dadadada default1 defaultpassword demo1234 demodemo demouser e1234567 f00tball facebook1 ffffffff1
foobar123 freedom1 fuckoff1 fuckyou1 fuckyou2 fuckyou69 fyfcnfcbz g1234567 gfhjkm123 gfhjkmgfhjkm ghbdtnbr ghjcnjnfr google123
guest123 guestguest h1234567 hahahaha hahahahaha hello123 hello1234 hellohello iamthebest iloveme1 iloveyou1 iloveyou2
iloveyou123 iloveyou! iloveu123 internet1 jkl;asdf jordan23 k1234567 kkkkkkkk1 l1234567 lalalala lalalalala letmein1
letmein123 letmein! letmein22 letmeinnow liverpool1 logitech1 lol123456 lololol1 lolololo lollol123 love1234 love12345
love123456 lovelove loveyou1 loveyou2 lkjhgfdsa m1234567 mamamama manager1 marlboro1 master123 mercedes1 merlin01 michael1
mnbvcxz1 mnbvcxza mobilemail monkey123 mypassword mypass123 n1234567 ncc1701d ncc1701e ncc1701a newpassword nopassword
nothing1 okokokok one2three onetwothree onlyyou1 opensesame p1234567 p4ssw0rd pa55w0rd pa55word pa$$word pa$$w0rd papapapa
parola12 pass1234 pass12345 pass123456 pass@123 pass@word passpass passpass1 passw0rd1 password! passwordpassword password01
password1! password1234 password@1 password@123 password99 password#1 passwords pikachu1 poiuytrewq poiuytre popopopo
princess1 purple123 q1234567 q12345678 q123456789 q1q1q1q1 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qawsedrf qawsedrftg qaz123wsx
qazqazqaz qazwsx123 qazwsxedc qazwsxedc123 qazwsxedcrfv qazxcvbn qazxsw21 qazxswedc qpalzm123 qpwoeiruty qq123456 qqqq1111
qqqqqqqq1 qqqqwwww qqww1122 qwaszx123 qwaszxqw qwe12345 qwe123456 qwe123qwe qwe123rty qweasd123 qweasdqweasd qweasdzx
qweasdzxc qweasdzxc1 qweasdzxc123 qweqwe123 qweqweqwe qwer1234 qwer12345 qwer123456 qwer4321 qwerasdf qwerasdfzxcv qwerqwer
qwert123 qwert1234 qwert12345 qwert54321 qwerty01 qwerty11 qwerty12345 qwerty1234567 qwerty12345678 qwerty123456789 qwerty1q
qwerty321 qwerty77 qwerty777 qwerty78 qwerty789 qwertyasdf qwertyasdfgh qwertyqwerty qwertyu1 qwertyu8 qwertyui qwertyuio
qwertyuiop qwertyuiop1 qwertyuiop[] qwertyuiop123 qwerty@123 qwertz123 qwertzui qwertzuiop r1234567 rangers1 redrum12 red12345
revolver1 root1234 rootroot rootroot1 s1234567 s3cr3t123 samsung1 sandman1 secret123 secret12 server12 server2008 shithead1
slipknot666 soccer10 soccer12 solo1234 start123 starwars1 stalker1 summer99 superman1 support1 system32 t1234567 temp1234
temp12345 temptemp test1234 test12345 test123456 testtest testtest1 test@123 tester12 testing1 testing123 testpass thankyou1
thx1138a tigger12 toor1234 trustno1 trustno11 twilight1 user1234 user12345 useruser v1234567 vfhbyf123 vfvfgfgf w1234567
wasdwasd welcome01 welcome1 welcome12 welcome123 welcome1234 welcome2 welcome@1 welcome@123 whatever1 whatthe1 william1
windows1 windowsxp winner12 wsxedcrfv wsxzaq12 wwwwwwww1 x1234567 xbox360x xxx12345 xxxxxxxx1 y1234567 yamaha12 yfnfif123
yourmom1 z1234567 z1x2c3v4 z1x2c3v4b5 zaq12wsx zaq1xsw2 zaq1zaq1 zaq!xsw2 zaqwsx123 zaqxsw123 zaqxswcde zaxscdvf zxasqw12
zxc12345 zxc123456 zxc123zxc zxcasdqwe zxcasdqwe123 zxcv1234 zxcvasdf zxcvasdfqwer zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvbnm, zxcvbnm,.
zxcvbnm,./ zxcvzxcv zxczxczxc zzzz1111 zzzzzzzz1 mpesa1234 safaricom1 nairobi254 kenya254 kenya2030 karibu123 karibuni
habari123 hakunamatata jambo1234 wifi1234 wifi12345 wifipassword hotspot1 hotspot123 mikrotik1 mikrotik123 router123 internet123
mwananchi harambee uhuru2013 tusker123 gormahia1 ronaldo7 messi1010 arsenal14 chelsea10 manutd99 ilovegod godisgood godisgreat
godislove iamblessed blessed1 godblessme jesuschrist jesusislord jesuslovesme praisegod holyspirit amen1234 ilovejesus
`;

const words = `
password passwort passwd passcode passphrase secret admin administrator root superuser superadmin sysadmin operator manager
user guest test testing tester demo default change changeme welcome letmein login logmein master access server support service
system computer internet network router wireless hotspot mikrotik windows microsoft google facebook youtube twitter instagram
whatsapp samsung nokia android iphone apple huawei tecno infinix safaricom airtel telkom mpesa vodafone equity kcb
qwerty qwert qwertyuiop azerty asdfgh asdf asdfghjkl zxcvbn zxcvbnm zxcv qazwsx qweasd abcdef abcd abc abcdefg
dragon monkey shadow sunshine princess football baseball basketball soccer hockey tennis superman batman spiderman ironman
pokemon pikachu starwars matrix killer hunter ranger tigger tiger lion eagle falcon phoenix wolf panther dolphin
butterfly flower rainbow angel angels heaven diamond silver golden purple orange yellow green black white
summer winter spring autumn january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday chocolate cookie banana cherry pepper ginger coffee
cheese chicken pumpkin strawberry peanut honey sugar candy sweet sweety sweetie sweetheart darling
iloveyou iloveu loveyou lovely love lover forever friend friends family mother father brother sister daddy mommy mummy baby
babygirl babyboy beautiful pretty queen king prince hello goodbye whatever nothing something someone nobody trustno
freedom liberty victory winner champion legend power energy thunder lightning storm blaze fire ice
mustang ferrari porsche mercedes toyota yamaha harley corvette camaro nissan subaru bmw honda
michael jordan jennifer jessica ashley amanda daniel david joshua matthew andrew anthony robert thomas charles charlie george
william james john joseph peter paul mark luke stephen steven kevin brian eric dennis martin patrick victor samuel simon
nicole michelle elizabeth stephanie melissa rebecca sarah rachel hannah maria linda susan karen nancy sandra
alexander alexandra christopher christian christina benjamin jonathan nicholas richard edward henry albert alfred
amina fatuma halima aisha zainab mohamed mohammed ahmed hassan hussein abdalla ibrahim omar juma salim rashid
wanjiru wambui wangari wanjiku nyambura njeri waithera muthoni kamau mwangi njoroge kariuki maina githinji ndungu kimani
otieno ochieng odhiambo omondi onyango owino okoth akinyi achieng atieno adhiambo awuor
kiprotich kipchoge kiplagat cheruiyot chebet jepkosgei koech rotich ruto mutua musyoka mwende mumbua kioko
wekesa wafula nekesa barasa simiyu nafula mwakio mwinyi baraka neema zawadi furaha rehema imani tumaini upendo
nairobi mombasa kisumu nakuru eldoret kenya uganda tanzania africa swahili karibu jambo habari asante sana mambo
rafiki simba chui nyota tembo duma kifaru mlango safari uhuru pamoja malaika mungu yesu bwana
jesus christ jesuschrist christian blessed blessing grace faith gospel church pastor prayer godisgood hallelujah amen
arsenal chelsea liverpool manchester united barcelona madrid juventus gormahia leopards tusker messi ronaldo neymar
mercury jupiter saturn pluto galaxy planet earth ocean river island mountain forest nature garden
hacker ninja pirate wizard magic mystery phantom ghost demon devil satan killer assassin soldier warrior knight
music guitar piano metallica nirvana slipknot eminem rihanna beyonce tupac snoopy garfield mickey minnie
scooter rocket turbo bandit buster maverick cowboy cooper harley maggie bailey buddy lucky rocky bubbles
mlango mlangowifi wifi company business office money dollar shilling million billion success boss
`;

let known: { passwords: Set<string>; words: Set<string> } | undefined;

function lists() {
  const list = (text: string) => new Set(text.trim().split(/\s+/));
  known ??= { passwords: list(passwords), words: list(words) };
  return known;
}

/** Whether this is one of those that are tried first, however its letters are dressed up. */
export function isCommonPassword(password: string): boolean {
  const typed = password.normalize("NFKC").trim().toLowerCase();
  if (lists().passwords.has(typed) || isRun(typed)) return true;
  const spellings = [typed, plainLetters(typed)];
  return spellings.some((spelling) => {
    const word = spelling.replace(/^[^a-z]+|[^a-z]+$/g, "");
    return lists().words.has(word) || lists().words.has(half(word));
  });
}

/** `P@$$w0rd` -> `password`: only inside the word, so that digits at its end stay digits. */
function plainLetters(typed: string): string {
  const core = /^(.*?)([\d!?.*#]*)$/.exec(typed)?.[1] ?? typed;
  const letters: Record<string, string> = {
    "0": "o",
    "1": "i",
    "3": "e",
    "4": "a",
    "5": "s",
    "7": "t",
    "@": "a",
    $: "s",
  };
  return core.replace(/[013457@$]/g, (sign) => letters[sign] ?? sign);
}

/** `lovelove` -> `love`. */
function half(word: string): string {
  const middle = word.length / 2;
  return word.slice(0, middle) === word.slice(middle) ? word.slice(0, middle) : word;
}

/** `aaaaaaaa`, `abcdefgh`, `87654321`, `abababab`: every step from one letter to the next, or the next but one, is the same. */
function isRun(typed: string): boolean {
  const codes = [...typed].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  if (steps.every((step) => step === steps[0] && Math.abs(step) <= 1)) return true;
  return codes.every((code, index) => index < 2 || code === codes[index - 2]);
}
