/**
 * Preferences of this device that outlive the session: cookies, because signing out clears both storages (SHELL-10). They contain no
 * personal data. public/boot.js reads the same names.
 */
const NAMES = ['tunjo.language', 'tunjo.color-scheme', 'tunjo.trade-settings', 'tunjo.hidden-balances'] as const
type Name = (typeof NAMES)[number]
const YEAR_S = 365 * 24 * 60 * 60

export function readPreference(name: Name): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1) ?? null
}

/** The value is not encoded: plain words only. */
export function writePreference(name: Name, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers too late for the first drawing, and not in every browser
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`
}

/** Signing out clears the cookies of this site (Clear-Site-Data), so the preferences are written again after it. */
export async function keepingPreferences(work: () => Promise<unknown>): Promise<void> {
  const kept = NAMES.map((name) => [name, readPreference(name)] as const)
  await work()
  for (const [name, value] of kept) if (value !== null) writePreference(name, value)
}
