import { describe, expect, it } from 'vitest'
import { leavePesos, pesosOf, typePesos } from './whole-pesos.ts'

const typed = (keys: string) => [...keys].reduce((state, key) => typePesos(state, state.text + key, true), pesosOf(''))

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
    expect(typePesos(pesosOf(''), pasted, true)).toMatchObject({ text, ignoredAfter })
  })

  it('is no amount while a point waits for its digits, so that nothing is sent that was not meant', () => {
    expect(typed('10000.5')).toMatchObject({ text: '10.000.5', beforePoint: '10.000' })
  })

  it('a digit taken away moves the dots, and one put in the middle stays where it is', () => {
    expect(typePesos(pesosOf('10.000'), '10.00', true).text).toBe('1.000')
    expect(typePesos(pesosOf('1.234'), '1.2345', true).text).toBe('12.345')
    expect(typePesos(pesosOf('10.000'), '190.000', false).text).toBe('190.000')
    expect(typePesos(typed('10000.5'), '10.000.', true)).toMatchObject({ text: '10.000', ignoredAfter: null })
    expect(typePesos(typed('10000,'), '10.00', true)).toMatchObject({ text: '1.000', ignoredAfter: null })
  })
})
