import { describe, expect, it } from 'vitest'
import { preferredLocale } from './preferred-locale.ts'

describe('preferredLocale', () => {
  it.each([
    [undefined, 'es'],
    ['', 'es'],
    ['*', 'es'],
    ['de', 'es'],
    ['en', 'en'],
    ['EN-us', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['es-CO,es;q=0.9,en;q=0.8', 'es'],
    ['es;q=0.5, en;q=0.8', 'en'],
    ['en;q=0.8, es;q=0.8', 'en'],
    ['de, en;q=0.1', 'en'],
    ['en;q=0', 'es'],
    ['en;q=2', 'es'],
    ['en;q=x', 'es'],
    ['english', 'es'],
    [`${'de,'.repeat(20)}en`, 'es'],
  ])('SHELL-13 "%s" is answered in %s', (header, locale) => {
    expect(preferredLocale(header)).toBe(locale)
  })
})
