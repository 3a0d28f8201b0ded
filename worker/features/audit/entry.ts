/** One line of who did what. Carries no secret, no password and nothing a stranger typed. */
export type AuditEntry = {
  actor: "provider" | "platform" | "bridge" | "system";
  /** Admin or bridge; null when nobody known did it. */
  actorId: string | null;
  /** The provider it concerns; null = the platform alone. */
  providerId: string | null;
  /** Subject and verb by which a list can be filtered: `plan.update`, `admin.log_in_failed`. */
  action: string;
  /** Id of what was acted upon. */
  subject?: string | null;
  /** Address of the network that it came from. */
  network?: string | null;
  detail?: Record<string, unknown>;
};

/** Who acts, for whom, and from where. */
export type Actor = Pick<AuditEntry, "actor" | "actorId" | "providerId" | "network">;

/** A line that is written later than what it tells of, and maybe more than once. `at`: when that happened, UTC ms. */
export type AuditLine = AuditEntry & { id: string; at: number };
