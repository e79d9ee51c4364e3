import { describe, expect, it } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { buildCarfFile, type CarfFacts, type Reported } from './build-carf-file.ts'
import { CARF_LAYOUT } from './carf-layout.ts'
import type { UserYear } from './carf-problems.ts'
import type { Company } from './company.ts'
import { companyIn } from './message.ts'
import { differences, readXml } from './structure.testing.ts'
import type { TaxSubject } from './tax-subject.ts'
import type { Total } from './totals.ts'

const company: Company = { name: 'Tunjo & Cía. <S.A.S.>', nit: '9001234567', address: 'Calle 1 "A"', city: 'Bogotá' }
const total = (over: Partial<Total> = {}): Total => ({
  asset: 'USDT',
  bucket: 'fiatIn',
  transactions: 2,
  units: 1_500_001n,
  cents: 600_000n,
  ...over,
})
const subject = (accountId: string, over: Partial<TaxSubject> = {}): TaxSubject => ({
  accountId,
  personType: 'natural',
  fullName: 'Íñigo Núñez',
  documentType: 'CC',
  documentNumber: '1099',
  birthDate: '1990-02-03',
  country: 'CO',
  address: 'Carrera 7 # 8-9',
  city: 'Medellín',
  residences: null,
  residenceCountry: over.country === undefined ? 'CO' : over.country,
  ...over,
})
const user = (totals: readonly Total[], over: Partial<TaxSubject> = {}, accountId = newId()): UserYear => ({
  accountId,
  subject: subject(accountId, over),
  totals,
})
const NOTHING: Reported = { company: null, users: new Map() }
function build(users: readonly UserYear[], over: Partial<CarfFacts> = {}) {
  const ledger = new Map([['USDT', users.flatMap(({ totals }) => totals).reduce((sum, { units }) => sum + units, 0n)]] as const)
  const at = new Date('2027-05-03T15:00:00.123Z')
  const built = buildCarfFile({ month: '2026-12', version: 1, at, company, users, reported: NOTHING, ledger, ...over })
  const xml = built.bytes.toString('utf8')
  expect(differences(readXml(xml))).toEqual([])
  return { ...built, xml }
}
const presented = ({ frame, lines }: ReturnType<typeof build>): Reported => ({
  company: companyIn(frame.header, company),
  users: new Map(lines.map((line) => [line.userId, line])),
})

