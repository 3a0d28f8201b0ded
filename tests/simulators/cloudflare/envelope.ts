// Every answer of Cloudflare's API has this form; refusals carry a number that clients look at.

export function ok(result: unknown, info?: object, status = 200): Response {
  return Response.json(
    { success: true, errors: [], messages: [], result, ...(info && { result_info: info }) },
    { status },
  );
}

export function refusal(status: number, code: number, message: string): Response {
  return Response.json(
    { success: false, errors: [{ code, message }], messages: [], result: null },
    { status },
  );
}

/** One page of a list, as `page` and `per_page` ask for it. */
export function page(all: readonly unknown[], query: URLSearchParams, most = 100): Response {
  const at = Number(query.get("page") ?? 1);
  const size = Number(query.get("per_page") ?? 20);
  if (!Number.isInteger(at) || at < 1 || !Number.isInteger(size) || size < 1 || size > most)
    return refusal(400, 1004, "page or per_page is not a number that is allowed");
  const part = all.slice((at - 1) * size, at * size);
  const info = { page: at, per_page: size, count: part.length, total_count: all.length };
  return ok(part, { ...info, total_pages: Math.ceil(all.length / size) });
}
