import { useMediaQuery } from "@mantine/hooks";

const atOnce = { getInitialValueInEffect: false };

export const useIsPhone = (): boolean => useMediaQuery("(max-width: 639px)", false, atOnce);
export const useIsWide = (): boolean => useMediaQuery("(min-width: 640px)", true, atOnce);
