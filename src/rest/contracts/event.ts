import { z } from "zod";
import { timestamp } from "./values.ts";

const score = () => z.number().min(0).max(3);

const VectorIndex = z.strictObject({
  anchorText: z.string(),
  embeddings: z.array(z.number()),
  embeddingsModelName: z.string(),
});

const AffectedDatapoint = z.strictObject({
  name: z.string(),
  subject: z.string().nullable(),
  direction: z.string().meta({ description: "`up` or `down`." }),
  quantity: z.strictObject({ operator: z.string(), values: z.array(z.number()), unit: z.string() }).nullable(),
});

const AlertType = z.strictObject({
  name: z.string(),
  mappedFrom: z.string(),
  method: z.string(),
  similarity: z.number(),
  rationale: z.string(),
});

const ImpactedEntity = z.strictObject({
  name: z.string(),
  entityType: z.string(),
  mappedFrom: z.string(),
  impact: z.strictObject({ likelihood: score(), severity: score(), rationale: z.string() }),
});

export const Event = z
  .strictObject({
    _id: z.string(),
    title: z.string(),
    summary: z.string(),
    vectorIndex: VectorIndex,
    lastUpdated: timestamp(),
    eventSearchKeywords: z.array(z.strictObject({ keyword: z.string(), propertySource: z.string() })),
    relevantEntities: z.array(z.strictObject({ name: z.string(), entityType: z.string(), propertySource: z.string() })),
    timestamps: z.strictObject({ published: timestamp(), recordedStart: timestamp() }),
    references: z.array(z.strictObject({ _id: z.string(), title: z.string(), url: z.string() })),
    taxonomicMatches: z.strictObject({
      affectedDatapoints: z.array(AffectedDatapoint),
      alertTypes: z.array(AlertType),
      impactedEntities: z.array(ImpactedEntity),
    }),
  })
  .meta({ id: "Event" });
