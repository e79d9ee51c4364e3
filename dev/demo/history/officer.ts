/** Actions of the demo's officers: they load lists, reject documents, open alerts, and propose what a second officer decides. */

import { approvals } from '@tunjo/contract/approvals'
import { CallFailed } from '@tunjo/contract/client'
import { compliance } from '@tunjo/contract/compliance'
import { complianceAlerts } from '@tunjo/contract/compliance-alerts'
import { complianceRisk, type RiskLevel } from '@tunjo/contract/compliance-risk'
import { type DiligenceContent, dueDiligence } from '@tunjo/contract/due-diligence'
import { type ListName, screening } from '@tunjo/contract/screening'
import { pollUntil } from './poll-until.ts'
import type { Site } from './types.ts'
import { type Credentials, visitorAt } from './visitor.ts'

const CALLS = { ...compliance, ...complianceAlerts, ...complianceRisk, ...dueDiligence, ...screening, ...approvals }

export interface NewAlert {
  readonly userId: string
  readonly alertId: number
  readonly message: string
  /** Type of the alerts Irregularidades and Financieras. */
  readonly alertTypeId?: number
}

export interface Officer {
  /** Waits for a second officer. */
  proposeList(list: ListName, content: string, reason: string): Promise<void>
  /** Approve as that second officer. */
  agreeToLists(): Promise<void>
  declineDocuments(userId: string, description: string): Promise<void>
  openAlert(alert: NewAlert): Promise<void>
  setRisk(userId: string, riskLevel: RiskLevel, reason: string): Promise<void>
  /** Draft for another officer to complete and submit. */
  beginDiligence(userId: string, content: DiligenceContent): Promise<void>
  /** Waits for a second officer. */
  discardHit(userId: string, reason: string): Promise<void>
}

export function officerAt(site: Site, credentials: Credentials): Officer {
  const calls = visitorAt(site, credentials)(CALLS)
  return {
    async proposeList(list, content, reason) {
      await once(['screening.list_known', 'approvals.already_waiting'], async () => {
        const { id: fileId } = await calls.sendListFile({ params: { list }, bytes: new Blob([content]) })
        await calls.loadList({ params: { list }, body: { fileId, reason } })
      })
    },
    async agreeToLists() {
      const { results } = await calls.list({ query: { kind: 'screening.load_list', state: 'proposed', pageIndex: 0, size: 10 } })
      for (const { id } of results) await calls.approve({ params: { id }, body: { note: 'Revisé el archivo y su origen.' } })
    },
    async declineDocuments(userId, description) {
      const pending = (await calls.userDocuments({ query: { userId } })).filter(({ state }) => state === 'Pendiente')
      const idUserDocument = pending.flatMap(({ id }) => id ?? [])
      if (idUserDocument.length === 0) return
      await calls.declineDocuments({ body: { idUserDocument, description, reasonCodes: ['illegible'], note: '' } })
    },
    openAlert: ({ alertTypeId, ...body }) =>
      once('alerts.already_active', () =>
        alertTypeId === undefined ? calls.activateAlert({ body }) : calls.activateTypedAlert({ body: { ...body, alertTypeId } }),
      ),
    setRisk: (userId, riskLevel, reason) =>
      once(['risk.nothing_changes', 'approvals.already_waiting'], () => calls.setRiskLevel({ body: { userId, riskLevel, reason } })),
    beginDiligence: (userId, content) =>
      once('compliance.edd_changed', () => calls.saveDiligence({ body: { userId, saved: null, content } })),
    async discardHit(userId, reason) {
      const hit = await pollUntil(site, 'the lists have a hit', async () => {
        const { hits } = await calls.screeningHits({ query: { userId } })
        return hits.find(({ state }) => state === 'open')
      })
      await once('approvals.already_waiting', () => calls.discardHit({ params: { id: hit.id }, body: { reason } }))
    },
  }
}

/** Skip a step that an interrupted start has done before. */
async function once(code: string | readonly string[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CallFailed) || !error.appError || ![code].flat().includes(error.appError)) throw error
  }
}
