// By itself, for who loads it when it is opened: what drops down is a fifth of all script of a first page.
export { Select } from "@mantine/core";
