import { ok, page, refusal } from "./envelope.ts";
import type { Part, Runtime } from "./runtime.ts";
import { type Account, type Binding, newId, newUuid, type Script, type Version } from "./state.ts";

type Asked = { account: Account; method: string; path: string; query: URLSearchParams; request: Request };

/** Workers of the account. Undefined for an address that is none of these. */
export async function answerWorkers(asked: Asked, runtime: Runtime): Promise<Response | undefined> {
  const { account, method, request } = asked;
  const path = asked.path.replace(`/accounts/${account.id}`, "");
  if (path === "/workers/assets/upload" && method === "POST") return takeFiles(asked);
  if (path === "/workers/subdomain" && method === "GET") return ok({ subdomain: "mlango-test" });
  const service = /^\/workers\/services\/([^/]+)$/.exec(path);
  if (service && method === "GET") {
    const script = account.scripts.find(({ name }) => name === service[1]);
    if (!script) return refusal(404, 10090, "This Worker does not exist on your account.");
    return ok({
      id: script.name,
      default_environment: { environment: "production", script: settingsOf(script) },
    });
  }
  const worker = /^\/workers\/workers\/([^/]+)$/.exec(path);
  if (worker && method === "GET") {
    const script = account.scripts.find(({ name }) => name === worker[1]);
    if (!script) return refusal(404, 10007, "This Worker does not exist on your account.");
    return ok({
      id: script.name,
      name: script.name,
      logpush: false,
      subdomain: { enabled: false, previews_enabled: false },
    });
  }
  const parts = /^\/workers\/scripts\/([^/]+)(\/.*)?$/.exec(path);
  if (!parts) return undefined;
  const [name = "", rest = ""] = [parts[1], parts[2]];
  if (rest === "/assets-upload-session" && method === "POST") return beginUpload(asked);
  if (rest === "" && method === "PUT") return upload(asked, name, runtime);
  // Asks for all zones of the account; a token of one zone is refused and sets each route at its zone.
  if (rest === "/routes" && method === "PUT") return refusal(403, 10000, "Authentication error");
  const script = account.scripts.find((one) => one.name === name);
  if (!script) return refusal(404, 10007, "This Worker does not exist on your account.");
  if (rest === "/secrets" && method === "GET")
    return ok(
      Object.keys(current(script)?.secrets ?? {}).map((secret) => ({ name: secret, type: "secret_text" })),
    );
  if (rest === "/settings" && method === "GET") return ok(settingsOf(script));
  // Observability and tags, which concern no request.
  if (rest === "/script-settings" && method === "PATCH") return ok(await request.json());
  if (rest === "/schedules" && method === "PUT") {
    const crons = (await request.json()) as { cron: string }[];
    script.crons = crons.map(({ cron }) => cron);
    return ok({ schedules: crons });
  }
  if (rest === "/subdomain") return ok({ enabled: false, previews_enabled: false });
  if (rest === "/deployments" && method === "GET") return ok({ deployments: deploymentsOf(script) });
  if (rest === "/deployments" && method === "POST") return deploy(asked, script, runtime);
  if (rest === "/versions" && method === "POST") return addVersion(asked, script, runtime);
  if (rest === "/versions" && method === "GET") return page(script.versions.map(versionShown), asked.query);
  const version = /^\/versions\/([^/]+)$/.exec(rest)?.[1];
  const found = version && script.versions.find(({ id }) => id === version);
  if (found && method === "GET") return ok(versionShown(found));
  return undefined;
}

function current(script: Script): Version | undefined {
  return script.versions.find(({ id }) => id === script.deployments[0]?.versionId);
}

function settingsOf(script: Script): object {
  const version = current(script);
  return {
    id: script.name,
    migration_tag: script.migrationTag,
    tags: [],
    usage_model: "standard",
    compatibility_date: version?.compatibilityDate,
    last_deployed_from: "wrangler",
    bindings: version?.bindings,
  };
}

function deploymentsOf(script: Script): object[] {
  return script.deployments.map(({ id, createdAt, shares, message }) => ({
    id,
    created_on: createdAt,
    source: "api",
    strategy: "percentage",
    versions: shares.map(({ versionId, percentage }) => ({ version_id: versionId, percentage })),
    annotations: { "workers/message": message },
  }));
}

function versionShown(version: Version): object {
  const { id, createdAt, message, tag } = version;
  return {
    id,
    number: 1,
    metadata: { created_on: createdAt, modified_on: createdAt, source: "wrangler" },
    annotations: { "workers/message": message, "workers/tag": tag },
    resources: {
      script: { etag: id.replaceAll("-", ""), handlers: ["fetch", "queue", "scheduled"] },
      script_runtime: { compatibility_date: version.compatibilityDate, usage_model: "standard" },
      bindings: version.bindings,
    },
  };
}

