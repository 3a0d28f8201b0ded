import { blocks, type Check, fine, from } from "./check.ts";

/** A hotspot sends all names to the router, for good: one that cannot ask anybody leaves every visitor without internet. */
export const internet: Check = ({ facts }) =>
  from(facts, ["ways", "names"], ({ ways, names }) => {
    if (ways.active === 0) return blocks("internetNoWay");
    if (names.servers === 0) return blocks("internetNoNames", {}, "/ip dns set servers=1.1.1.1,9.9.9.9");
    return fine("internetThere");
  });
