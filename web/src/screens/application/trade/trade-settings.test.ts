import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, fractionOf, parseSettings, percentOf, readSlippage, warningOf, writeSettings } from './trade-settings.ts'

describe('EX-04 slippage', () => {
  it.each([
    [0, '0', '0'],
    [1, '0.0001', '0,01'],
    [10, '0.001', '0,1'],
    [50, '0.005', '0,5'],
    [100, '0.01', '1'],
    [500, '0.05', '5'],
  ])('%s basis points are the fraction %s and %s per cent', (bps, fraction, percent) => {
    expect([fractionOf(bps), percentOf(bps)]).toEqual([fraction, percent])
  })

  it.each([
    ['0,75', 75, null],
    ['0.75', 75, null],
    ['1.5', 150, null],
    ['2', 200, null],
    ['2,01', 201, 'high'],
    ['0,05', 5, 'low'],
    ['1 %', 100, null],
  ])('reads %s', (text, bps, warning) => {
    expect(readSlippage(text)).toEqual({ bps, warning })
  })

  it.each([
    ['', 'invalid'],
    ['1.5.0', 'invalid'],
    ['0.123', 'invalid'],
    ['0,123', 'invalid'],
    ['5,01', 'tooHigh'],
  ])('refuses %j', (text, problem) => {
    expect(readSlippage(text)).toEqual({ bps: null, problem })
  })

  it('gives no warning for the presets', () => {
    expect([10, 50, 100].map(warningOf)).toEqual([null, null, null])
  })
})

describe('EX-04 settings are remembered', () => {
  it('reads what it wrote', () => {
    for (const settings of [DEFAULT_SETTINGS, { slippageBps: 500, withConfirmation: false }, { slippageBps: 0, withConfirmation: true }])
      expect(parseSettings(writeSettings(settings))).toEqual(settings)
  })
  it('starts with 0,5 % and the confirmation on', () => {
    expect(parseSettings(null)).toEqual({ slippageBps: 50, withConfirmation: true })
  })
  it.each(['{', '{}', '{"slippage":"0.9","confirmation":true}', '{"slippage":5,"confirmation":true}'])('ignores %s', (text) => {
    expect(parseSettings(text)).toEqual(DEFAULT_SETTINGS)
  })
})
