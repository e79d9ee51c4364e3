/** Screens of the browser application, from its own table. */
export interface Screen {
  path: string
  frame: 'landing' | 'visitor' | 'bare' | 'application'
  role?: 'ROLE_USER' | 'ROLE_ADMIN' | 'SIGNED_IN'
  phrases: readonly string[]
}
// The table belongs to the browser application and its types; here only paths and roles are read.
const { SCREENS }: { SCREENS: readonly Screen[] } = await import(String(new URL('../web/src/routes.tsx', import.meta.url)))
/** Screens that exist, without the gallery of parts. */
export const screens = SCREENS.filter(({ phrases, path }) => phrases.length > 0 && path !== '/dev/ui')
