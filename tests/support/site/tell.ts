import { ask } from "./ask.ts";

/** Somebody who is signed in at a host of the site. */
export type Session = { origin: string; cookie: string };

/** A call of theirs that does what it is asked for: any answer but 200 is an error. */
export async function tell<T = Record<string, unknown>>(
  { origin, cookie }: Session,
  method: string,
  path: string,
  json?: unknown,
): Promise<T> {
  const answer = await ask(origin, path, {
    method,
    ...(json === undefined ? {} : { json }),
    headers: { cookie },
  });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as T;
}
