import { describe, expect, it } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { buildFile, type FileFacts } from './build-file.ts'
import { fileNameOf, OPERATIONS_LAYOUT, OperationsLayout, verificationOf } from './layout.ts'
import type { Operation } from './operations.ts'
import { dollarValue, select } from './select.ts'

const base = (over: Partial<Operation> = {}): Operation => ({
  id: '00000000-0000-7000-8000-000000000001',
  accountId: 'a',
  kind: 'DEPOSIT',
  asset: 'USDT',
  amount: 150_000_000n,
  receivedAsset: null,
  receivedAmount: null,
  endedAt: new Date('2026-10-01T05:00:00Z'),
  copRate: 4_000n * 10n ** 8n,
  btcRate: 60_000n * 10n ** 8n,
  ...over,
})
const field = (name: string, from: number, length: number, type: string, source: string, more = {}) => ({
  name,
  from,
  length,
  type,
  source,
  isVerified: false,
  ...more,
})
const SMALL = OperationsLayout.parse({
  name: 'small', version: 1, title: 'Small', source: 'made up', dueDay: 20, fileName: 'small', lineEnd: '\n',
  thresholds: { individualUsd: '150.00', multipleUsd: '450.00' },
  header: [field('E', 1, 4, 'text', 'entity.code'), field('M', 5, 10, 'date', 'month.end'), field('N', 15, 3, 'number', 'file.lines')],
  body: [
    field('P', 1, 3, 'number', 'line.place'), field('D', 4, 10, 'date', 'operation.day'),
    field('K', 14, 1, 'text', 'line.kind', { codes: { individual: '1', multiple: '2' } }),
    field('U', 15, 9, 'number', 'operation.usd', { decimals: 2 }), field('C', 24, 8, 'text', 'client.name'),
  ],
  trailer: [field('Z', 1, 2, 'number', 'zero'), field('X', 3, 1, 'text', 'end')],
}) // biome-ignore format: as the lines of the file stand

const facts = (over: Partial<FileFacts> = {}): FileFacts => ({
  month: '2026-10',
  layout: SMALL,
  entityCode: '77',
  operations: [base(), base({ id: newId(), accountId: 'b', amount: 1_234_567_890n })],
  clientOf: (id) => ({ fullName: id === 'a' ? 'Íñigo' : 'Ñandú', documentType: 'CC', documentNumber: '1' }),
  ...over,
})

describe('a file by a layout', () => {
  it('has the bytes of the layout, and the same ones again', () => {
    const { bytes, problems } = buildFile(facts())
    expect(bytes.toString('latin1')).toBe(
      ['77  2026-10-31002', '0012026-10-011000015000INIGO   ', '0022026-10-011000123456NANDU   ', '00X', ''].join('\n'),
    )
    expect([problems, buildFile(facts()).bytes.equals(bytes)]).toEqual([[], true])
  })

  it('ADM-19 SEC-72 keeps its positions with any name, and reports names that it cannot write', () => {
    const written = (fullName: string) => {
      const { lines, problems } = buildFile(
        facts({ operations: [base()], clientOf: () => ({ fullName, documentType: 'CC', documentNumber: '1' }) }),
      )
      return [lines[0]?.text.slice(23), problems.map(({ problem, field: name }) => `${name}: ${problem}`)]
    }
    for (const [name, text] of [
      ['Añ;"|,', 'AN;"|,  '],
      ['A\nB\r\nC', 'A B C   '],
      ['\tÁ\u2028b\u0000', 'A B     '],
      ['Łø ß', 'LOE SS  '],
      ['Añ', 'AN      '],
      ['O’Ma 🙂', 'O MA    '],
      ['Oʼma', 'O MA    '],
    ] as const)
      expect(written(name)).toEqual([text, []])
    expect(written('李 小龙')).toEqual(['        ', ['C: code']])
    expect(written('Ana ٣')).toEqual(['        ', ['C: code']])
    expect(written('🙂 \n')).toEqual(['        ', ['C: client_name']])
    expect(written('Ñandú Ñandú')).toEqual(['NANDU NA', ['C: length']])
  })

  it('reports values that are missing, have no code or do not fit, and never truncates silently', () => {
    const { problems } = buildFile(
      facts({
        entityCode: null,
        operations: [
          base(),
          base({ id: newId(), accountId: 'b' }),
          base({ id: newId(), accountId: 'c', asset: 'BTC', amount: 1n, btcRate: null }),
        ],
        clientOf: (id) => (id === 'a' ? null : { fullName: 'Un nombre muy largo', documentType: 'CC', documentNumber: '1' }),
      }),
    )
    expect(problems.map(({ problem, userId }) => [problem, userId])).toEqual([
      ['entity_code', null], ['rate', 'c'], ['client_name', 'a'], ['length', 'b'],
    ]) // biome-ignore format: a table
  })

  it('refuses a layout with a gap or positions that overlap', () => {
    const moved = (from: number) => ({ ...SMALL, trailer: [SMALL.trailer[0], { ...SMALL.trailer[1], from }] })
    expect([2, 4].map((from) => OperationsLayout.safeParse(moved(from)).success)).toEqual([false, false])
  })

  it('has a name that reports unverified positions', () => {
    expect(verificationOf(OPERATIONS_LAYOUT).unverified).toBe(verificationOf(OPERATIONS_LAYOUT).fields)
    expect(fileNameOf('operations', '2026-10', 2)).toBe('uiaf-activos-virtuales-2026-10-v2-SIN-VERIFICAR.txt')
  })
})

