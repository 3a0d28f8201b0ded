import type { Page, Route } from "playwright-core";

/** What a call is answered in the server's place: JSON, or a status without words. */
export type Answer = { json: unknown } | { status: number; message?: string };

/** By how an address ends ("plans" is /api/admin/plans, "superadmin/stats" itself, whatever the query), with or without a method before it. */
export type Answers = Record<string, Answer>;

export async function answer({ page }: { page: Page }, answers: Answers): Promise<void> {
  for (const [call, given] of Object.entries(answers)) {
    const [method, path = ""] = call.includes(" ") ? call.split(" ") : [undefined, call];
    await page.route(new RegExp(`/api/(admin/)?${path}(\\?.*)?$`), (route: Route) => {
      if (method !== undefined && route.request().method() !== method) return route.fallback();
      if ("status" in given) {
        const { status, message } = given;
        if (message === undefined) return route.fulfill({ status, body: "" });
        return route.fulfill({ status, json: { code: "refused", message, error: message } });
      }
      const { json } = given;
      const headers = Array.isArray(json) ? { "x-total-count": String(json.length) } : {};
      return route.fulfill({ json, headers });
    });
  }
}
