import type { AssetCode } from '@tunjo/contract/money'
import { expect, it } from 'vitest'
import { seededRandom } from '../../../../../../dev/testing/random.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { buildFile } from './build-file.ts'
import { OPERATIONS_LAYOUT } from './layout.ts'
import type { Operation } from './operations.ts'
import { type ReferenceOperation, referenceReport } from './reference-report.testing.ts'

const CLIENT_MONTHS = 10_000
const CLIENTS_IN_MONTH = 100
const RATE = 10n ** 8n
const DOLLARS = [60, 75, 90, 112.5, 140, 149, 149.999999, 150, 150.000001, 200, 225, 299.999999, 300, 400, 449.999999, 450, 460, 2_000]
const ONE_DOLLAR: Readonly<Record<'COP' | 'USDT' | 'BTC', number>> = { USDT: 1_000_000, COP: 400_000, BTC: 1_666 }
const SIDES: readonly (readonly AssetCode[])[] = [
  ['USDT'],
  ['BTC'],
  ['COP', 'USDT'],
  ['USDT', 'COP'],
  ['COP', 'BTC'],
  ['BTC', 'COP'],
  ['BTC', 'USDT'],
]

const random = seededRandom('operations of client-months')
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T

function randomOperation(accountId: string, month: string): Operation & { reference: ReferenceOperation } {
  const id = newId()
  const dollars = random() < 0.7 ? pick(DOLLARS) : Math.floor(random() * 250_000_000) / 1_000_000
  const sides = pick(SIDES).map((asset) => ({ asset, amount: BigInt(Math.round(dollars * ONE_DOLLAR[asset])) }))
  const [paid, received] = sides as [(typeof sides)[number], ...typeof sides]
  const [pesosForDollar, dollarsForBitcoin] = [pick([3_999n, 4_000n, 4_001n]), pick([59_990n, 60_000n, 60_024n])]
  return {
    id, accountId, kind: received ? 'SWAP' : pick(['DEPOSIT', 'WITHDRAWAL']), ...paid,
    receivedAsset: received?.asset ?? null, receivedAmount: received?.amount ?? null,
    endedAt: new Date(`${month}-1${Math.floor(random() * 10)}T15:00:00Z`),
    copRate: pesosForDollar * RATE, btcRate: dollarsForBitcoin * RATE,
    reference: { id, sides, pesosForDollar, dollarsForBitcoin },
  } // biome-ignore format: one row
}

it(`B9 ADM-19 a second implementation, written from the text alone, agrees on every line of ${CLIENT_MONTHS} client-months`, () => {
  const seen = { individual: 0, multiple: 0, none: 0 }
  for (let month = 0; month < CLIENT_MONTHS / CLIENTS_IN_MONTH; month++) {
    const name = `20${10 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
    const clients = Array.from({ length: CLIENTS_IN_MONTH }, () => {
      const accountId = newId()
      return Array.from({ length: 1 + Math.floor(random() * 5) }, () => randomOperation(accountId, name))
    })
    const { lines } = buildFile({
      month: name,
      layout: OPERATIONS_LAYOUT,
      entityCode: '1',
      operations: clients.flat(),
      clientOf: () => ({ fullName: 'Ana', documentType: 'CC', documentNumber: '1' }),
    })
    const expected = clients.flatMap((own) => referenceReport(own.map(({ reference }) => reference)))
    expect(lines.map(({ movementId, kind, usd }) => ({ id: movementId, kind, usd }))).toEqual(expected)
    expect(lines.map(({ place }) => place)).toEqual(expected.map((_, index) => index + 1))
    for (const { kind } of expected) seen[kind] += 1
    seen.none += clients.flat().length - expected.length
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(1_000)
})
