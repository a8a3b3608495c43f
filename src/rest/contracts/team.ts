import { z } from "zod";
import { word } from "./paging.ts";
import { oneOf, order, strictFields } from "./strict.ts";
import { expected, flag, integer, text, texts } from "./values.ts";

export const TeamUser = z
  .strictObject({
    id: z.string().describe("The id of the user, which is a UUID."),
    firstName: z.string().describe("The first name of the user."),
    lastName: z.string().describe("The last name of the user."),
    fullName: z.string().describe("The first name and the last name, separated by a space."),
    email: z.string().describe("The e-mail address of the user."),
  })
  .meta({ id: "TeamUser" });

export const TeamUserFilters = strictFields({
  id: word().optional().describe("The complete id of the user."),
  firstName: word().optional().describe("A text that the first name must contain, ignoring case and accents."),
  lastName: word().optional().describe("A text that the last name must contain, ignoring case and accents."),
  fullName: word().optional().describe("A text that the full name must contain, ignoring case and accents."),
  email: word().optional().describe("A text that the e-mail address must contain, ignoring case and accents."),
}).meta({ id: "TeamUserFilters", description: "A user must meet all given filters." });

const TeamUserSort = strictFields({
  field: oneOf(["id", "firstName", "lastName", "fullName", "email"]).describe("The field to sort by."),
  order: order().describe("Ascending or descending."),
}).meta({ id: "TeamUserSort" });

export const TeamUserSorts = z.array(TeamUserSort, expected("a list of {field, order}")).meta({
  maxItems: 5,
  description: "The order of the users, most significant field first; by default by last name, first name and id.",
});

/** Descriptions of the permissions, in requests and responses. */
const VIEWS = {
  table: "Whether the team may open the list of companies.",
  bubble: "Whether the team may open the charts: bubbles, radar and map.",
  "feature-fit": "Whether the team may open the feature map, topics and phrases.",
  events: "Whether the team may open the time line of events.",
  "due-diligence": "Whether the team may open the details of a company.",
};
const permission = (view: keyof typeof VIEWS) => flag().optional().describe(VIEWS[view]);

export const ExplorerPermissionsRequest = strictFields({
  table: permission("table"),
  bubble: permission("bubble"),
  "feature-fit": permission("feature-fit"),
  events: permission("events"),
  "due-diligence": permission("due-diligence"),
}).meta({
  id: "ExplorerPermissionsRequest",
  description: "The views of the embedded explorer that the team may open. An absent view counts as false.",
});

/** A new team; bounds and defaults are the domain's, and appear here for the reader. */
export const NewTeam = {
  name: text().meta({ minLength: 1, maxLength: 200, description: "The name of the team." }),
  domain: text().describe(
    "The domain of the team, such as `acme.com`. The combination of name and domain must be unique, otherwise CONFLICT.",
  ),
  maxUsersCount: z
    .int32(expected("a whole number"))
    .optional()
    .meta({ minimum: 1, maximum: 10_000, default: 5, description: "The maximum number of users." }),
  teamAdmin: z
    .uuid(expected("a UUID"))
    .describe("The id of an existing user, who becomes the first member and an administrator of the team."),
  theme: text().optional().meta({
    default: "light",
    minLength: 1,
    maxLength: 64,
    description:
      "The theme of the embedded explorer: `light` or `dark`. With any other name, the explorer follows the system.",
  }),
  explorerPermissions: ExplorerPermissionsRequest.optional(),
  featurePermissions: texts()
    .optional()
    .meta({
      examples: [["notes"]],
      description:
        "The names of features that the team has, at most 100 names. The API stores them and attaches no meaning to them; by default none.",
    }),
  isDemo: flag().optional().meta({ default: false, description: "Whether the team is for demonstrations." }),
};

const asNumber = (what: string) => z.literal([0, 1]).describe(`1 if the team is ${what}, otherwise 0.`);

export const Team = z
  .strictObject({
    id: integer().describe("The number of the team."),
    name: z.string().describe("The name of the team."),
    domain: z.string().describe("The domain of the team."),
    filePath: z.string().describe("The path of the team's files."),
    explorerPermissions: z
      .strictObject({
        table: z.boolean().describe(VIEWS.table),
        bubble: z.boolean().describe(VIEWS.bubble),
        events: z.boolean().describe(VIEWS.events),
        "feature-fit": z.boolean().describe(VIEWS["feature-fit"]),
        "due-diligence": z.boolean().describe(VIEWS["due-diligence"]),
      })
      .describe("The views of the embedded explorer that the team may open."),
    accessExpired: z
      .number()
      .describe("When the team's access expires, as Unix time in milliseconds; 0 if it does not."),
    maxUsers: integer().describe("The maximum number of users."),
    isDemo: asNumber("for demonstrations"),
    isDefault: asNumber("the default team of the installation"),
    theme: z.string().describe("The theme of the team's embedded explorer."),
  })
  .meta({ id: "Team" });
