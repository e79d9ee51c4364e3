/** The server's time, from the `Date` of its answers: a countdown must agree with it, not with the clock of the device. */
/** The header has whole seconds, so on average half of one is missing. */
const HALF_SECOND_MS = 500
let offsetMs = 0

export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  // A copy out of the browser's cache has the time at which it was made.
  if (!headers.get('cache-control')?.includes('no-store')) return
  const atMs = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(atMs)) offsetMs = atMs + HALF_SECOND_MS - Date.now()
}

export const serverNowMs = (): number => Date.now() + offsetMs
