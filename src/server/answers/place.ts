/** A field's position in the answer, whatever the positions in the lists above it. */
export interface Place {
  prev: Place | undefined;
  key: string;
  typename: string | undefined;
}
