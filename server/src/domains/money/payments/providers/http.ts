/** JSON over HTTP with a time limit. Every answer that leaves the outcome in doubt is one kind of failure. */
import { fetchWithin, readAtMost } from '../../../../platform/process/fetch-within.ts'

/** No conclusive answer: connection refused or closed, time-out, server error, not JSON. */
export class ProviderUnreachable extends Error {}

/** An answer about something else than was asked: the outcome is unknown. */
export class AnswerMismatch extends ProviderUnreachable {
  readonly fields: readonly string[]
  constructor(fields: readonly string[]) {
    super(`the answer does not fit the question: ${fields.join(', ')}`)
    this.fields = fields
  }
}

export interface JsonAnswer {
  readonly status: number
  readonly body: unknown
}

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 2_000_000

/** Answers any status below 500. @throws ProviderUnreachable */
export async function callJson(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<JsonAnswer> {
  try {
    const response = await fetchWithin(TIMEOUT_MS, url, {
      method,
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      body: body ? JSON.stringify(body) : null,
    })
    const text = (await readAtMost(response, MAX_ANSWER_BYTES, () => new ProviderUnreachable('answer too large'))).toString('utf8')
    if (response.status >= 500) throw new ProviderUnreachable(`HTTP ${response.status}`)
    return { status: response.status, body: JSON.parse(text) }
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error
    throw new ProviderUnreachable(error instanceof Error ? `${error.name}: ${error.message}` : 'no answer')
  }
}

/** Integer for APIs that take amounts as JSON numbers: exact, or an error. */
export function jsonInteger(amount: bigint): number {
  if (amount > BigInt(Number.MAX_SAFE_INTEGER) || amount < 0n) throw new RangeError('amount does not fit a JSON integer')
  return Number(amount)
}
