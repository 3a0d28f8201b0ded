/** What a file calls its plan or package, "" where it names none -> the id of one of ours; "" = left out. */
export type Mapping = Readonly<Record<string, string>>;

/** It may be called like something that every object has. */
export const mapped = (mapping: Mapping, profile: string): string =>
  Object.hasOwn(mapping, profile) ? (mapping[profile] ?? "") : "";

/** For each of the file what was chosen, else what is proposed. */
export const mappingOf = <Profile extends { name: string }>(
  profiles: readonly Profile[],
  chosen: Mapping,
  proposed: (profile: Profile) => string,
): Mapping =>
  Object.fromEntries(
    profiles.map((profile) => {
      const { name } = profile;
      return [name, Object.hasOwn(chosen, name) ? mapped(chosen, name) : proposed(profile)];
    }),
  );
