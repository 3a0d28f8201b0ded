/**
 * Writes worker/features/device-pairing/makers.ts from the IEEE's list of address blocks as JSON (`{"286FB9": "Name\n…"}`, as
 * the package oui-data has it): node tests/support/make-makers.mjs path/to/index.json
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// What stands in living rooms here first, then what else is carried to a hotspot. The first that fits counts.
const makers = {
  screens: {
    Samsung: /^samsung elec/i,
    LG: /^lg (elec|innotek)/i,
    Hisense: /hisense/i,
    TCL: /^(tcl|shenzhen tcl|huizhou tcl) /i,
    PlayStation: /^sony (interactive|computer) entertainment/i,
    Sony: /^sony/i,
    Skyworth: /skyworth/i,
    Xiaomi: /xiaomi (comm|mobile|elec|inc)|^xiaomi/i,
    Roku: /^roku/i,
    Amazon: /^amazon tech/i,
    Google: /^google/i,
    Nintendo: /^nintendo/i,
    Microsoft: /^microsoft/i,
    Panasonic: /^panasonic/i,
    Philips: /^(tpv|tp vision|mmd|philips (cft|consumer))/i,
    Sharp: /^sharp corp/i,
    Toshiba: /^toshiba/i,
    Haier: /haier/i,
    Konka: /konka/i,
    Changhong: /changhong/i,
    Vizio: /^vizio,/i,
    Vestel: /^vestel/i,
  },
  others: {
    Apple: /^apple, inc/i,
    HP: /^(hewlett packard$|hp inc)/i,
    Dell: /^dell inc/i,
    Lenovo: /^lenovo/i,
    Intel: /^intel corp/i,
    Huawei: /^huawei device/i,
    Honor: /^honor device/i,
    Oppo: /oppo mobile/i,
    Vivo: /^vivo mobile/i,
    Tecno: /^tecno mobile/i,
    Infinix: /^infinix/i,
    Itel: /^itel mobile/i,
    Nokia: /^hmd global/i,
    Motorola: /^motorola mobility/i,
    OnePlus: /oneplus/i,
    Realme: /^realme/i,
    Asus: /^asustek/i,
    Acer: /^acer /i,
  },
};

const blocks = Object.entries(JSON.parse(readFileSync(process.argv[2], "utf8")))
  .filter(([block]) => block.length === 6)
  .map(([block, text]) => [block, text.split("\n")[0]]);
const taken = new Set();

/** As makers.ts says. */
function distances(own) {
  const bytes = [];
  let last = 0;
  for (const block of own.map(([hex]) => Number.parseInt(hex, 16)).sort((one, other) => one - other)) {
    let rest = block - last;
    for (; rest > 127; rest >>= 7) bytes.push(128 | (rest & 127));
    bytes.push(rest);
    last = block;
  }
  return bytes;
}

function packed(patterns) {
  const lines = Object.entries(patterns).map(([maker, pattern]) => {
    const own = blocks.filter(([block, name]) => !taken.has(block) && pattern.test(name));
    for (const [block] of own) taken.add(block);
    return `  ${maker}:\n    "${Buffer.from(distances(own)).toString("base64")}",\n`;
  });
  return `{\n${lines.join("")}}`;
}

const text = `// Made by tests/support/make-makers.mjs from the IEEE's list of address blocks (oui-data 2.1.9, BSD-2-Clause). Not edited by hand.

/**
 * Address blocks of makers: those whose devices are mostly screens and consoles. In order, each as its distance from the one before, seven
 * bits a byte, the lowest first, the eighth where more follow; in base64.
 */
export const screenMakers: Readonly<Record<string, string>> = ${packed(makers.screens)};

/** The same of phones and computers. */
export const otherMakers: Readonly<Record<string, string>> = ${packed(makers.others)};
`;
writeFileSync(join(import.meta.dirname, "../../worker/features/device-pairing/makers.ts"), text);
console.log(`${taken.size} blocks, ${text.length} characters`);
