/** Hint for public pages whether a session may exist, without loading the session code. */
import { localStore } from './ui/page-storage.ts'

export const HOME = '/application/'
export const ADMIN_HOME = '/application/administrative/verification/'
export const HINT = 'tunjo.session'

/** Cheap guess, so that a visitor waits for no call. */
export const mayHaveSession = (): boolean => localStore.getItem(HINT) !== null
