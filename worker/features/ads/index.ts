export { adsFor, websitesWanted } from "./active-ads.ts";
export { recordClick, recordView, skipAds } from "./record.ts";
export { draftAd } from "./save-ad.ts";
