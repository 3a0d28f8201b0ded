/** Words that say which of several things a value is. */
const telling = new Set(["type", "kind", "state", "reason", "say", "mode", "journal"]);

/**
 * What is alike in two values that differ by their contents alone: the names in them, the type of each, and the words by which a reader
 * decides. Elements of one list count once for each shape.
 * @param {unknown} value
 * @param {string} [name]
 * @returns {string}
 */
export function shapeOf(value, name = "") {
  if (Array.isArray(value)) return `[${[...new Set(value.map((one) => shapeOf(one)))].sort().join("|")}]`;
  if (value !== null && typeof value === "object")
    return `{${Object.entries(value)
      .map(([key, inner]) => `${key}:${shapeOf(inner, key)}`)
      .sort()
      .join(",")}}`;
  if (value === null) return "null";
  return typeof value === "string" && telling.has(name) ? value : typeof value;
}
