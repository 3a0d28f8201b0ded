// The rooms and what each may import, type imports included (docs/design.md, "Rooms" and "Import rules").

/** One-way order: a feature may import only what stands to its left, and only the other's index.ts. */
const features = [
  ["audit", "rate-limits"],
  ["mail", "copies"],
  ["auth"],
  ["providers"],
  ["ledger"],
  ["gateways", "plans", "branding"],
  ["messages"],
  ["entitlements"],
  ["tunnels"],
  ["openvpn"],
  ["routers"],
  ["campaigns", "customers"],
  ["lines"],
  ["bridges"],
  ["ads"],
  ["switch"],
  ["breakers"],
  ["payments"],
  ["payouts"],
  ["credits"],
  ["vouchers"],
  ["trials"],
  ["imports"],
  ["purchase-recovery", "purchase-status", "device-pairing"],
  ["users"],
  ["transactions"],
  ["owner-news"],
  ["billing"],
  ["reconciliation"],
  ["guard"],
  ["reports"],
  ["secrets"],
  ["provider-data"],
  ["watches"],
  ["backups"],
];

const order = features.flatMap((group, place) =>
  group.map((name) => ({
    name: `feature-${name}-looks-left`,
    severity: "error",
    comment: `${name} may import only features to its left, and only their front door`,
    from: { path: `^worker/features/${name}/` },
    to: {
      path: "^worker/features/",
      pathNot: [
        `^worker/features/${name}/`,
        ...features
          .slice(0, place)
          .flat()
          .map((left) => `^worker/features/${left}/index\\.ts$`),
        // Neighbours in one group that do not depend back on each other.
        ...(name === "auth" || place > 0 ? ["^worker/features/(audit|rate-limits)/index\\.ts$"] : []),
      ],
    },
  })),
);

/** Inside payments: a floor imports only itself and what stands to its left; the files above the folders join them. */
const paymentFloors = ["core", "gateways", "paybill", "refunds"];

const floors = paymentFloors.map((name, place) => ({
  name: `payments-${name}-looks-left`,
  severity: "error",
  comment: `payments/${name} may import only ${paymentFloors.slice(0, place + 1).join(", ")} of its feature`,
  from: { path: `^worker/features/payments/${name}/` },
  to: {
    path: "^worker/features/payments/",
    pathNot: `^worker/features/payments/(${paymentFloors.slice(0, place + 1).join("|")})/`,
  },
}));

