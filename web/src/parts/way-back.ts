/** Where the person was when they were asked to verify themselves; kept for this session. */
import { savedLocation } from './saved-location.ts'

const KEY = 'tunjo.after-verification'

export const keepWayBack = (href: string): void => sessionStorage.setItem(KEY, href)
export const readWayBack = (): string | null => savedLocation({ redirect: sessionStorage.getItem(KEY) })
export const dropWayBack = (): void => sessionStorage.removeItem(KEY)
