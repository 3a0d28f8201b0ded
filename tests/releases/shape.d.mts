export function shapeOf(value: unknown, name?: string): string;