describe('CARF message', () => {
  it('has new data of people and companies in the elements and the order of the schema, escaped', () => {
    const kinds = ['cryptoIn', 'cryptoOut', 'fiatIn', 'fiatOut', 'transferInOther', 'transferInUnknown', 'transferOutOther', 'transferOutUnknown', 'fees'] as const // biome-ignore format: one list
    const all = kinds.map((bucket) => total({ bucket }))
    const built = build([user(all), user([total({ asset: 'BTC' })], { personType: 'legal', documentType: 'NIT', birthDate: null })], {
      ledger: new Map(),
    })
    expect(built.carf).toMatchObject({ message: 'CARF701', users: 2, new: 2, corrected: 0, deleted: 0 })
    for (const text of [
      '<carf:MessageRefId>CO2026CO-9001234567-v1</carf:MessageRefId>',
      '<carf:ReportingPeriod>2026-12-31</carf:ReportingPeriod>',
      '<carf:Timestamp>2027-05-03T15:00:00Z</carf:Timestamp>',
      '<carf:LastName>&#205;&#241;igo N&#250;&#241;ez</carf:LastName>',
      '<carf:Name>Tunjo &#38; C&#237;a. &#60;S.A.S.&#62;</carf:Name>',
      '<carf:TIN issuedBy="CO">1099</carf:TIN>',
      '<carf:CryptoFiatIn><carf:NumberofTransactions>2</carf:NumberofTransactions><carf:Amount currCode="COP">6000.00</carf:Amount><carf:NumberofUnits>1.500001</carf:NumberofUnits></carf:CryptoFiatIn>',
      '<carf:TransferType>CARF606</carf:TransferType>',
    ])
      expect(built.xml).toContain(text)
    expect(built.xml.match(/1\.500001/g)).toHaveLength(9)
    const elements = new Set([...built.xml.matchAll(/<((?:carf|stf):\w+)/g)].map(([, name]) => name))
    // The reference to a corrected record is the only one that a first message lacks.
    expect(elements.add('stf:CorrDocRefId').size).toBe(CARF_LAYOUT.verification.fields)
    expect(built.problems.map(({ problem, field }) => [problem, field])).toEqual([
      ['ledger', 'BTC'],
      ['ledger', 'USDT'],
    ])
  })

  it('has the residences and numbers as certified, and lists the people without a certification', () => {
    const residences = [
      { country: 'CO', tin: '1099', noTinReason: null },
      { country: 'ES', tin: '12345678-Z', noTinReason: null },
      { country: 'AE', tin: null, noTinReason: 'notIssued' },
    ] as const
    const [certified, missing] = [user([total()], { country: 'CO', residences }), user([total()], { country: 'BR' })]
    const built = build([certified, missing, user([], {})])
    expect(built.carf?.uncertified).toEqual({ count: 1, userIds: [missing.accountId] })
    // It prevents no approval: the term of the report does not wait for an answer.
    expect(built.problems).toEqual([])
    expect(built.lines.map(({ country }) => country)).toEqual(['CO, ES, AE', 'BR'])
    const countries = ['CO', 'ES', 'AE'].map((code) => `<carf:ResCountryCode>${code}</carf:ResCountryCode>`).join('')
    expect(built.xml).toContain(
      `${countries}<carf:TIN issuedBy="CO">1099</carf:TIN><carf:TIN issuedBy="ES">12345678-Z</carf:TIN><carf:TIN unknown="true"></carf:TIN>`,
    )
    expect(built.xml).toContain('<carf:ResCountryCode>BR</carf:ResCountryCode><carf:TIN unknown="true"></carf:TIN>')
    const moved = { ...missing, subject: subject(missing.accountId, { country: 'BR', residences: residences.slice(0, 1) }) }
    const corrected = build([certified, moved], { version: 2, reported: presented(built) })
    expect(corrected.lines.map(({ userId, action }) => [userId, action])).toEqual([[missing.accountId, 'corrected']])
    expect(corrected.carf?.uncertified).toEqual({ count: 0, userIds: [] })
  })

  it('has people without an address with their certified residence, or with Colombia, and no approval waits for them', () => {
    const certified = user([total()], {
      country: null,
      address: null,
      city: null,
      residences: [{ country: 'ES', tin: '1', noTinReason: null }],
    })
    const missing = user([total()], { country: null, address: null, city: null })
    const built = build([certified, missing])
    expect(built.problems).toEqual([])
    expect(built.lines.map(({ country }) => country)).toEqual(['ES', 'CO'])
    for (const country of ['ES', 'CO'])
      expect(built.xml).toContain(
        `<carf:CountryCode>${country}</carf:CountryCode><carf:AddressFix><carf:City>NO DISPONIBLE</carf:City></carf:AddressFix>`,
      )
    expect(built.xml).toContain('<carf:ResCountryCode>CO</carf:ResCountryCode><carf:TIN issuedBy="CO">1099</carf:TIN>')
    expect(built.carf?.uncertified).toEqual({ count: 1, userIds: [missing.accountId] })
  })

  it('has the number of the verified document in Colombia, also where another one was verified before', () => {
    const residences = [{ country: 'CO', tin: null, noTinReason: 'notIssued' }] as const
    expect(build([user([total()], { residences })]).xml).toContain('<carf:TIN issuedBy="CO">1099</carf:TIN>')
    const foreigner = user([total()], { residences: [{ ...residences[0], tin: '8001' }], documentType: 'CE', documentNumber: '77' })
    expect(build([foreigner]).xml).toContain('<carf:TIN issuedBy="CO">8001</carf:TIN>')
  })

  it('has a company of another country with the country of its office in the address', () => {
    const company = user([total()], { personType: 'legal', documentType: 'NIT', birthDate: null, country: 'CO', residenceCountry: 'PA' })
    const { xml } = build([company])
    expect(xml).toContain('<carf:ResCountryCode>PA</carf:ResCountryCode>')
    expect(xml).toContain('<carf:Address><carf:CountryCode>CO</carf:CountryCode>')
  })

  it('says that there is no customer to report', () => {
    const nil = build([])
    expect([nil.carf?.message, nil.lines, nil.problems]).toEqual(['CARF703', [], []])
    expect(nil.xml).toContain('<carf:MessageTypeIndic>CARF703</carf:MessageTypeIndic>')
    const later = build([user([total()])], { version: 2, reported: presented(nil) })
    expect(later.carf).toMatchObject({ message: 'CARF701', new: 1 })
    expect(later.xml).toContain('<stf:DocTypeIndic>OECD0</stf:DocTypeIndic><stf:DocRefId>CO2026CO-9001234567-v1-RCASP</stf:DocRefId>')
  })

  it('corrects and deletes what was presented, and sends new people in the next message', () => {
    const [same, changed, absent, added] = [user([total()]), user([total()]), user([total()]), user([total()])]
    const first = build([same, changed, absent])
    const now = { ...changed, totals: [total({ units: 9n })] }
    const second = build([same, now, added], { version: 2, reported: presented(first) })
    expect(second.carf).toMatchObject({ message: 'CARF702', users: 3, new: 0, corrected: 1, deleted: 1, pending: 1 })
    expect(second.lines.map(({ userId, action, corrDocRefId }) => [userId, action, corrDocRefId])).toEqual([
      [changed.accountId, 'corrected', 'CO2026CO-9001234567-v1-2'],
      [absent.accountId, 'deleted', 'CO2026CO-9001234567-v1-3'],
    ])
    expect(second.xml).toMatch(/OECD2<.*v2-1<.*CorrDocRefId>CO2026CO-9001234567-v1-2</)
    expect(second.xml).toMatch(/OECD3<.*v2-2<.*CorrDocRefId>CO2026CO-9001234567-v1-3</)
    expect(second.xml).not.toContain('OECD1')
    const known = new Map([...presented(first).users, ...presented(second).users])
    known.delete(absent.accountId)
    const third = build([same, now, added], { version: 3, reported: { company: companyIn(second.frame.header, company), users: known } })
    expect([third.carf?.message, third.lines.map(({ userId }) => userId)]).toEqual(['CARF701', [added.accountId]])
    known.set(added.accountId, third.lines[0] as never)
    const last = build([same, now, added], { version: 4, reported: { company: companyIn(third.frame.header, company), users: known } })
    expect(last.problems.map(({ problem }) => problem)).toEqual(['unchanged'])
    const moved = { ...company, city: 'Cali' }
    const header = last.frame.header
    const corrected = build([same, now, added], {
      version: 5,
      company: moved,
      reported: { company: companyIn(header, moved), users: known },
    })
    expect(corrected.xml).toMatch(/OECD2<.*v5-RCASP<.*CorrDocRefId>CO2026CO-9001234567-v1-RCASP</)
  })

  it('says what is missing, and what has no kind, no price, or was undone beyond the year', () => {
    const users = [
      user([total()], { birthDate: null }),
      { accountId: newId(), subject: null, totals: [total()] },
      user([total({ bucket: 'unknown' })]),
      user([total({ units: -1n, transactions: 0 })]),
      user([total({ cents: null })]),
    ]
    const ledger = new Map([['USDT', users.flatMap(({ totals }) => totals).reduce((sum, { units }) => sum + units, 0n)]] as const)
    const facts = { month: '2026-12', version: 1, at: new Date(0), company: null, users, reported: NOTHING, ledger }
    expect(buildCarfFile(facts).problems.map(({ problem, userId }) => [problem, userId])).toEqual([
      ['company', null],
      ...['birth_date', 'client_document', 'posting', 'negative', 'rate'].map((problem, index) => [problem, users[index]?.accountId]),
    ])
  })
})
