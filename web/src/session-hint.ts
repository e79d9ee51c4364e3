/** What public pages know of the session without loading how sessions work. */
export const HOME = '/application/'
export const ADMIN_HOME = '/application/administrative/verification/'
export const HINT = 'tunjo.session'

/** Cheap guess, so that a visitor waits for no call. */
export const mayHaveSession = (): boolean => localStorage.getItem(HINT) !== null
