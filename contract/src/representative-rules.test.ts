import { describe, expect, it } from 'vitest'
import { ENGLISH_SENTENCES as ENGLISH } from './errors.en.ts'
import { ERROR_SENTENCES as SPANISH } from './errors.es.ts'
import {
  documentKey,
  firstFault,
  LINE_PROBLEMS,
  MISSING,
  missingOf,
  type RepresentativeFacts,
  type RepresentativeLine,
  shareOfCustomer,
} from './representative-rules.ts'

const line = (more: Partial<RepresentativeLine> = {}): RepresentativeLine => ({
  roles: ['owner'],
  name: 'Ana Rojas',
  documentType: 'CC',
  documentNumber: '52000111',
  share: 50_00,
  parent: null,
  ...more,
})
const company = (more: Partial<RepresentativeLine> = {}) =>
  line({ roles: [], name: 'Holding SAS', documentType: 'NIT', documentNumber: '900123456', ...more })
const representative = line({ roles: ['representative'], name: 'Eva Ruiz', documentNumber: '41000999', share: null })

describe('rules of one list', () => {
  const fault = (...lines: RepresentativeLine[]) => firstFault(lines)

  it('accepts people with roles, owners with shares, companies with their owners', () => {
    expect(
      fault(representative, company(), line({ parent: 1 }), line({ roles: ['controller'], share: null, documentNumber: '1', parent: 1 })),
    ).toBeNull()
    expect(fault(line({ roles: ['representative', 'owner'] }), company({ share: 50_00 }))).toBeNull()
  })

  it.each([
    ['every person with a role', 'roles', line({ roles: [] })],
    ['no role twice', 'roles', line({ roles: ['owner', 'owner'] })],
    ['no company as representative or final owner', 'company_roles', company({ roles: ['representative'] })],
    ['no owner without a share', 'share', line({ share: null })],
    ['no company without a share', 'share', company({ share: null })],
    ['no share of a person who only represents', 'share', line({ roles: ['representative'] })],
    ['no owner behind a person', 'parent', line({ documentNumber: '2', share: 1, parent: 0 })],
    ['no person behind themselves', 'parent', company({ parent: 1 })],
    ['no owner behind an unknown line', 'parent', line({ parent: 9 })],
    ['no document twice at the same place, however it is typed', 'twice', line({ documentNumber: 'C.C. 41.000.999', share: 1 })],
    ['no more than all of it', 'shares_above_total', line({ share: 100_01 })],
  ] as const)('%s', (_what, problem, second) => {
    expect(fault(representative, second)).toEqual({ line: 1, problem })
  })

  it('below a company are its owners, not its representatives; each company has its own 100 %', () => {
    expect(fault(company(), line({ roles: ['representative'], share: null, parent: 0 }))).toEqual({ line: 1, problem: 'parent' })
    expect(fault(company(), line({ share: 60_00, parent: 0 }), line({ documentNumber: '2', share: 40_01, parent: 0 }))?.problem).toBe(
      'shares_above_total',
    )
    expect(fault(company(), line({ share: 100_00, parent: 0 }), line({ share: 50_00 }))).toBeNull()
  })
})

