import { parseUnits } from '@tunjo/contract/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount } from './amount-parse.ts'
import { leaveDecimals, leavePesos, typeDecimals, typedAmount, typePesos } from './typed-amount.ts'

const typed = (keys: string) => [...keys].reduce((state, key) => typePesos(state, state.text + key, true), typedAmount(''))

describe('MON-04 whole pesos', () => {
  it.each([
    ['10000', '10.000', null],
    ['10000,50', '10.000', 'comma'],
    ['10000.50', '10.000', 'point'],
    ['10.000.5', '10.000', 'point'],
    ['10.000', '10.000', null],
    ['10.000.000', '10.000.000', null],
    ['1.000', '1.000', null],
    ['10000.', '10.000', null],
    ['500.50', '500', 'point'],
  ])('%s typed key by key is %s when the field is left', (keys, text, ignoredAfter) => {
    const state = typed(keys)
    const left = leavePesos(state)
    expect(left.text).toBe(text)
    expect(state.ignoredAfter ?? left.ignoredAfter).toBe(ignoredAfter)
  })

  it.each([
    ['10000.50', '10.000', 'point'],
    ['10000,50', '10.000', 'comma'],
    ['1.000.000.5', '1.000.000', 'point'],
    ['10000.5000', '10.000', 'point'],
    ['10.000', '10.000', null],
    ['10,000.50', '10,000.50', null],
  ])('%s pasted is %s', (pasted, text, ignoredAfter) => {
    expect(typePesos(typedAmount(''), pasted, true)).toMatchObject({ text, ignoredAfter })
  })

  it('is no amount while a point waits for its digits, so that no unintended amount is sent', () => {
    expect(typed('10000.5')).toMatchObject({ text: '10.000.5', beforePoint: '10.000' })
  })

  it('a removed digit moves the separators, and one inserted in the middle stays there', () => {
    expect(typePesos(typedAmount('10.000'), '10.00', true).text).toBe('1.000')
    expect(typePesos(typedAmount('1.234'), '1.2345', true).text).toBe('12.345')
    expect(typePesos(typedAmount('10.000'), '190.000', false).text).toBe('190.000')
    expect(typePesos(typed('10000.5'), '10.000.', true)).toMatchObject({ text: '10.000', ignoredAfter: null })
    expect(typePesos(typed('10000,'), '10.00', true)).toMatchObject({ text: '1.000', ignoredAfter: null })
  })
})

describe('EX-01 an amount with decimals', () => {
  const after = (keys: string) =>
    leaveDecimals([...keys].reduce((state, key) => typeDecimals(state, state.text + key, true), typedAmount('')))
  const pasted = (text: string) => leaveDecimals(typeDecimals(typedAmount(''), text, true))

  it.each([
    ['1,5', '1,5'],
    ['1234,5', '1.234,5'],
    ['1.234,5', '1.234,5'],
    ['10000', '10.000'],
    ['10.000', '10.000'],
    ['1.5', '1,5'],
    ['0.75', '0,75'],
    ['1.2345', '1,2345'],
    ['10000.50', '10.000,50'],
    ['1.5.0', '1.5.0'],
  ])('%s typed shows %s', (keys, text) => expect(after(keys).text).toBe(text))

  it('an edit in the middle moves the separators, so that none becomes a decimal point; a typed point stays', () => {
    const edit = (from: string, to: string) => leaveDecimals(typeDecimals(typedAmount(from), to, false)).text
    expect(edit('12.345', '12.35')).toBe('1.235')
    expect(edit('10.345', '0.345')).toBe('345')
    expect(edit('1.234.567', '1.23.567')).toBe('123.567')
    expect(edit('15', '1.5')).toBe('1,5')
    expect(edit('1.234,56', '1.24,56')).toBe('124,56')
  })

  it('a decimal point is never read as ten or a hundred times as much', () => {
    const decimals = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.nat(10_000_000), decimals, (whole, rest) => {
        fc.pre(rest.length !== 3)
        for (const { text } of [after(`${whole}.${rest}`), pasted(`${whole}.${rest}`)])
          expect([null, parseUnits(`${whole}.${rest}`, 8)]).toContain(parseAmount(text, 8).amount)
      }),
    )
  })
})