describe('thresholds', () => {
  const THRESHOLDS = { individual: 150_000_000n, multiple: 450_000_000n }
  const kinds = (...amounts: bigint[]) =>
    select(
      amounts.map((amount) => base({ id: newId(), amount })),
      THRESHOLDS,
    ).reported.map(({ kind }) => kind)
  const usd = (...dollars: number[]) => dollars.map((dollar) => BigInt(dollar) * 1_000_000n)
  const several = (count: number) => Array.from({ length: count }, () => 'multiple')
  it.each([
    ['400 + 60: two lines', usd(400, 60), several(2)],
    ['3 x 200: three', usd(200, 200, 200), several(3)],
    ['3 x 149 = 447: none', usd(149, 149, 149), []],
    ['150 alone: one', usd(150), ['individual']],
    ['460 alone is one operation, not several', usd(460), ['individual']],
    ['what does not reach 450 together is reported by itself from 150 on', usd(150, 299, 0), ['individual', 'individual']],
    ['a millionth below 150 alone', [149_999_999n], []],
    ['exactly 450 of four below 150', [112_500_000n, 112_500_000n, 112_500_000n, 112_500_000n], several(4)],
    ['a millionth below 450 together', [112_500_000n, 112_500_000n, 112_500_000n, 112_499_999n], []],
    ['a millionth below 450 together, one of them from 150 on', [299_999_999n, 150_000_000n], ['individual', 'individual']],
    ['small ones are reported with a large one', [150_000_000n, 149_999_999n, 149_999_999n, 1_000_000n, 2n], several(5)],
  ] as const)('B9 ADM-19 %s', (_name, amounts, expected) => expect(kinds(...amounts)).toEqual(expected)) // biome-ignore format: a table

  it.each([
    ['pesos at the rate, cut off', { asset: 'COP', amount: 60_000_000n, copRate: 400_000_000_001n }, 149_999_999n],
    ['pesos for dollars count as the dollars', { kind: 'SWAP', asset: 'COP', amount: 1n, receivedAsset: 'USDT', receivedAmount: 7n }, 7n],
    ['bitcoins for pesos count as the pesos', { kind: 'SWAP', asset: 'BTC', amount: 1n, receivedAsset: 'COP', receivedAmount: 60_000_000n }, 150_000_000n],
    ['bitcoins by their own price', { asset: 'BTC', amount: 250_000n }, 150_000_000n],
    ['an unknown rate', { asset: 'BTC', amount: 250_000n, btcRate: null }, null],
  ] as const)('%s', (_name, over, expected) => expect(dollarValue(base(over))).toBe(expected)) // biome-ignore format: a table
})
