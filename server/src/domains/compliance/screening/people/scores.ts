/** Score thresholds of the configuration version in force at a given time, 0 to 1. */
import { CONFIGURATION } from '@tunjo/contract/configuration-catalogue'
import { typedNumbers } from '@tunjo/contract/versioned-numbers'
import type { Connection } from '../../../../platform/database/database.ts'
import type { InForce } from '../../../reference/configuration/index.ts'
import type { HitContext } from '../context.ts'
import type { Thresholds } from '../matching/screen.ts'

const scoresOf = ({ reviewPercent, stopPercent, pepPercent }: InForce<'screening'>['numbers']): Thresholds => {
  const share = (percent: bigint) => Number(percent) / 100
  return { review: share(reviewPercent), stop: share(stopPercent), pep: share(pepPercent) }
}

/** Initial thresholds of the product, as the reference of measurements. */
export const FIRST_SCORES = scoresOf(typedNumbers(CONFIGURATION.screening.numbers, {}))

export const scoresAt = async (
  { configuration }: Pick<HitContext, 'configuration'>,
  connection: Connection,
  at: Date,
): Promise<Thresholds> => scoresOf((await configuration.at(connection, 'screening', at)).numbers)
