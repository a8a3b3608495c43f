import { afterAll, beforeAll, expect, it } from "vitest";
import { importTestCompanies } from "../support/companies.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
  ({ key } = await system.team());
});
afterAll(() => system.stop());

interface Status {
  data: {
    status: string;
    progress: number;
    companiesFound: number;
    jobs: { workflowName: string; status: string; jobId: number }[];
  };
}

async function ok<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await system.rest(key, method, path, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body as T;
}

const completed = (marketId: number) =>
  eventually(
    () => ok<Status>("GET", `/v2/discovery/${marketId}/status`),
    ({ data }) => data.jobs.every(({ status }) => status === "completed"),
  );

it("the workflow of the contract runs over HTTP from a question to a published, extended market", async () => {
  // 1: criteria and keywords
  const question = "Find 4 makers of wind turbine components in Germany and Austria, not wind farm operators";
  type Generated = { data: { count: number; keywords: { features: string[] } } };
  const { data: criteria } = await ok<Generated>("POST", "/v2/discovery/search-criteria", {
    searchType: "keywordSearch",
    searchInput: question,
  });
  expect(criteria).toMatchObject({
    userPrompt: question,
    count: 4,
    marketRole: "manufacturer",
    locations: [{ country: "DE" }, { country: "AT" }],
  });
  // What is among the synonyms already is not suggested.
  const blades = { ...criteria, keywords: { ...criteria.keywords, features: ["blades"], synonyms: [] } };
  const { data: keywords } = await ok<{ data: string[] }>("POST", "/v2/discovery/search-criteria/keywords", blades);
  expect(keywords).toContain("rotor blades");

  // 2: start
  type Started = { metadata: { marketId: number }; data: { jobId: number; workflowName: string }[] };
  const started = await ok<Started>("POST", "/v2/discovery/start", {
    searchCriteria: { ...criteria, projectKind: "first_pass" },
    pipelineChoices: { runReverseGeocoding: true },
  });
  const { marketId } = started.metadata;
  expect(started.data).toMatchObject([{ workflowName: "first_pass" }]);
  const early = await system.rest(key, "GET", `/v2/discovery/${marketId}/search-criteria`);
  if (early.status !== 200)
    expect(early.body).toEqual({
      success: false,
      errorCode: "NOT_FOUND",
      message: "Not Found: discovery of this market has not completed",
    });

  // 3: status
  const { data: status } = await completed(marketId);
  expect(status).toMatchObject({ status: "completed", progress: 1, companiesFound: 4 });
  expect(status.jobs.map(({ workflowName }) => workflowName)).toEqual(["runReverseGeocoding", "first_pass"]);

  // 4: review
  const { data: stored } = await ok<{ data: object }>("GET", `/v2/discovery/${marketId}/search-criteria`);
  expect(stored).toMatchObject({ userPrompt: question, projectKind: "first_pass", performSearch: true });

  // More companies, in the schema form, from what was read back
  type Action = { success: boolean; metadata: { marketId: number; jobIds: number[] } };
  const searchCriteria = {
    ...stored,
    projectKind: "second_pass",
    count: 2,
    locations: { countryCodes: ["DE"], countryNames: ["Austria"] },
  };
  const extended = await ok<Action>("POST", `/v2/discovery/${marketId}/start`, { searchCriteria });
  expect(extended).toMatchObject({ success: true, metadata: { marketId } });
  expect((await completed(marketId)).data).toMatchObject({ status: "completed", companiesFound: 2 });
  const { data: history } = await ok<{ data: { projectKind: string; jobId: number }[] }>(
    "GET",
    `/v2/discovery/${marketId}/search-criteria/history`,
  );
  expect(history.map(({ projectKind, jobId }) => [projectKind, jobId])).toEqual([
    ["second_pass", extended.metadata.jobIds[0]],
    ["first_pass", started.data[0]?.jobId],
  ]);

  // 5: publish
  const published = await ok<Action>("POST", `/v2/discovery/${marketId}/publish`, {
    pipelineChoices: { runReverseGeocoding: true },
  });
  expect(published.metadata.jobIds).toHaveLength(1);
  await completed(marketId);
  const { data } = await system.graph(
    key,
    "query ($id: Int!) { market(marketId: $id) { status companies { totalCount } } }",
    { id: marketId },
  );
  expect(data).toEqual({ market: { status: "PUBLISHED", companies: { totalCount: 6 } } });
});
