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
export { readAsks, saveAsks } from "./save-settings.ts";
export { mountMedia } from "./serve-pictures.ts";
export { themeOf } from "./theme.ts";
