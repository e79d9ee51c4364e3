/** Last list of people of the officer, with filters and page: target of a person's back arrow. Kept for this session. */
import { ADMIN_HOME } from '../session-hint.ts'
import { sessionStore } from '../ui/page-storage.ts'

const KEY = 'tunjo.list-of-people'

interface List {
  pathname: string
  search: object
}

export const keepListOfPeople = ({ pathname, search }: List): void => sessionStore.setItem(KEY, JSON.stringify({ pathname, search }))

export function listOfPeople(): List {
  const kept: unknown = JSON.parse(sessionStore.getItem(KEY) ?? 'null')
  return isList(kept) ? kept : { pathname: ADMIN_HOME, search: {} }
}

const isList = (kept: unknown): kept is List =>
  typeof kept === 'object' &&
  kept !== null &&
  'search' in kept &&
  typeof kept.search === 'object' &&
  'pathname' in kept &&
  typeof kept.pathname === 'string' &&
  kept.pathname.startsWith(ADMIN_HOME.slice(0, -1))
