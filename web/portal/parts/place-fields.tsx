import { usePortal } from "../portal-context.ts";

/** What a form sent without scripts carries on. */
export function PlaceFields({ planId }: { planId: string }) {
  const { mac, routerId, lang, theme } = usePortal().page;
  return (
    <>
      {planId ? <input type="hidden" name="planId" value={planId} /> : null}
      {mac ? <input type="hidden" name="mac" value={mac} /> : null}
      {routerId ? <input type="hidden" name="routerId" value={routerId} /> : null}
      {lang ? <input type="hidden" name="lang" value={lang} /> : null}
      {theme ? <input type="hidden" name="theme" value={theme} /> : null}
    </>
  );
}
