/** Where the line below keeps the bridge: it needs no rights beyond the person's own. */
const folder = '"$HOME/mlango-bridge"';

/**
 * One line for a shell in the folder of this product, under Node 24: makes the machine the bridge that the code was made
 * for, and runs it. The enrolment remembers the server.
 */
export function installCommand(origin: string, code: string): string {
  const enrol = `MLANGO_ORIGIN=${origin} node bridge/main.ts enrol ${code}`;
  return `export BRIDGE_DIR=${folder} && ${enrol} && node bridge/main.ts run`;
}
