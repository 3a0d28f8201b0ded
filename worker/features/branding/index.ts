export { isStoredPicture, newPicture, picturesIn, pictureType } from "./media.ts";
export {
  countPictures,
  keepStatements,
  platformsOwn,
  reuseStatement,
  settleStatements,
  sweepPictures,
} from "./picture-uses.ts";
export { portalBrand, readBrand } from "./portal-brand.ts";
export { mountMedia } from "./serve-pictures.ts";
export { asksOffersIn } from "./settings.ts";
export { themeOf } from "./theme.ts";
