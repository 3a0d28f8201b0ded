/** A control call that could not be done, with the sentence that says why. */
export function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

/** The body as a JSON object; undefined when it is none. */
export async function readObject(request: Request): Promise<Record<string, unknown> | undefined> {
  try {
    const body: unknown = JSON.parse(await request.text());
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
