/** A time as every answer of the product writes it: in UTC, to the millisecond. */
export const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
