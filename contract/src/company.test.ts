import { describe, expect, it } from 'vitest'
import { isNit, isRecentCertificate, nitCheckDigit, readNit, shareHundredths, totalShares, WHOLE_SHARE } from './company.ts'

describe('NIT', () => {
  // Public registers: Bancolombia, Ecopetrol, Universidad Nacional, Alcaldía Mayor de Bogotá.
  it.each(['890.903.938-8', '899.999.068-1', '899999063-3', '8999990619'])('KYC-12 %s has its check digit', (nit) => {
    expect(isNit(nit)).toBe(true)
  })

  it('KYC-12 no other check digit of a number passes', () => {
    const passing = Array.from({ length: 10 }, (_, digit) => `890903938${digit}`).filter(isNit)
    expect(passing).toEqual(['8909039388'])
  })

  it('a rest below two is the check digit itself', () => {
    expect(nitCheckDigit('000000000')).toBe(0)
    expect(nitCheckDigit('899999068')).toBe(1)
  })

  it.each([
    ['', { state: 'empty' }],
    [' . - ', { state: 'empty' }],
    ['890.903', { state: 'short' }],
    ['890.903.938', { state: 'unchecked', checkDigit: 8 }],
    ['890.903.938-8', { state: 'right', checkDigit: 8 }],
    ['890.903.938-7', { state: 'wrong', checkDigit: 8 }],
    ['890.903.938-88', { state: 'unfit' }],
    ['89O903938', { state: 'unfit' }],
  ])('reads %o while it is typed', (typed, reading) => {
    expect(readNit(typed)).toEqual(reading)
  })
})

describe('shares', () => {
  it.each([
    ['50', 5000],
    ['12.5', 1250],
    ['12,5', 1250],
    [' 0,01 ', 1],
    ['100,00', 10_000],
    ['', null],
    ['12,', null],
    ['1.234', null],
    ['-5', null],
    ['5 %', null],
  ])('reads %o', (typed, hundredths) => {
    expect(shareHundredths(typed)).toBe(hundredths)
  })

  it('KYC-12 thirds and tenths add up exactly', () => {
    expect(totalShares(['33,33', '33,33', '33,34'])).toBe(WHOLE_SHARE)
    expect(totalShares(['0.1', '0.2', 'x', ''])).toBe(30)
    expect(totalShares(['60', '40,01'])).toBeGreaterThan(WHOLE_SHARE)
  })
})

describe('certificate of the chamber of commerce', () => {
  it.each([
    ['2026-11-21', true],
    ['2026-08-24', true],
    ['2026-08-23', false],
    ['2026-11-22', false],
    ['', false],
  ])('KYC-12 of %s is recent on 2026-11-21: %s', (day, isRecent) => {
    expect(isRecentCertificate(day, '2026-11-21')).toBe(isRecent)
  })
})
