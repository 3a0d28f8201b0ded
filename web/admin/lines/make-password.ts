// A PPPoE password is read aloud and typed into a box on a wall: no letter or digit that is taken for another one.
const signs = "abcdefghjkmnpqrstuvwxyz23456789";
const length = 12;
/** Bytes from here on would make the first signs likelier than the others. */
const fair = 256 - (256 % signs.length);

export function makePassword(): string {
  let made = "";
  while (made.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < fair && made.length < length) made += signs[byte % signs.length];
  return made;
}
