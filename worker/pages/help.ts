import * as contract from "../contract/help.ts";
import { type HelpBook, helpBooks } from "../contract/values/help.ts";
import { type App, route } from "../http/route.ts";
import { visitorLanguage } from "../http/visitor-language.ts";
import { bookPage, indexPage, policy } from "./help/page.ts";
import { notFound, refusalPage } from "./refusal.ts";

export function mountHelp(app: App): void {
  const refuse = { refuse: refusalPage };
  route(
    app,
    contract.helpIndex,
    async ({ tenant, request, url }) =>
      answer(indexPage(visitorLanguage(request, url).language, tenant.isMainHost)),
    refuse,
  );
  route(
    app,
    contract.helpBook,
    async ({ ctx, tenant, request, url, params: { book } }) => {
      if (!isBook(book) || (book === "operator" && !tenant.isMainHost)) return notFound(ctx, request);
      return answer(bookPage(book, visitorLanguage(request, url).language));
    },
    refuse,
  );
}

const isBook = (name: string): name is HelpBook => helpBooks.some((book) => book === name);

function answer(page: string): Response {
  return new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "private, max-age=600",
      vary: "accept-language, cookie",
    },
  });
}
