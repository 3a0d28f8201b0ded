/** Kiswahili of plans. */
export const words: Record<string, string> = {
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
};
