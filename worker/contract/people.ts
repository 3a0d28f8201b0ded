import * as z from "zod";
import { ProviderAdmin } from "./auth.ts";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { newPassword, newUsername } from "./fields.ts";
import { oneLine } from "./one-line.ts";
import { says } from "./said.ts";
import { roles } from "./values/roles.ts";

// The people of a provider who may sign in to its console, and how somebody becomes one: by a link that an owner makes, good once
// and for seven days.

const Role = z.enum(roles, says("role_choose"));
const success = z.object({ success: z.literal(true) });
const PersonPath = z.object({ id: z.string().max(64) });

export const Person = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  createdAt: Moment,
  /** Since when they cannot sign in; null = they can. */
  disabledAt: Moment.nullable(),
  /** When one of their sessions was last used, as far as sessions are kept. */
  lastSeenAt: Moment.nullable(),
  /** How much they may give away in a day, in minutes; of an owner it says nothing. */
  freeMinutes: z.int(),
  /** Of them given today. */
  givenMinutes: z.int(),
  hasSecondFactor: z.boolean(),
  /** The one who asks. */
  isMe: z.boolean(),
});
export type Person = z.infer<typeof Person>;

export const listPeople = endpoint({
  name: "listPeople",
  summary: "The provider's people, in the order of their names",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/people",
  answer: z.array(Person),
});

export const changePersonRole = endpoint({
  name: "changePersonRole",
  summary: "What somebody else may do from now on; the last owner stays one",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/people/:id/role",
  params: PersonPath,
  body: z.strictObject({ role: Role }),
  fresh: true,
  answer: Person,
});

/** How much somebody may give away today. */
export const ownFreeMinutes = endpoint({
  name: "ownFreeMinutes",
  summary: "How many minutes the one who asks may still give away today",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "GET",
  path: "/api/admin/free-minutes",
  answer: z.object({
    /** In a day; null = as many as they like. */
    most: z.int().nullable(),
    /** Of them today. */
    given: z.int(),
  }),
});

const minutes = says("free_minutes");

export const setFreeMinutes = endpoint({
  name: "setFreeMinutes",
  summary: "How many minutes somebody may give away in a day: more time for a user, or free vouchers",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/people/:id/free-minutes",
  params: PersonPath,
  body: z.strictObject({ minutes: z.int(minutes).min(0, minutes).max(14_400, minutes) }),
  answer: Person,
});

export const disablePerson = endpoint({
  name: "disablePerson",
  summary: "Somebody else signs in no more, and everything they have open ends at once; the last owner stays",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/people/:id/disable",
  params: PersonPath,
  fresh: true,
  answer: Person,
});

export const enablePerson = endpoint({
  name: "enablePerson",
  summary: "They may sign in again, with the password they had",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/people/:id/enable",
  params: PersonPath,
  fresh: true,
  answer: Person,
});

export const endPersonSessions = endpoint({
  name: "endPersonSessions",
  summary: "Sign somebody else out everywhere; they can sign in again",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/people/:id/sessions",
  params: PersonPath,
  answer: success,
  hasSuccess: true,
});

export const endPersonSecondFactor = endpoint({
  name: "endPersonSecondFactor",
  summary: "Turn the second factor of somebody else off, who lost it; they are signed out and told by letter",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/people/:id/second-factor",
  params: PersonPath,
  fresh: true,
  answer: Person,
});

export const PeopleRules = z.strictObject({
  /** Without a second factor of their own they can do nothing but set one up. */
  secondFactorRequired: z.boolean(says("second_factor_say")),
});
export type PeopleRules = z.infer<typeof PeopleRules>;

export const getPeopleRules = endpoint({
  name: "getPeopleRules",
  summary: "What is asked of all the provider's people",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/people/rules",
  answer: PeopleRules,
});

export const savePeopleRules = endpoint({
  name: "savePeopleRules",
  summary:
    "Change what is asked of all the provider's people; who asks for a second factor needs to have one",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/people/rules",
  body: PeopleRules,
  fresh: true,
  answer: PeopleRules,
});

export const removePerson = endpoint({
  name: "removePerson",
  summary: "Somebody else is no longer of the provider's people; what they did stays under their name",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/people/:id",
  params: PersonPath,
  fresh: true,
  answer: success,
  hasSuccess: true,
});

export const PersonInvitation = z.object({
  id: z.string(),
  /** Of who is invited. */
  name: z.string(),
  email: z.string(),
  role: Role,
  /** Name of who invites. */
  invitedBy: z.string(),
  createdAt: Moment,
  expiresAt: Moment,
});
export type PersonInvitation = z.infer<typeof PersonInvitation>;

export const listPersonInvitations = endpoint({
  name: "listPersonInvitations",
  summary: "The invitations that still open, newest first",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/people/invitations",
  answer: z.array(PersonInvitation),
});

const nameNeeded = says("invitation_name");

export const invitePerson = endpoint({
  name: "invitePerson",
  summary: "A link by which somebody becomes one of the provider's people; it is told this once",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/people/invitations",
  body: z.strictObject({
    name: oneLine(z.string(nameNeeded).trim().min(1, nameNeeded).max(100, nameNeeded), "field_name"),
    email: optional(z.email(says("invitation_email")).trim().max(200, says("invitation_email"))),
    role: Role,
  }),
  fresh: true,
  answer: z.object({
    invitation: PersonInvitation,
    /** The code stands behind the `#`, which browsers do not send. */
    address: z.string(),
  }),
});

export const withdrawPersonInvitation = endpoint({
  name: "withdrawPersonInvitation",
  summary: "The link opens nothing any more",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/people/invitations/:id",
  params: PersonPath,
  answer: success,
  hasSuccess: true,
});

const code = z.string(says("invitation_incomplete")).regex(/^[0-9a-f]{64}$/, says("invitation_incomplete"));

export const personInvitation = endpoint({
  name: "personInvitation",
  summary: "Whom a link invites and as what, for its page; at the provider's host",
  audience: ["visitor"],
  method: "POST",
  path: "/api/admin/invitation",
  body: z.strictObject({ code }),
  answer: PersonInvitation.pick({ name: true, role: true, invitedBy: true, expiresAt: true }),
});

export const acceptPersonInvitation = endpoint({
  name: "acceptPersonInvitation",
  summary:
    "The invited one chooses username and password and is signed in; the link is used up; at the provider's host",
  audience: ["visitor"],
  atEntry: true,
  method: "POST",
  path: "/api/admin/invitation/accept",
  body: z.strictObject({ code, username: newUsername, password: newPassword }),
  answer: ProviderAdmin,
});
