/** An operator's command that does nothing: its message is one sentence with what to do, and the command ends with 1. */
export class CommandRefused extends Error {}

/** What an operator reads of an error, in one sentence; where it came from is for LOG_LEVEL=debug. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CommandRefused) return error.message
  const { message, code } = error as { message?: string; code?: string }
  const [first] = (message || code || String(error)).split('\n')
  return `It did not work: ${first}. LOG_LEVEL=debug shows where.`
}