describe('what is missing before a company is accepted', () => {
  const shareholder = (name: string, identification: string, ownershipPercentage: string) => ({ name, identification, ownershipPercentage })
  const ana = shareholder('Ana Rojas', '52000111', '95.01')
  const holding = shareholder('Holding SAS', '900123456-8', '60')
  function missing(shareholders: RepresentativeFacts['shareholders'], people: readonly RepresentativeLine[], more = {}) {
    const list = { people, noOwnerReason: '', isBeforeForm: false, ...more }
    return missingOf({ shareholders, list, thresholdHundredths: 5_00 }).map(({ what, name }) => [what, name].filter(Boolean).join(' '))
  }

  it('a list, at least one representative, and the owners behind each shareholder', () => {
    expect(missingOf({ shareholders: [ana], list: null, thresholdHundredths: 5_00 })).toEqual([{ what: 'list', name: '' }])
    expect(missing([ana], [line()])).toEqual(['representative'])
    expect(missing([ana], [line({ roles: ['alternate', 'owner'] })])).toEqual(['representative'])
    expect(missing([ana], [representative])).toEqual(['shareholder Ana Rojas'])
    expect(missing([ana], [representative, line()])).toEqual([])
    expect(missing([ana], [representative, line()], { isBeforeForm: true })).toEqual(['newer_list'])
  })

  it('applies exactly from the configured share', () => {
    const small = shareholder('Beto Lara', '52000112', '4.99')
    expect(missing([ana, small], [representative, line()])).toEqual([])
    expect(missing([ana, { ...small, ownershipPercentage: '5' }], [representative, line()])).toEqual(['shareholder Beto Lara'])
    const list = { people: [representative, line()], noOwnerReason: '', isBeforeForm: false }
    expect(missingOf({ shareholders: [small], list, thresholdHundredths: 4_99 })).toEqual([{ what: 'shareholder', name: 'Beto Lara' }])
  })

  it('does not treat a shareholder who only represents as an owner', () => {
    expect(missing([ana], [line({ roles: ['representative'], share: null })])).toEqual(['shareholder Ana Rojas'])
  })

  it('a company needs a person behind it, through any number of companies', () => {
    expect(missing([holding], [representative, company()])).toEqual(['shareholder Holding SAS'])
    expect(missing([holding], [representative, company(), line({ parent: 1 })])).toEqual([])
    const second = company({ name: 'Otra SAS', documentNumber: '900999888', parent: 1 })
    expect(missing([holding], [representative, company(), second])).toEqual(['shareholder Holding SAS'])
    expect(missing([holding], [representative, company(), second, line({ parent: 2 })])).toEqual([])
    expect(missing([holding], [representative, company(), line()])).toEqual(['shareholder Holding SAS'])
  })

  it('small shareholders only: an owner by other means, or the reason why there is none (RUB: the representative)', () => {
    const small = Array.from({ length: 3 }, (_, place) => shareholder(`Socio ${place}`, `5200${place}`, '3'))
    expect(missing(small, [representative])).toEqual(['owner'])
    expect(missing(small, [representative, line({ roles: ['controller'], share: null })])).toEqual([])
    expect(missing([ana], [representative], { noOwnerReason: 'Cotiza en la bolsa de Colombia.' })).toEqual([])
    expect(missing([ana], [line()], { noOwnerReason: 'Cotiza en la bolsa de Colombia.' })).toEqual(['representative'])
  })

  it('every missing item and every fault has its text', () => {
    for (const sentences of [SPANISH, ENGLISH]) {
      const [missingText, faulty] = [sentences['compliance.representatives_missing'], sentences['kyc.representative_faulty']]
      if (typeof missingText === 'string' || typeof faulty === 'string') throw new Error('both say what')
      const other = [missingText({ what: 'nothing known' }), faulty({ line: 1, problem: 'nothing known' })]
      const texts = [
        ...MISSING.map((what) => missingText({ what, name: 'Holding SAS' })),
        ...[...LINE_PROBLEMS, 'document'].map((problem) => faulty({ line: 1, problem })),
      ]
      expect(texts.filter((text) => other.includes(text))).toEqual([])
      expect(new Set(texts).size).toBe(texts.length)
    }
  })
})

it('a share through companies is multiplied, and rounded down to hundredths', () => {
  const people = [
    company({ share: 50_00 }),
    company({ documentNumber: '900999888', share: 33_33, parent: 0 }),
    line({ share: 33_33, parent: 1 }),
  ]
  expect(people.map((one) => shareOfCustomer(people, one))).toEqual([50_00, 16_66, 5_55])
  expect(shareOfCustomer(people, line({ roles: ['controller'], share: null, parent: 0 }))).toBeNull()
})

it('compares a number as the database does', () => {
  expect(['79.123.456', 'CC 79123456', '079123456', '７９123456'].map(documentKey)).toEqual(Array(4).fill('79123456'))
  expect(documentKey('PA AB-123')).toBe('PAAB123')
})
