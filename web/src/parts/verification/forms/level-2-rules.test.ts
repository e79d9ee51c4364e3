import { describe, expect, it } from 'vitest'
import { LEVEL_2_DEFAULTS, level2Body, level2Readiness, missingInLevel2 } from './level-2-rules.ts'

const work = { occupationID: 12, economicActivityID: 42, descriptionEconomicActivity: 'Siembro café', sourceOfFunds: true }
const here = { livesInColombia: true, homeAddress: 'Calle 10 # 5-51', departmentID: 2, cityID: 6, ...work }
const abroad = {
  livesInColombia: false,
  homeAddress: 'Gran Vía 1',
  outsideCountry: 'ES',
  outsideState: 'Madrid',
  outsideCity: 'Madrid',
  ...work,
}

describe('KYC-10 level 2', () => {
  it.each([
    ['in Colombia', here],
    ['abroad', abroad],
  ])('is ready %s with all of its fields, the declaration and the proof', (_where, values) => {
    expect(level2Readiness(values, true)).toBe('ready')
    expect(level2Readiness(values, false)).toBe('missing')
    for (const name of Object.keys(values)) expect(level2Readiness({ ...values, [name]: undefined }, true), name).toBe('missing')
    for (const name of ['homeAddress', 'descriptionEconomicActivity'])
      expect(level2Readiness({ ...values, [name]: '  ' }, true)).toBe('missing')
  })

  it('begins with the four preselected fields, and requires the rest', () => {
    expect(missingInLevel2({ ...LEVEL_2_DEFAULTS, livesInColombia: true })).toEqual([
      'homeAddress',
      'descriptionEconomicActivity',
      'sourceOfFunds',
    ])
    expect(missingInLevel2({ ...LEVEL_2_DEFAULTS })).toContain('livesInColombia')
  })

  it('is not sent with No to the lawful origin of the funds, whatever else is missing', () => {
    expect(level2Readiness({ ...here, sourceOfFunds: false }, true)).toBe('no')
    expect(level2Readiness({ sourceOfFunds: false }, false)).toBe('no')
  })

  it('sends only the chosen form of the residence', () => {
    expect(level2Body({ ...abroad, ...here })).not.toHaveProperty('outsideCountry')
    expect(level2Body({ ...here, ...abroad })).not.toHaveProperty('cityID')
    expect(level2Body({ ...here, homeAddress: ' Calle 10 ' })).toMatchObject({ isColombian: true, cityID: 6, homeAddress: 'Calle 10' })
  })

  it('does not send what the server would ignore', () => {
    expect(level2Body({ ...here, cityID: 'Leticia' })).toBeNull()
    expect(level2Body({ ...here, descriptionEconomicActivity: 'x'.repeat(501) })).toBeNull()
  })
})
