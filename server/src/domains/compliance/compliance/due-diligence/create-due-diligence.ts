/**
 * Queries about enhanced due diligence for other modules, before they permit transactions or close an alert. It is built before them and
 * depends on none.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/module.ts'
import type { Gauges } from '../../../../platform/observability/gauges.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { allowsTransactions, approvalsToTrust, inForce, isPepApprovedSince } from './approval-rows.ts'
import { diligenceFigures } from './unproved-diligences.ts'

export interface DueDiligence {
  readonly figures: Gauges
  /** Whether a politically exposed person may transact: an approved record that covers this is valid today. */
  allowsTransactions(connection: Connection, accountId: string): Promise<boolean>
  /** Whether a record that covers it, is valid today and does not end the relationship was approved after that time. */
  isPepApprovedSince(connection: Connection, accountId: string, since: Date): Promise<boolean>
  /** Whether a record is valid today, with any conclusion. */
  isInForce(connection: Connection, accountId: string): Promise<boolean>
}

export function createDueDiligence(platform: Pick<Platform, 'db' | 'clock' | 'secrets' | 'log'>): DueDiligence {
  const { clock, secrets, log } = platform
  const seals = evidenceSeals(secrets)
  const today = () => bogotaDay(clock.now())
  const approved = async (connection: Connection, accountId: string) =>
    (await approvalsToTrust({ seals, log }, connection, accountId)).approved
  return {
    figures: diligenceFigures(platform, seals),
    allowsTransactions: async (connection, accountId) => allowsTransactions(await approved(connection, accountId), today()),
    isPepApprovedSince: async (connection, accountId, since) => isPepApprovedSince(await approved(connection, accountId), since, today()),
    isInForce: async (connection, accountId) => inForce(await approved(connection, accountId), today()) !== null,
  }
}
