import { describe, expect, it } from 'vitest'
import { savedLocation } from './saved-location.ts'

describe('SHELL-09 saved location', () => {
  it('keeps an internal path with its query', () => {
    expect(savedLocation({ redirect: '/application/record?page=2' })).toBe('/application/record?page=2')
  })
  it('keeps the survey', () => expect(savedLocation({ redirect: '/postregister/' })).toBe('/postregister/'))
  it.each([
    'https://evil.example',
    '//evil.example',
    '//evil.example/application',
    '/\\evil.example',
    '/\t/evil.example',
    'application',
    '/applications',
    '/logout',
    5,
    undefined,
  ])('refuses %s', (redirect) => {
    expect(savedLocation({ redirect })).toBeNull()
  })
})
