import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import { expect, it } from "vitest";
import { toldSchema } from "#schema/index";

/** How many are without one. It only falls: what is new has a description. */
const WITHOUT = 500;

/** The types, fields, arguments and enum values without a description. */
function undescribed(): string[] {
  const types = Object.values(toldSchema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
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

it("no more types, fields, arguments and values of the schema than before are without a description", () => {
  const names = undescribed();
  expect(names.length, `more than ${WITHOUT} are not described: ${names.join(" ")}`).toBeLessThanOrEqual(WITHOUT);
});
