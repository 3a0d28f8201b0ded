import { useEffect } from "react";

// Forms with what may have been typed into them: it must not be lost when the session ends.

let held = 0;

export function useHeldForm(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    held += 1;
    return () => {
      held -= 1;
    };
  }, [isHeld]);
}

export const isFormHeld = (): boolean => held > 0;
