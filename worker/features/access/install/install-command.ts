/**
 * One line for a shell of any Linux machine at the site: installs the bridge as a service, enrols it with the code and
 * starts it. The script (`install-script.ts`) remembers the server.
 */
export function installCommand(origin: string, code: string): string {
  return `curl -fsS ${origin}/bridge/install | sudo sh -s -- ${code}`;
}
