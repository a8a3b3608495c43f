import { readFileSync } from "node:fs";
import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import { expect, it } from "vitest";

/** The schema as the build prints it. */
const schema = buildSchema(readFileSync(new URL("../../schema/schema.graphql", import.meta.url), "utf8"));

/** The types, fields, arguments and enum values without a description. */
function undescribed(): string[] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  return types.flatMap((type) => {
    const parts: { name: string; description?: string | null | undefined }[] = [type];
    const named = (name: string, description: string | null | undefined) =>
      parts.push({ name: `${type.name}.${name}`, description });
    if (isEnumType(type)) for (const value of type.getValues()) named(value.name, value.description);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) named(field.name, field.description);
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) {
        named(field.name, field.description);
        for (const { name, description } of field.args) named(`${field.name}(${name})`, description);
      }
    return parts.flatMap(({ name, description }) => (description ? [] : [name]));
  });
}

it("every type, field, argument and enum value of the schema has a description", () => {
  expect(undescribed()).toEqual([]);
});
