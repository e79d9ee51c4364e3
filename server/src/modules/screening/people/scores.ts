/** From which score on what happens, by the version of the configuration that holds at a moment. 0 to 1. */
import { CONFIGURATION } from '@tunjo/contract/configuration-catalogue'
import { typedNumbers } from '@tunjo/contract/versioned-numbers'
import type { Connection } from '../../../platform/database.ts'
import type { InForce } from '../../configuration/index.ts'
import type { HitContext } from '../context.ts'
import type { Thresholds } from '../matching/screen.ts'

export interface Scores extends Thresholds {
  /** Of a PEP list. It never lists anybody, but flags PEP, and so they wait for a permission (ADM-09). */
  readonly pep: number
}

const scoresOf = ({ reviewPercent, stopPercent, pepPercent }: InForce<'screening'>['numbers']): Scores => {
  const share = (percent: bigint) => Number(percent) / 100
  return { review: share(reviewPercent), stop: share(stopPercent), pep: share(pepPercent) }
}

/** What the product began with: what measurements compare by. */
export const FIRST_SCORES = scoresOf(typedNumbers(CONFIGURATION.screening.numbers, {}))

export const scoresAt = async ({ configuration }: Pick<HitContext, 'configuration'>, connection: Connection, at: Date): Promise<Scores> =>
  scoresOf((await configuration.at(connection, 'screening', at)).numbers)
