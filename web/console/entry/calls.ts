import { useEffect, useRef, useState } from "react";

type Call<T> = { busy: boolean; data: T | null; error: unknown };

/** A call that a press makes: what it answered, or why it did not. */
export function usePress<T>(send: () => Promise<T>): Call<T> & { press: () => void } {
  const [call, setCall] = useState<Call<T>>({ busy: false, data: null, error: null });
  const press = async () => {
    setCall({ busy: true, data: null, error: null });
    try {
      setCall({ busy: false, data: await send(), error: null });
    } catch (error) {
      setCall({ busy: false, data: null, error });
    }
  };
  return { ...call, press: () => void press() };
}

/** The same, made when the page comes. */
export function useReadOnce<T>(read: () => Promise<T>): Call<T> {
  const call = usePress(read);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    call.press();
  });
  return call;
}
