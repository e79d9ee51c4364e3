/** Profile of the installation. Without the typed client: every page calls it, and public ones load no other call. */
import { queryOptions } from '@tanstack/react-query'

const PATH = '/management/info'

interface Info {
  activeProfiles: readonly string[]
  /** Profile that the page must announce. */
  ribbonProfile: string | null
}

export const infoQuery = queryOptions({
  queryKey: ['management', 'info'],
  queryFn: async ({ signal }) => readInfo(await (await fetch(PATH, { signal })).json()),
  staleTime: Number.POSITIVE_INFINITY,
})

export const DEMO_PROFILE = 'demo'

function readInfo(answer: unknown): Info {
  const { activeProfiles, 'display-ribbon-on-profiles': ribbon } = Object(answer)
  return {
    activeProfiles: Array.isArray(activeProfiles) ? activeProfiles.map(String) : [],
    ribbonProfile: typeof ribbon === 'string' && ribbon !== '' ? ribbon : null,
  }
}
