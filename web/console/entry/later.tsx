import type { ComponentType } from "react";

/** A part whose files come when they are wanted; once they are there it is drawn at once, with no moment of nothing. */
export type Later<Props> = {
  load: () => Promise<void>;
  isHere: () => boolean;
  /** Nothing before it was loaded. */
  Part: ComponentType<Props>;
};

export function later<Props extends object>(read: () => Promise<ComponentType<Props>>): Later<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return {
    async load() {
      Loaded ??= await read();
    },
    isHere: () => Loaded !== null,
    Part: (props) => (Loaded ? <Loaded {...props} /> : null),
  };
}
