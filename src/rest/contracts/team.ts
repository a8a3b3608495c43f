import { z } from "zod";
import { word } from "./paging.ts";
import { oneOf, order, strictFields } from "./strict.ts";
import { expected, flag, integer, text, texts } from "./values.ts";

export const TeamUser = z
  .strictObject({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    fullName: z.string(),
    email: z.string(),
  })
  .meta({ id: "TeamUser" });

export const TeamUserFilters = strictFields({
  id: word().optional().meta({ description: "The id, which must be equal." }),
  firstName: word().optional().meta({
    description: "A part of the name, ignoring case and accents. The following fields match in the same way.",
  }),
  lastName: word().optional(),
  fullName: word().optional(),
  email: word().optional(),
}).meta({ id: "TeamUserFilters" });

const TeamUserSort = strictFields({
  field: oneOf(["id", "firstName", "lastName", "fullName", "email"]),
  order: order(),
}).meta({ id: "TeamUserSort" });

export const TeamUserSorts = z.array(TeamUserSort, expected("a list of {field, order}")).meta({ maxItems: 5 });

const permission = () => flag().optional();

export const ExplorerPermissionsRequest = strictFields({
  table: permission(),
  bubble: permission(),
  "feature-fit": permission(),
  events: permission(),
  "due-diligence": permission(),
}).meta({ id: "ExplorerPermissionsRequest", description: "A field that is absent counts as false." });

/** A new team; bounds and defaults are the domain's, and appear here for the reader. */
export const NewTeam = {
  name: text().meta({ minLength: 1, maxLength: 200 }),
  domain: text().meta({
    description: "The team's domain, such as acme.com. The combination of domain and name must be unique.",
  }),
  maxUsersCount: z.int32(expected("a whole number")).optional().meta({ minimum: 1, maximum: 10_000, default: 5 }),
  teamAdmin: z.uuid(expected("a UUID")).meta({ description: "An existing user, who becomes the team's first member." }),
  theme: text().optional().meta({ default: "light", minLength: 1, maxLength: 64 }),
  explorerPermissions: ExplorerPermissionsRequest.optional(),
  featurePermissions: texts()
    .optional()
    .meta({ examples: [["notes"]] }),
  isDemo: flag().optional().meta({ default: false }),
};

const asNumber = () => z.literal([0, 1]);

export const Team = z
  .strictObject({
    id: integer(),
    name: z.string(),
    domain: z.string(),
    filePath: z.string(),
    explorerPermissions: z.strictObject({
      table: z.boolean(),
      bubble: z.boolean(),
      events: z.boolean(),
      "feature-fit": z.boolean(),
      "due-diligence": z.boolean(),
    }),
    accessExpired: z
      .number()
      .meta({ description: "When the team's access expires, as Unix time in milliseconds; 0 where it does not." }),
    maxUsers: integer(),
    isDemo: asNumber(),
    isDefault: asNumber(),
    theme: z.string(),
  })
  .meta({ id: "Team" });
