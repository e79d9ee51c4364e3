/** R28: headers of every answer, for every caller and every result. */
const YEAR_SECONDS = 31_536_000

/**
 * Missing headers by name. `kept` are answers that a browser may keep: the page and its files. `framed`: pages of the product show it in a
 * frame.
 */
export function missingHeaders(of: (name: string) => string, { kept = false, framed = false } = {}): string[] {
  const policy = of('content-security-policy')
  const rules = {
    'no unsafe scripts': !/script-src[^;]*'unsafe-(inline|eval)'/.test(policy) && !/script-src[^;]*(\*|http)/.test(policy),
    'scripts of our own only': /script-src 'self'/.test(policy) || /default-src 'none'/.test(policy),
    'no frames': policy.includes(`frame-ancestors '${framed ? 'self' : 'none'}'`),
    'HSTS for a year': Number(/max-age=(\d+)/.exec(of('strict-transport-security'))?.[1]) >= YEAR_SECONDS,
    nosniff: of('x-content-type-options') === 'nosniff',
    'no referrer': of('referrer-policy') === 'no-referrer',
    'no-store': kept || of('cache-control') === 'no-store',
    'no server name': of('server') === '' && of('x-powered-by') === '',
  }
  return Object.entries(rules).flatMap(([name, holds]) => (holds ? [] : [name]))
}
