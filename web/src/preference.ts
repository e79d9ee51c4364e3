/**
 * Choices of this device that outlive the session: cookies, because signing out empties both storages (SHELL-10). They hold no
 * personal data. public/boot.js reads the same names.
 */
const YEAR_S = 365 * 24 * 60 * 60

export function readPreference(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1) ?? null
}

/** The value goes as it is: plain words only. */
export function writePreference(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers too late for the first drawing, and not in every browser
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`
}
