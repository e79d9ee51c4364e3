import { describe, expect, it } from 'vitest'
import { changeSwap, type SwapForm, writtenSide } from './swap-form.ts'

const unset: SwapForm = { tokenIn: 0, tokenOut: 30, type: 'unset', text: '', pesosSide: null }
const selling: SwapForm = { ...unset, type: 'input', text: '500.000' }
const buying: SwapForm = { ...unset, type: 'output', text: '0,01' }

describe('EX-02 quote type', () => {
  it('is input after typing at the top and output after typing below', () => {
    expect(changeSwap(unset, { kind: 'write', side: 'in', text: '5' }).type).toBe('input')
    expect(changeSwap(selling, { kind: 'write', side: 'out', text: '5' })).toEqual({ ...unset, type: 'output', text: '5' })
  })
  it('is unset again when the amount is deleted', () => {
    expect(changeSwap(selling, { kind: 'write', side: 'in', text: '' })).toEqual(unset)
    expect(changeSwap(buying, { kind: 'clear' })).toEqual(unset)
  })
  it('flips with the direction, and the amount stays with its token', () => {
    expect(changeSwap(selling, { kind: 'flip' })).toEqual({ tokenIn: 30, tokenOut: 0, type: 'output', text: '500.000', pesosSide: null })
    expect(changeSwap(buying, { kind: 'flip' })).toEqual({ tokenIn: 30, tokenOut: 0, type: 'input', text: '0,01', pesosSide: null })
    expect(changeSwap(unset, { kind: 'flip' })).toEqual({ tokenIn: 30, tokenOut: 0, type: 'unset', text: '', pesosSide: null })
  })
  it('restores the first form after two flips', () => {
    for (const form of [unset, selling, buying]) expect(changeSwap(changeSwap(form, { kind: 'flip' }), { kind: 'flip' })).toEqual(form)
  })
  it('names the side with the typed amount', () => {
    expect([unset, selling, buying].map(writtenSide)).toEqual([null, 'in', 'out'])
  })
})

describe('EX-01 amount in pesos', () => {
  const pesos = changeSwap(buying, { kind: 'unit', side: 'out', text: '2.000.000', inPesos: true })
  it('keeps its unit while it is typed, flipped and deleted, and ends with an amount of the other side', () => {
    expect(pesos).toEqual({ ...buying, text: '2.000.000', pesosSide: 'out' })
    expect(changeSwap(pesos, { kind: 'write', side: 'out', text: '2', inPesos: true }).pesosSide).toBe('out')
    expect(changeSwap(pesos, { kind: 'flip' }).pesosSide).toBe('in')
    expect(changeSwap(pesos, { kind: 'clear' }).pesosSide).toBe('out')
    expect(changeSwap(pesos, { kind: 'write', side: 'in', text: '2' }).pesosSide).toBeNull()
    expect(changeSwap(pesos, { kind: 'unit', side: 'out', text: '0,01', inPesos: false })).toEqual(buying)
  })
})

describe('EX-03 choosing a token', () => {
  it('keeps the amount', () => {
    expect(changeSwap(selling, { kind: 'choose', side: 'out', token: 31 })).toEqual({ ...selling, tokenOut: 31 })
    expect(changeSwap(selling, { kind: 'choose', side: 'in', token: 31 })).toEqual({ ...selling, tokenIn: 31 })
  })
  it('never leaves the same token on both sides', () => {
    expect(changeSwap(selling, { kind: 'choose', side: 'out', token: 0 })).toEqual(changeSwap(selling, { kind: 'flip' }))
    expect(changeSwap(selling, { kind: 'choose', side: 'in', token: 0 })).toBe(selling)
  })
})
