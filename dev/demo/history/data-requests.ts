/** Data requests of the demo's customers (Ley 1581 de 2012), and the officer's steps. Idempotent. */
import { type DataRequestKind, dataRequests, type OfficerDataRequest, officerDataRequests } from '@tunjo/contract/data-requests'
import { idOf } from '../../../server/src/platform/database/ids.ts'
import { DEMO_PASSWORD } from '../people.ts'
import type { HistoryPerson } from './people.ts'
import type { Site, Step } from './types.ts'
import { type Credentials, visitorAt } from './visitor.ts'

export interface DemoDataRequest {
  readonly who: HistoryPerson
  readonly kind: DataRequestKind
  readonly text: string
}
const NO_FILES = { files: [] }
const idOfRequest = ({ who, kind }: DemoDataRequest): string => idOf('demo data request', `${who.email} ${kind}`)

export const filed = (site: Site, request: DemoDataRequest): Step => ({
  name: `solicitud-${request.who.email}`,
  async run() {
    const { who, kind, text } = request
    const calls = visitorAt(site, { email: who.email, password: DEMO_PASSWORD })(dataRequests)
    await calls.file({ body: { requestId: idOfRequest(request), kind, text }, files: NO_FILES })
  },
})

/** Steps of the officer who handles them. */
export function dataRequestDesk(site: Site, credentials: Credentials) {
  const calls = visitorAt(site, credentials)(officerDataRequests)
  async function take(request: DemoDataRequest): Promise<OfficerDataRequest> {
    const params = { id: idOfRequest(request) }
    const found = await calls.read({ params })
    return found.state === 'received' ? calls.take({ params, body: { version: found.version } }) : found
  }
  const step = (name: string, request: DemoDataRequest, act?: (taken: OfficerDataRequest) => Promise<unknown>): Step => ({
    name: `${name}-${request.who.email}`,
    async run() {
      const taken = await take(request)
      if (taken.state === 'in_review') await act?.(taken)
    },
  })
  return {
    taken: (request: DemoDataRequest) => step('solicitud-tomada', request),
    answered: (request: DemoDataRequest, text: string) =>
      step('solicitud-respondida', request, ({ id, version }) =>
        calls.decide({ params: { id }, body: { version, outcome: 'answered', text }, files: NO_FILES }),
      ),
    completionAsked: (request: DemoDataRequest, text: string) =>
      step('solicitud-por-completar', request, ({ id, version }) => calls.askCompletion({ params: { id }, body: { version, text } })),
  }
}
