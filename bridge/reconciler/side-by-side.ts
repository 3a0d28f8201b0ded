/** Works off what `next` gives, so many at a time. After a fault nothing new begins, and it is thrown when what is under way has ended. */
export async function sideBySide<T>(
  most: number,
  next: () => T | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const faults: unknown[] = [];
  for (;;) {
    while (faults.length === 0 && underWay.size < most) {
      const item = next();
      if (item === undefined) break;
      const one: Promise<unknown> = work(item)
        .catch((error: unknown) => faults.push(error))
        .finally(() => underWay.delete(one));
      underWay.add(one);
    }
    if (underWay.size === 0) break;
    await Promise.race(underWay);
  }
  if (faults.length > 0) throw faults[0];
}
