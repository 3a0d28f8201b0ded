export function guardRun(): void;
