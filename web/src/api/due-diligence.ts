/** Enhanced due diligence on a person, for officers. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type DiligenceContent, dueDiligence } from '@tunjo/contract/due-diligence'
import { refreshPerson } from './compliance.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(dueDiligence, send, authorize)

export const diligenceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'due-diligence'],
    queryFn: ({ signal }) => calls.personDiligence({ query: { userId } }, { signal }),
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

/** A loaded or saved version. */
export interface SavedDiligence {
  readonly id: string
  readonly version: number
}

export async function saveDiligence(userId: string, saved: SavedDiligence | null, content: DiligenceContent): Promise<SavedDiligence> {
  const { id, version } = await calls.saveDiligence({
    body: { userId, saved: saved && { id: saved.id, version: saved.version }, content },
  })
  return { id, version }
}

export async function proposeDiligence(userId: string, { id, version }: SavedDiligence): Promise<void> {
  await calls.proposeDiligence({ body: { userId, id, version } })
  await refreshPerson(userId)
}
