/** Values of a query, a path or a form, as text. A value of another type, or sent twice, counts as not sent. */
export const textsOf = (values: unknown): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(Object(values)).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
