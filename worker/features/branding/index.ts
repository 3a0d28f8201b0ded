export { portalBrand } from "./portal-brand.ts";
