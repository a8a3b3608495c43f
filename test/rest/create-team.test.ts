import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { type RestServer, refusal, startRestServer } from "./server.ts";

let server: RestServer;
let teamAdmin: string;
beforeAll(async () => {
  server = await startRestServer();
  const user = await server.db.prisma.user.create({
    data: { firstName: "Ada", lastName: "Lovelace", email: "ada@kites.com", passwordHash: "x" },
  });
  teamAdmin = user.id;
});
afterAll(() => server?.stop());

const create = (body: unknown, options: object = {}) =>
  server.ask("POST", "/v2/teams", { body, key: server.platformKey, ...options });
const team = (fields: object = {}) => ({ name: "Kites", domain: "kites.com", teamAdmin, ...fields });
const teams = () => server.db.prisma.team.count();

describe("POST /v2/teams", () => {
  it("makes a team with defaults and answers it, with exactly the contract's fields", async () => {
    const { status, body } = await create(team());
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        id: body.id,
        name: "Kites",
        domain: "kites.com",
        filePath: `teams/${body.id}`,
        explorerPermissions: {
          table: false,
          bubble: false,
          events: false,
          "feature-fit": false,
          "due-diligence": false,
        },
        accessExpired: 0,
        maxUsers: 5,
        isDemo: 0,
        isDefault: 0,
        theme: "light",
      }),
    );
    expect(await server.db.prisma.membership.findMany({ where: { teamId: body.id } })).toMatchObject([
      { userId: teamAdmin, isAdmin: true },
    ]);
  });

  it("takes everything that the contract names, and ignores what it does not", async () => {
    const { body } = await create(
      team({
        name: "Kites Two",
        maxUsersCount: 10_000,
        theme: "dark",
        isDemo: true,
        explorerPermissions: { table: true, "feature-fit": true, "due-diligence": false },
        featurePermissions: ["notes"],
        anything: 1,
      }),
    );
    expect(body).toMatchObject({
      maxUsers: 10_000,
      theme: "dark",
      isDemo: 1,
      explorerPermissions: { table: true, bubble: false, "feature-fit": true, "due-diligence": false },
    });
    expect(await server.db.prisma.team.findUnique({ where: { id: body.id } })).toMatchObject({
      featurePermissions: ["notes"],
    });
  });

  it("refuses the same name and domain, and writes nothing", async () => {
    await create(team({ name: "Twice" }));
    const before = await teams();
    const again = await create(team({ name: "Twice" }));
    expect(again.status).toBe(409);
    expect(again.body).toEqual(refusal("CONFLICT", expect.stringMatching(/^Conflict: /)));
    expect(await teams()).toBe(before);
    expect((await create(team({ name: "Twice", domain: "other-kites.com" }))).status).toBe(200);
  });

  it.each([
    [{ name: undefined }, "name is missing"],
    [{ name: " " }, "name is missing"],
    [{ domain: undefined }, "domain is missing"],
    [{ domain: "no domain" }, "domain is not a host name such as acme.com"],
    [{ teamAdmin: undefined }, "teamAdmin is missing"],
    [{ teamAdmin: "x" }, "teamAdmin must be a UUID"],
    [{ maxUsersCount: 0 }, "maxUsersCount must be 1–10,000"],
    [{ maxUsersCount: 10_001 }, "maxUsersCount must be 1–10,000"],
    [{ maxUsersCount: 1.5 }, "maxUsersCount must be a whole number"],
    [{ isDemo: 1 }, "isDemo must be true or false"],
    [{ explorerPermissions: { featureFit: true } }, 'explorerPermissions has no field "featureFit"'],
    [{ explorerPermissions: { table: 1 } }, "explorerPermissions.table must be true or false"],
    [{ featurePermissions: "notes" }, "featurePermissions must be a list of strings"],
  ])("refuses %j, and writes nothing", async (fields, detail) => {
    const before = await teams();
    const { status, body } = await create(team({ name: "Never", ...fields }));
    expect(body).toEqual(refusal("INVALID_INPUT", `Invalid input provided: ${detail}`));
    expect(status).toBe(400);
    expect(await teams()).toBe(before);
  });

  it("refuses an administrator who does not exist", async () => {
    const nobody = randomUUID();
    const { status, body } = await create(team({ name: "Never", teamAdmin: nobody }));
    expect(status).toBe(400);
    expect(body.message).toBe(`Invalid input provided: teamAdmin: there is no user ${nobody}`);
  });

  it("is for the platform's keys with the scope alone, and says so before the shape", async () => {
    for (const key of [
      await server.keyOf(server.teamId),
      await server.keyOf(
        null,
        SCOPES.filter((s) => s !== "teams:write"),
      ),
    ]) {
      const { status, body } = await create({}, { key });
      expect(status).toBe(403);
      expect(body).toEqual(refusal("FORBIDDEN", "Forbidden"));
    }
  });
});
