/** Recognisable default name of a passkey created here. Ordered by how browsers nest their user agent strings. */
const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'] as const
const NAMES: Partial<Record<string, string>> = { Macintosh: 'Mac', CrOS: 'Chromebook' }

export function deviceName(userAgent: string): string | null {
  const device = DEVICES.find((name) => userAgent.includes(name))
  return device ? (NAMES[device] ?? device) : null
}
