/** Map a server refusal to a form field, for the option `refusedField` of a form. */
import { isCallFailed } from '../../../api/failure.ts'

/** @param fields error code → name of the field */
export function refusedAt<F extends string>(fields: Record<string, F>) {
  return (error: unknown): { field: F; text: string } | undefined => {
    if (!isCallFailed(error) || !error.problem) return undefined
    const field = fields[error.problem.code]
    return field && { field, text: error.problem.detail }
  }
}
