/** A name that the person recognizes for a passkey made here. In the order in which browsers nest their claims. */
const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'] as const
const NAMES: Partial<Record<string, string>> = { Macintosh: 'Mac', CrOS: 'Chromebook' }

export function deviceName(userAgent: string): string | null {
  const device = DEVICES.find((name) => userAgent.includes(name))
  return device ? (NAMES[device] ?? device) : null
}