async function beginUpload({ account, request }: Asked): Promise<Response> {
  const { manifest } = (await request.json()) as { manifest: Record<string, { hash: string; size: number }> };
  const wrong = Object.entries(manifest).find(
    ([path, { hash }]) => !path.startsWith("/") || !/^[0-9a-f]{32}$/.test(hash),
  );
  if (wrong) return refusal(400, 10021, `The manifest's ${wrong[0]} has no valid path or hash.`);
  const missing = [...new Set(Object.values(manifest).map(({ hash }) => hash))].filter(
    (hash) => !account.files[hash],
  );
  const buckets = Array.from({ length: Math.ceil(missing.length / 40) }, (_, at) =>
    missing.slice(at * 40, at * 40 + 40),
  );
  const id = newId();
  account.uploads[id] = Object.fromEntries(Object.entries(manifest).map(([path, { hash }]) => [path, hash]));
  return ok({ jwt: tokenFor(id), buckets });
}

/** Names an upload; what was agreed upon is kept here. Nothing checks a signature. */
function tokenFor(id: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ id, exp: Math.floor(Date.now() / 1_000) + 3_600 })}.signature`;
}

/** Address of each file -> its hash. */
function filesOf(account: Account, token: string): Record<string, string> {
  const { id } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return account.uploads[id] ?? {};
}

async function takeFiles({ account, request, query }: Asked): Promise<Response> {
  const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
  if (query.get("base64") !== "true") return refusal(400, 10021, "Files are taken in base64 alone.");
  const wanted = new Set(Object.values(filesOf(account, token)));
  for (const [hash, file] of await request.formData()) {
    if (!wanted.has(hash)) return refusal(400, 10021, `No file of this upload has the hash ${hash}.`);
    account.files[hash] = typeof file === "string" ? file : await file.text();
  }
  const isWhole = [...wanted].every((hash) => account.files[hash] !== undefined);
  return isWhole ? ok({ jwt: token }, undefined, 201) : ok({ jwt: null }, undefined, 202);
}

type Metadata = {
  main_module?: string;
  bindings: Binding[];
  compatibility_date?: string;
  compatibility_flags?: string[];
  migrations?: { old_tag?: string; new_tag?: string; steps?: { new_sqlite_classes?: string[] }[] };
  keep_bindings?: string[];
  limits?: Record<string, unknown>;
  assets?: { jwt?: string };
  annotations?: Record<string, string>;
};

/** What a version's limits may be raised to. */
const mostOf: Record<string, number> = { cpu_ms: 300_000, subrequests: 10_000_000 };

/** A new version: made, and not yet what answers. @returns a refusal, or the version */
async function takeVersion(
  { account, request }: Asked,
  script: Script,
  runtime: Runtime,
): Promise<Response | { version: Version; migrationTag: string | undefined; queues: string[] }> {
  const form = await request.formData();
  const metadata: Metadata = JSON.parse(String(form.get("metadata") ?? "{}"));
  const { migrations } = metadata;
  if (migrations && migrations.old_tag !== script.migrationTag)
    return refusal(412, 10079, `The migration tag is ${script.migrationTag}, not ${migrations.old_tag}.`);
  const limits = metadata.limits ?? {};
  if (
    Object.entries(limits).some(([name, most]) => !((mostOf[name] ?? 0) >= Number(most) && Number(most) > 0))
  )
    return refusal(400, 10021, `These limits are none that the plan has: ${JSON.stringify(limits)}`);
  const before = current(script);
  const bindings: Binding[] = [];
  for (const one of metadata.bindings) {
    const inherited = one.type === "inherit" ? before?.bindings.find(({ name }) => name === one.name) : one;
    if (!inherited) return refusal(400, 10057, `binding ${one.name} has nothing to inherit from`);
    bindings.push(inherited);
  }
  const fault = missingResource(account, bindings);
  if (fault) return fault;
  const modules: Version["modules"] = [];
  for (const [key, file] of form)
    if (key !== "metadata" && typeof file !== "string" && !/source-map/.test(file.type))
      modules.push({ name: file.name, type: file.type, contents: await file.text() });
  if (!modules.some(({ name }) => name === metadata.main_module))
    return refusal(400, 10021, `No such module "${metadata.main_module}".`);
  const isSecret = ({ type }: Binding) => type === "secret_text";
  const sent = bindings.filter(isSecret).map((one) => [one.name, String(one.text)]);
  const keptSecrets = metadata.keep_bindings?.includes("secret_text") ? before?.secrets : {};
  const version: Version = {
    id: newUuid(),
    createdAt: new Date().toISOString(),
    modules,
    mainModule: metadata.main_module ?? "",
    message: metadata.annotations?.["workers/message"] ?? "",
    tag: metadata.annotations?.["workers/tag"] ?? "",
    bindings: bindings.filter((one) => !isSecret(one)),
    secrets: { ...keptSecrets, ...Object.fromEntries(sent) },
    compatibilityDate: metadata.compatibility_date ?? "",
    compatibilityFlags: metadata.compatibility_flags ?? [],
    limits,
    assets: metadata.assets?.jwt ? filesOf(account, metadata.assets.jwt) : {},
  };
  try {
    await runtime.load(account, script.name, version);
  } catch (cause) {
    return refusal(400, 10021, `Uncaught ${cause instanceof Error ? cause.message : cause}`);
  }
  const queues = bindings.flatMap((one) => (one.type === "queue" ? [String(one.queue_name)] : []));
  return { version, migrationTag: migrations?.new_tag ?? script.migrationTag, queues };
}

/** The first version of a worker, or the next one, which answers at once. */
async function upload(asked: Asked, name: string, runtime: Runtime): Promise<Response> {
  const { account } = asked;
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) return refusal(400, 10016, "The name of a Worker is invalid.");
  const known = account.scripts.find((one) => one.name === name);
  const script = known ?? { name, versions: [], deployments: [], migrationTag: undefined, crons: [] };
  const taken = await takeVersion(asked, script, runtime);
  if (taken instanceof Response) return taken;
  const { version, migrationTag, queues } = taken;
  if (!known) account.scripts.push(script);
  script.versions.unshift(version);
  script.migrationTag = migrationTag;
  for (const queue of account.queues)
    if (queues.includes(queue.name) && !queue.producers.includes(name)) queue.producers.push(name);
  await activate(account, script, [{ version, percentage: 100 }], version.message, runtime);
  return ok({
    id: name,
    tag: newId(),
    etag: newId(),
    deployment_id: version.id.replaceAll("-", ""),
    startup_time_ms: 40,
    entry_point: version.mainModule,
    has_modules: true,
    has_assets: true,
    available_on_subdomain: false,
  });
}

async function addVersion(asked: Asked, script: Script, runtime: Runtime): Promise<Response> {
  const taken = await takeVersion(asked, script, runtime);
  if (taken instanceof Response) return taken;
  if (taken.migrationTag !== script.migrationTag)
    return refusal(400, 10211, "Migrations of objects need a deployment, not a version alone.");
  script.versions.unshift(taken.version);
  return ok({ ...versionShown(taken.version), startup_time_ms: 40 });
}

async function activate(
  account: Account,
  script: Script,
  parts: readonly Part[],
  message: string,
  runtime: Runtime,
) {
  await runtime.run(account, script.name, parts);
  const shares = parts
    .map(({ version, percentage }) => ({ versionId: version.id, percentage }))
    .sort((one, other) => other.percentage - one.percentage);
  script.deployments.unshift({
    id: newUuid(),
    createdAt: new Date().toISOString(),
    versionId: shares[0]?.versionId ?? "",
    shares,
    message,
  });
}

/** A version whose database or queue is not there is refused. */
function missingResource(account: Account, bindings: Binding[]): Response | undefined {
  for (const one of bindings) {
    const databaseId = one.id ?? one.database_id;
    if (one.type === "d1" && !account.databases.some(({ uuid }) => uuid === databaseId))
      return refusal(
        400,
        10181,
        `binding ${one.name} of type d1 must have a valid \`id\` specified [code: 10021]`,
      );
    if (one.type === "queue" && !account.queues.some(({ name }) => name === one.queue_name))
      return refusal(400, 11000, `Queue "${one.queue_name}" does not exist.`);
  }
  return undefined;
}

