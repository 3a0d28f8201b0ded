// Stands before the built worker, inside the runtime: each call of an object and each trip to D1 takes so much longer, as if
// they were far away. The worker itself does not know. Plain types only: it is loaded with its types stripped.

type Bound = Record<string, unknown>;
type ObjectClass = new (state: unknown, env: Bound) => object;
type Handler = (subject: unknown, env: Bound, context: unknown) => unknown;
type BuiltWorker = Record<string, unknown> & { default: Record<string, Handler> };

type Method = (...given: unknown[]) => unknown;

/** @returns the built worker's exports, each given an environment whose databases and objects are `ms` away */
export function delayHops(built: BuiltWorker, ms: number): Record<string, unknown> {
  const late = async (answer: () => unknown) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return answer();
  };

  /** As it is, with its methods replaced as `changed` says. */
  const withMethods = (target: object, changed: (name: string, method: Method) => Method) =>
    new Proxy(target, {
      get(_target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function" || typeof name !== "string") return member;
        return changed(name, (...given) => Reflect.apply(member, target, given));
      },
    });
  const stub = (real: object) =>
    withMethods(
      real,
      (_name, method) =>
        (...given) =>
          late(() => method(...given)),
    );
  const namespace = (real: object) =>
    withMethods(
      real,
      (name, method) =>
        (...given) =>
          name === "getByName" ? stub(method(...given) as object) : method(...given),
    );

  const plain = new WeakMap<object, object>();
  const statement = (real: object): object => {
    const made = withMethods(
      real,
      (name, method) =>
        (...given) =>
          name === "bind" ? statement(method(...given) as object) : late(() => method(...given)),
    );
    plain.set(made, real);
    return made;
  };
  const database = (real: object) =>
    withMethods(real, (name, method) => (...given) => {
      if (name === "prepare") return statement(method(...given) as object);
      const [first] = given;
      const statements = Array.isArray(first) ? [first.map((one: object) => plain.get(one) ?? one)] : given;
      return late(() => method(...statements));
    });

  const environments = new WeakMap<Bound, Bound>();
  /** One for each of the runtime's: what the worker keeps by its environment stays kept. */
  const far = (env: Bound): Bound => {
    const known = environments.get(env);
    if (known) return known;
    const made: Bound = {};
    for (const [name, binding] of Object.entries(env)) {
      const kind = Object.prototype.toString.call(binding);
      if (name === "DB") made[name] = database(binding as object);
      else if (kind === "[object DurableObjectNamespace]") made[name] = namespace(binding as object);
      else made[name] = binding;
    }
    environments.set(env, made);
    return made;
  };

  const { default: entry, ...classes } = built;
  const handlers = Object.entries(entry).map(([name, handler]) => [
    name,
    (subject: unknown, env: Bound, context: unknown) => handler.call(entry, subject, far(env), context),
  ]);
  const objects = Object.entries(classes).map(([name, made]) => {
    const Near = made as ObjectClass;
    const Far = class extends Near {
      constructor(state: unknown, env: Bound) {
        super(state, far(env));
      }
    };
    return [name, Far];
  });
  return { ...Object.fromEntries(objects), default: Object.fromEntries(handlers) };
}
