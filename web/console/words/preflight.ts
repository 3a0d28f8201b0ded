/** Kiswahili of the checklist and of bridges' versions, by the English text. */
export const words: Record<string, string> = {
  "It is installed.": "Imesakinishwa.",
  "This router has no hotspot package, so it cannot sell internet.":
    "Ruta hii haina kifurushi cha hotspot, kwa hivyo haiwezi kuuza intaneti.",
  "Install the full RouterOS package of its version from mikrotik.com, or use another router: the smallest ones have no room for it.":
    "Sakinisha kifurushi kamili cha RouterOS cha toleo lake kutoka mikrotik.com, au tumia ruta nyingine: zilizo ndogo kabisa hazina nafasi yake.",
  "The hotspot package is installed, but switched off.":
    "Kifurushi cha hotspot kimesakinishwa, lakini kimezimwa.",
  "Switch it on; the router restarts.": "Kiwashe; ruta itajiwasha upya.",
  "It allows the hotspot.": "Inaruhusu hotspot.",
  "This version has none.": "Toleo hili halina.",
  "Device mode {mode} forbids the hotspot.": "Hali ya kifaa {mode} inakataza hotspot.",
  "Enter this, then confirm within 5 minutes: press the router's reset button briefly, or take its power. Without that it stays forbidden.":
    "Andika hii, kisha thibitisha ndani ya dakika 5: bonyeza kitufe cha reset cha ruta kwa muda mfupi, au iondolee umeme. Bila hivyo inabaki imekatazwa.",
  "RouterOS has flagged this router's configuration as suspicious.":
    "RouterOS imetia alama mipangilio ya ruta hii kuwa ya kutiliwa shaka.",
  "Look for scripts and users that are not yours, remove them, then take the flag away.":
    "Tafuta skripti na watumiaji wasio wako, waondoe, kisha ondoa alama hiyo.",
  "It runs on {interface}.": "Inafanya kazi kwenye {interface}.",
  "No hotspot is set up on this router.": "Hakuna hotspot iliyowekwa kwenye ruta hii.",
  'Use "Set up router": one line in its terminal makes it a hotspot.':
    'Tumia "Weka ruta": mstari mmoja kwenye terminal yake unaifanya kuwa hotspot.',
  "The hotspot {name} is switched off or not valid.": "Hotspot {name} imezimwa au si sahihi.",
  "Switch it on. If it does not stay on, look at device mode and at its interface.":
    "Iwashe. Isipobaki imewashwa, angalia hali ya kifaa na kiolesura chake.",
  "{name} may do what is needed, and nothing else.": "{name} anaweza kufanya kinachohitajika tu, si zaidi.",
  "The group {group} lacks rights: {rights}.": "Kikundi {group} kinakosa haki: {rights}.",
  "Run the set-up line again: it makes a user with just the right rights.":
    "Endesha tena mstari wa kuweka ruta: unatengeneza mtumiaji mwenye haki zinazofaa tu.",
  "{name} may do more than the bridge needs: {rights}.":
    "{name} anaweza kufanya zaidi ya yale daraja linahitaji: {rights}.",
  "Run the set-up line: it makes a user of its own for the bridge, with least rights.":
    "Endesha mstari wa kuweka ruta: unatengeneza mtumiaji wa daraja pekee, mwenye haki chache kabisa.",
  "{name} may log in from every address.": "{name} anaweza kuingia kutoka anwani yoyote.",
  "Allow it from the address of the bridge alone.": "Mruhusu kutoka anwani ya daraja pekee.",
  "The user of the bridge is not on the router's list of users.":
    "Mtumiaji wa daraja hayupo kwenye orodha ya watumiaji wa ruta.",
  "Use a user of the router itself, as the set-up line makes one.":
    "Tumia mtumiaji wa ruta yenyewe, kama mstari wa kuweka ruta unavyomtengeneza.",
  "Level {level} is enough.": "Kiwango {level} kinatosha.",
  "Level {level} lets only one visitor online at a time.":
    "Kiwango {level} kinaruhusu mgeni mmoja tu mtandaoni kwa wakati mmoja.",
  "Buy a licence of level 4 or higher on mikrotik.com, or use another router.":
    "Nunua leseni ya kiwango cha 4 au zaidi kwenye mikrotik.com, au tumia ruta nyingine.",
  "This RouterOS has no licence and stops after 24 hours.":
    "RouterOS hii haina leseni na husimama baada ya saa 24.",
  "{sessions} visitors are online; the licence of level {level} ends at {most}.":
    "Wageni {sessions} wako mtandaoni; leseni ya kiwango {level} inaishia {most}.",
  "Buy a higher level on mikrotik.com before somebody who paid is refused.":
    "Nunua kiwango cha juu zaidi kwenye mikrotik.com kabla aliyelipa hajakataliwa.",
  "A virtual router without a licence passes 1 Mbit/s at most.":
    "Ruta pepe bila leseni hupitisha Mbit/s 1 tu.",
  "Buy a licence P1 or higher on mikrotik.com.": "Nunua leseni ya P1 au zaidi kwenye mikrotik.com.",
  "No other folder lies over them.": "Hakuna folda nyingine iliyozifunika.",
  "The profile {profile} shows the pages in {folder} instead: visitors do not get to your portal.":
    "Wasifu {profile} unaonyesha kurasa za {folder} badala yake: wageni hawafiki kwenye tovuti yako.",
  "Take the folder out of the profile; the files stay.": "Ondoa folda hiyo kwenye wasifu; faili zinabaki.",
  "No two overlap.": "Hakuna mbili zinazogongana.",
  "{network} is in use on {first} and on {second}.": "{network} inatumika kwenye {first} na kwenye {second}.",
  "Give one of them another network: most easily the modem, or the visitors, with their DHCP and pool.":
    "Ipe mmojawapo mtandao mwingine: rahisi zaidi modemu, au wageni, pamoja na DHCP na pool yao.",
  "The pool {pool} gives out addresses that are not of the network on {interface}.":
    "Pool {pool} inatoa anwani zisizo za mtandao wa {interface}.",
  "Set the pool's ranges to addresses of that network.": "Weka masafa ya pool yawe anwani za mtandao huo.",
  "Not known to this page: reload it.": "Ukurasa huu hauijui: upakie upya.",
  "It is right.": "Iko sahihi.",
  "It is {time} ahead.": "Iko mbele kwa {time}.",
  "It is {time} behind.": "Iko nyuma kwa {time}.",
  "Let it ask a time server. The bridge counts bought time by its own clock.":
    "Iruhusu iulize seva ya saa. Daraja huhesabu muda ulionunuliwa kwa saa yake lenyewe.",
  "It was never set: certificates are refused and the log is of no use.":
    "Haijawahi kuwekwa: vyeti vinakataliwa na kumbukumbu hazifai.",
  "Let it ask a time server, and see that the router itself has internet.":
    "Iruhusu iulize seva ya saa, na hakikisha ruta yenyewe ina intaneti.",
  "It is right, but asks no time server: after a power cut it will be wrong.":
    "Iko sahihi, lakini haiulizi seva ya saa: umeme ukikatika itakuwa si sahihi.",
  "Let it ask a time server.": "Iruhusu iulize seva ya saa.",
  "It leaves the visitors alone.": "Haigusi wageni.",
  "FastTrack carries visitors on {interface} past the hotspot: speeds and data limits do not hold.":
    "FastTrack inapitisha wageni wa {interface} kando ya hotspot: kasi na vikomo vya data havifanyi kazi.",
  "Except the visitors from it; it stays for your own network.":
    "Waondoe wageni kwayo; inabaki kwa mtandao wako mwenyewe.",
  "Nobody gets past the hotspot by it.": "Hakuna anayepita kando ya hotspot kupitia kwayo.",
  "Visitors on {interface} get IPv6, which the hotspot does not know: they are online without paying.":
    "Wageni wa {interface} wanapata IPv6, ambayo hotspot haiijui: wako mtandaoni bila kulipa.",
  "Refuse it to the visitors; other networks keep it.": "Wanyime wageni; mitandao mingine inabaki nayo.",
  "None but ours.": "Hakuna ila yetu.",
  "This router opens tunnels: {names}.": "Ruta hii inafungua njia za chini: {names}.",
  "If you do not know them, somebody who had this router before can come in by them: switch them off. Keep those that are your own.":
    "Kama huzijui, aliyekuwa na ruta hii awali anaweza kuingia kupitia kwazo: zizime. Bakiza zilizo zako.",
  "{version} has no hole that is known to us.": "{version} haina tundu tunalolijua.",
  "{version} has a hole by which strangers come in; {safe} has not.":
    "{version} ina tundu ambalo wageni wasiojulikana huingilia; {safe} haina.",
  "Update it at a quiet hour: the router restarts and visitors are offline for a few minutes. Then check again.":
    "Isasishe saa ya utulivu: ruta inajiwasha upya na wageni hukatika kwa dakika chache. Kisha kagua tena.",
  "{version} is a test version.": "{version} ni toleo la majaribio.",
  "Change to a stable one: System, Packages, Check for updates, channel stable.":
    "Badili kwenda toleo thabiti: System, Packages, Check for updates, channel stable.",
  "None is open to everybody.": "Hakuna iliyo wazi kwa wote.",
  "Open to everybody, visitors too: {names}.": "Ziko wazi kwa wote, hata wageni: {names}.",
  "Switch off what nobody needs and allow the rest from your own network alone. Look first from where you manage this router.":
    "Zima zisizohitajika na ruhusu nyingine kutoka mtandao wako pekee. Angalia kwanza unasimamia ruta hii kutoka wapi.",
  "{days, plural, one {# day} other {# days}}": "{days, plural, other {siku #}}",
  "{hours, plural, one {# hour} other {# hours}}": "{hours, plural, other {saa #}}",
  "{minutes, plural, one {# minute} other {# minutes}}": "{minutes, plural, other {dakika #}}",
  "Hotspot package": "Kifurushi cha hotspot",
  "Device mode": "Hali ya kifaa",
  Hotspot: "Hotspot",
  "Rights of the API user": "Haki za mtumiaji wa API",
  Licence: "Leseni",
  Clock: "Saa",
  "Login pages": "Kurasa za kuingia",
  Networks: "Mitandao",
  FastTrack: "FastTrack",
  IPv6: "IPv6",
  Tunnels: "Njia za chini",
  "Management services": "Huduma za usimamizi",
  Fine: "Sawa",
  "To mend": "Ya kurekebisha",
  "Blocks selling": "Inazuia kuuza",
  "Not read": "Haikusomwa",
  "The API user may not read this.": "Mtumiaji wa API haruhusiwi kusoma hii.",
  "There is nothing to look at before the hotspot runs.":
    "Hakuna cha kuangalia kabla hotspot haijafanya kazi.",
  "Mend the points above, then check again.": "Rekebisha mambo yaliyo hapo juu, kisha kagua tena.",
  "The router did not answer this question.": "Ruta haikujibu swali hili.",
  "Check again in a moment.": "Kagua tena baada ya muda mfupi.",
  "The router's answer could not be understood.": "Jibu la ruta halikueleweka.",
  "Look at it in WinBox; it may still be fine.": "Liangalie kwenye WinBox; huenda liko sawa.",
  "{blocks, plural, one {# thing blocks selling here} other {# things block selling here}}":
    "{blocks, plural, one {Jambo # linazuia kuuza hapa} other {Mambo # yanazuia kuuza hapa}}",
  "{mend, plural, one {# thing to mend} other {# things to mend}}":
    "{mend, plural, one {Jambo # la kurekebisha} other {Mambo # ya kurekebisha}}",
  "{unknown, plural, one {# thing could not be read} other {# things could not be read}}":
    "{unknown, plural, one {Jambo # halikuweza kusomwa} other {Mambo # hayakuweza kusomwa}}",
  "{blocks, plural, one {# thing blocks selling} other {# things block selling}}":
    "{blocks, plural, one {Jambo # linazuia kuuza} other {Mambo # yanazuia kuuza}}",
  Ready: "Tayari",
  "Checklist of {name}": "Orodha ya ukaguzi ya {name}",
  Checklist: "Orodha ya ukaguzi",
  "Loading the checklist …": "Inapakia orodha ya ukaguzi …",
  "Error Loading the Checklist": "Hitilafu ya kupakia orodha ya ukaguzi",
  "Failed to load the checklist.": "Imeshindwa kupakia orodha ya ukaguzi.",
  "Check Failed": "Ukaguzi umeshindwa",
  "Failed to check the router": "Imeshindwa kukagua ruta",
  "Check now": "Kagua sasa",
  "Check again": "Kagua tena",
  "It cannot be checked now": "Haiwezi kukaguliwa sasa",
  "Not everything could be read": "Si yote yaliyoweza kusomwa",
  "Not checked yet": "Haijakaguliwa bado",
  "The bridge looks by itself as soon as it has reached this router for the first time.":
    "Daraja hukagua lenyewe mara tu linapoifikia ruta hii kwa mara ya kwanza.",
  "Last checked": "Ilikaguliwa mwisho",
  "Asking the router: {checked} of {total}": "Inaiuliza ruta: {checked} kati ya {total}",
  "Commands for {name}": "Amri za {name}",
  "Copy the commands for {name}": "Nakili amri za {name}",
  "Version {version}": "Toleo {version}",
  "A newer version is there. On the bridge's machine enter:":
    "Kuna toleo jipya zaidi. Kwenye mashine ya daraja andika:",
  "Copy the line that updates {name}": "Nakili mstari unaosasisha {name}",
};
