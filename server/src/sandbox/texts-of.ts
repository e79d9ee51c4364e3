/** Values of a query, a path or a form, as text. What was sent otherwise, or twice, counts as not sent. */
export const textsOf = (values: unknown): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(Object(values)).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
