/** What public pages know of the session without loading how sessions work. */
import { localStore } from './ui/page-storage.ts'

export const HOME = '/application/'
export const ADMIN_HOME = '/application/administrative/verification/'
export const HINT = 'tunjo.session'

/** Cheap guess, so that a visitor waits for no call. */
export const mayHaveSession = (): boolean => localStore.getItem(HINT) !== null
