/** Evidence of a suspicious transaction report: alerts of the person that were open in its period, and movements requested in it. */

import { nameOfAlert } from '@tunjo/contract/alert-names'
import { endOfBogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import { formatAsset } from '@tunjo/contract/money'
import type { RosDraft, RosEpisode, RosEvidence, RosMovement } from '@tunjo/contract/regulatory-ros'
import type { Connection } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { EpisodeWithFindings } from '../../../customers/alerts/index.ts'
import type { MovementRow } from '../../../money/movements/index.ts'
import type { RegulatoryContext } from '../context.ts'
import { OFFERED_MAX } from './rules.ts'

type Period = NonNullable<RosDraft['period']>
type Sources = Pick<RegulatoryContext, 'alerts' | 'movements'>

export interface Offered extends RosEvidence {
  /** True when there are more than an officer can choose from: a shorter period shows the rest. */
  readonly isShortened: boolean
}

export async function evidenceOf(
  { alerts, movements }: Sources,
  connection: Connection,
  accountId: string,
  period: Period,
): Promise<Offered> {
  const [from, until] = [startOfBogotaDay(period.from), endOfBogotaDay(period.to)]
  const limit = OFFERED_MAX + 1
  const episodes = await alerts.during(connection, { accountId, from, until, limit })
  // The end of the search is inclusive.
  const moved = await movements.find(connection, { accountId, from, to: new Date(until.getTime() - 1) }, { after: null, limit })
  return {
    episodes: episodes.slice(0, OFFERED_MAX).map(shownEpisode),
    movements: moved.slice(0, OFFERED_MAX).map(shownMovement),
    isShortened: episodes.length > OFFERED_MAX || moved.length > OFFERED_MAX,
  }
}

/** Present copies of the chosen evidence. @throws Refused `regulatory.ros_evidence_unknown` */
export async function chosenEvidence(
  sources: Sources,
  connection: Connection,
  accountId: string,
  { period, episodes, movements }: Pick<RosDraft, 'period' | 'episodes' | 'movements'>,
): Promise<RosEvidence> {
  if (episodes.length + movements.length === 0) return { episodes: [], movements: [] }
  if (!period) refuse('regulatory.ros_evidence_unknown')
  const offered = await evidenceOf(sources, connection, accountId, period)
  return { episodes: chosen(offered.episodes, episodes), movements: chosen(offered.movements, movements) }
}

/** In the order in which they happened, each once. */
function chosen<T extends { readonly id: string }>(offered: readonly T[], ids: readonly string[]): T[] {
  const wanted = new Set(ids)
  const found = offered.filter(({ id }) => wanted.has(id))
  return found.length === wanted.size ? found : refuse('regulatory.ros_evidence_unknown')
}

const shownEpisode = ({ id, kind, state, openedAt, openingComment, closedAt, findings }: EpisodeWithFindings): RosEpisode => ({
  id,
  alertId: kind,
  name: nameOfAlert(kind, DEFAULT_LOCALE) ?? String(kind),
  isOpen: state === 'open',
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
  findings: [
    { at: openedAt.toISOString(), text: openingComment },
    ...findings.map(({ at, comment }) => ({ at: new Date(at).toISOString(), text: comment })),
  ],
})

const shownMovement = (row: MovementRow): RosMovement => ({
  id: row.id,
  kind: row.kind,
  rail: row.rail,
  state: row.state,
  asset: row.asset,
  amount: formatAsset(row.asset, row.amount),
  received:
    row.receivedAsset !== null && row.receivedAmount !== null
      ? { asset: row.receivedAsset, amount: formatAsset(row.receivedAsset, row.receivedAmount) }
      : null,
  reference: row.reference,
  createdAt: row.createdAt.toISOString(),
})
