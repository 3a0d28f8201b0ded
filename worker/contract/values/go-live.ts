/** The steps of docs/go-live.md in its order (tests/rules/go-live.test.ts): a step's number is its place. */
export const goLiveChapters = [
  {
    title: "Cloudflare",
    steps: {
      domain: "Domain and plan",
      token: "Token",
      zone: "Security of the zone",
      deploy: "Deploy",
      told: "To be told",
    },
  },
  {
    title: "Safaricom",
    steps: {
      code: "Short code and administrator",
      app: "Daraja app",
      initiator: "Who may act by API",
      prompts: "Prompts for others' pay bills",
      settings: "Settings",
      typed: "C2B addresses",
    },
  },
  { title: "Airtel Money and banks", steps: { others: "Applications" } },
  { title: "Letters", steps: { letters: "Mail service" } },
  {
    title: "A host and a first provider",
    steps: {
      host: "Host for routers",
      provider: "Provider",
      shilling: "A shilling",
      back: "Back again",
      morning: "Tomorrow morning",
    },
  },
  {
    title: "The law",
    steps: { data: "Data", internet: "Selling internet", money: "Others' money", terms: "Terms" },
  },
] as const;

type KeysOf<Steps> = Steps extends unknown ? keyof Steps : never;
export type GoLiveStepId = KeysOf<(typeof goLiveChapters)[number]["steps"]>;

export const goLiveStepIds = goLiveChapters.flatMap(({ steps }) => Object.keys(steps)) as [
  GoLiveStepId,
  ...GoLiveStepId[],
];
