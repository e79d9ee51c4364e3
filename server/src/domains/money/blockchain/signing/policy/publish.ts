/**
 * Signing policy of a published head: a transaction with our data to our own wallet, without value. The number per day is limited, since
 * each costs gas. Pure.
 */
import { isAddressEqual } from 'viem'
import type { ChainDeployment } from '../../../../../chain/deployment.ts'
import { readHead } from '../../published-heads.ts'
import type { IntentRequest } from '../../rules.ts'
import { NO_STOPS, refused, type Verdict } from './verdict.ts'

/** Two an hour, and a margin for a day of restarts. */
export const HEADS_OF_DAY_MAX = 100

export function checkPublish({ to, data }: IntentRequest, publishedOfDay: number, { hotWallet }: ChainDeployment): Verdict {
  if (!isAddressEqual(to, hotWallet)) return refused('a head is published by the hot wallet to itself')
  if (!readHead(data)) return refused('not a head')
  if (publishedOfDay >= HEADS_OF_DAY_MAX) return refused('more heads than a day has')
  return { outcome: 'sign', moved: null, stops: NO_STOPS }
}
