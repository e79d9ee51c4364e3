/** The table of assets says the same to SQL (`ledger.asset`) as to TypeScript. */
import { ASSET_CODES, ASSETS } from '@tunjo/contract/money'
import { PAIRS } from '@tunjo/contract/pricing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../dev/testing/database.ts'
import { tokenOfAsset } from '../src/chain/tokens.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('assets', () => {
  it('are the rows of ledger.asset, with the token and the rank of a quote', async () => {
    const { rows } =
      await sql`SELECT code, scale, token_id AS "tokenId", quote_rank AS "quoteRank" FROM ledger.asset ORDER BY code`.execute(database.db)
    expect(rows).toEqual(
      ASSET_CODES.toSorted().map((code) => {
        const { scale, quoteRank } = ASSETS[code]
        return { code, scale, tokenId: tokenOfAsset(code).id, quoteRank }
      }),
    )
  })

  it('cannot be changed by the role of the product', async () => {
    for (const statement of [`UPDATE ledger.asset SET token_id = token_id + 100`, `DELETE FROM ledger.asset`])
      await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('permission denied')
  })

  it('are valued by a market price each, apart from the one that counts as the dollar', () => {
    const pairs = ASSET_CODES.map((code) => ASSETS[code].pair)
    expect(pairs.filter((pair) => pair !== null).toSorted()).toEqual(PAIRS.toSorted())
    expect(pairs.filter((pair) => pair === null)).toHaveLength(1)
  })
})
