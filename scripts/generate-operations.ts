import { generate } from "@graphql-codegen/cli";
import config from "../codegen.ts";

// The command of codegen loads `codegen.ts` by a loader of its own, and with it another copy of graphql than the schema's packages
// have.
await generate({ ...config, silent: true });
