/** Loaded when one is written: it is large. It cannot be loaded before the reflection that it builds on. */
export async function loadX509(): Promise<typeof import("@peculiar/x509")> {
  await import("reflect-metadata/lite");
  return import("@peculiar/x509");
}
