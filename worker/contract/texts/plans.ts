export const en = {
  plan_gone: "This plan does not exist any more.",
  plan_gone_choose: "This plan does not exist any more. Choose another one.",
  plan_not_sold: "This plan is not sold any more. Please choose another one.",
  plan_price: "Please enter a valid price",
  plan_speed: "Please enter a valid speed in Mbps",
  plan_kbps: "Please enter a valid speed in kbps, from 64",
  plan_duration: "Please enter a valid duration in hours",
  plan_minutes: "Please enter a valid duration in minutes",
  plan_upload: "Please enter a valid upload speed in Mbps",
  plan_data: "Please enter a valid data limit in GB",
  plan_fair_use:
    "Please enter from how many GB on, and at what lower speed, the plan goes on: below its speed and its data limit",
  plan_routers: "Choose at least one of your routers, or all of them",
  plan_regular_price: "The usual price is above the price of the offer",
  plan_sold_until: "Please enter when the offer ends",
  plan_hours: "Please enter from when until when it is open, two different times of the day like 22:00",
  plan_devices: "Please enter a number of devices from 1 to 20",
  plan_name_long: "The name can have at most 100 characters",
} as const;

export const sw: Record<keyof typeof en, string> = {
  plan_gone: "Mpango huu haupo tena.",
  plan_gone_choose: "Mpango huu haupo tena. Chagua mwingine.",
  plan_not_sold: "Mpango huu hauuzwi tena. Tafadhali chagua mwingine.",
  plan_price: "Weka bei sahihi",
  plan_speed: "Weka kasi sahihi kwa Mbps",
  plan_kbps: "Weka kasi sahihi kwa kbps, kuanzia 64",
  plan_duration: "Weka muda sahihi kwa saa",
  plan_minutes: "Weka muda sahihi kwa dakika",
  plan_upload: "Weka kasi sahihi ya kupakia kwa Mbps",
  plan_data: "Weka kikomo sahihi cha data kwa GB",
  plan_fair_use:
    "Weka kuanzia GB ngapi, na kwa kasi gani ndogo, mpango unaendelea: chini ya kasi yake na kikomo chake cha data",
  plan_routers: "Chagua angalau router moja yako, au zote",
  plan_regular_price: "Bei ya kawaida iwe juu ya bei ya ofa",
  plan_sold_until: "Weka ofa inaisha lini",
  plan_hours:
    "Weka mpango uko wazi kuanzia saa ngapi hadi saa ngapi, nyakati mbili tofauti za siku kama 22:00",
  plan_devices: "Weka idadi ya vifaa kutoka 1 hadi 20",
  plan_name_long: "Jina haliwezi kuzidi herufi 100",
};
