import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from "@pothos/core";
import { traced } from "#foundation/tracing/tracing";

/**
 * Makes each field that waits for a third party (`WAITS_OUTSIDE`) a span of its operation. The other fields are read by
 * the operation's statements, which are spans already.
 */
class TracePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** Wraps the resolver as written, which the short path of answers calls too. */
  override onOutputFieldConfig(written: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { resolve, parentType, name, extensions } = written;
    if (extensions?.waitsOutside !== true || resolve === undefined) return written;
    return {
      ...written,
      resolve: (...given) => traced(`field ${parentType}.${name}`, {}, async () => resolve(...given)),
    };
  }
}

const TRACE = "trace";

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      trace: TracePlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(TRACE, TracePlugin);

export default TRACE;