async function deploy(
  { account, request, query }: Asked,
  script: Script,
  runtime: Runtime,
): Promise<Response> {
  const { strategy, versions, annotations } = (await request.json()) as {
    strategy?: string;
    versions?: { version_id: string; percentage: number }[];
    annotations?: Record<string, string>;
  };
  const asked = versions ?? [];
  const whole = asked.reduce((sum, { percentage }) => sum + percentage, 0);
  if (strategy !== "percentage" || asked.length < 1 || asked.length > 2 || whole !== 100)
    return refusal(400, 10021, "A deployment is of one or two versions whose percentages are 100 together.");
  const parts = asked.flatMap(({ version_id, percentage }) => {
    const version = script.versions.find(({ id }) => id === version_id);
    return version ? [{ version, percentage }] : [];
  });
  const [version] = [...parts]
    .sort((one, other) => other.percentage - one.percentage)
    .map((part) => part.version);
  if (!version || parts.length < asked.length) return refusal(404, 10092, "The version does not exist.");
  const place = (one: Version | undefined) => script.versions.findIndex(({ id }) => id === one?.id);
  const isBack = place(version) > place(current(script));
  const [then, now] = [version.secrets, current(script)?.secrets ?? {}];
  const changed = Object.keys({ ...then, ...now }).filter((name) => then[name] !== now[name]);
  if (isBack && changed.length > 0 && query.get("force") !== "true")
    return refusal(
      400,
      10220,
      `Secrets were modified since this version was deployed. The following secrets have changed: ${changed.join(", ")}`,
    );
  await activate(account, script, parts, annotations?.["workers/message"] ?? "", runtime);
  return ok(deploymentsOf(script)[0]);
}
