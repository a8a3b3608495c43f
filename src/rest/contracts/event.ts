import { z } from "zod";
import { timestamp } from "./values.ts";

const ENTITY_TYPE =
  "The kind of the entity: `company`, `person`, `organisation`, `product` (a thing, service or work), `country`, `region` (a state or province), `city`, `category` (an industry), `group` (of people), or `name` if it is unknown.";
const propertySource = () =>
  z.string().describe("The origin; at present always `inferred`, which means that it was read from the articles.");

const VectorIndex = z.strictObject({
  anchorText: z
    .string()
    .describe('The text that was embedded: the title, the summary and the keywords; "" if none was.'),
  embeddings: z.array(z.number()).describe("The vector of the text; empty if none was computed."),
  embeddingsModelName: z
    .string()
    .describe('The name of the embedding model; "" if none was used. Compare only vectors of the same model.'),
});

const AffectedDatapoint = z.strictObject({
  name: z.string().describe("The name of the measure in the taxonomy."),
  subject: z
    .string()
    .nullable()
    .describe("Whose measure it is, such as a company or a country; null if the articles do not say it."),
  direction: z.string().describe("The direction of the change: `up` or `down`."),
  quantity: z
    .strictObject({
      operator: z
        .string()
        .describe("How the values are meant: `=`, `~` (about), `>`, `>=`, `<`, `<=`, or `between` for a range."),
      values: z.array(z.number()).describe("One value, or the two ends of a range, in `unit`."),
      unit: z.string().describe("The unit, such as `%`, an ISO 4217 currency code, or the counted thing."),
    })
    .nullable()
    .describe("The quantity that the articles state; null if they state none."),
});

const AlertType = z.strictObject({
  name: z.string().describe("The name of the alert type in the taxonomy, or `Unclassified` if the event has none."),
  mappedFrom: z.string().describe("The words of the articles that indicate the type."),
  method: z
    .string()
    .describe(
      "How the type was found: `lexicon`, by the terms of the taxonomy; `meaning`, by the network that reads news; `llm`, by a language model; `none` for `Unclassified`.",
    ),
  similarity: z.number().describe("How well the type fits the event, 0–1."),
  rationale: z.string().describe("The reason for the alert type, in one sentence."),
});

const ImpactedEntity = z.strictObject({
  name: z.string().describe("The name of the entity."),
  entityType: z.string().describe(ENTITY_TYPE),
  mappedFrom: z.string().describe("The words of the articles that name the entity, or that indicate it."),
  impact: z
    .strictObject({
      likelihood: z
        .number()
        .min(0)
        .max(3)
        .describe("How certain it is that the event has happened or will happen, 0–3."),
      severity: z.number().min(0).max(3).describe("How strongly the event affects the entity, 0–3."),
      rationale: z.string().describe("The reason for the scores, with the words of the articles."),
    })
    .describe("How likely and how severe the impact is."),
});

export const Event = z
  .strictObject({
    _id: z.string().describe("The number of the event, as a string."),
    title: z.string().describe("The title of the event, which is one line."),
    summary: z.string().describe("A summary of the event in a few sentences."),
    vectorIndex: VectorIndex.describe("The embedding of the event's text, for similarity searches of your own."),
    lastUpdated: timestamp().describe("When the content of the event last changed in this service."),
    eventSearchKeywords: z
      .array(z.strictObject({ keyword: z.string().describe("The keyword."), propertySource: propertySource() }))
      .describe("Keywords of the event: its names, then the words that most sources use."),
    relevantEntities: z
      .array(
        z.strictObject({
          name: z.string().describe("The name of the entity."),
          entityType: z.string().describe(ENTITY_TYPE),
          propertySource: propertySource(),
        }),
      )
      .describe("The names that occur in enough of the event's articles, and its industries."),
    timestamps: z
      .strictObject({
        published: timestamp().describe("When the earliest article of the event was published."),
        recordedStart: timestamp().describe("When the event was first recorded in this service."),
      })
      .describe("The times of the event."),
    references: z
      .array(
        z.strictObject({
          _id: z.string().describe("The number of the observation, as a string."),
          title: z.string().describe("The title of the article."),
          url: z.string().describe("The URL of the article."),
        }),
      )
      .describe("The articles of the event, earliest first."),
    taxonomicMatches: z
      .strictObject({
        affectedDatapoints: z
          .array(AffectedDatapoint)
          .describe("Measures that the event changes, such as prices or sales."),
        alertTypes: z.array(AlertType).describe("The alert types of the event."),
        impactedEntities: z
          .array(ImpactedEntity)
          .describe("The companies, people, places and groups that the event affects."),
      })
      .describe("What the event is about, in terms of the taxonomy."),
  })
  .meta({ id: "Event" });