const forbidden = [
  {
    name: "no-circles",
    severity: "error",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "no-circles-of-types",
    severity: "error",
    comment: "type imports and lazy imports count, too",
    from: { path: "^(worker|web|bridge)/" },
    to: { circular: true },
  },
  {
    name: "nothing-missing",
    severity: "error",
    from: {},
    to: { couldNotResolve: true, pathNot: "^(cloudflare:|virtual:)" },
  },
  {
    name: "contract-knows-zod-alone",
    severity: "error",
    from: { path: "^worker/contract/" },
    to: { pathNot: ["^worker/contract/", "^node_modules/zod/"] },
  },
  {
    name: "values-import-values-alone",
    severity: "error",
    from: { path: "^worker/contract/values/" },
    to: { pathNot: "^worker/contract/values/" },
  },
  {
    name: "features-know-their-own",
    severity: "error",
    comment: "own files, db, errors, env, keys, context, ports, the http front and the contract",
    from: { path: "^worker/features/" },
    to: {
      path: "^(worker|web|bridge|tests)/",
      pathNot: [
        "^worker/features/",
        "^worker/(db|contract)/",
        "^worker/(errors|env|keys|context|log|sleep|ttl-cache|version-cache|ports)\\.ts$",
        "^worker/http/(route|session|cookies|tenant|request-rules|network)\\.ts$",
      ],
    },
  },
  {
    name: "http-knows-front-doors",
    severity: "error",
    from: { path: "^worker/(http/|pages/|context\\.ts|db/)" },
    to: { path: "^worker/features/", pathNot: "/index\\.ts$" },
  },
  {
    name: "pages-are-above",
    severity: "error",
    comment: "pages join what http and the features offer",
    from: { path: "^worker/(http|features|db|contract)/" },
    to: { path: "^worker/pages/" },
  },
  {
    name: "app-mounts-routes",
    severity: "error",
    from: { path: "^worker/(console-)?app\\.ts$" },
    to: { path: "^worker/features/", pathNot: "/(index|(console-)?routes)\\.ts$" },
  },
  {
    name: "only-pages-render",
    severity: "error",
    from: { path: "^worker/" },
    to: {
      path: "^(web|bridge)/",
      pathNot:
        "^web/(portal/server\\.tsx|console/entry/skeleton\\.ts|customer/(page|packages|frame|view|due-amount)\\.ts)$",
    },
  },
  {
    name: "only-pages-know-the-renderer",
    severity: "error",
    from: { path: "^worker/", pathNot: "^worker/pages/" },
    to: { path: "^web/" },
  },
  {
    name: "portal-is-light",
    severity: "error",
    comment: "web/ui, contract values, react",
    from: { path: "^web/portal/" },
    to: {
      pathNot: [
        "^web/(portal|ui)/",
        "^worker/contract/",
        "^node_modules/(react|react-dom|@types/react|@types/react-dom|vite)/",
      ],
    },
  },
  {
    name: "customer-page-is-plain",
    severity: "error",
    comment: "web/ui and contract values: it is rendered on the server alone, and has no script",
    from: { path: "^web/customer/" },
    to: { pathNot: ["^web/(customer|ui)/", "^worker/contract/", "^node_modules/vite/"] },
  },
  {
    name: "portal-takes-types-from-the-contract",
    severity: "error",
    from: { path: "^web/(portal|customer|ui)/" },
    to: { path: "^worker/contract/", pathNot: "^worker/contract/values/", dependencyTypesNot: ["type-only"] },
  },
  {
    name: "ui-is-plain",
    severity: "error",
    from: { path: "^web/ui/" },
    to: { path: "^(web|worker|bridge)/", pathNot: "^web/ui/" },
  },
  {
    name: "consoles-apart",
    severity: "error",
    from: { path: "^web/(admin|superadmin)/" },
    to: { path: "^(web|worker|bridge)/", pathNot: ["^web/(ui|console)/", "^worker/contract/", "^web/$1/"] },
  },
  {
    name: "bridge-knows-the-line-and-the-router",
    severity: "error",
    from: { path: "^bridge/" },
    to: { path: "^(worker|web|tests)/", pathNot: "^worker/contract/" },
  },
  {
    name: "link-knows-no-router",
    severity: "error",
    from: { path: "^bridge/link" },
    to: { path: "^bridge/(router|commands)" },
  },
  {
    name: "router-knows-no-link",
    severity: "error",
    from: { path: "^bridge/router" },
    to: { path: "^bridge/(link|agent|journal)" },
  },
  {
    name: "one-file-knows-the-driver",
    severity: "error",
    from: { path: "^(bridge|worker|web)/", pathNot: "^bridge/router\\.ts$" },
    to: { path: "^node_modules/node-routeros/" },
  },
  {
    name: "deploy-knows-the-settings",
    severity: "error",
    from: { path: "^deploy/" },
    comment: "and what reads a backup, which the worker writes",
    to: {
      path: "^(worker|web|bridge|tests)/",
      pathNot: "^worker/((env|keys)\\.ts$|features/backups/(read-backup|manifest|store)\\.ts$)",
    },
  },
  {
    name: "nobody-imports-tests",
    severity: "error",
    from: { pathNot: "^(tests/|vitest\\.config)" },
    to: { path: "^tests/" },
  },
  {
    name: "simulators-share-no-code",
    severity: "error",
    comment: "a stand-in that shared our code would share our mistakes",
    from: { path: "^tests/simulators/" },
    to: { path: "^(worker|web|bridge)/" },
  },
  {
    name: "env-names-what-objects-answer",
    severity: "error",
    comment: "interfaces in place of classes: a class knows Env, so the two would import each other",
    from: { path: "^worker/env\\.ts$" },
    to: {
      path: "^worker/features/",
      pathNot: [
        "-api\\.ts$",
        "^worker/features/payments/core/callbacks\\.ts$",
        "^worker/features/rate-limits/",
      ],
    },
  },
  ...floors,
  ...order,
];

export default {
  forbidden,
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|node_modules/\\.cache)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
    },
    moduleSystems: ["es6"],
  },
};
