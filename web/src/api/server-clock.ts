/** Server time from the `Date` header of its answers: a countdown must follow it, not the device's clock. */
/** The header has whole seconds, so on average half of one is missing. */
const HALF_SECOND_MS = 500
let offsetMs = 0

export function recordServerTime({ headers }: Pick<Response, 'headers'>): void {
  // A cached answer has the time at which it was generated.
  if (!headers.get('cache-control')?.includes('no-store')) return
  const atMs = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(atMs)) offsetMs = atMs + HALF_SECOND_MS - Date.now()
}

export const serverNowMs = (): number => Date.now() + offsetMs
