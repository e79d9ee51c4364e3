/** Location of the person before the verification; kept for this session. */
import { sessionStore } from '../ui/page-storage.ts'
import { savedLocation } from './saved-location.ts'

const KEY = 'tunjo.after-verification'

export const keepWayBack = (href: string): void => sessionStore.setItem(KEY, href)
export const readWayBack = (): string | null => savedLocation({ redirect: sessionStore.getItem(KEY) })
export const dropWayBack = (): void => sessionStore.removeItem(KEY)
