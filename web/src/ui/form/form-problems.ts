/** First problem of every field, in the order of the form. */
import * as z from 'zod'

export interface FieldProblem {
  field: string
  issue: z.core.$ZodIssue
}

export type FormCheck<S extends z.ZodType> = { value: z.output<S>; problems: [] } | { value: null; problems: FieldProblem[] }

/** @param order names of the fields in screen order */
export function checkForm<S extends z.ZodType>(schema: S, values: unknown, order: readonly string[]): FormCheck<S> {
  const result = z.safeParse(schema, values)
  if (result.success) return { value: result.data, problems: [] }
  const first = new Map<string, FieldProblem>()
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? '')
    if (!first.has(field)) first.set(field, { field, issue })
  }
  const place = ({ field }: FieldProblem) => (order.includes(field) ? order.indexOf(field) : order.length)
  return { value: null, problems: [...first.values()].sort((left, right) => place(left) - place(right)) }
}
