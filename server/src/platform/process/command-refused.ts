/** Refusal of an operator's command: its message is one sentence with what to do, and the command exits with 1. */
export class CommandRefused extends Error {}

/** Error as one sentence for an operator; the stack is for LOG_LEVEL=debug. */
export function errorSentence(error: unknown): string {
  if (error instanceof CommandRefused) return error.message
  const { message, code } = error as { message?: string; code?: string }
  const [first] = (message || code || String(error)).split('\n')
  return `It did not work: ${first}. LOG_LEVEL=debug shows where.`
}
