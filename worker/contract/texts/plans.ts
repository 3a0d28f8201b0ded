export const en = {
  plan_gone: "This plan does not exist any more.",
  plan_gone_choose: "This plan does not exist any more. Choose another one.",
  plan_not_sold: "This plan is not sold any more. Please choose another one.",
  plan_price: "Please enter a valid price",
  plan_speed: "Please enter a valid speed in Mbps",
  plan_duration: "Please enter a valid duration in hours",
  plan_upload: "Please enter a valid upload speed in Mbps",
  plan_data: "Please enter a valid data limit in GB",
  plan_devices: "Please enter a number of devices from 1 to 20",
  plan_name_long: "The name can have at most 100 characters",
} as const;

export const sw: Record<keyof typeof en, string> = {
  plan_gone: "Mpango huu haupo tena.",
  plan_gone_choose: "Mpango huu haupo tena. Chagua mwingine.",
  plan_not_sold: "Mpango huu hauuzwi tena. Tafadhali chagua mwingine.",
  plan_price: "Weka bei sahihi",
  plan_speed: "Weka kasi sahihi kwa Mbps",
  plan_duration: "Weka muda sahihi kwa saa",
  plan_upload: "Weka kasi sahihi ya kupakia kwa Mbps",
  plan_data: "Weka kikomo sahihi cha data kwa GB",
  plan_devices: "Weka idadi ya vifaa kutoka 1 hadi 20",
  plan_name_long: "Jina haliwezi kuzidi herufi 100",
};
