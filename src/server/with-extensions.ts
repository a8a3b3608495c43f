import { GraphQLError, type GraphQLErrorExtensions } from "graphql";

/** Returns the same error with other extensions. */
export function withExtensions(error: GraphQLError, extensions: GraphQLErrorExtensions): GraphQLError {
  const { message, nodes, source, positions, path, originalError } = error;
  const options = { nodes, source, positions, path, extensions };
  return new GraphQLError(message, originalError == null ? options : { ...options, originalError });
}
