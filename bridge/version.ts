import about from "../package.json" with { type: "json" };

/** Of this bridge, like "0.1.0"; told to the worker in each `hello`. */
export const bridgeVersion: string = about.version;
