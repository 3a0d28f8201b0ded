import { describe, expect, test } from "vitest";
import { matches } from "./query.ts";

const row = { name: "ether1", type: "ether", mtu: "1500", comment: "", disabled: "false", running: "true" };

describe("query words", () => {
  test.each<[string, string[], boolean]>([
    ["no word lets everything pass", [], true],
    ["name asks for a value", ["running"], true],
    ["name fails without the value", ["slave"], false],
    ["-name asks for its absence", ["-slave"], true],
    ["-name fails with the value", ["-running"], false],
    ["name=x compares", ["type=ether"], true],
    ["=name=x is the same", ["=type=bridge"], false],
    ["a value may contain =", ["name=ether1=x"], false],
    ["yes means true", ["running=yes"], true],
    ["no means false", ["disabled=no"], true],
    ["<name=x compares numbers as numbers", ["<mtu=900"], false],
    [">name=x compares numbers as numbers", [">mtu=900"], true],
    [">name= asks for a value that is not empty", [">comment="], false],
    ["several words are ANDed", ["type=ether", "name=ether2"], false],
    ["#| of two words", ["type=bridge", "type=ether", "#|"], true],
    ["#& of two words", ["type=bridge", "type=ether", "#&"], false],
    ["#! negates the top", ["type=bridge", "#!"], true],
    ["operators run from left to right", ["type=ether", "type=bridge", "#!&"], true],
    ["below the stack lies true", ["#!"], false],
    ["an index in the middle copies that value", ["type=bridge", "type=ether", "#1!|", "#|"], true],
    ["an index at the end replaces the whole stack", ["type=bridge", "type=ether", "#0"], true],
    ["a dot after an index does nothing", ["type=bridge", "type=ether", "#0.|"], true],
    ["a dot doubles the top", ["type=ether", "type=bridge", "#.||"], true],
  ])("%s", (_promise, words, passes) => {
    expect(matches(words, row)).toBe(passes);
  });
});
