/** `5 Mbps`, below one `512 kbps`. @param write how a number of Mbps is written */
export function speedText(mbps: number, write: (mbps: number) => string = String): string {
  return mbps < 1 ? `${Math.round(mbps * 1_000)} kbps` : `${write(mbps)} Mbps`;
}
