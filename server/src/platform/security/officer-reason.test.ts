import { describe, expect, it } from 'vitest'
import { tidyText } from '../phrases/visible-text.ts'
import { checkReason } from './officer-reason.ts'

const codeOf = (reason: string) => checkReason(reason)?.code ?? null

describe('a reason', () => {
  it.each([
    ['nine characters', 'x'.repeat(9), 'request.reason_invalid'],
    ['ten characters', 'x'.repeat(10), null],
    ['nine between spaces', `   ${'x'.repeat(9)}   `, 'request.reason_invalid'],
    ['nine with spaces between them', 'xxx xxx xxx', 'request.reason_invalid'],
    ['ten with spaces between them', 'xxx xxx xxxx', null],
    ['nine and zero-width characters', `${'x'.repeat(9)}\u200b\u200d\u2060\ufeff`, 'request.reason_invalid'],
    ['nine and soft hyphens', `${'x'.repeat(9)}\u00ad\u00ad`, 'request.reason_invalid'],
    ['Hangul fillers', '\u3164'.repeat(20), 'request.reason_invalid'],
    ['blank Braille', '\u2800'.repeat(20), 'request.reason_invalid'],
    ['variation selectors', `x${'\ufe0f'.repeat(20)}`, 'request.reason_invalid'],
    ['one letter under twenty accents', `x${'\u0301'.repeat(20)}`, 'request.reason_invalid'],
    ['letters of a private font', '\ue000'.repeat(20), 'request.reason_invalid'],
    ['ten letters with accents written apart', 'a\u0301'.repeat(10), null],
    ['ten emojis', '🙂'.repeat(10), null],
    ['2,000 characters', 'x'.repeat(2_000), null],
    ['2,000 emojis', '🙂'.repeat(2_000), null],
    ['2,000 accents written apart', 'n\u0303'.repeat(2_000), null],
    ['2,001 characters', 'x'.repeat(2_001), 'request.reason_too_long'],
    ['2,000 characters between spaces', ` ${'x'.repeat(2_000)} `, null],
  ])('ADM-11 of %s', (_what, reason, code) => {
    expect(codeOf(reason)).toBe(code)
  })

  it('is kept composed and without the space around it', () => {
    expect(tidyText('  razo\u0301n  ')).toBe('razón')
  })
})
